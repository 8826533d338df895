"""Which walls may have held a ball back: by hand, and against the virtual cardboard."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from companion.geometry import FIELDS, edge, neighbours
from companion.simulator import gait
from companion.simulator.ground import place
from companion.simulator.noise import HOME
from companion.simulator.plate import Plate
from companion.walls.holding import Held, Point, holds, strides

TICK = 10  # ms


def line(*spots: tuple[float, float], speed: float = 0.2) -> list[Point]:
    """Straight from spot to spot in mm/ms."""
    points = [(0.0, *spots[0])]
    for (x, y), (u, v) in pairwise(spots):
        points.append((points[-1][0] + np.hypot(u - x, v - y) / speed, u, v))
    return list(strides(points))


def test_a_ball_falls_when_its_magnet_is_a_hand_beyond_the_wall() -> None:
    """It is held 13 mm from the middle and comes off 10.5 mm further: at 23.5 mm."""
    helds, crossed = holds(line((0, 0), (72, 0)))

    assert crossed == ("a1-b1", "b1-c1")
    assert [held.edges for held in helds] == [("a1-b1",), ("a1-b1", "b1-c1")]
    assert [held.spot for held in helds] == [(13.0, 0.0), (49.0, 0.0)]
    assert [held.at for held in helds] == pytest.approx([23.5 / 0.2, 59.5 / 0.2], abs=15)


def test_a_hand_that_turns_back_says_nothing_of_the_edge() -> None:
    assert holds(line((0, 0), (21.9, 0), (0, 0))) == ((), ())


def test_over_a_post_the_ball_may_have_gone_either_way() -> None:
    helds, _ = holds(line((0, 0), (36, 36)))

    ends = {held.edges for held in helds}
    assert {("a1-b1", "b1-b2"), ("a1-a2", "a2-b2")} <= ends
    assert ends & {("a1-b1",), ("a1-a2",)}


def test_the_rim_of_the_box_is_no_wall() -> None:
    assert holds(line((0, 0), (-30, 0), (0, 0))) == ((), ())


def test_nothing_seen_says_nothing() -> None:
    assert holds([]) == ((), ())


def test_it_is_as_on_the_cardboard() -> None:
    """Three hundred walks of simulated hands, a wall on one of their edges: the ball falls
    over the edges that we say, when we say and where we say."""
    rng = Random(5)
    seen = [one for one in (_walk(rng) for _ in range(300)) if one is not None]

    found = [_alike(points, wall, at, spot) for points, wall, at, spot in seen]

    assert len(seen) > 200
    assert sum(found) >= 0.97 * len(seen)  # a ball may slip round a post; then it differs


Walk = tuple[list[Point], str, int, tuple[float, float]]


def _walk(rng: Random) -> Walk | None:
    path = [rng.choice(FIELDS)]
    while len(path) < 4:
        path.append(rng.choice([f for f in neighbours(path[-1]) if f not in path[-2:]]))
    wall = edge(*rng.choice(list(pairwise(path))))
    plate = Plate([wall], {"red": path[0]}, np.random.default_rng(rng.randrange(10**6)))
    points: list[Point] = []
    for number, (x, y) in enumerate(gait.walk(place(path[0]), tuple(path[1:]), {}, HOME, rng)):
        plate.move_to("red", x, y)
        points.append((TICK * number, x, y))
        spot = plate.fallen_at("red")
        if spot:
            return [*points, (TICK * number + TICK, x, y)], wall, TICK * number, spot
    return None


def _alike(points: list[Point], wall: str, at: int, spot: tuple[float, float]) -> bool:
    helds, _ = holds(list(strides(points)))
    return any(_is_it(held, wall, at, spot) for held in helds)


def _is_it(held: Held, wall: str, at: int, spot: tuple[float, float]) -> bool:
    near = np.hypot(held.spot[0] - spot[0], held.spot[1] - spot[1]) < 2.5
    return held.edges[-1] == wall and abs(held.at - at) <= 2 * TICK and bool(near)
