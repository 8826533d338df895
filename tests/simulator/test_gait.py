"""How hands lead magicians, against what the attribution study assumed of people."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from companion.simulator import gait
from companion.simulator.ground import Spot, apart, field_at, place
from companion.simulator.noise import HOME, NONE

STEADY = replace(NONE, pause=0.0)
PATH = ("b1", "b2", "c2")


def fields(spots: list[Spot]) -> list[str]:
    seen = [field_at(*spot) for spot in spots]
    return [one for one, other in pairwise([*seen, ""]) if one != other]


def test_a_steady_hand_goes_from_middle_to_middle() -> None:
    spots = gait.walk((0.0, 0.0), PATH, {}, STEADY, Random(1))
    assert fields(spots) == ["a1", *PATH]
    assert spots[-1] == place("c2")


def test_hands_move_at_100_to_400_mm_a_second() -> None:
    for seed in range(50):
        spots = gait.walk((0.0, 0.0), ("b1", "c1"), {}, STEADY, Random(seed))
        strides = [apart(one, other) for one, other in pairwise(spots[:-1])]
        assert all(0.99 <= stride <= 4.01 for stride in strides)


def test_at_home_people_sway_by_4_mm_and_rest_within_9() -> None:
    aside, rests = [], []
    for seed in range(200):
        spots = gait.walk((0.0, 0.0), ("b1", "c1", "d1"), {}, HOME, Random(seed))
        aside += [y for x, y in spots if 20 < x < 88]
        rests.append(apart(spots[-1], place("d1")))
    spread = (sum(y * y for y in aside) / len(aside)) ** 0.5
    assert spread == pytest.approx(4.0, abs=0.5)
    assert max(rests) < 13
    assert sum(rests) / len(rests) > 2


def test_corners_are_cut_by_12_mm_at_most() -> None:
    calm = replace(HOME, wobble=0.0, rest=0.0, pause=0.0)
    missed = []
    for seed in range(300):
        spots = gait.walk((0.0, 0.0), ("b1", "b2"), {}, calm, Random(seed))
        missed.append(min(apart(spot, place("b1")) for spot in spots))
        assert fields(spots) == ["a1", "b1", "b2"]
    assert max(missed) < 14
    assert max(missed) > 10
    assert min(missed) < 2


@pytest.mark.parametrize("path", [("b1", "c1"), ("b1", "b2")])
def test_somebody_who_stands_there_is_passed_at_14_to_20_mm(path: tuple[str, ...]) -> None:
    calm = replace(HOME, wobble=0.0, rest=0.0, pause=0.0)
    for seed in range(100):
        spots = gait.walk((0.0, 0.0), path, {"b1": (37.0, 1.0)}, calm, Random(seed))
        near = min(apart(spot, (37.0, 1.0)) for spot in spots)
        assert 12 < near < 20.5


def test_pauses_are_on_the_fields_of_the_way() -> None:
    spots = gait.walk((0.0, 0.0), ("b1", "c1"), {}, replace(NONE, pause=1.0), Random(3))
    still = [one for one, other in pairwise(spots) if one == other]
    assert 19 <= len(still) <= 91
    assert all(apart(spot, place("b1")) < 4 for spot in still)
