"""A scanner that types lines: whole codes come out, and nothing else."""

from __future__ import annotations

import pytest

from companion.bridges.scanner import Codes, Scanner
from tests.bridges.plug import Plug, Table, wait_until


def read(*pieces: bytes) -> list[object]:
    codes = Codes()
    codes.opened(0)
    return [signal.value for piece in pieces for signal in codes.feed(piece, 5)]


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_whatever_ends_a_line_and_wherever_it_is_cut(end: bytes) -> None:
    typed = b"4006381333931" + end + "Größe 7".encode() + end
    for cut in range(len(typed)):
        assert read(typed[:cut], b"", typed[cut:]) == ["4006381333931", "Größe 7"]


def test_half_a_code_is_never_handed_on() -> None:
    codes = Codes()
    codes.opened(0)
    assert codes.feed(b"400638", 5) == ()
    codes.closed(10, "gone")
    codes.opened(20)
    assert [signal.value for signal in codes.feed(b"moon\n", 30)] == ["moon"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (b"\xff\xfe\n", "text"),
        (b"A\x03B\n", "control"),
        (b"A\x1b[2J\n", "control"),
        (b"x" * 257 + b"\n", "long"),
        (b"x" * 5000 + b"\n", "long"),
    ],
)
def test_what_is_no_code_is_refused_and_counted(typed: bytes, reason: str) -> None:
    codes = Codes()
    codes.opened(0)
    heard = [
        signal.value
        for piece in (typed[:1500], typed[1500:], b"moon\r")
        for signal in codes.feed(piece, 5)
    ]
    assert heard == ["moon"]
    assert codes.garbled and codes.garbled.reason == reason
    assert codes.condition(5).counters == {"lines": 1, "bad": 1, "opened": 1}


def test_a_code_of_the_longest_kind_is_taken() -> None:
    assert read(b"x" * 256 + b"\n") == ["x" * 256]
    assert read(("ü" * 256).encode() + b"\n") == ["ü" * 256]


def test_on_a_real_port_it_is_live_though_it_says_nothing() -> None:
    plug, table = Plug(), Table()
    scanner = Scanner(table.put, table.now, port=plug.path)
    scanner.start()
    wait_until(lambda: scanner.condition().state == "live")
    plug.say(b"moon\r\n")
    wait_until(lambda: table.values("code/0"))
    plug.pull()
    wait_until(lambda: scanner.condition().state == "absent")
    scanner.stop()

    assert table.values("code/0") == ["moon"]
    assert table.conditions("scanner")[:2] == [("live", ""), ("absent", "gone")]
    assert (scanner.plate, scanner.sources) == (False, ("code/0",))
