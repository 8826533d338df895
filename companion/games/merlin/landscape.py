"""The environs: tiles in rows of six between two frames, their areas, and the lines to the
frames (pages 3, 7 and 9).

Rule: tiles are six-sided, with a side to the left and the right, and each row is set off by half
a tile from the one above. ``shift`` says to which side the second row is; the third lies like the
first. Places count from the upper left, along the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from companion.games.merlin.counties import TERRAINS
from companion.games.merlin.pieces import PLAIN, TEETH, TOWERS

ROW = TEETH - 1
TOWER = "-tower"
Frame = Literal["upper", "lower"]
FRAMES: tuple[Frame, ...] = ("upper", "lower")
Shift = Literal["left", "right", ""]


def size(players: int) -> int:
    """Tiles in the game: with two or three players one of each sort stays in the box (page 3)."""
    return sum(totals(players).values())


@lru_cache
def totals(players: int) -> dict[str, int]:
    """How many tiles of each kind lie between the frames."""
    out = players < 4
    plain = {str(terrain): PLAIN - out for terrain in TERRAINS}
    return plain | {terrain + TOWER: TOWERS - out for terrain in TERRAINS}


def laid_for(tiles: int) -> int:
    """For how many players so many tiles lie there; who leaves or joins changes none of it."""
    return 4 if tiles > size(2) else 2


def terrain(kind: str) -> str:
    """The terrain of a tile, with or without a tower."""
    return kind.removesuffix(TOWER)


@lru_cache
def neighbours(tile: int, tiles: int, shift: Shift) -> tuple[int, ...]:
    """The tiles that share a side with this one."""
    row, column = divmod(tile, ROW)
    across = [(row, 2), (row, -2), (row - 1, -1), (row - 1, 1), (row + 1, -1), (row + 1, 1)]
    x = _x(row, column, shift)
    found = (_tile(at, x + by, tiles, shift) for at, by in across)
    return tuple(one for one in found if one is not None)


def _x(row: int, column: int, shift: Shift) -> int:
    """The place of a tile in halves, from the left edge of the row that begins there."""
    set_off = (row % 2) == (shift != "left")
    return 2 * column + set_off


def _tile(row: int, x: int, tiles: int, shift: Shift) -> int | None:
    column = (x - _x(row, 0, shift)) // 2
    inside = 0 <= row < tiles // ROW and 0 <= column < ROW
    return row * ROW + column if inside else None


@lru_cache
def ends(tile: int, tiles: int, shift: Shift) -> tuple[tuple[Frame, int], ...]:
    """Where the straight lines from a tile end on a frame: which, and the place along it. Those
    that leave the landscape at its open sides end nowhere (page 7)."""
    lines = ((frame, by) for frame in FRAMES for by in (-1, 1))
    found = ((frame, _tooth(tile, frame == "lower", by, tiles, shift)) for frame, by in lines)
    return tuple((frame, tooth) for frame, tooth in found if tooth is not None)


def _tooth(tile: int, down: bool, by: int, tiles: int, shift: Shift) -> int | None:
    rows = tiles // ROW
    row, column = divmod(tile, ROW)
    x, step, last = _x(row, column, shift), (1 if down else -1), (rows - 1 if down else 0)
    while row != last:
        row, x = row + step, x + by
        if _tile(row, x, tiles, shift) is None:
            return None
    return (x + by + 1 - _x(row, 0, shift)) // 2


@lru_cache(maxsize=1024)
def stones(
    tile: int, tiles: int, shift: Shift, upper: tuple[str, ...], lower: tuple[str, ...]
) -> tuple[str, ...]:
    """The counties whose stone the lines from a tile show, in the order of the frames."""
    frames = {"upper": upper, "lower": lower}
    shown = (frames[frame][tooth] for frame, tooth in ends(tile, tiles, shift))
    return tuple(dict.fromkeys(county for county in shown if county != "none"))


def areas(kinds: Sequence[str], shift: Shift) -> Iterator[tuple[int, ...]]:
    """Each area: tiles of one terrain that hang together, its first tile first (page 9)."""
    left = {tile for tile, kind in enumerate(kinds) if kind}
    while left:
        area = _area(min(left), kinds, shift)
        left -= set(area)
        yield area


def _area(first: int, kinds: Sequence[str], shift: Shift) -> tuple[int, ...]:
    found, edge = {first}, [first]
    while edge:
        for tile in neighbours(edge.pop(), len(kinds), shift):
            same = kinds[tile] and terrain(kinds[tile]) == terrain(kinds[first])
            if same and tile not in found:
                found.add(tile)
                edge.append(tile)
    return tuple(sorted(found))
