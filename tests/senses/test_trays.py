"""Balls in the trays as timelines: what the wire says, and what is seen by then."""

from __future__ import annotations

from typing import Any

import pytest

from companion.senses import Senses
from companion.vocabulary import Dropped, Emptied, Shaken, Signal, Struck, Tick

NW, SE = "drop/nw", "drop/se"
TICK = "tick"

TIMELINES: dict[str, list[tuple[int, str, int, list[Any]]]] = {
    "a ball": [
        (0, NW, 0, []), (1000, NW, 1, []), (1019, TICK, 0, []),
        (1020, TICK, 0, [Dropped("nw", 1000)]), (5000, TICK, 0, []),
    ],
    "a pulse of three milliseconds: no ball, but a knock": [
        (0, NW, 0, []), (1000, NW, 1, []), (1003, NW, 0, []), (1102, TICK, 0, []),
        (1103, TICK, 0, [Shaken(1000)]), (1150, TICK, 0, []),
    ],
    "a contact that bounces, then lies": [
        (0, NW, 0, []), (100, NW, 1, []), (104, NW, 0, []), (107, NW, 1, []),
        (120, NW, 0, []), (130, NW, 1, []), (149, TICK, 0, []), (150, TICK, 0, [Dropped("nw", 130)]),
    ],
    "a beam that is not quiet for a while": [
        (0, NW, 0, []), (100, NW, 1, []), (119, NW, 0, []), (138, NW, 1, []), (157, NW, 0, []),
        (256, TICK, 0, []), (257, TICK, 0, [Shaken(100)]),
    ],
    "a ball that is taken out": [
        (0, NW, 1, []), (50, TICK, 0, [Dropped("nw", 0)]), (900, NW, 0, []),
        (920, TICK, 0, [Emptied("nw", 900)]),
    ],
    "a release that bounces": [
        (0, NW, 1, []), (50, TICK, 0, [Dropped("nw", 0)]), (900, NW, 0, []), (903, NW, 1, []),
        (909, NW, 0, []), (925, NW, 1, []), (930, NW, 0, []), (950, TICK, 0, [Emptied("nw", 930)]),
    ],
    "a ball lifted and let go at once": [
        (0, NW, 1, []), (50, TICK, 0, [Dropped("nw", 0)]), (900, NW, 0, []), (915, NW, 1, []),
        (1500, TICK, 0, [Shaken(900)]),
    ],
    "two trays": [
        (0, NW, 1, []), (5, SE, 1, []), (21, TICK, 0, [Dropped("nw", 0)]),
        (26, TICK, 0, [Dropped("se", 5)]),
    ],
    "one line for all trays": [
        (0, "drop", 1, []), (30, TICK, 0, [Dropped("", 0)]),
    ],
    "the same level said again": [
        (0, NW, 1, []), (10, NW, 1, []), (20, NW, 1, [Dropped("nw", 0)]), (500, NW, 1, []),
    ],
    "a word of another wire lets time pass, too": [
        (0, NW, 1, []), (25, "kettle", 1, [Dropped("nw", 0)]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("timeline", TIMELINES.values(), ids=TIMELINES)
def test_trays(timeline: list[tuple[int, str, int, list[Any]]]) -> None:
    senses = Senses()
    for at, source, level, expected in timeline:
        word = Tick(at) if source == TICK else Signal(source, level, at)
        assert list(senses.see(word)) == expected, at


def test_a_reading_that_begins_is_told_of_the_balls_that_lie() -> None:
    senses = Senses()
    senses.see(Signal(NW, 1, 0))
    senses.see(Signal(SE, 1, 90))
    senses.see(Tick(100))

    assert senses.standing(700) == (Dropped("nw", 700),)


def test_the_ear_under_the_floor_hears_a_ball_strike() -> None:
    senses = Senses()
    assert senses.see(Signal("piezo/0", 1, 700)) == (Struck(700),)
    assert senses.see(Signal("piezo/0", 0, 710)) == ()
    assert senses.see(Signal("piezo/0", "x", 720)) == ()
    assert senses.unread == 2
