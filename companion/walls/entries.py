"""Layouts in which every field has an entry: all that the book asks for.

Rule: what the rest depends on is which fields of the lowest row have an open edge so far.
A wall below one that has none yet would shut it for ever: such a layout is none. Counted
are the walls, or the open edges where they are fewer.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.walls.board import edges, operations
from companion.walls.chain import WALL, Chain, Step, linked


def most(size: int) -> int:
    """The most walls: what is open leads from field to field in pairs."""
    return len(edges(size)) - (size * size + 1) // 2


@cache
def chain(size: int, numbers: tuple[int, ...]) -> Chain:
    """The chain of the layouts with one of these numbers of walls."""
    total = len(edges(size))
    by_walls = max(numbers) <= total - min(numbers)
    levels = {walls: walls if by_walls else total - walls for walls in numbers}
    step = {operation: _step(size, *operation, by_walls) for operation in operations(size)}
    steps = [step[operation] for operation in operations(size)]
    return linked(steps, max(levels.values()) + 1, 0, 2**size - 1, levels)


def _step(size: int, down: bool, column: int, by_walls: bool) -> Step:
    entered = np.arange(2**size)
    here = 1 << column
    shut = np.where(entered & here, entered & ~here, -1)
    leads = [entered | here, shut] if down else [entered | here | (1 << (column - 1)), entered]
    counts = np.zeros((2, 2**size), np.intp)
    counts[int(by_walls)] = 1
    return Step(np.array(leads), counts, single=WALL)
