"""How long balls roll, and where to: against the hardware study's table and thrown dice."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from companion.geometry import CORNERS
from companion.walls.rolling import (
    DETOUR,
    LATE,
    SLOPE,
    expected,
    share_of,
    timely,
    way_to,
)

FLOORS = len(SLOPE)


def floor(slope: float, late: float = 0.0, detour: float = 1.35) -> int:
    alike = (slope == SLOPE) & (late == LATE) & (detour == DETOUR)
    return int(np.flatnonzero(alike)[0])


# Rolling from rest, seconds by slope and way (study of the hardware, 2.7); falling 15 mm
# takes 55 ms more, bouncing up to 120.
ROLLED = [
    (3.0, 100, 0.82),
    (4.0, 150, 0.85),
    (5.0, 100, 0.61),
    (5.0, 250, 0.96),
    (8.0, 50, 0.33),
]


@pytest.mark.parametrize(("slope", "far", "seconds"), ROLLED)
def test_no_ball_comes_before_it_can_have_rolled_there(
    slope: float, far: float, seconds: float
) -> None:
    soonest = 1000 * seconds + 55
    here = floor(slope)

    early, timed = timely(far, soonest - 30)[here], timely(far, soonest + 60)[here]

    assert early < 1e-4
    assert timed > 1e-3


def test_the_density_is_that_of_a_hundred_thousand_thrown_balls() -> None:
    rng = np.random.default_rng(7)
    push = 5 / 7 * 9.81 * (np.sin(np.radians(5)) - 0.01 * np.cos(np.radians(5)))
    ways = 0.12 * rng.uniform(1, 1.35, 100_000)
    delays = 1000 * np.sqrt(2 * ways / push) + 55.3 + rng.uniform(0, 120, 100_000) + 40
    shares, edges = np.histogram(delays, np.arange(700, 1050, 20))

    ours = [timely(120, (a + b) / 2)[floor(5.0, 40.0)] * 20 for a, b in pairwise(edges)]

    assert np.abs(np.array(ours) - shares / 100_000).max() < 0.012


def test_every_delay_is_possible_on_every_floor() -> None:
    assert timely(150, 400).shape == (FLOORS,)
    assert timely(150, 400).min() > 1e-6
    assert timely(150, 1500).min() > 1e-6


def test_the_built_slope_is_the_likeliest_and_all_shares_are_one_table() -> None:
    shares = np.exp(expected())

    assert SLOPE[shares.argmax()] == 5.0
    assert DETOUR[shares.argmax()] == 1.35


def test_a_ball_rolls_to_the_nearest_corner_and_on_a_ridge_to_either() -> None:
    deep, ridge = (36.0, 36.0), (90.0, 30.0)

    assert share_of("a1", deep) > 0.98
    assert share_of("f6", deep) < 0.01
    assert share_of("a1", ridge) == pytest.approx(0.5, abs=0.02)
    assert share_of("f1", ridge) == pytest.approx(share_of("a1", ridge))
    assert sum(share_of(corner, ridge) for corner in CORNERS) == pytest.approx(1, abs=0.01)


def test_the_trays_lie_under_the_outer_corners_of_the_box() -> None:
    assert way_to("a1", (0.0, 0.0)) == pytest.approx(18 * 2**0.5)
    assert way_to("f6", (180.0, 100.0)) == pytest.approx((18**2 + 98**2) ** 0.5)
    assert way_to("", (0.0, 0.0)) == way_to("a1", (0.0, 0.0))
    assert share_of("", (0.0, 0.0)) == 1.0
