"""Facts that contradict each other by the hundred: still finite, and still right."""

import warnings
from random import Random

import numpy as np
import pytest

from companion.walls import Walls, edges, prior
from tests.walls.brute import Brute
from tests.walls.facts import play, tell, tell_brute

CONNECTED = [1.0, 0.9, 0.0]


@pytest.fixture(autouse=True)
def _loud():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def told(size, numbers, connected, facts):
    walls = Walls(prior(size, numbers, connected))
    tell(walls, facts)
    return walls.posterior()


def everywhere(size, times):
    """Each edge was crossed so often, and held back as many balls."""
    return [
        fact
        for edge in edges(size)
        for fact in [("cross", edge, times), *[("drop", [([edge], 1.0)])] * times]
    ]


@pytest.mark.parametrize("connected", CONNECTED)
@pytest.mark.parametrize("times", [300, 1000])
def test_what_says_the_same_of_every_edge_says_nothing(connected, times):
    before = told(6, 24, connected, [])
    after = told(6, 24, connected, everywhere(6, times))
    assert np.abs(after.marginals - before.marginals).max() < 1e-9
    assert after.entropy == pytest.approx(before.entropy, abs=1e-6)
    each = 36 * np.log(0.99 * 0.01) + 24 * np.log(0.998 * 0.002)
    assert after.log_z == pytest.approx(times * each, rel=1e-12)


@pytest.mark.parametrize("connected", CONNECTED)
@pytest.mark.parametrize("numbers", [None, 4])
def test_a_hundred_contradictions_are_weighed_exactly(numbers, connected):
    known = None if numbers is None else {numbers: 1.0}
    chance = Random(1)
    several = play(list(edges(3)), chance, 10, 3, 2)
    facts = [*everywhere(3, 100), *several, *[("drop", [(["a1-a2"], 1.0)])] * 50]
    facts += [
        ("cross", "a1-b1", 40),
        ("drop", [(["a1-b1"], 0.5), (["a2-b2"], 0.5)], 0.1, ()),
    ] * 9
    posterior, brute = told(3, numbers, connected, facts), Brute(3, known, connected)
    tell_brute(brute, facts)
    assert np.abs(posterior.marginals - brute.marginals()).max() < 1e-9
    assert posterior.log_z == pytest.approx(brute.log_z, rel=1e-12)
    assert posterior.best[1] == pytest.approx(brute.share(posterior.best[0]), rel=1e-8)
    assert posterior.best[1] == pytest.approx(brute.best(), rel=1e-8)


def test_a_field_shut_in_by_balls_is_not_connected():
    around = ["c3-c4", "c4-c5", "b4-c4", "c4-d4"]
    facts = [("drop", [([edge], 1.0)]) for edge in around[:3]] * 200
    facts += [("cross", edge, 200) for edge in edges(6) if edge not in around]
    sure = told(6, 24, 0.9, facts)
    assert sure.of("c4-d4") < 0.01
    assert np.isfinite(sure.marginals).all()
    assert sure.numbers[24] == pytest.approx(1)


def test_layouts_are_drawn_from_contradictions_too():
    facts = [*everywhere(3, 300), *[("drop", [(["a1-a2"], 1.0)])] * 300]
    posterior = told(3, 4, 0.9, facts)
    drawn = posterior.samples(2000, np.random.default_rng(1))
    assert (drawn.sum(axis=1) == 4).all()
    assert drawn[:, 0].all()
    assert np.abs(drawn.mean(axis=0) - posterior.marginals).max() < 0.05
