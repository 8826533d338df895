"""Going through the edges one by one, remembering only what the rest depends on.

Rule: a state says what matters of the edges gone through, and how often something was
counted on the way (its level). Each step leads a state on: one way if the edge is open,
another if it is a wall, or nowhere. States that cannot come about, or cannot end well, are
left out beforehand. Nowhere is the index after the last state.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.walls.board import Index

OPEN, WALL = 0, 1
NOWHERE = -1


class Step(Struct, frozen=True, eq=False):
    """Where a step leads each state if its edge is open, and if it is a wall, and how much
    is counted by that: (open or wall, states). ``single``: the kind of edge that never leads
    two states to the same."""

    leads: Index
    counts: Index
    single: int


class Back(Struct, frozen=True, eq=False):
    """From which state each is reached by the ``single`` kind of edge; then from which, in
    so many ``ways``, the first ``targets`` are reached by the other kind. ``rows``: the same,
    with nowhere reached from nowhere; and that where all states stand twice: first those that
    are left by an open edge, then by a wall. ``others``: the other kind, for each way."""

    sources: Index
    rows: tuple[Index, Index]
    single: int
    others: Index
    ways: int
    targets: int


class Chain(Struct, frozen=True, eq=False):
    """All steps. ``onward``: where each state is led, (open or wall, states). ``rows``: the
    same, with nowhere leading nowhere; and that where each state stands twice, after an open
    edge and after a wall. The states ``ends`` stand for each of ``numbers`` of walls."""

    sizes: tuple[int, ...]  # states before each step, and at the end
    onward: tuple[Index, ...]
    rows: tuple[tuple[Index, Index], ...]
    back: tuple[Back, ...]
    ends: Index
    numbers: Index


def linked(
    steps: Sequence[Step], levels: int, start: int, end: int, numbers: dict[int, int]
) -> Chain:
    """The chain of these steps; ``numbers``: the level at which a number of walls ends."""
    size = steps[0].leads.shape[1]
    every = [_flat(step, levels) for step in steps]
    singles = [step.single for step in steps]
    ends = np.array([level * size + end for level in numbers.values()])
    orders = _ordered(every, singles, _used(every, size * levels, start, ends))
    onward = [
        _renumbered(leads, *pair) for leads, pair in zip(every, pairwise(orders), strict=True)
    ]
    sizes = tuple(len(order) for order in orders)
    return Chain(
        sizes=sizes,
        onward=tuple(onward),
        rows=tuple(map(_rows, onward, sizes[1:])),
        back=tuple(map(_back, onward, singles, sizes[1:])),
        ends=np.array([np.flatnonzero(orders[-1] == end)[0] for end in ends]),
        numbers=np.array(list(numbers)),
    )


def _flat(step: Step, levels: int) -> Index:
    """The step with levels: a state is its level times the number of states, and the state."""
    size = step.leads.shape[1]
    level = np.arange(levels)[:, None, None] + step.counts
    dead = (step.leads == NOWHERE) | (level >= levels)
    flat = np.where(dead, size * levels, level * size + step.leads)
    return np.ascontiguousarray(flat.transpose(1, 0, 2).reshape(2, -1))


def _used(every: list[Index], size: int, start: int, ends: Index) -> list[NDArray[np.bool_]]:
    """Before each step, and at the end: the states that come about and can end well."""
    come = [np.arange(size) == start]
    for leads in every:
        reached = np.zeros(size + 1, np.bool_)
        reached[leads[:, come[-1]]] = True
        come.append(reached[:size])
    well = [np.isin(np.arange(size), ends)]
    for leads in reversed(every):
        well.append(np.asarray(np.append(well[-1], False)[leads].any(axis=0)))
    return [one & other for one, other in zip(come, reversed(well), strict=True)]


def _ordered(
    every: list[Index], singles: list[int], used: list[NDArray[np.bool_]]
) -> list[Index]:
    """The used states of each step, first those that are reached from several."""
    orders = [used[0].nonzero()[0]]
    for leads, single, then in zip(every, singles, used[1:], strict=True):
        several = np.zeros(len(then) + 1, np.bool_)
        several[leads[1 - single, orders[-1]]] = True
        orders.append(np.argsort(~several[:-1], kind="stable"))
        orders[-1] = orders[-1][then[orders[-1]]]
    return orders


def _renumbered(leads: Index, now: Index, then: Index) -> Index:
    new = np.full(leads.shape[1] + 1, len(then))
    new[then] = np.arange(len(then))
    renumbered: Index = np.ascontiguousarray(new[leads[:, now]])
    return renumbered


def _back(onward: Index, single: int, states: int) -> Back:
    one, several = (_sources(onward[kind], states) for kind in (single, 1 - single))
    targets = int((several < onward.shape[1]).any(axis=0).sum())
    sources = np.append(one, several[:, :targets])
    alike = np.insert(sources, states, onward.shape[1])
    walled = (np.arange(len(alike)) <= states) == (single == WALL)
    rows = alike, alike + walled * (onward.shape[1] + 1)
    others = np.full(len(several), 1 - single)
    return Back(sources, rows, single, others, len(several), targets)


def _rows(onward: Index, states: int) -> tuple[Index, Index]:
    alike = np.append(onward, [[states], [states]], axis=1)
    return alike, alike * 2 + [[OPEN], [WALL]]


def _sources(leads: Index, states: int) -> Index:
    """Below each other, the states that lead to a state; at least one row."""
    order = np.argsort(leads, kind="stable")
    order = order[leads[order] < states]
    targets = leads[order]
    rank = np.arange(len(order)) - np.searchsorted(targets, targets)
    sources = np.full((int(rank.max(initial=0)) + 1, states), len(leads))
    sources[rank, targets] = order
    return sources
