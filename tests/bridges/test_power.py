"""P05: a word of flags is a banner while it is so, and a note once it is over."""

from __future__ import annotations

from pathlib import Path

from companion.bridges.power import Power, flags
from companion.senses.power import happened, troubles
from companion.vocabulary import Signal


def test_the_word_tells_now_from_once() -> None:
    told = [(troubles(word), happened(word)) for word in (0x0, 0x50000, 0x50005, 0x50000, 0x0)]
    assert told == [
        ((), ()),
        ((), ("voltage",)),
        (("voltage",), ()),
        ((), ("voltage",)),
        ((), ()),
    ]


def test_heat_is_told_beside_voltage() -> None:
    assert troubles(0x9) == ("voltage", "heat")


def test_each_change_is_said_once(tmp_path: Path) -> None:
    said: list[Signal] = []
    place = tmp_path / "get_throttled"
    power = Power(said.append, lambda: 7, place)
    for word in ("0\n", "0\n", "50005\n", "50005\n", "50000\n", "nonsense\n", "50000\n"):
        place.write_text(word)
        power.look()
    assert [(signal.value, signal.at) for signal in said] == [
        (0, 7),
        (0x50005, 7),
        (0x50000, 7),
    ]


def test_a_computer_without_the_flags_is_left_in_peace(tmp_path: Path) -> None:
    said: list[Signal] = []
    power = Power(said.append, lambda: 0, tmp_path / "no such file")
    power.start()
    power.look()
    power.stop()
    assert said == []


def test_no_number_is_no_word() -> None:
    assert flags("throttled") is None
