"""How many layouts there are, and what the numbers of walls are worth beforehand."""

import numpy as np
import pytest

from companion.walls import Walls, counts, prior
from tests.walls import brute


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("connected", [True, False])
def test_as_many_as_there_are(size, connected):
    assert list(counts(size, connected)) == brute.counts(size, connected)


def test_every_number_is_as_likely_as_said_though_some_have_more_layouts():
    posterior = Walls(prior(6, {19: 1, 24: 3}, 0.9)).posterior()
    assert posterior.numbers[[19, 24]] == pytest.approx([0.25, 0.75])
    assert posterior.connected == pytest.approx(0.9)
    assert posterior.log_z == pytest.approx(0, abs=1e-12)


def test_any_number_means_each_as_likely_as_the_next():
    numbers = Walls(prior(6, None, 1.0)).posterior().numbers
    assert numbers == pytest.approx([1 / 26] * 26 + [0] * 35)


def test_how_many_layouts_are_open_is_told():
    posterior = Walls(prior(6, 24, 1.0)).posterior()
    assert posterior.effective == pytest.approx(141316223336448)
    assert posterior.marginals.sum() == pytest.approx(24)


@pytest.mark.parametrize("size", [7, 8])
def test_bigger_boards_have_all_their_walls(size):
    most = (size - 1) ** 2
    posterior = Walls(prior(size, most - 1, 1.0)).posterior()
    assert posterior.marginals.sum() == pytest.approx(most - 1)
    assert np.exp(posterior.entropy) == pytest.approx(posterior.effective)
