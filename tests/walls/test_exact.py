"""What the companion says of the walls is what looking at every layout says."""

from random import Random

import numpy as np
import pytest

from companion.walls import Walls, prior
from tests.walls.brute import Brute
from tests.walls.facts import dropped, play, tell, tell_brute

CLOSE = 1e-12
KNOWN, SPREAD = {2: 1.0}, {0: 0.1, 2: 0.5, 3: 0.4}


def both(size, numbers, connected, facts):
    walls, brute = Walls(prior(size, numbers, connected)), Brute(size, numbers, connected)
    tell(walls, facts)
    tell_brute(brute, facts)
    return walls.posterior(), brute


def agree(posterior, brute):
    assert np.abs(posterior.marginals - brute.marginals()).max() < CLOSE
    assert np.abs(posterior.numbers - brute.numbers()).max() < CLOSE
    assert posterior.log_z == pytest.approx(brute.log_z, abs=CLOSE, rel=CLOSE)
    assert posterior.connected == pytest.approx(brute.connected(), abs=CLOSE)
    assert posterior.entropy == pytest.approx(brute.entropy(), abs=1e-11)
    walls, share = (
        posterior.best
    )  # several may be the best; the slow way knows each one's share
    assert share == pytest.approx(brute.best(), rel=1e-10)
    assert share == pytest.approx(brute.share(walls), rel=1e-10)


@pytest.mark.parametrize("connected", [1.0, 0.9, 0.0])
@pytest.mark.parametrize("numbers", [None, KNOWN, SPREAD])
@pytest.mark.parametrize("counts", [(6, 0, 0), (6, 5, 3), (0, 0, 0)])
def test_three_by_three_is_exact(numbers, connected, counts):
    chance = Random(f"{numbers} {connected} {counts}")
    posterior, brute = both(3, numbers, connected, play(Brute(3).edges, chance, *counts))
    agree(posterior, brute)


@pytest.mark.parametrize(
    ("numbers", "connected"),
    [({8: 1.0}, 1.0), (None, 1.0), ({7: 0.3, 8: 0.7}, 0.9), (None, 0.9)],
)
def test_four_by_four_is_exact(numbers, connected):
    chance = Random(f"{numbers} {connected}")
    posterior, brute = both(4, numbers, connected, play(Brute(4).edges, chance, 12, 8, 4))
    agree(posterior, brute)


@pytest.mark.parametrize("seed", range(20))
def test_blame_is_exact(seed):
    chance = Random(seed)
    facts = play(Brute(3).edges, chance, 4, 4, 2)
    posterior, brute = both(3, None, 0.9, facts)
    for kind, *drop in facts:
        if kind == "drop":
            assert posterior.blame(dropped(*drop)) == pytest.approx(
                brute.blame(*drop), abs=CLOSE
            )
