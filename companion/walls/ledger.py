"""All facts so far, added up.

Rule: what is known of single edges is one sum for each; what is known of several together
is one table for each set of edges. A table whose edges all stand in another is added to
that one, so that few remain. Everything is a log; nothing is ever thrown away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from itertools import chain
from math import log

import numpy as np

from companion.walls.board import Numbers, edges
from companion.walls.scenarios import (
    Scenario,
    Sensing,
    alone_crossed,
    alone_met,
    apart,
    table,
    together,
)


class Ledger:
    """``alone``: for each edge, the log weight of its being open, and a wall. ``tables``: the
    same for edges together, by their places among all edges."""

    def __init__(self, size: int, sensing: Sensing) -> None:
        self.at = {name: at for at, name in enumerate(edges(size))}
        self.sensing = sensing
        self.alone: Numbers = np.zeros((len(self.at), 2))
        self.tables: dict[tuple[int, ...], Numbers] = {}
        self.offset = 0.0
        self._crossed = np.log(alone_crossed(sensing))
        self._met = np.log(alone_met(sensing))

    def copy(self) -> Ledger:
        other = copy(self)
        other.alone, other.tables = self.alone.copy(), dict(self.tables)
        return other

    def cross(self, edge: str, times: int) -> None:
        self.alone[self.place(edge)] += times * self._crossed

    def add(self, scenarios: tuple[Scenario, ...]) -> None:
        """One fact: one of these happened."""
        among = apart(scenarios)
        across = table(scenarios, self.sensing) if among else None  # refused before it counts
        total = sum(scenario.weight for scenario in scenarios)
        self.offset += log(total)
        self._share(*together(scenarios))
        if across is not None:
            self._add(self.among(among), np.log((across / total).sum(axis=0)))

    def _share(self, crossed: Mapping[str, int], met: str | None) -> None:
        for edge, times in crossed.items():
            self.alone[self.at[edge]] += times * self._crossed
        if met:
            self.alone[self.at[met]] += self._met

    def check(self, paths: Iterable[tuple[str, ...]]) -> None:
        """That these edges exist."""
        for edge in chain.from_iterable(paths):
            self.place(edge)

    def place(self, edge: str) -> int:
        try:
            return self.at[edge]
        except (KeyError, TypeError):
            raise ValueError(
                f"{edge!r} is no edge of this board: its edges are two neighbouring fields, "
                f"the smaller first, from {min(self.at)} to {max(self.at)}."
            ) from None

    def among(self, names: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(self.at[name] for name in names)

    def holding(self, places: tuple[int, ...]) -> tuple[int, ...] | None:
        """The table that holds these edges together, if there is one."""
        within = set(places)
        return next((held for held in self.tables if within.issubset(held)), None)

    def _add(self, places: tuple[int, ...], logs: Numbers) -> None:
        if len(places) == 1:
            self.alone[places[0]] += logs
            return
        held = self.holding(places)
        if held:
            self.tables[held] = self.tables[held] + spread(logs, places, held)
            return
        for smaller in [key for key in self.tables if set(key).issubset(places)]:
            logs = logs + spread(self.tables.pop(smaller), smaller, places)
        self.tables[places] = logs


def spread(logs: Numbers, places: tuple[int, ...], among: tuple[int, ...]) -> Numbers:
    """A table as part of one over more edges in the same order."""
    held = set(places)
    return logs.reshape([2 if place in held else 1 for place in among])
