"""Which walls might have held a ball back, given how its magnet went.

Rule: an edge is crossed, or holds the ball back, once the magnet is so far beyond it that
a ball behind a wall would have come off. A hand that turns back before that tells nothing.
Lengths are mm from the middle of a1; ``at`` is ms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot

from msgspec import Struct

from companion.geometry import COLUMNS, edge, table

Point = tuple[float, float, float]  # at, x, y
Cell = tuple[int, int]  # column and row, counted from 0

PITCH: float = table()["plate"]["pitch"]
SIZE: int = table()["plate"]["size"]
HALF = PITCH / 2
HELD: float = HALF - table()["plate"]["wall_thickness"] / 2 - table()["ball"]["radius"]
DETACH: float = table()["ball"]["detach"]
STRIDE = 3.0  # mm; between two points the magnet went straight on, in such steps
BRANCHES = 64  # ways looked at: a walk has a handful, a hand gone mad has more

_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Held(Struct, frozen=True):
    """A ball that would have been held back: over these edges, by the last of them, when,
    and where it hung then."""

    edges: tuple[str, ...]
    at: float
    spot: tuple[float, float]


def holds(points: Sequence[Point]) -> tuple[tuple[Held, ...], tuple[str, ...]]:
    """Every edge that may have held the ball back, and the edges crossed if none has."""
    found: dict[tuple[str, ...], Held] = {}
    free: tuple[str, ...] | None = None
    waiting: list[tuple[int, Cell, tuple[str, ...]]] = []
    waiting += [(0, cell_at(point), ()) for point in points[:1]]
    for _ in range(BRANCHES):
        if not waiting:
            break
        start, cell, crossed = waiting.pop()
        number, cell, beyond = _onward(points, start, cell, crossed)
        if not beyond:
            free = crossed if free is None else free
            continue
        held = Held((*crossed, beyond[0][1]), points[number][0], _hung(cell, points[number]))
        found.setdefault(held.edges, held)
        waiting += [(number, cell, (*crossed, name)) for _, name in reversed(beyond)]
    return tuple(found.values()), free or ()


def _onward(
    points: Sequence[Point], start: int, cell: Cell, crossed: tuple[str, ...]
) -> tuple[int, Cell, list[tuple[float, str]]]:
    """Where the magnet next gets too far beyond edges that nobody crossed yet."""
    for number in range(start, len(points)):
        _, x, y = points[number]
        if abs(x - cell[0] * PITCH) <= HALF and abs(y - cell[1] * PITCH) <= HALF:
            continue
        cell, beyond = _follow(cell, points[number], crossed)
        if beyond and hypot(*(off - HELD for off, _ in beyond)) > DETACH:
            return number, cell, sorted(beyond, reverse=True)
    return len(points), cell, []


def _follow(
    cell: Cell, point: Point, crossed: tuple[str, ...]
) -> tuple[Cell, list[tuple[float, str]]]:
    """The field of the ball, and the edges that its magnet is beyond, with how far."""
    for _ in range(2):  # round a corner it goes through two borders
        beyond = list(_beyond(cell, point))
        free = [onto for _, name, onto in beyond if name in crossed]
        if not free:
            break
        cell = free[0]
    return cell, [(off, name) for off, name, _ in beyond if name not in crossed]


def _beyond(cell: Cell, point: Point) -> Iterator[tuple[float, str, Cell]]:
    """Which edges of a field a magnet is beyond, how far from its middle, and what is there."""
    right, down = point[1] - cell[0] * PITCH, point[2] - cell[1] * PITCH
    for off, (across, along) in zip((-right, right, -down, down), _SIDES, strict=True):
        onto = cell[0] + across, cell[1] + along
        if off > HALF and 0 <= onto[0] < SIZE and 0 <= onto[1] < SIZE:
            yield off, edge(_name(cell), _name(onto)), onto


def _hung(cell: Cell, point: Point) -> tuple[float, float]:
    x, y = cell[0] * PITCH, cell[1] * PITCH
    return min(max(point[1], x - HELD), x + HELD), min(max(point[2], y - HELD), y + HELD)


def strides(points: Sequence[Point]) -> Iterator[Point]:
    """The same way in steps so short that it leads over no field unseen."""
    yield from points[:1]
    for (at, x, y), (then, u, v) in pairwise(points):
        steps = max(1, ceil(hypot(u - x, v - y) / STRIDE))
        for step in range(1, steps + 1):
            share = step / steps
            yield at + share * (then - at), x + share * (u - x), y + share * (v - y)


def cell_at(point: Point) -> Cell:
    """The field that a magnet is over."""
    column, row = (min(max(round(off / PITCH), 0), SIZE - 1) for off in point[1:])
    return column, row


def _name(cell: Cell) -> str:
    return f"{COLUMNS[cell[0]]}{cell[1] + 1}"
