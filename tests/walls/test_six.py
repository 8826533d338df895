"""On a board of the game's own size nobody can look at every layout: other ways to know."""

from random import Random

import numpy as np
import pytest

from companion.walls import Walls, board, counts, edges, plan, prior, solving
from companion.walls.prior import connected, entered
from tests.walls.facts import play, tell


def turned(name, size, turn):
    """The edge on a board turned and mirrored, worked out from the letters alone."""
    ends = []
    for column, row in name.split("-"):
        x, y = ord(column) - ord("a"), int(row) - 1
        for _ in range(turn % 4):
            x, y = size - 1 - y, x
        x = size - 1 - x if turn >= 4 else x
        ends.append("abcdefghi"[x] + str(y + 1))
    return "-".join(sorted(ends))


def turn_facts(facts, turn):
    def across(value):
        if isinstance(value, str):
            return turned(value, 6, turn)
        return type(value)(map(across, value)) if isinstance(value, list | tuple) else value

    return [(kind, *map(across, values)) for kind, *values in facts]


def marginals(facts, numbers, connected):
    walls = Walls(prior(6, numbers, connected))
    tell(walls, facts)
    return walls.posterior()


@pytest.mark.parametrize(
    ("numbers", "connected", "drops"),
    [(24, 1.0, 0), (24, 1.0, 25), (None, 1.0, 12), (24, 0.9, 12)],
)
def test_the_board_may_lie_in_any_of_eight_ways(numbers, connected, drops):
    facts = play(list(edges(6)), Random(5), 60, drops, drops // 4)
    straight = marginals(facts, numbers, connected)
    for turn in range(1, 8):
        other = marginals(turn_facts(facts, turn), numbers, connected)
        same = [other.of(turned(edge, 6, turn)) for edge in edges(6)]
        assert np.abs(straight.marginals - same).max() < 1e-12
        assert other.log_z == pytest.approx(straight.log_z, rel=1e-12)


@pytest.mark.parametrize("layouts", [connected, entered])
def test_each_way_to_go_through_the_board_gives_the_same(layouts):
    walls = Walls(prior(6, 24, 0.9))
    tell(walls, play(list(edges(6)), Random(7), 60, 8, 2))
    seen = []
    for at in board.places(6):
        laid = plan.laid(at, walls._facts.alone, walls._facts.tables)
        part = solving.together(layouts(walls.prior), laid)
        seen.append([part.total + laid.offset, *part.walls[at]])
    assert np.ptp(seen, axis=0).max() < 1e-12


def laplacian(size, weights):
    """Of the fields as a net, each edge with its weight."""
    fields = sorted({field for edge in edges(size) for field in edge.split("-")})
    net = np.zeros((len(fields), len(fields)))
    for edge, weight in zip(edges(size), weights, strict=True):
        one, other = map(fields.index, edge.split("-"))
        net[[one, other], [one, other]] += weight
        net[[one, other], [other, one]] -= weight
    return net


@pytest.mark.parametrize(("size", "trees"), [(5, 557568000), (6, 32565539635200)])
def test_as_many_trees_as_the_determinant_says(size, trees):
    assert counts(size)[(size - 1) ** 2] == trees
    minor = laplacian(size, np.ones(len(edges(size))))[1:, 1:]
    assert np.linalg.det(minor) == pytest.approx(trees, rel=1e-9)


def test_the_odds_of_a_tree_are_those_of_its_determinant():
    """With the most walls, what is open is a tree; and an edge of a tree weighs in by the
    resistance between its ends (Kirchhoff)."""
    chance = Random(3)
    walls, weights = Walls(prior(6, 25, 1.0)), []
    for edge in edges(6):
        times = chance.randint(0, 2)
        walls.cross(edge, times)
        weights.append((0.99 / 0.002) ** times)
    inverse = np.linalg.pinv(laplacian(6, weights), hermitian=True)
    fields = sorted({field for edge in edges(6) for field in edge.split("-")})
    for edge, weight in zip(edges(6), weights, strict=True):
        ends = list(map(fields.index, edge.split("-")))
        resistance = np.array([1, -1]) @ inverse[np.ix_(ends, ends)] @ [1, -1]
        assert 1 - walls.posterior().of(edge) == pytest.approx(weight * resistance, abs=1e-8)


def test_as_many_layouts_as_others_counted():
    assert counts(6)[24] == 141316223336448
    assert counts(6)[18] == 218303218706296
    assert counts(6)[26:] == (0,) * 35
    assert counts(6)[0] == counts(6, connected=False)[0] == 1
    assert counts(6, connected=False)[1:3] == (60, 60 * 59 // 2 - 4)  # not both of a corner's
