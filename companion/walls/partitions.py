"""Layouts in which every field can be reached.

Rule: what the rest depends on is which fields of the lowest row hang together so far: a
partition that never crosses itself. A wall below a field that hangs together with nothing
cuts it off: such a layout is none. Every open edge beyond a tree closes a cycle, so the
number of cycles tells the number of walls, and is mostly the smaller one to count.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.walls.board import Index, operations
from companion.walls.chain import OPEN, WALL, Chain, Step, linked


def most(size: int) -> int:
    """The most walls: what is open is a tree."""
    return (size - 1) ** 2


@cache
def chain(size: int, numbers: tuple[int, ...]) -> Chain:
    """The chain of the layouts with one of these numbers of walls."""
    by_cycles = most(size) - min(numbers) <= max(numbers)
    levels = {walls: most(size) - walls if by_cycles else walls for walls in numbers}
    labels = _partitions(size)
    step = {operation: _step(labels, *operation, by_cycles) for operation in operations(size)}
    start, end = (_find(labels, row)[0] for row in (np.arange(size), np.zeros(size, np.intp)))
    steps = [step[operation] for operation in operations(size)]
    return linked(steps, max(levels.values()) + 1, int(start), int(end), levels)


def _partitions(size: int) -> Index:
    """Every partition that never crosses itself: for each field the first of its block,
    sorted."""
    grown: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    for field in range(size):
        grown = [
            after
            for labels, seen in grown
            for after in (
                ((*labels, field), (*seen, field)),
                *(((*labels, block), seen[: at + 1]) for at, block in enumerate(seen)),
            )
        ]
    return np.array(sorted(labels for labels, _ in grown))


def _step(labels: Index, down: bool, column: int, by_cycles: bool) -> Step:
    stay = np.arange(len(labels))
    nothing = np.zeros_like(stay)
    changed = _cut(labels, column) if down else _joined(labels, column)
    cycles = nothing if down else labels[:, column - 1] == labels[:, column]
    leads = {OPEN: stay, WALL: changed} if down else {OPEN: changed, WALL: stay}
    counts = [cycles, nothing] if by_cycles else [nothing, nothing + 1]
    return Step(
        np.array([leads[OPEN], leads[WALL]]),
        np.array(counts, np.intp),
        single=OPEN if down else WALL,
    )


def _joined(labels: Index, column: int) -> Index:
    """A field hangs together with its neighbour to the left."""
    left, here = labels[:, column - 1, None], labels[:, column, None]
    both = (labels == left) | (labels == here)
    return _find(labels, np.where(both, np.minimum(left, here), labels))


def _cut(labels: Index, column: int) -> Index:
    """Below a wall begins a new field; what hung together with the old one goes on without."""
    block = labels == labels[:, column, None]
    block[:, column] = False
    rest = np.where(block, block.argmax(axis=1)[:, None], labels)
    rest[:, column] = column
    return np.where(block.any(axis=1), _find(labels, rest), -1)


def _find(labels: Index, rows: Index) -> Index:
    size = labels.shape[1]
    powers = size ** np.arange(size - 1, -1, -1)
    found: Index = np.searchsorted(labels @ powers, np.atleast_2d(rows) @ powers)
    return found
