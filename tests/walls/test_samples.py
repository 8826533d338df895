"""Layouts drawn by chance come as often as they are likely."""

from random import Random

import numpy as np
import pytest

from companion.walls import Walls, edges, prior
from tests.walls.brute import Brute
from tests.walls.facts import play, tell, tell_brute

MANY = 20_000


@pytest.mark.parametrize(
    ("numbers", "connected"), [(4, 1.0), (3, 0.6), (None, 1.0), (None, 0.0)]
)
@pytest.mark.parametrize("drops", [0, 4])
def test_drawn_as_often_as_likely(numbers, connected, drops):
    """Chi-square over all layouts that are expected five times or more, the rest as one."""
    facts = play(list(edges(3)), Random(2), 3, drops, drops // 2)
    known = None if numbers is None else {numbers: 1.0}
    walls, brute = Walls(prior(3, numbers, connected)), Brute(3, known, connected)
    tell(walls, facts)
    tell_brute(brute, facts)
    drawn = walls.posterior().samples(MANY, np.random.default_rng(4))
    seen = np.bincount(drawn @ (1 << np.arange(12)), minlength=1 << 12)[brute.masks]
    assert seen.sum() == MANY  # none that cannot be
    expected = brute.shares * MANY
    often = expected >= 5
    few, rare = seen[~often].sum(), expected[~often].sum()
    chi = ((seen - expected)[often] ** 2 / expected[often]).sum() + (few - rare) ** 2 / max(
        rare, 1
    )
    free = often.sum()
    assert abs(chi - free) < 4 * np.sqrt(2 * free) + 4


def test_the_same_chance_draws_the_same():
    posterior = Walls(prior(6, 24)).posterior()
    one, other = (posterior.samples(5, np.random.default_rng(9)) for _ in range(2))
    assert (one == other).all()
    assert (one.sum(axis=1) == 24).all()
