"""Which walk explains where the magician turned up.

A move is recognised by its outcome: only walks that the rules allow and that end where
the magician stands are looked at. What was touched on the way decides between them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.games.labyrinth.rules import stumbles
from companion.games.labyrinth.state import State, occupied
from companion.geometry import distance, neighbours

Path = tuple[str, ...]

MISSED = 1.0  # a field of the walk that was not seen: a corner cut short
UNSEEN = 0.1  # … where no sensor tells
SHARED = 0.3  # … where somebody else stands, so that passing shows nothing new
STRAY = 0.6  # a field seen beside the walk: in and back again, a wide curve
SLANT = 1.4  # … with the way back out of it not seen either
BESIDE = 0.25  # … beside somebody who was passed
LONGER = 0.05  # of two walks that explain as much, the shorter
SAME = 0.12  # costs closer than this tell nothing


class Explained(Struct, frozen=True):
    """The best walk, and others that explain as much."""

    path: Path
    either: tuple[Path, ...] = ()


def explain(
    state: State, touched: tuple[str, ...], end: str, unheard: frozenset[str]
) -> Explained | None:
    """The walk from the start of the turn to ``end``, or None when the rules know none."""
    found = sorted(
        ((_cost(state, touched, path, unheard), path) for path in _walks(state, end)),
        key=lambda pair: (round(pair[0], 6), pair[1]),
    )
    if not found:
        return None
    least, best = found[0]
    equal = tuple(
        path for cost, path in found[1:] if cost - least < SAME and len(path) == len(best)
    )
    return Explained(best, equal[:3])


def _walks(state: State, end: str) -> Iterator[Path]:
    """Every walk that the rules allow and that comes to no field twice."""
    steps = state.roll - state.used
    waiting: list[Path] = [()]
    while waiting:
        path = waiting.pop()
        here = path[-1] if path else state.start
        if here == end and stumbles(state, path) is None:
            yield path
        for field in neighbours(here) if here != end else ():
            onward = (*path, field)
            near = len(onward) + distance(field, end) <= steps
            if near and field != state.start and field not in path:
                waiting.append(onward)


def _cost(state: State, touched: tuple[str, ...], path: Path, unheard: frozenset[str]) -> float:
    """How badly a walk explains the fields touched, by the cheapest matching in order."""
    walk = (state.start, *path)
    passed = {field for field in path if occupied(state, field)}
    skip = [_skip(field, unheard, passed) for field in walk]
    stray = _strays(touched, passed)
    row = [0.0]
    for cost in skip:
        row.append(row[-1] + cost)
    for number, touch in enumerate(touched):
        above, row = row, [row[0] + stray[number]]
        for place, field in enumerate(walk):
            best = min(above[place + 1] + stray[number], row[place] + skip[place])
            row.append(min(best, above[place]) if field == touch else best)
    return row[-1] + LONGER * len(path)


def _strays(touched: tuple[str, ...], passed: set[str]) -> list[float]:
    before, after = (*touched[:1], *touched[:-1]), (*touched[1:], *touched[-1:])
    return [
        BESIDE
        if any(beside in passed for beside in neighbours(field))
        else (STRAY if distance(came, field) <= 1 and distance(field, went) <= 1 else SLANT)
        for came, field, went in zip(before, touched, after, strict=True)
    ]


def _skip(field: str, unheard: frozenset[str], passed: set[str]) -> float:
    if field in unheard:
        return UNSEEN
    return SHARED if field in passed else MISSED
