"""The bridge over pins that behave like the matrix: what it says, and when it cannot."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from itertools import chain
from threading import Event
from typing import Any

import numpy as np
import pytest
from gpiozero import Device, InputDevice, PinUnknownPi
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from companion.bridges.chip import Chip, lgpio, opened
from companion.bridges.gpio import Pins
from companion.bridges.matrix import Telling, wiring
from companion.bridges.pretended import Pretended
from companion.geometry import FIELDS, INDEX
from companion.senses import Senses
from companion.simulator.builds import SWITCHES
from companion.simulator.noise import HOME, NONE
from companion.simulator.pins import Header, Matrix
from companion.simulator.plate import Plate
from companion.simulator.switches import CLOSED, EITHER
from companion.vocabulary import Condition, Dropped, Emptied, Shaken, Signal

SCAN = 10  # ms
FOUR = {"drop/nw": 18}  # any of them named: a pin for each tray


class Desk:
    """A bridge, its pins, and a clock that the test moves."""

    def __init__(self, pins: dict[str, int] | None = None, **made: Any) -> None:
        wires = wiring(pins)
        self.now, self.said = 0, list[Signal]()
        self.matrix = Matrix(wires.rows, wires.columns, wires.trays, default_rng(3), **made)
        self.bridge = Pins(
            self.said.append, lambda: self.now, pins=pins,
            factory=lambda: Header(self.matrix), sleep=self.matrix.sleep, clock=lambda: 0.0,
        )  # fmt: skip

    def close(self, fields: Iterable[str], answer: int = CLOSED) -> None:
        """Magnets over these fields."""
        self.matrix.answers = np.zeros(36, int)
        self.matrix.answers[[INDEX[field] for field in fields]] = answer

    def scan(self, scans: int = 1) -> list[Signal]:
        """What is said of the fields and trays while so many scans go by."""
        self.said.clear()
        for _ in range(scans):
            self.bridge.step()
            self.now += SCAN
        return [one for one in self.said if not one.source.startswith("wire/")]


def on(signals: Iterable[Signal]) -> set[str]:
    return {one.source.removeprefix("hall/") for one in signals if one.value}


# What it says.


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(FIELDS)))
def test_every_magnet_is_seen_over_its_own_field(fields: set[str]) -> None:
    desk = Desk()
    desk.close(fields)

    assert on(desk.scan()) == fields


def test_everything_is_said_once_at_the_start() -> None:
    desk = Desk()
    desk.close(("a1", "f6"))

    said = desk.scan(5)

    assert [one.source for one in said] == [*(f"hall/{field}" for field in FIELDS), "drop"]
    assert on(said) == {"a1", "f6"} and {one.at for one in said} == {0}


def test_a_change_is_said_at_once_and_with_every_scan_for_100_ms() -> None:
    desk = Desk()
    desk.scan(20)
    desk.close(("c3",))

    said = desk.scan(20)

    assert {(one.source, one.value) for one in said} == {("hall/c3", 1)}
    assert [one.at for one in said] == list(range(200, 310, SCAN))


def test_once_a_second_everything_is_said_again() -> None:
    desk = Desk()
    desk.scan(1)

    said = desk.scan(300)

    assert sorted({one.at for one in said}) == [1000, 2000, 3000]
    assert len(said) == 3 * 37


def test_a_switch_that_does_what_it_likes_is_told_as_it_is() -> None:
    desk = Desk()
    desk.close(("c3",), EITHER)

    levels = [one.value for one in desk.scan(200) if one.source == "hall/c3"]

    assert 60 < levels.count(1) < 140


def test_each_tray_has_a_line_of_its_own_once_one_is_named() -> None:
    desk = Desk(FOUR)
    desk.scan()
    desk.matrix.trays["drop/sw"] = 1

    assert {(one.source, one.value) for one in desk.scan()} == {("drop/sw", 1)}
    assert desk.bridge.sources[-4:] == ("drop/nw", "drop/ne", "drop/sw", "drop/se")


def test_levels_are_told_by_a_pure_part() -> None:
    telling = Telling()

    assert telling.tell({"x": 0, "y": 1}, 5) == [Signal("x", 0, 5), Signal("y", 1, 5)]
    assert telling.tell({"x": 0, "y": 1}, 15) == []
    assert telling.tell({"x": 1, "y": 1}, 25) == [Signal("x", 1, 25)]
    assert telling.changes == 1


# Rows that answer too long, parts that push.


def read(settle: int, blank: int, fields: Iterable[str], **made: Any) -> set[str]:
    """What one scan with these times sees."""
    desk = Desk(**made)
    desk.close(fields)
    chip = opened(lambda: Header(desk.matrix), wiring())
    assert isinstance(chip, Chip)
    levels = chip.read(desk.matrix.sleep, settle, blank)
    chip.close()
    return {source.removeprefix("hall/") for source, level in levels.items() if level}


def test_without_a_pause_the_row_before_answers_once_more() -> None:
    # 100 us after the next row came, this one's capacitors still hold for 20.
    assert read(100, 0, ("c3",), lingers=120) == {"c3", "c4"}


def test_with_the_pause_it_does_not() -> None:
    assert read(100, 50, ("c3",), lingers=120) == {"c3"}


def test_looking_too_soon_sees_nothing_or_the_row_before() -> None:
    assert read(30, 50, ("c3",)) == set()
    assert read(30, 0, ("c3",)) == set()
    assert read(36, 0, ("c3",), lingers=40) == {"c3", "c4"}


def test_parts_that_push_are_seen_in_every_row() -> None:
    assert read(100, 50, ("c3",), push_pull=True) == {f"c{row}" for row in range(1, 7)}


# N08: a glitch and a real drop, through real pins.


def drops(edges: Iterable[int], until: int) -> list[Any]:
    """What the senses make of a line that changes at these moments, in ms."""
    desk, senses, seen, turns = Desk(), Senses(), list[Any](), sorted(edges)
    while desk.now < until:
        desk.matrix.trays["drop"] = sum(edge <= desk.now for edge in turns) % 2
        for signal in chain(desk.scan(), [Signal("power/flags", 0, desk.now)]):
            seen += senses.see(signal)
    return seen


@pytest.mark.parametrize("begins", range(995, 1010))
def test_a_pulse_of_3_ms_is_no_ball_and_at_most_a_knock(begins: int) -> None:
    assert [one for one in drops((begins, begins + 3), 2000) if type(one) is not Shaken] == []


@pytest.mark.parametrize("begins", range(995, 1010, 3))
def test_a_bouncing_drop_is_one_drop_and_its_bouncing_end_is_none(begins: int) -> None:
    closing = [begins + edge for edge in (0, 2, 5, 7, 9, 12, 14, 17, 20, 23, 26, 28, 30)]
    opening = [begins + 2030 + edge for edge in (0, 3, 6, 10, 13, 17, 20, 23, 25)]

    seen = drops(closing + opening, 5000)

    assert [type(one) for one in seen] == [Dropped, Emptied]
    assert seen[0].tray == "" and begins <= seen[0].at <= begins + 40


# When there are no pins.


def states(said: list[Signal]) -> list[tuple[str, str]]:
    return [(one.value["state"], one.value["why"]) for one in said if one.source == "wire/pins"]


def test_how_it_is_is_said_whenever_that_changes() -> None:
    desk = Desk()

    assert desk.bridge.condition() == Condition(
        counters={"scans": 0, "changes": 0, "slow": 0, "late": 0}
    )
    desk.bridge.step()
    desk.bridge.step()

    assert states(desk.said) == [("live", "")]
    assert desk.bridge.condition().counters["scans"] == 2


def bridge(said: list[Signal], factory: Any) -> Pins:
    return Pins(said.append, lambda: 7, factory=factory, sleep=lambda _: None)


def test_without_lgpio_the_wire_is_absent_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    said: list[Signal] = []
    pins = bridge(said, lgpio)

    assert not pins.step() and not pins.step()

    assert states(said) == [("absent", "chip")]
    assert "lgpio" in str(pins.condition().values["text"])
    assert Device.pin_factory is None


def no_raspberry() -> Any:
    raise PinUnknownPi("unable to locate Pi revision")


def test_without_a_chip_the_wire_is_absent_until_there_is_one() -> None:
    factories = iter((no_raspberry, no_raspberry, MockFactory))
    said: list[Signal] = []

    def make() -> Any:
        return next(factories)()

    pins = bridge(said, make)

    assert [pins.step() for _ in range(3)] == [False, False, True]
    assert states(said) == [("absent", "chip"), ("live", "")]


def test_a_pin_that_another_program_holds_is_named() -> None:
    factory = MockFactory()
    other = InputDevice(24, pull_up=True, pin_factory=factory)
    said: list[Signal] = []
    pins = bridge(said, lambda: factory)

    assert not pins.step()
    assert states(said) == [("absent", "taken")] and pins.condition().values == {"pin": 24}
    other.close()
    assert pins.step()
    assert states(said)[-1] == ("live", "")


class Dying(MockFactory):
    """A chip that goes away while it is used."""

    gone = False

    def pin(self, name: Any, **more: Any) -> Any:
        pin = super().pin(name, **more)
        whole = type(pin)._get_state

        class Cut(type(pin)):  # type: ignore[misc]
            def _get_state(self) -> Any:
                if self.factory.gone:
                    raise OSError(19, "No such device")
                return whole(self)

        pin.__class__ = Cut
        return pin


def test_a_chip_that_goes_away_is_said_and_tried_again() -> None:
    factory, said = Dying(), list[Signal]()
    pins = bridge(said, lambda: factory)
    assert pins.step()

    factory.gone = True
    assert not pins.step()
    factory.gone = False
    assert pins.step()

    assert states(said) == [("live", ""), ("absent", "chip"), ("live", "")]
    assert sum(one.source == "hall/a1" for one in said) == 2  # everything once more


# Pins that are wired elsewhere.


def test_pins_may_be_wired_elsewhere() -> None:
    wires = wiring({"row/1": 21, "column/f": 20, "drop": 2})

    assert wires.rows[0] == 21 and wires.columns[5] == 20 and wires.trays == {"drop": 2}
    assert wiring(FOUR).trays == {"drop/nw": 18, "drop/ne": 19, "drop/sw": 20, "drop/se": 21}


@pytest.mark.parametrize(
    ("pins", "told"),
    [
        ({"row/7": 5}, "row/7"), ({"column/a": 5}, "row/1 and column/a are both 5"),
        ({"drop": 40}, "drop is 40"), ({"drop": 4, "drop/nw": 18}, "one line for all trays"),
        ({"light": 2}, "light"),
    ],
)  # fmt: skip
def test_a_wiring_that_cannot_be_is_refused_by_name(pins: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        wiring(pins)


# In a thread of its own, and under a virtual plate.


def test_the_thread_looks_100_times_a_second_and_leaves_no_row_powered() -> None:
    desk, enough = Desk(), Event()
    desk.close(FIELDS)
    pins = Pins(
        lambda _: enough.set(), lambda: 0, factory=lambda: Header(desk.matrix),
        sleep=desk.matrix.sleep,
    )  # fmt: skip

    began = time.perf_counter()
    pins.start()
    assert enough.wait(5)
    while pins.condition().counters["scans"] < 50:
        time.sleep(0.005)
    took = time.perf_counter() - began
    pins.stop()
    desk.matrix.sleep(0.001)

    assert took >= 0.48
    assert not desk.matrix.is_low(17)  # column a, which every row pulls low while it is on


def test_a_virtual_plate_is_read_by_the_real_bridge() -> None:
    plate = Plate([], {"red": "a1", "blue": "f6"}, default_rng(1), NONE, build=SWITCHES)
    table = Pretended(plate, default_rng(2), HOME)

    first = table.step(0)
    plate.put("red", "b1")
    later = [one for at in range(10, 60, 10) for one in table.step(at)]
    plate.drop("red")
    fallen = [one for at in range(60, 2000, 10) for one in table.step(at)]
    table.close()

    assert on(first) == {"a1", "f6", "wire/pins"}
    assert {(one.source, one.value) for one in later} == {("hall/a1", 0), ("hall/b1", 1)}
    assert ("drop", 1) in {(one.source, one.value) for one in fallen}


def test_no_pin_is_left_to_the_next_test() -> None:
    assert Device.pin_factory is None
