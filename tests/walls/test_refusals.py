"""What makes no sense is refused in one clear line."""

import math

import pytest

from companion.walls import Drop, Either, Prior, Sensing, Walls, Way, counts, edges, prior

NO_NUMBERS = [-0.1, math.nan, math.inf, "0.5", None]


def refused(call, *words):
    with pytest.raises(ValueError, match=".") as said:
        call()
    message = str(said.value)
    assert "\n" not in message
    for word in words:
        assert str(word) in message


@pytest.mark.parametrize("size", [1, 10, 0, -3, 2.5, "6", True])
def test_a_board_of_no_size(size):
    refused(lambda: edges(size), size, "2 to 9")
    refused(lambda: counts(size), size)
    refused(lambda: prior(size), size)
    refused(lambda: prior(size, 4), size)


@pytest.mark.parametrize(
    ("walls", "connected", "words"),
    [
        (26, 1.0, (26, 25, "fewer")),
        (26, 0.9, (26, 25, "rulebook")),
        (43, 0.0, (43, 42)),
        (61, 0.0, (61, 60)),
        (-1, 1.0, (-1, 60)),
        (2.5, 1.0, (2.5,)),
        ({24: 0.5, 30: 0.5}, 0.9, (30, 25)),
        ({}, 1.0, ("above 0",)),
        ({24: 0.0}, 1.0, ("above 0",)),
        *(({24: weight}, 1.0, (24, weight)) for weight in NO_NUMBERS),
    ],
)
def test_walls_that_do_not_fit(walls, connected, words):
    refused(lambda: prior(6, walls, connected), *words)


def test_as_many_walls_as_just_fit():
    assert Walls(prior(6, 25, 1.0)).posterior().numbers[25] == pytest.approx(1)
    assert Walls(prior(6, 42, 0.0)).posterior().numbers[42] == pytest.approx(1)


@pytest.mark.parametrize("share", [*NO_NUMBERS, 1.1])
def test_a_share_that_is_none(share):
    refused(lambda: Prior(connected=share), share)
    refused(lambda: Walls(light=share), "light")


@pytest.mark.parametrize("value", [*NO_NUMBERS, 0, 0.5, 1])
def test_knocks_and_misses_out_of_range(value):
    refused(lambda: Sensing(knock=value), "knock", value)
    refused(lambda: Sensing(miss=value), "miss", value)


@pytest.mark.parametrize("edge", ["a1-c1", "a1-a1", "b1-a1", "g1-g2", "a0-a1", "", None, 7])
def test_edges_that_are_none(edge):
    walls = Walls()
    refused(lambda: walls.cross(edge), repr(edge))
    refused(lambda: walls.drop(Drop((Way((edge,), 1.0),))), repr(edge))
    refused(lambda: walls.drop(Drop((Way(("a1-a2",), 1.0),), 0.1, (edge,))), repr(edge))
    refused(lambda: walls.either(Either(((edge,), ("a1-a2",)))), repr(edge))
    refused(lambda: walls.posterior().of(edge), repr(edge))


@pytest.mark.parametrize("weight", NO_NUMBERS)
def test_weights_that_are_none(weight):
    walls, edge = Walls(), ("a1-a2",)
    refused(lambda: walls.drop(Drop((Way(edge, weight),))), repr(weight), "a1-a2")
    refused(lambda: walls.drop(Drop((Way(edge, 1.0),), weight)), repr(weight))
    refused(lambda: walls.either(Either((edge,), (weight,))), repr(weight))


def test_facts_without_anything():
    walls = Walls()
    refused(lambda: walls.drop(Drop(())), "above 0")
    refused(lambda: walls.drop(Drop((Way(("a1-a2",), 0.0),))), "above 0")
    refused(lambda: walls.drop(Drop((Way((), 1.0),))), "without edges")
    refused(lambda: walls.either(Either(())), "above 0")
    refused(lambda: walls.either(Either((("a1-a2",),), (0.5, 0.5))), 2, 1)
    refused(lambda: walls.cross("a1-a2", -1), "a1-a2", -1)
    refused(lambda: walls.cross("a1-a2", 0.5), "a1-a2", 0.5)
    assert walls.posterior().log_z == pytest.approx(0)


def test_too_much_left_open_is_said_instead_of_filling_the_memory():
    walls, names = Walls(prior(6, 24)), edges(6)
    refused(lambda: walls.drop(Drop(tuple(Way((name,), 1.0) for name in names[:17]))), 17, 16)
    for first in range(0, 60, 2):
        apart = [names[(first + step * 15) % 60] for step in range(4)]
        walls.drop(Drop(tuple(Way((name,), 1.0) for name in apart)))
    refused(walls.posterior, "light")


def test_blame_needs_the_drop_among_the_facts():
    walls = Walls()
    drop = Drop((Way(("a1-a2",), 0.5), Way(("f5-f6",), 0.5)))
    refused(lambda: walls.posterior().blame(drop), "facts")
