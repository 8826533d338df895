"""Which way to lay the board, and what to remember at each step.

Rule: an edge that a table speaks of is remembered from its own step to the last step of
that table, where the table is counted in. Of the eight ways to lay the board, the one with
the least to remember is taken: the result is the same in all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from math import inf

import numpy as np
from msgspec import Struct

from companion.walls.board import Index, Numbers, places

Table = tuple[tuple[int, ...], Numbers]
Tables = Mapping[tuple[int, ...], Numbers]


class Stage(Struct, frozen=True, eq=False):
    """One step. ``memory``: the edges remembered before it, the oldest first; a row is one
    combination of them, open or wall. ``logs``: the edge's log weight in each row, at most 0.
    ``kept``: whether it is remembered from now on. ``gone``: which of the memory is forgotten
    now, as only a step with a row for each can; ``rows``: the row that each becomes."""

    edge: int
    memory: tuple[int, ...]
    logs: Numbers  # (rows, open or wall), or (1, …) where all rows are alike
    kept: bool
    gone: tuple[int, ...]
    rows: Index | None

    def weights(self, rows: Index) -> Numbers:
        """Their log weights."""
        weights: Numbers = self.logs[rows if len(self.logs) > 1 else rows * 0]
        return weights


class Plan(Struct, frozen=True, eq=False):
    """All steps, and the log that the weights were made smaller by."""

    stages: tuple[Stage, ...]
    offset: float


def planned(size: int, alone: Numbers, tables: Tables, most: float = inf) -> Plan:
    """The plan with the least to remember; ``most``: so many rows in all steps together."""
    return laid(_lightest(size, tuple(tables), most), alone, tables)


def laid(at: Index, alone: Numbers, tables: Tables) -> Plan:
    """The plan for the board laid so that each edge is gone through ``at`` its step."""
    steps = at.tolist()
    ending, until = _ends(steps, tables)
    most = alone.max(axis=1, keepdims=True)
    offset, logs = float(most.sum()), alone - most
    stages: list[Stage] = []
    memory: tuple[int, ...] = ()
    for step, edge in enumerate(at.argsort().tolist()):
        own, kept = logs[edge, None], until.get(edge, -1) > step
        staying: tuple[bool, ...] = ()
        if step in ending:
            own, more = _weighed(steps, (*memory, edge), own, ending[step])
            offset += more
            staying = tuple(until[old] > step for old in memory)
        lasting, gone, rows = _parted(memory, staying)
        stages.append(Stage(edge, memory, own, kept, gone, rows))
        memory = (*lasting, edge) if kept else lasting
    return Plan(tuple(stages), offset)


def _ends(at: list[int], tables: Tables) -> tuple[dict[int, list[Table]], dict[int, int]]:
    """The tables that end at each step, and how long each edge is remembered."""
    ending: dict[int, list[Table]] = {}
    until: dict[int, int] = {}
    for edges, logs in tables.items():
        last = max(at[edge] for edge in edges)
        ending.setdefault(last, []).append((edges, logs))
        for edge in edges:
            until[edge] = max(until.get(edge, 0), last)
    return ending, until


def _weighed(
    at: list[int], among: tuple[int, ...], own: Numbers, tables: list[Table]
) -> tuple[Numbers, float]:
    """The log weight of each row and of open or wall, at most 0; and what that was less."""
    logs = np.zeros((2,) * len(among)) + own[0]
    for edges, table in tables:
        turned = table.transpose(sorted(range(len(edges)), key=lambda axis: at[edges[axis]]))
        logs += turned.reshape([2 if edge in edges else 1 for edge in among])
    most = float(logs.max())
    return logs.reshape(-1, 2) - most, most


def _parted(
    memory: tuple[int, ...], staying: tuple[bool, ...]
) -> tuple[tuple[int, ...], tuple[int, ...], Index | None]:
    """The edges that stay, the places of the others, and the row that each becomes. Where
    nothing is said of them, all stay."""
    if all(staying):
        return memory, (), None
    gone = tuple(place for place, stays in enumerate(staying) if not stays)
    return tuple(compress(memory, staying)), gone, _rows(staying)


@lru_cache(maxsize=4096)
def _rows(staying: tuple[bool, ...]) -> Index:
    """Which row each becomes when the edges that do not stay are forgotten."""
    left = np.arange(2 ** sum(staying)).reshape([2 if stays else 1 for stays in staying])
    rows: Index = np.broadcast_to(left, (2,) * len(staying)).ravel()
    return rows


def _lightest(size: int, tables: tuple[tuple[int, ...], ...], most: float) -> Index:
    """The way to lay the board with the fewest rows to remember."""
    turns = places(size)
    if not tables:
        first: Index = turns[0]
        return first
    costs = _costs(turns, tables)
    if costs.min() > most:
        raise ValueError(
            f"The facts leave so much open that {costs.min():.0f} cases had to be remembered, "
            f"at most {most} can be: leave out light ways (light=1e-4), or say more of each drop."
        )
    best: Index = turns[int(costs.argmin())]
    return best


def _costs(turns: Index, tables: tuple[tuple[int, ...], ...]) -> Numbers:
    """For each way to lay the board, the remembered combinations of all steps."""
    widest = max(map(len, tables))
    edges = np.array([(*table, *table[-1:] * (widest - len(table))) for table in tables])
    steps = turns[:, edges]
    lasts = np.broadcast_to(steps.max(axis=2, keepdims=True), steps.shape)
    until = np.zeros_like(turns)
    ways = np.arange(len(turns))[:, None]
    np.maximum.at(until, (ways[:, None], edges[None]), lasts)
    spoken = until[0].nonzero()[0]
    more = np.zeros((len(turns), turns.shape[1] + 1))  # edges remembered than a step before
    np.add.at(more, (ways, turns[:, spoken] + 1), 1)
    np.subtract.at(more, (ways, until[:, spoken] + 1), 1)
    combinations: Numbers = np.exp2(more.cumsum(axis=1)[:, :-1]).sum(axis=1)
    return combinations
