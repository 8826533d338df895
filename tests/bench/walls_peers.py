"""Others who can work out hidden walls: graphillion's diagrams, and a random walk.

Both get what our ledger gets. What is not installed is a value: ``{"skipped": "…"}``.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from companion.walls import Sensing, edges

Pair = tuple[str, str]
METROPOLIS = (0.1, 1.0, 5.0)  # s, at which the random walk is asked for its answer


def chances(
    size: int, happened: Iterable[tuple[str, bool]], sensing: Sensing
) -> dict[Pair, float]:
    """How likely each edge is open, if the facts about it were all there is."""
    ratio = dict.fromkeys(map(fields, edges(size)), 1.0)
    for edge, held in happened:
        open_, wall = (
            (sensing.knock, 1 - sensing.miss) if held else (1 - sensing.knock, sensing.miss)
        )
        ratio[fields(edge)] *= open_ / wall
    return {pair: odds / (1 + odds) for pair, odds in ratio.items()}


def fields(edge: str) -> Pair:
    """The two fields of an edge."""
    one, other = edge.split("-")
    return one, other


def graphillion(
    size: int, walls: int, chance: dict[Pair, float], rounds: int, only: int | None = None
) -> dict[str, Any]:
    """All marginals: the diagram of all layouts is built once, then asked for every edge.
    With ``only``, for so many edges, and the time is reckoned up."""
    try:
        from graphillion import GraphSet
    except ImportError:
        return {"skipped": "graphillion is not installed: pip install graphillion"}
    pairs = [fields(edge) for edge in edges(size)]
    asked = pairs[:: len(pairs) // only][:only] if only else pairs
    began = process_time()
    GraphSet.set_universe(pairs, traversal="bfs", source="a1")  # its smallest diagram: measured
    everyone = [sorted({field for pair in pairs for field in pair})]
    layouts = GraphSet.graphs(vertex_groups=everyone, num_edges=len(pairs) - walls)
    built = process_time() - began
    took = []
    for _ in range(rounds):
        began = process_time()
        answers = _marginals(layouts, chance, asked)
        spent = process_time() - began
        took.append(spent * (len(pairs) + 1) / (len(asked) + 1))
    return {
        "layouts": layouts.len(),
        "graphillion_build_ms": round(built * 1000, 1),
        "graphillion_ms": round(median(took) * 1000, 1),
        "marginals": answers,
    } | ({"graphillion_reckoned_from_edges": only} if only else {})


def _marginals(layouts: Any, chance: dict[Pair, float], asked: list[Pair]) -> dict[str, float]:
    """One sum over the diagram for everything, and one for each edge held open."""
    total = layouts.probability(chance)
    return {
        "-".join(pair): 1 - chance[pair] * layouts.probability({**chance, pair: 1.0}) / total
        for pair in asked
    }


def metropolis(
    size: int, walls: int, chance: dict[Pair, float], exact: dict[str, float], random: Random
) -> dict[str, Any]:
    """A random walk over layouts that swaps a wall with a door: how far off after how long."""
    walk = Walk(size, walls, chance, random)
    counted = dict.fromkeys(chance, 0)
    rows: dict[str, Any] = {}
    began, steps = process_time(), 0
    for until in METROPOLIS:
        while process_time() - began < until:
            walk.step()
            steps += 1
            for pair in walk.walls:
                counted[pair] += 1
        error = max(abs(counted[fields(name)] / steps - share) for name, share in exact.items())
        rows |= {f"steps_{until:g}_s": steps, f"error_{until:g}_s": round(error, 4)}
    return rows


class Walk:
    """A layout that changes by one wall at a time, as often into each as it is likely."""

    def __init__(
        self, size: int, walls: int, chance: dict[Pair, float], random: Random
    ) -> None:
        self.chance, self.random = chance, random
        self.fields = size * size
        pairs = list(chance)
        self.walls: list[Pair] = []
        self.doors = pairs
        while len(self.walls) < walls:
            self._wall_somewhere()

    def _wall_somewhere(self) -> None:
        self.random.shuffle(self.doors)
        if self._in_reach(self.doors[1:]):
            self.walls.append(self.doors.pop(0))

    def step(self) -> None:
        wall, door = (self.random.randrange(len(them)) for them in (self.walls, self.doors))
        opened, shut = self.walls[wall], self.doors[door]
        likelier = self._odds(opened) / self._odds(shut)
        if self.random.random() >= likelier:
            return
        if self._in_reach([*self.doors[:door], *self.doors[door + 1 :], opened]):
            self.walls[wall], self.doors[door] = shut, opened

    def _odds(self, pair: Pair) -> float:
        return self.chance[pair] / (1 - self.chance[pair])

    def _in_reach(self, doors: list[Pair]) -> bool:
        """Whether every field can be reached."""
        beside: dict[str, list[str]] = {}
        for one, other in doors:
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        reached, edge = {doors[0][0]}, [doors[0][0]]
        while edge:
            new = [field for field in beside[edge.pop()] if field not in reached]
            reached.update(new)
            edge += new
        return len(reached) == self.fields
