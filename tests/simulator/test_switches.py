"""Switches in a field: the numbers of the datasheet, and what a magician does to them."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from numpy.random import default_rng

from companion.geometry import FIELDS, INDEX
from companion.simulator import signal
from companion.simulator.builds import SWITCHES
from companion.simulator.ground import place
from companion.simulator.noise import HOME, NONE
from companion.simulator.plate import Plate
from companion.simulator.switches import CLOSED, EITHER, OPEN, Switches


def test_they_are_made_within_the_datasheet() -> None:
    made = [Switches(default_rng(seed), HOME) for seed in range(100)]
    closes = np.concatenate([one.closes for one in made])
    opens = np.concatenate([one.opens for one in made])

    assert closes.min() >= 1.8 and closes.max() <= 6.8
    assert closes.mean() == pytest.approx(3.5, abs=0.05)
    assert opens.min() >= 0.5 and (closes - opens <= 1.5 + 1e-9).all()


@pytest.mark.parametrize(
    ("field", "answer"),
    [(0.0, OPEN), (2.0, OPEN), (2.1, EITHER), (3.4, EITHER), (3.5, CLOSED), (-3.5, CLOSED), (-2.5, EITHER)],
)  # fmt: skip
def test_a_typical_one_closes_at_3_5_and_opens_at_2_either_pole(
    field: float, answer: int
) -> None:
    answers = Switches(default_rng(1), NONE).answers(np.full(36, field))

    assert (answers == answer).all()


def test_a_broken_one_says_the_same_for_ever() -> None:
    switches = Switches(default_rng(1), NONE)

    near = switches.answers(np.full(36, 10.0), {"c3": 0, "d4": 4095, "e5": 2051})
    far = switches.answers(np.zeros(36), {"c3": 0, "d4": 4095, "e5": 2051})

    assert [near[INDEX[field]] for field in ("c3", "d4", "e5", "a1")] == [0, 1, 0, 1]
    assert [far[INDEX[field]] for field in ("c3", "d4", "e5", "a1")] == [0, 1, 0, 0]


def reach(ball: bool) -> float:
    """mm from the middle of a field to where a typical switch there opens for sure."""
    switches, (x, y) = Switches(default_rng(1), NONE), place("c3")
    for step in range(1000):
        spot = x + step / 20, y
        field = signal.magician(spot, 0.0, 1.0, spot if ball else None, SWITCHES)
        if switches.answers(field)[INDEX["c3"]] != CLOSED:
            return hypot(spot[0] - x, spot[1] - y)
    raise AssertionError


def test_a_magnet_of_that_build_reaches_as_far_as_the_exact_field_says() -> None:
    # A disc of 10 x 5 mm, 13 mm deep, with its ball: 15.3 mT over the field, 10.1 without,
    # and 3.5 mT at 12.7 mm (worked out from the exact field of disc and sphere).
    over = [
        signal.magician(place("c3"), 0.0, 1.0, ball, SWITCHES)[INDEX["c3"]]
        for ball in (place("c3"), None)
    ]

    assert over == pytest.approx([15.3, 10.1], abs=0.1)
    assert reach(ball=True) == pytest.approx(12.7, abs=0.2)


def held(plate: Plate, beyond: float) -> bool:
    """Is the ball still under a magician led so far into the field behind the wall?"""
    x, y = place("c3")
    plate.put("red", "c3")
    plate.move_to("red", x + beyond, y)
    return plate.has_ball("red")


def test_its_ball_falls_25_mm_from_the_field_behind_whose_wall_it_was() -> None:
    # The wall holds the ball at 13 mm, and the disc of 10 x 5 mm lets go 12 mm further on.
    assert held(_plate(), 24.8)
    assert not held(_plate(), 25.3)


def test_the_other_build_falls_earlier() -> None:
    plate = Plate(["c3-d3"], {"red": "c3"}, default_rng(1), NONE)

    assert not held(plate, 24.8)


def test_the_build_is_kept_with_the_truth() -> None:
    again = Plate.from_truth(_plate().truth(), default_rng(2))

    assert held(again, 24.8)
    assert again.field()[INDEX["d3"]] > 3.5  # of the magnet, 11 mm before the middle


def _plate() -> Plate:
    return Plate(["c3-d3"], {"red": "c3"}, default_rng(1), NONE, build=SWITCHES)


def test_there_are_36() -> None:
    assert len(Switches(default_rng(1)).closes) == len(FIELDS)
