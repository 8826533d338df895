"""Fields under switches that say yes or no: timelines of looks, one every 10 ms. A row
says from when on which switches are closed and what is seen until the next row; ``~``
before a field is a switch that does what it likes, here open and closed in turns."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from companion.geometry import FIELDS
from companion.senses import Senses
from companion.senses.switches import Switches
from companion.vocabulary import Blind, Covered, Seeing, Signal, Tick, Unclear

LOOK = 10  # ms
SAME = 30  # ms that a switch must be closed, if it said so only once
ALONE = 100  # ms until a field is left with nobody beside it
ON, OFF, DOUBT, DARK, BACK = "covered", "cleared", "unclear", "blind", "seeing"

Row = tuple[int, str, list[tuple[Any, ...]]]

TIMELINES: dict[str, list[Row]] = {
    "a magician put down and taken away": [
        (0, "", []), (500, "c3", [(ON, "c3", 520)]), (2000, "", [(OFF, "c3", 2100)]), (2800, "", []),
    ],
    "two looks are nothing": [(0, "", []), (500, "c3", []), (520, "", []), (1000, "", [])],
    "a gap of two looks is nothing": [
        (0, "c3", [(ON, "c3", 20)]), (500, "", []), (520, "c3", []), (900, "c3", []),
    ],
    "lifted for less than 100 ms": [
        (0, "c3", [(ON, "c3", 20)]), (500, "", []), (590, "c3", []), (900, "c3", []),
    ],
    "from field to field with nothing between": [
        (0, "c3", [(ON, "c3", 20)]), (500, "", []), (560, "d3", [(ON, "d3", 580), (OFF, "c3", 590)]),
        (4000, "d3", []),
    ],
    "slowly from field to field with nothing between": [
        (0, "c3", [(ON, "c3", 20)]), (500, "", [(OFF, "c3", 600)]), (800, "d3", [(ON, "d3", 820)]),
        (4000, "d3", []),
    ],
    "from field to field with both between": [
        (0, "c3", [(ON, "c3", 20)]), (500, "c3 d3", [(ON, "d3", 520)]), (560, "d3", [(OFF, "c3", 580)]),
        (4000, "d3", []),
    ],
    "two magicians beside each other": [
        (0, "c3", [(ON, "c3", 20)]), (2500, "c3 d3", [(ON, "d3", 2520)]), (2800, "c3", [(OFF, "d3", 2820)]),
        (3500, "c3", []),
    ],
    "at the edge of its reach it stays covered": [
        (0, "c3", [(ON, "c3", 20)]), (500, "~c3", []), (3000, "c3", []), (4000, "c3", []),
    ],
    "put down at the edge of its reach": [
        (0, "", []), (500, "~c3", [(ON, "c3", 550)]), (2000, "~c3", []), (3000, "~c3", []),
    ],
    "away from the edge of its reach": [
        (0, "c3", [(ON, "c3", 20)]), (500, "~c3", []), (1000, "", [(OFF, "c3", 1100)]), (1500, "", []),
    ],
    "the wires say it the other way round": [
        (0, " ".join(f for f in FIELDS if f not in ("a1", "f6")), [(DOUBT, "inverted", 250)]),
        (1000, "a1 f6", [(DOUBT, "", 1000), (ON, "a1", 1020), (ON, "f6", 1020)]), (2000, "a1 f6", []),
    ],
    "a row that never goes off": [
        (0, "a1 f6", [(ON, "a1", 20), (ON, "f6", 20)]),
        (500, "a1 a2 b2 c2 d2 e2 f2 f6", [(DOUBT, "foreign", 750)]),
        (1000, "a1 f6", [(DOUBT, "", 1000)]), (2000, "a1 f6", []),
    ],
    "a cable pulled out and put in again": [
        (0, "a1 f6", [(ON, "a1", 20), (ON, "f6", 20)]), (500, "", [(DOUBT, "unplugged", 750)]),
        (2000, "a1 f6", [(DOUBT, "", 2000)]), (3000, "a1 f6", []),
    ],
}  # fmt: skip

DEAD: dict[str, list[Row]] = {
    "straight over a switch that keeps silent": [
        (0, "b3", [(ON, "b3", 20)]), (500, "", [(OFF, "b3", 600)]),
        (900, "d3", [(ON, "d3", 920), (DARK, "c3", 920)]), (2000, "d3", []),
    ],
    "the second time, if it has answered before": [
        (0, "b3", [(ON, "b3", 20)]), (300, "c3", [(ON, "c3", 320), (OFF, "b3", 330)]),
        (600, "b3", [(ON, "b3", 620), (OFF, "c3", 620)]), (2000, "", [(OFF, "b3", 2100)]),
        (2400, "d3", [(ON, "d3", 2420)]), (4000, "", [(OFF, "d3", 4100)]),
        (4400, "b3", [(ON, "b3", 4420), (DARK, "c3", 4420)]), (5000, "b3", []),
    ],
    "it answers again": [
        (0, "b3", [(ON, "b3", 20)]), (500, "", [(OFF, "b3", 600)]),
        (900, "d3", [(ON, "d3", 920), (DARK, "c3", 920)]),
        (2000, "c3", [(BACK, "c3", 2000), (ON, "c3", 2020), (OFF, "d3", 2020)]), (3000, "c3", []),
    ],
    "out of sight beside the only one that never answered": [
        (0, "b1", [(ON, "b1", 20)]), (300, "a1", [(ON, "a1", 320), (OFF, "b1", 320)]),
        (3000, "", [(OFF, "a1", 3100), (DARK, "a2", 4010)]), (6000, "", []),
    ],
    "a fallen ball says that a hand has it": [
        (0, "b1", [(ON, "b1", 20)]), (300, "a1", [(ON, "a1", 320), (OFF, "b1", 320)]),
        (3000, "!", [(OFF, "a1", 3100)]), (6000, "", []),
    ],
    "out of sight beside somebody who stands there": [
        (0, "b1 a2", [(ON, "b1", 20), (ON, "a2", 20)]), (300, "a1 a2", [(ON, "a1", 320), (OFF, "b1", 320)]),
        (3000, "a2", [(OFF, "a1", 3020)]), (6000, "a2", []),
    ],
    "two ways round a corner tell nothing": [
        (0, "b3", [(ON, "b3", 20)]), (500, "", [(OFF, "b3", 600)]), (900, "c4", [(ON, "c4", 920)]),
        (3000, "c4", []),
    ],
    "one that stays closed when its magician has gone": [
        (0, "f6", [(ON, "f6", 20)]), (4000, "f6 e6", [(ON, "e6", 4020), (DARK, "f6", 4530)]),
        (5000, "f6 d6", [(ON, "d6", 5020), (OFF, "e6", 5020)]), (6000, "d6", [(BACK, "f6", 6000)]),
        (7000, "d6", []),
    ],
    "a corner that never told of whom it began with": [
        (0, "f6", [(ON, "f6", 20)]), (4000, "f6 b1", [(ON, "b1", 4020), (DARK, "a1", 4530)]),
        (5000, "f6 b1", []),
    ],
}  # fmt: skip


def run(timeline: list[Row]) -> None:
    switches, spoken = Switches(), dict.fromkeys(FIELDS, False)
    for (begins, closed, expected), (ends, _, _) in pairwise(timeline):
        seen: list[Any] = []
        for at in range(begins, ends, LOOK):
            if "!" in closed:
                switches.vanishing.ball(at)
            spoken = {field: field in closed.split() for field in FIELDS}
            spoken |= {f[1:]: at // LOOK % 2 == 1 for f in closed.split() if f[0] == "~"}
            for field, level in spoken.items():
                switches.hear(field, level, at)
            seen += switches.see(at)
        assert [told(one) for one in seen] == expected, begins


def told(sighting: Any) -> tuple[Any, ...]:
    kind = type(sighting).__name__.lower()
    if isinstance(sighting, Unclear):
        return kind, sighting.why, sighting.at
    return kind, sighting.field, sighting.at


@pytest.mark.parametrize("timeline", TIMELINES.values(), ids=TIMELINES)
def test_what_settles(timeline: list[Row]) -> None:
    run(timeline)


@pytest.mark.parametrize("timeline", DEAD.values(), ids=DEAD)
def test_switches_that_tell_nothing(timeline: list[Row]) -> None:
    run(timeline)


def test_a_level_said_once_settles_by_time_alone() -> None:
    switches = Switches()

    switches.hear("c3", True, 0)

    assert switches.see(SAME - 1) == ()
    assert switches.see(SAME) == (Covered("c3", SAME),)
    assert switches.see(1000) == ()


def senses(masked: tuple[str, ...] = ()) -> Senses:
    made = Senses()
    made.tune(SimpleNamespace(baseline=(), full=(), masked=masked))
    return made


def test_signals_become_sightings_and_stand_for_a_reading_that_begins() -> None:
    made = senses()
    for field in ("f6", "a1"):
        made.see(Signal(f"hall/{field}", 1, 0))

    assert made.see(Tick(50)) == (Covered("a1", 50), Covered("f6", 50))
    assert made.standing(60) == (Covered("a1", 60), Covered("f6", 60))


def test_beside_a_masked_field_nobody_is_looked_for() -> None:
    switches = Switches(masked=("a2",))
    for at, field in ((0, "b1"), (300, "a1"), (3000, "")):
        for other in FIELDS:
            switches.hear(other, other == field, at)
        switches.see(at + ALONE)

    assert switches.see(9000) == () and switches.standing(9000) == ()


def test_a_masked_field_is_left_out() -> None:
    made = senses(masked=("c3",))

    made.see(Signal("hall/c3", 1, 0))

    assert made.see(Tick(1000)) == () and made.standing(1000) == ()


def test_another_plate_lets_the_senses_begin_anew() -> None:
    made = senses()
    made.see(Signal("hall/a1", 1, 0))
    made.see(Tick(50))

    made.see(Signal("wire/use", "pins", 60))

    assert made.standing(60) == ()


@pytest.mark.parametrize(
    "signal",
    [
        Signal("hall/a7", 1, 0), Signal("hall/g1", 1, 0), Signal("hall/a1", 2, 0),
        Signal("hall/a1", None, 0), Signal("hall/a1", "1", 0), Signal("hall/a1", [1], 0),
        Signal("drop/up", 1, 0), Signal("drop", 7, 0),
    ],
    ids=str,
)  # fmt: skip
def test_what_makes_no_sense_is_counted(signal: Signal) -> None:
    made = senses()

    assert made.see(signal) == () and made.see(Tick(1000)) == ()
    assert made.unread == 1


def test_a_dark_field_is_told_to_a_reading_that_begins() -> None:
    switches = Switches()
    for at, field in ((0, "b3"), (500, ""), (900, "d3")):
        for other in FIELDS:
            switches.hear(other, other == field, at)
        switches.see(at + ALONE)

    assert switches.standing(2000) == (Covered("d3", 2000), Blind("c3", 2000, "dead"))
    switches.hear("c3", True, 3000)
    assert Seeing("c3", 3000) in switches.see(3000)
