"""Fields covered by magnets: timelines of levels, and the physics of a magnet anywhere."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.geometry import FIELDS, INDEX, neighbours
from companion.senses.hall import Hall
from companion.simulator.ground import HALF, LAST, PITCH, Spot, field_at, place
from companion.simulator.signal import PER_MT, magician
from companion.vocabulary import Blind, Cleared, Covered, Seeing, Shaken, Unclear

REST, FULL = 2048, 245  # codes
Row = tuple[int, dict[str, float], list[tuple[Any, ...]]]
"""From when on which levels, and what is seen until the next row: kind, field, when."""

ON, OFF, DOUBT = "covered", "cleared", "unclear"
PHONE = {"c3": 4.0, "b3": 1.5, "d3": 1.5, "c2": 1.5, "c4": 1.5, "b2": 0.8, "d4": 0.8}

TIMELINES: dict[str, list[Row]] = {
    "a magician put down and taken away": [
        (0, {}, []), (500, {"c3": 1.0}, [(ON, "c3", 510)]), (2000, {}, [(OFF, "c3", 2010)]),
        (3000, {}, []),
    ],
    "one frame is nothing": [(0, {}, []), (500, {"c3": 1.0}, []), (510, {}, []), (1000, {}, [])],
    "a gap of one frame is nothing": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {}, []), (510, {"c3": 1.0}, []), (900, {}, [(OFF, "c3", 910)]),
        (1000, {}, []),
    ],
    "a slide from field to field": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {"c3": 0.6, "d3": 0.02}, []),
        (530, {"c3": 0.25, "d3": 0.25}, []), (560, {"c3": 0.05, "d3": 0.6}, [(OFF, "c3", 570), (ON, "d3", 570)]),
        (600, {"d3": 1.0}, []), (900, {"d3": 1.0}, []),
    ],
    "to the border and back": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {"c3": 0.3, "d3": 0.22}, []), (600, {"c3": 1.0}, []),
        (900, {"c3": 1.0}, []),
    ],
    "standing on a border": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {"c3": 0.25, "d3": 0.25}, []), (5000, {}, [(OFF, "c3", 5010)]),
        (5100, {}, []),
    ],
    "a weak magnet": [(0, {"c3": 0.6}, [(ON, "c3", 10)]), (500, {"c3": 0.3}, []), (900, {}, [(OFF, "c3", 910)]), (990, {}, [])],
    "neighbours": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {"c3": 1.0, "d3": 0.9}, [(ON, "d3", 510)]),
        (900, {"d3": 0.9}, [(OFF, "c3", 910)]), (990, {"d3": 0.9}, []),
    ],
    "two on one field": [(0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {"c3": 1.95}, []), (900, {"c3": 1.0}, []), (990, {"c3": 1}, [])],
    "a knock on the table": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, dict.fromkeys(FIELDS, 0.5), []), (600, {"c3": 1.0}, []),
        (900, {"c3": 1.0}, []),
    ],
    "a magnet upside down": [
        (0, {"c3": 1.0}, [(ON, "c3", 10)]), (500, {"c3": -0.9}, [(OFF, "c3", 510), (DOUBT, "reversed", "c3", 740)]),
        (1500, {"c3": 1.0}, [(DOUBT, "", "", 1500), (ON, "c3", 1510)]), (2000, {"c3": 1.0}, []),
    ],
    "a phone": [
        (0, {"a1": 1.0}, [(ON, "a1", 10)]), (500, {"a1": 1.0, **PHONE}, [(DOUBT, "foreign", "c3", 740)]),
        (1500, {"a1": 1.0}, [(DOUBT, "", "", 1500)]), (2000, {"a1": 1.0}, []),
    ],
    "a phone the other way up": [
        (0, {"a1": 1.0}, [(ON, "a1", 10)]), (500, {"a1": 1.0, "c3": -4.0, "b3": -1.5, "d3": -1.5}, [(DOUBT, "foreign", "c3", 740)]),
        (1500, {"a1": 1.0}, [(DOUBT, "", "", 1500)]), (2000, {"a1": 1.0}, []),
    ],
    "the other polarity on the whole board": [
        (0, {}, []), (500, {field: 1.0 for field in FIELDS if field not in ("a1", "f6")}, [(DOUBT, "inverted", "", 740)]),
        (1500, {}, [(DOUBT, "", "", 1500)]), (2000, {}, []),
    ],
}  # fmt: skip


def codes(levels: dict[str, float]) -> Any:
    told = np.full(36, REST, np.float32)
    for field, level in levels.items():
        told[INDEX[field]] += round(FULL * level)
    return told


def told(sighting: Any) -> tuple[Any, ...]:
    match sighting:
        case Covered(field, at):
            return ON, field, at
        case Cleared(field, at):
            return OFF, field, at
        case Unclear(why, at, field):
            return DOUBT, why, field, at
    raise AssertionError(sighting)


@pytest.mark.parametrize("timeline", TIMELINES.values(), ids=TIMELINES)
def test_hall(timeline: list[Row]) -> None:
    hall = Hall()
    for (begins, levels, expected), (ends, _, _) in pairwise(timeline):
        seen = [
            told(sighting)
            for at in range(begins, ends, 10)
            for sighting in hall.see(codes(levels), at)
        ]
        assert seen == expected, begins


def alive(hall: Hall, rng: np.random.Generator, frames: int, **levels: float) -> list[Any]:
    seen: list[Any] = []
    for number in range(frames):
        noisy = codes(levels) + np.rint(rng.normal(0, 2, 36)).astype(np.float32)
        noisy[INDEX["f6"]] = 0 if "f6" in levels and levels["f6"] < -5 else noisy[INDEX["f6"]]
        seen += hall.see(noisy, 10 * number)
    return seen


def test_a_knock_shakes_many_sensors_both_ways_and_is_told_once() -> None:
    hall, rng = Hall(), np.random.default_rng(5)
    alive(hall, rng, 50, c3=1.0, d3=0.4, a1=1.0)
    shaken: list[Any] = []
    for at in range(500, 600, 10):
        noise = np.rint(rng.normal(0, 24, 36)).astype(np.float32)  # twelve times the usual
        shaken += hall.see(codes({"c3": 1.0, "a1": 1.0}) + noise, at)
    calm = alive(hall, rng, 50, c3=1.0, a1=1.0)

    assert [type(one) for one in shaken if not isinstance(one, Covered | Cleared)] == [Shaken]
    assert not any(isinstance(one, Shaken) for one in calm)


def test_a_dead_sensor_is_told_once_and_once_when_it_is_back() -> None:
    hall, rng = Hall(), np.random.default_rng(3)

    assert alive(hall, rng, 300) == []
    assert [type(s) for s in alive(hall, rng, 300, f6=-9.0)] == [Blind]
    assert hall.standing(0) == (Blind("f6", 0, "dead"),)
    assert [type(s) for s in alive(hall, rng, 600)] == [Seeing]
    assert hall.standing(0) == ()


def test_a_cable_pulled_out_is_one_doubt_over_the_whole_plate() -> None:
    hall = Hall()
    for number in range(20):
        hall.see(codes({"c3": 1.0}), 10 * number)

    seen = [s for n in range(20) for s in hall.see(np.zeros(36, np.float32), 200 + 10 * n)]

    assert [s.why for s in seen if isinstance(s, Unclear)] == ["unplugged"]
    assert not hall.covered.any()


def test_a_slow_drift_of_all_sensors_covers_nothing() -> None:
    hall = Hall()
    for number in range(3000):
        assert hall.see(codes({}) + number // 30, 10 * number) == ()


def test_a_sensor_that_drifts_while_its_field_is_empty_is_followed() -> None:
    hall = Hall()
    for number in range(30_000):
        level = {"c3": min(number, 20_000) / 20_000 * 0.3}
        assert hall.see(codes(level), 10 * number) == ()


# Physics: what a real magnet gives, anywhere.

SPOTS = st.tuples(st.floats(-HALF, LAST + HALF), st.floats(-HALF, LAST + HALF))
STRENGTHS = st.sampled_from((0.6, 0.9, 1.0, 1.1))
OFFSETS = st.tuples(st.floats(-10, 10), st.floats(-10, 10)).filter(lambda o: hypot(*o) <= 10)
FRAMES = 30


def standing(*magnets: tuple[Spot, float], seed: int = 0, ball: bool = True) -> set[str]:
    """Fields covered once these magnets have stood there for a while."""
    hall, rng = Hall(), np.random.default_rng(seed)
    field = sum(
        magician(spot, 0.0, strength, spot if ball else None) for spot, strength in magnets
    )
    for number in range(FRAMES):
        noise = rng.normal(0, 2, 36)
        hall.see(np.rint(REST + PER_MT * field + noise).astype(np.float32), 10 * number)
    return {FIELDS[n] for n in np.flatnonzero(hall.covered)}


def aside(field: str, offset: tuple[float, float]) -> Spot:
    x, y = place(field)
    return x + offset[0], y + offset[1]


@settings(max_examples=300, deadline=None)
@given(SPOTS, STRENGTHS, st.booleans(), st.integers(0, 99))
def test_one_magnet_anywhere_covers_one_field_at_most(
    spot: Spot, strength: float, ball: bool, seed: int
) -> None:
    covered = standing((spot, strength), seed=seed, ball=ball)

    assert len(covered) <= 1


@settings(max_examples=300, deadline=None)
@given(SPOTS, STRENGTHS, st.booleans(), st.integers(0, 99))
def test_one_magnet_near_the_middle_of_a_field_covers_it(
    spot: Spot, strength: float, ball: bool, seed: int
) -> None:
    field = field_at(*spot)
    middle = place(field)
    assume(hypot(spot[0] - middle[0], spot[1] - middle[1]) <= 12)

    assert standing((spot, strength), seed=seed, ball=ball) == {field}


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(FIELDS), st.integers(0, 3), OFFSETS, OFFSETS, STRENGTHS, STRENGTHS,
    st.integers(0, 99),
)  # fmt: skip
def test_two_magicians_beside_each_other_cover_their_two_fields(
    field: str, number: int, one: Spot, other: Spot, strong: float, weak: float, seed: int
) -> None:
    beside = neighbours(field)[number % len(neighbours(field))]
    magnets = (aside(field, one), strong), (aside(beside, other), weak)

    assert standing(*magnets, seed=seed) == {field, beside}


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(FIELDS), st.integers(0, 3), st.floats(-6, 6), STRENGTHS, st.floats(1, 4))
def test_a_slide_to_the_next_field_covers_one_after_the_other(
    field: str, number: int, wobble: float, strength: float, speed: float
) -> None:
    beside = neighbours(field)[number % len(neighbours(field))]
    (x, y), (u, v) = place(field), place(beside)
    hall, seen = Hall(), []
    for step in range(int(PITCH / speed) + 40):
        far = min(max(step - 20, 0) * speed / PITCH, 1.0)
        across = wobble if 0 < far < 1 else 0.0
        spot = (x + far * (u - x) + across * (v != y), y + far * (v - y) + across * (u != x))
        there = REST + PER_MT * magician(spot, 0.0, strength, spot)
        seen += [told(s)[:2] for s in hall.see(np.rint(there).astype(np.float32), 10 * step)]

    assert [what for what in seen if what[0] == ON] == [(ON, field), (ON, beside)]
    assert [what for what in seen if what[0] == OFF] == [(OFF, field)]
