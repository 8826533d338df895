"""What a ball fell by, given everything.

Rule: a way is to blame where its last edge is a wall. What remains is that there was none:
a jerk, a lift, or a knock where the edge is open.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.walls.board import Numbers
from companion.walls.chain import WALL
from companion.walls.evidence import Drop
from companion.walls.plan import Plan
from companion.walls.scenarios import Scenario, Sensing, apart, of_drop, table, weighty


def scenarios(drop: Drop, light: float) -> tuple[tuple[int, ...], tuple[Scenario, ...]]:
    """What counts of a drop, and which of its ways that is."""
    every = of_drop(drop)
    kept = weighty(every, light)
    return tuple(at for at, scenario in enumerate(every) if scenario in kept), kept


def blamed(
    kept: tuple[Scenario, ...], sensing: Sensing, joint: Numbers, wall: float
) -> list[float]:
    """For each scenario, the probability that it happened and its last edge is a wall.
    ``joint``: of the edges in which they differ; ``wall``: of the one last edge, if they
    differ in none."""
    edges = apart(kept)
    if not edges:
        total = sum(scenario.weight for scenario in kept)
        return [scenario.weight / total * wall for scenario in kept]
    across = table(kept, sensing)
    happened = across / across.sum(axis=0) * joint
    return [
        float(each.take(WALL, axis=edges.index(scenario.met)).sum()) if scenario.met else 0.0
        for scenario, each in zip(kept, happened, strict=True)
    ]


def together(places: tuple[int, ...], plan: Plan, joint: Callable[[int], Numbers]) -> Numbers:
    """The probability of each combination of these edges, which some table holds; ``joint``:
    that of a step's edge and those remembered before it."""
    wanted = set(places)
    for step, stage in enumerate(plan.stages):
        among = (*stage.memory, stage.edge)
        if wanted.issubset(among):
            each = joint(step).reshape((2,) * len(among))
            others = tuple(at for at, edge in enumerate(among) if edge not in wanted)
            left = [edge for edge in among if edge in wanted]
            turned = [left.index(place) for place in places]
            summed: Numbers = each.sum(axis=others).transpose(turned)
            return summed
    raise ValueError("This drop is not among the facts: add it first, then ask.")
