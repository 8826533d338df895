"""Which port is opened, as boards come and go."""

from __future__ import annotations

from companion.bridges.finding import Finding, Found
from companion.vocabulary import Condition
from tests.bridges.plug import Port

PLATE = Condition("live", device={"board": "plate"})
ROBOT = Condition("hello", "foreign", device={"board": "robot"})
QUIET = Condition("opening")

ACM0, ACM1 = "/dev/ttyACM0", "/dev/ttyACM1"


class Ports:
    """What is plugged in."""

    def __init__(self, *ports: Port) -> None:
        self.ports = list(ports)

    def __call__(self) -> list[Port]:
        return self.ports


def test_a_configured_port_is_always_meant() -> None:
    finding = Finding("/dev/serial/by-id/plate", listed=Ports(Port(ACM0, "E661")))
    assert finding.next(0) == Found("/dev/serial/by-id/plate")
    assert finding.may_stay(Found("/dev/serial/by-id/plate"), ROBOT, 0)


def test_a_configured_serial_number_is_followed_to_any_port() -> None:
    ports = Ports(Port(ACM0, "7788"), Port(ACM1, "E661", (1, 2)))
    finding = Finding(serial="E661", listed=ports)
    assert finding.next(0) == Found(ACM1, "E661")
    ports.ports = [Port(ACM0, "7788")]
    assert finding.next(100) is None


def test_without_either_every_pico_is_asked_and_nothing_else() -> None:
    ports = Ports(Port("/dev/ttyS0", None, (0, 0)), Port(ACM1, "E661"))
    assert Finding(listed=ports).next(0) == Found(ACM1, "E661")
    assert Finding(listed=Ports()).next(0) is None
    assert Finding(listed=Ports()).wanted == "2e8a:0005"


def test_the_plate_is_followed_and_no_other_board_opened() -> None:
    ports = Ports(Port(ACM0, "E661"))
    finding = Finding(listed=ports)
    found = finding.next(0)
    assert found and finding.may_stay(found, PLATE, 1000)

    ports.ports = [Port(ACM0, "7788")]
    meanwhile = [finding.next(at) for at in (1200, 20_000, 30_999)]
    ports.ports = [Port(ACM0, "7788"), Port(ACM1, "E661")]

    assert meanwhile == [None, None, None]
    assert finding.next(31_500) == Found(ACM1, "E661")


def test_a_plate_that_stays_away_may_be_replaced() -> None:
    ports = Ports(Port(ACM0, "E661"))
    finding = Finding(listed=ports)
    finding.may_stay(Found(ACM0, "E661"), PLATE, 1000)
    ports.ports = [Port(ACM0, "NEW")]
    assert finding.next(31_000) == Found(ACM0, "NEW")


def test_a_foreign_board_is_never_opened_again() -> None:
    finding = Finding(listed=Ports(Port(ACM0, "7788"), Port(ACM1, "E661")))
    assert not finding.may_stay(Found(ACM0, "7788"), ROBOT, 100)
    assert [finding.next(at) for at in (200, 300, 400_000)] == [Found(ACM1, "E661")] * 3


def test_boards_that_say_nothing_are_asked_in_turn() -> None:
    finding = Finding(listed=Ports(Port(ACM0, "1"), Port(ACM1, "2")))
    first = finding.next(0)
    assert first == Found(ACM0, "1")
    assert finding.may_stay(first, QUIET, 2999)
    assert not finding.may_stay(first, QUIET, 3000)
    assert finding.next(3200) == Found(ACM1, "2")
    assert finding.next(6400) == Found(ACM0, "1")


def test_the_only_board_may_take_its_time() -> None:
    finding = Finding(listed=Ports(Port(ACM0, None)))
    first = finding.next(0)
    assert first == Found(ACM0, ACM0)
    assert all(finding.may_stay(first, QUIET, at) for at in range(0, 20_000, 100))


def test_a_port_that_vanishes_while_it_is_listed_is_no_port() -> None:
    def vanishing() -> list[Port]:
        raise TypeError

    assert Finding(listed=vanishing).next(0) is None


def test_a_scanner_is_found_by_what_is_configured_only() -> None:
    ports = Ports(Port(ACM0, "E661"))
    assert Finding(kinds=(), listed=ports).next(0) is None
    assert Finding("", "E661", (), ports).next(0) == Found(ACM0, "E661")
