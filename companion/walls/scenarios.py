"""One fact about several edges: what may have happened, each with its weight.

Rule: a fact is a mixture of scenarios: these edges were crossed, and perhaps this one held
the ball back. What all scenarios share is a fact about single edges; the rest is one small
table over the edges in which they differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, reduce
from math import inf
from operator import and_
from sys import float_info

import numpy as np
from msgspec import Struct

from companion.walls.board import Numbers
from companion.walls.evidence import Drop, Either

WIDEST = 16  # edges in which one fact's scenarios may differ: a table of 65,536 numbers


class Sensing(Struct, frozen=True):
    """``knock``: how often a ball falls where there is no wall; ``miss``: how often it stays
    on though there is one; both for each edge that is crossed."""

    knock: float = 0.01
    miss: float = 0.002

    def __post_init__(self) -> None:
        for name, value in (("knock", self.knock), ("miss", self.miss)):
            if not is_weight(value) or not 0 < value < 0.5:
                raise ValueError(
                    f"{name}={value!r}: take a number above 0 and below 0.5; "
                    "at 0, one contradiction would leave no layout at all."
                )


class Scenario(Struct, frozen=True):
    """These edges were crossed, and the last one met (None: none did) held the ball back."""

    crossed: tuple[str, ...]
    met: str | None
    weight: float


def of_drop(drop: Drop) -> tuple[Scenario, ...]:
    """One for each way, and the last for no wall at all."""
    if not all(way.edges for way in drop.ways):
        raise ValueError("A way without edges: say which edge held the ball back, or use none.")
    ways = (Scenario(way.edges[:-1], way.edges[-1], way.weight) for way in drop.ways)
    return *ways, Scenario(drop.over, None, drop.none)


def of_either(either: Either) -> tuple[Scenario, ...]:
    weights = either.weights or (1 / max(1, len(either.paths)),) * len(either.paths)
    if len(weights) != len(either.paths):
        raise ValueError(
            f"{len(weights)} weights for {len(either.paths)} paths: give each path its weight, "
            "or leave all weights out."
        )
    return tuple(
        Scenario(path, None, weight) for path, weight in zip(either.paths, weights, strict=True)
    )


def weighty(scenarios: Iterable[Scenario], light: float) -> tuple[Scenario, ...]:
    """Those with at least this share of the weight, and the weightiest."""
    known = tuple(scenarios)
    for scenario in known:
        if not is_weight(scenario.weight):
            raise ValueError(
                f"The weight {scenario.weight!r} of {_told(scenario)}: take a finite number, "
                "0 or more."
            )
    total = sum(scenario.weight for scenario in known)
    if not 0 < total < inf:
        raise ValueError(f"A fact with {total} for all its weight: give a finite one above 0.")
    least = min(light * total, max(scenario.weight for scenario in known))
    return tuple(scenario for scenario in known if scenario.weight and scenario.weight >= least)


def is_weight(value: object) -> bool:
    """A finite number, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= float_info.max


def together(scenarios: tuple[Scenario, ...]) -> tuple[Counter[str], str | None]:
    """How often all of them crossed each edge; and, where they differ in nothing, the edge
    that held the ball back."""
    crossed = reduce(and_, (Counter(scenario.crossed) for scenario in scenarios))
    met = scenarios[0].met if not apart(scenarios) else None
    return crossed, met


@lru_cache(maxsize=64)  # asked for several times for each fact
def apart(scenarios: tuple[Scenario, ...]) -> tuple[str, ...]:
    """The edges in which they differ, sorted, and those that may have held the ball back."""
    if len(scenarios) == 1:
        return ()
    each = [Counter(scenario.crossed) for scenario in scenarios]
    shared = reduce(and_, each)
    crossed = {edge for counter in each for edge in counter - shared}
    met = {scenario.met for scenario in scenarios}
    if len(met) == 1 and not crossed:
        return ()
    return tuple(sorted(crossed | {edge for edge in met if edge}))


def table(scenarios: tuple[Scenario, ...], sensing: Sensing) -> Numbers:
    """How likely each is (scenarios, then open or wall for each edge in which they differ),
    but for what they share."""
    edges, (shared, _) = apart(scenarios), together(scenarios)
    if len(edges) > WIDEST:
        raise ValueError(
            f"One fact leaves {len(edges)} edges open ({edges[0]} … {edges[-1]}), at most "
            f"{WIDEST} can be weighed: leave out the lightest ways."
        )
    return np.array([_likelihood(scenario, edges, shared, sensing) for scenario in scenarios])


def _likelihood(
    scenario: Scenario, edges: tuple[str, ...], shared: Counter[str], sensing: Sensing
) -> Numbers:
    crossed = Counter(scenario.crossed) - shared
    across = np.array(scenario.weight)
    for edge in edges:
        one = _alone(sensing, crossed[edge], edge == scenario.met)
        across = across[..., None] * one
    return across


@lru_cache(maxsize=256)
def _alone(sensing: Sensing, crossed: int, met: bool) -> Numbers:
    """How likely that happens at one edge: open, or a wall."""
    alone: Numbers = alone_crossed(sensing) ** crossed * alone_met(sensing) ** met
    return alone


def alone_crossed(sensing: Sensing) -> Numbers:
    """How likely an edge is crossed and no ball falls: open, or a wall."""
    return np.array([1 - sensing.knock, sensing.miss])


def alone_met(sensing: Sensing) -> Numbers:
    """How likely a ball falls at an edge: open, or a wall."""
    return np.array([sensing.knock, 1 - sensing.miss])


def _told(scenario: Scenario) -> str:
    if scenario.met:
        return f"the way over {scenario.met}"
    return f"the path {' '.join(scenario.crossed) or '(nowhere)'}"
