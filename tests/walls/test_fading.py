"""A magnet without its ball looks weaker: 2.56 instead of 3.29 mT (the magnet's table)."""

from __future__ import annotations

from random import Random

from companion.vocabulary import Spot
from companion.walls.fading import faded


def shares(lost_at: int, strength: float = 1.0, seed: int = 1) -> list[Spot]:
    """Two hundred frames, a hand's unevenness in them that lasts."""
    rng, off, spots = Random(seed), 0.0, []
    for at in range(0, 2000, 10):
        off = 0.95 * off + rng.gauss(0, 0.01)
        spots.append(Spot(at, 0, 0, strength * (1.0 if at < lost_at else 0.778) + off))
    return spots


def test_the_moment_from_which_it_is_weaker_comes_first() -> None:
    for seed in range(20):
        early, right, late = faded(shares(1000, seed=seed), [600, 1000, 1400])

        assert right == 1.0
        assert max(early, late) < 0.2


def test_a_magnet_stronger_than_most_is_no_ball_more() -> None:
    early, right, late = faded(shares(1000, strength=1.08), [600, 1000, 1400])

    assert right == max(early, right, late)


def test_moments_close_to_each_other_are_hardly_told_apart() -> None:
    one, other = faded(shares(1000), [990, 1010])

    assert min(one, other) > 0.2


def test_it_never_outweighs_everything_else() -> None:
    assert min(faded(shares(200), [200, 1900])) >= 0.02


def test_without_a_trace_all_moments_are_as_likely() -> None:
    assert faded([], [600, 1000]) == [1.0, 1.0]
    assert faded(shares(1000), []) == []
