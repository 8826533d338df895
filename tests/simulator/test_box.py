"""Synthetic boxes keep to what the book counts."""

from __future__ import annotations

from random import Random

import pytest
from numpy.random import default_rng

from companion.geometry import CORNERS
from companion.simulator.box import EDGES, SYMBOLS, is_connected, layout, profile, synthetic
from companion.simulator.noise import NONE
from companion.simulator.plate import Plate


def test_there_are_sixty_places_for_walls() -> None:
    assert len(EDGES) == 60  # 2 x 5 x 6


@pytest.mark.parametrize("walls", [0, 19, 24, 25])
def test_every_field_can_be_reached(walls: int) -> None:
    for seed in range(40):
        built = layout(Random(seed), walls)
        assert len(set(built)) == walls
        assert is_connected(built)


def test_a_walled_in_field_is_noticed() -> None:
    assert not is_connected(("a1-b1", "a1-a2"))


def test_more_walls_than_passages_allow_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 25"):
        layout(Random(1), 26)


def test_each_of_24_symbols_is_printed_once() -> None:
    box = synthetic(Random(2))
    assert sorted(box.symbols.values()) == sorted(SYMBOLS) == sorted(box.bag)
    assert len(box.symbols) == 24


def test_corners_may_carry_symbols_or_not() -> None:
    with_corners = [synthetic(Random(seed), corner_symbols=True) for seed in range(9)]
    without = [synthetic(Random(seed), corner_symbols=False) for seed in range(9)]
    assert any(set(CORNERS) & set(box.symbols) for box in with_corners)
    assert not any(set(CORNERS) & set(box.symbols) for box in without)


def test_the_profile_knows_the_empty_plate_and_no_wall() -> None:
    box = synthetic(Random(3))
    plate = Plate(box.walls, {"red": "a1"}, default_rng(3), NONE)
    learned = profile(plate.sensors, box.symbols)
    assert learned["baseline"] == [2048] * 36  # 1650 mV of 3300 mV in 4095 codes
    assert learned["full"] == pytest.approx([245] * 36, abs=1)
    assert set(learned) == {"baseline", "full", "symbols"}
