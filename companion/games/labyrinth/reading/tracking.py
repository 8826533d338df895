"""Where the magician went whose ball fell, as spots on the board.

Rule: a trace belongs to whoever was seen on the fields it leads over. Where no trace was
seen, the fields touched are joined by straight lines. Lengths are mm from the middle of a1
as the box lies: a turned box is turned back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from companion.games.labyrinth.reading.memory import Touch
from companion.geometry import COLUMNS, distance, edge, table
from companion.vocabulary import Dropped, Spot
from companion.walls.holding import Point, cell_at

PITCH: float = table()["plate"]["pitch"]
LAST: float = (table()["plate"]["size"] - 1) * PITCH
AWAY = 30.0  # mm on average; a magnet further from what was touched is somebody else's
LAG = 60  # ms by which a magnet may already be over a field before that is believed
COVERED = 24.0  # mm from the middle of the field before when the next one tells of the magnet
GONE = 600  # ms for which a magnet may be out of sight and still be the same, if it went …
HASTE, LEEWAY = 0.8, 12.0  # … no faster than any hand, in mm/ms, and these mm besides
ALONE = 150  # ms around a spot in which nothing else need be known
REST = 100  # ms from there to the middle of the last field


def walker(drop: Dropped, touched: Sequence[Touch], quarters: int) -> tuple[Spot, ...]:
    """The trace of the magician that touched these fields, joined where it was out of sight
    for a moment; or none."""
    traces = [tuple(_board(spot, quarters) for spot in trace) for trace in drop.traces if trace]
    first = min((trace[0].at for trace in traces), default=0)
    lately = [touch for touch in touched if touch[1] >= first] or list(touched[-1:])
    away = {trace: _away(trace, lately) for trace in traces}
    joined: tuple[Spot, ...] = ()
    for trace in sorted(traces, key=away.__getitem__):
        if not joined and away[trace] < AWAY:
            joined = trace
        elif joined and _goes_on(joined, trace):
            joined = (*joined, *trace)
        elif joined and _goes_on(trace, joined):
            joined = (*trace, *joined)
    return joined


def followed(spots: Sequence[Spot], touched: Sequence[Touch], until: int) -> list[Point]:
    """Where it went, by its spots, and by the fields touched while there were none."""
    seen = [(float(spot.at), spot.x, spot.y) for spot in spots]
    unseen = [point for point in _touches(touched, until) if _alone(point[0], spots)]
    return sorted([*seen, *unseen])


def _alone(at: float, spots: Sequence[Spot]) -> bool:
    """Is no spot near, and had the trace begun?"""
    return all(abs(spot.at - at) > ALONE for spot in spots) and (not spots or at > spots[0].at)


def _touches(touched: Sequence[Touch], until: int) -> Iterator[Point]:
    """Straight on from one field touched to the next."""
    for (before, since), (field, at) in pairwise(touched):
        (x, y), (u, v) = middle(before), middle(field)
        share = COVERED / max(dist((x, y), (u, v)), PITCH)
        yield min(since + REST, at - 1), x, y
        yield at, x + share * (u - x), y + share * (v - y)
    if touched:
        yield (min(touched[-1][1] + REST, until), *middle(touched[-1][0]))


def before(touched: Sequence[Touch], points: Sequence[Point]) -> tuple[str, ...]:
    """The edges crossed before a trace begins."""
    if not points:
        return ()
    since, x, y = points[0]
    here = field_at((x, y))
    track = [field for field, at in touched if at <= since + LAG]
    if here not in track:
        return ()
    walk = track[: len(track) - track[::-1].index(here)]
    return tuple(edge(one, other) for one, other in pairwise(walk) if distance(one, other) == 1)


def field_at(spot: tuple[float, float]) -> str:
    """The field under a spot, or the nearest one."""
    column, row = cell_at((0.0, *spot))
    return f"{COLUMNS[column]}{row + 1}"


def middle(field: str) -> tuple[float, float]:
    """The middle of a field."""
    return COLUMNS.index(field[0]) * PITCH, (int(field[1]) - 1) * PITCH


def _board(spot: Spot, quarters: int) -> Spot:
    x, y = spot.x, spot.y
    for _ in range(-quarters % 4):
        x, y = LAST - y, x
    return Spot(spot.at, x, y, spot.share)


def _away(trace: Sequence[Spot], touched: Sequence[Touch]) -> float:
    """How far it was from the fields touched, when they were."""
    far = [dist(_when(trace, at + LAG), middle(field)) for field, at in touched]
    return sum(far) / len(far) if far else AWAY


def _goes_on(trace: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Is the other the same magnet, seen again?"""
    (end, begin) = trace[-1], other[0]
    since = begin.at - end.at
    far = dist((end.x, end.y), (begin.x, begin.y))
    return 0 < since < GONE and far < LEEWAY + HASTE * since


def _when(trace: Sequence[Spot], at: int) -> tuple[float, float]:
    spot = min(trace, key=lambda spot: abs(spot.at - at))
    return spot.x, spot.y
