"""The edges of the board, and the order in which they are gone through.

Rule: only where things are. Fields go by columns a, b, … and rows 1, 2, …; an edge is two
neighbouring fields, the smaller first. The board is walked row by row: first the edges
within the top row, then, field by field, the one down into it and the one to its left.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 2, 9  # fields a side: the study measured up to nine
TURNS = tuple(product((False, True), repeat=3))  # across, down, along the diagonal

Numbers = NDArray[np.float64]
Index = NDArray[np.intp]
Field = tuple[int, int]  # row, column
Pair = tuple[Field, Field]


@cache
def edges(size: int) -> tuple[str, ...]:
    """The names of all edges, sorted: the order of every row of numbers about them."""
    return tuple(sorted(_name(pair) for pair in _walk(checked(size))))


@cache
def places(size: int) -> Index:
    """For each of the eight ways to lay the board: at which step an edge is gone through."""
    at = {_name(pair): step for step, pair in enumerate(_walk(size))}
    pairs = {_name(pair): pair for pair in _walk(size)}
    turned = [[_turned(pairs[name], turn, size) for name in edges(size)] for turn in TURNS]
    return np.array([[at[_name(pair)] for pair in row] for row in turned])


@cache
def operations(size: int) -> tuple[tuple[bool, int], ...]:
    """What each step does: whether it goes down into a new row, and in which column."""
    return tuple((above[0] != below[0], below[1]) for above, below in _walk(size))


def checked(size: int) -> int:
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise ValueError(
            f"A board of {size!r} fields a side: take a whole number, {SMALLEST} to {LARGEST}."
        )
    return size


def _walk(size: int) -> tuple[Pair, ...]:
    pairs = [_beside(0, column) for column in range(1, size)]
    for row in range(1, size):
        for column in range(size):
            pairs.append(((row - 1, column), (row, column)))
            pairs += [_beside(row, column)] * (column > 0)
    return tuple(pairs)


def _beside(row: int, column: int) -> Pair:
    return (row, column - 1), (row, column)


def _name(pair: Pair) -> str:
    return "-".join(sorted(f"{chr(ord('a') + column)}{row + 1}" for row, column in pair))


def _turned(pair: Pair, turn: tuple[bool, ...], size: int) -> Pair:
    one, other = (_moved(field, turn, size) for field in pair)
    return one, other


def _moved(field: Field, turn: tuple[bool, ...], size: int) -> Field:
    across, down, diagonal = turn
    row, column = field
    row, column = size - 1 - row if down else row, size - 1 - column if across else column
    return (column, row) if diagonal else (row, column)
