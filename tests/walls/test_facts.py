"""What is told of the walls may be told in any order, and in several ways."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.walls import Drop, Either, Found, Walls, Way, edges, prior
from tests.walls.brute import Brute
from tests.walls.facts import dropped, tell, tell_brute

EDGES = edges(3)
edge = st.sampled_from(EDGES)
path = st.lists(edge, min_size=1, max_size=4).map(tuple)
weight = st.floats(1e-6, 1.0)
drop = st.tuples(
    st.just("drop"),
    st.lists(st.tuples(path, weight), min_size=1, max_size=4),
    st.sampled_from([0.0, 0.003, 0.5]),
    path,
)
either = st.integers(1, 3).flatmap(
    lambda count: st.tuples(
        st.just("either"),
        st.lists(path, min_size=count, max_size=count),
        st.lists(weight, min_size=count, max_size=count),
    )
)
cross = st.tuples(st.just("cross"), edge, st.integers(0, 4))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(cross | drop | either, max_size=7),
    st.sampled_from([None, 0, 2, 4]),
    st.sampled_from([1.0, 0.7, 0.0]),
)
def test_whatever_happens_it_is_weighed_exactly(facts, numbers, connected):
    known = None if numbers is None else {numbers: 1.0}
    walls, brute = Walls(prior(3, numbers, connected)), Brute(3, known, connected)
    tell(walls, facts)
    tell_brute(brute, facts)
    posterior = walls.posterior()
    assert np.abs(posterior.marginals - brute.marginals()).max() < 1e-11
    assert posterior.log_z == pytest.approx(brute.log_z, abs=1e-10)
    assert posterior.best[1] == pytest.approx(brute.best(), abs=1e-10)
    assert posterior.entropy == pytest.approx(brute.entropy(), abs=1e-9)
    for kind, *values in facts:
        if kind == "drop":
            blame = brute.blame(*values)
            assert posterior.blame(dropped(*values)) == pytest.approx(blame, abs=1e-10)


def test_what_was_handed_out_stays_when_more_is_told():
    walls = Walls(prior(6, 24))
    before = walls.posterior()
    walls.drop(Drop((Way(("a1-a2",), 1.0),)))
    after = walls.posterior()
    assert before.of("a1-a2") == pytest.approx(before.of("f5-f6"))  # opposite corners
    assert after.of("a1-a2") > 0.97
    assert before.best[1] == pytest.approx(np.exp(-before.entropy), rel=0.2)
    assert walls.posterior() is after


def test_a_game_tells_all_at_once():
    drop = Drop((Way(("a1-a2",), 0.7), Way(("a1-a2", "a2-b2"), 0.3)), 0.01, ("a1-a2", "a2-b2"))
    either = Either((("a1-b1", "b1-b2"), ("a1-a2", "a2-b2")))
    at_once, one_by_one = Walls(), Walls()
    at_once.add(Found({"c3-c4": 2, "d4-e4": 1}, (either,), (drop,)))
    one_by_one.drop(drop)
    one_by_one.either(either)
    for crossed in ("d4-e4", "c3-c4", "c3-c4"):
        one_by_one.cross(crossed)
    assert (
        np.abs(at_once.posterior().marginals - one_by_one.posterior().marginals).max() < 1e-14
    )


def test_light_ways_are_left_out():
    heavy, light = Way(("a1-a2",), 1.0), Way(("b1-b2",), 1e-5)
    walls, plain = Walls(prior(6, 24), light=1e-4), Walls(prior(6, 24))
    walls.drop(Drop((heavy, light)))
    plain.drop(Drop((heavy,)))
    assert walls.posterior().marginals == pytest.approx(plain.posterior().marginals, abs=1e-15)
    assert walls.posterior().blame(Drop((heavy, light)))[1] == 0


def test_weights_of_any_size_weigh_by_their_ratio():
    small, big = Walls(prior(6, 24)), Walls(prior(6, 24))
    for walls, scale in ((small, 1e-200), (big, 1e200)):
        walls.drop(Drop((Way(("a1-a2",), 2 * scale), Way(("b1-b2",), 3 * scale))))
    difference = big.posterior().log_z - small.posterior().log_z
    assert difference == pytest.approx(400 * np.log(10))
    assert small.posterior().marginals == pytest.approx(big.posterior().marginals, abs=1e-14)
