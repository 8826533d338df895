"""What a game finds of the walls under its board: ways on which no ball fell, and balls that did.

Rule: a way counts once its turn is settled, when no ball can fall on it any more; a ball
that fell counts at once. Of a walk that people put right nothing counts: where it went is
what they did not believe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, repeat

from msgspec.structs import replace

from companion.games.labyrinth.pieces import SIDE
from companion.games.labyrinth.state import State
from companion.geometry import edge
from companion.vocabulary import Refusal
from companion.walls import edges
from companion.walls.evidence import Drop, Either, Found, Way

Edges = tuple[str, ...]

EDGES = frozenset(edges(SIDE))
LAST = 0.7  # the last edge of a walk that was told by hand: people tell the fall at once …
BEFORE = 0.25  # … one of those before, where somebody walked on while the ball rolled …
JERKED = 0.05  # … or none of them
SEEN = 4  # paths of one walk that such a drop looks at, so that its ways stay few
THEN, ELSE = " ", "/"  # between two edges, and two paths, as the state writes them


def settled(state: State) -> State:
    """The turn before is over for good: its ball did not fall."""
    late = state.late
    if late is None:
        return state
    state = replace(state, late=None)
    paths = _unlike(late.start, (late.path, *late.either)) if late.path else ()
    return replace(state, found=_crossed(state.found, paths)) if paths else state


def put_right(state: State, seat: str) -> State:
    """The same, where people say that the magician of this seat is elsewhere."""
    if state.late and state.late.seat == seat:
        return replace(state, late=None)
    return settled(state)


def _crossed(found: Found, paths: tuple[Edges, ...]) -> Found:
    """What all paths share was crossed; of the rest nobody knows which."""
    common = Counter(paths[0])
    for path in paths[1:]:
        common &= Counter(path)
    rest = tuple(tuple((Counter(path) - common).elements()) for path in paths)
    if len(paths) > 1 and not all(rest):
        common, rest = Counter(), paths
    crossed = dict(found.crossed)
    for place, times in common.items():
        crossed[place] = crossed.get(place, 0) + times
    either = (*found.either, Either(rest)) if len(paths) > 1 else found.either
    return replace(found, crossed=crossed, either=either)


def fallen(state: State, drop: Drop) -> State:
    """A ball of the player on turn fell, and this is known of it."""
    found = replace(state.found, drops=(*state.found.drops, drop))
    return replace(state, found=found, fallen=(*state.fallen, state.turn))


def told(state: State) -> State:
    """People say that the ball fell; of the edges there is no more than the walk so far."""
    if not state.path:
        return state
    paths = _unlike(state.start, (state.path, *state.either))
    walk = ELSE.join(THEN.join(path) for path in paths)
    return replace(state, told={**state.told, walk: state.told.get(walk, 0) + 1})


def everything(state: State) -> Found:
    """All that is known, with the falls that people told as drops like any other."""
    said = (drop for walk, times in state.told.items() for drop in repeat(_said(walk), times))
    return replace(state.found, drops=(*state.found.drops, *said))


def _said(walk: str) -> Drop:
    paths = [tuple(path.split(THEN)) for path in walk.split(ELSE)][:SEEN]
    weights: dict[Edges, float] = {}
    for path in paths:
        for way, weight in _ways(path):
            weights[way] = weights.get(way, 0) + weight / len(paths)
    ways = tuple(Way(edges, round(weight, 4)) for edges, weight in weights.items())
    return Drop(ways, JERKED, paths[0])


def _ways(path: Edges) -> Iterator[tuple[Edges, float]]:
    before = len(path) - 1
    for count in range(1, before + 1):
        yield path[:count], BEFORE / before
    yield path, LAST if before else LAST + BEFORE


def _unlike(start: str, paths: Iterable[tuple[str, ...]]) -> tuple[Edges, ...]:
    """The edges of each path, every path once."""
    edges = (tuple(edge(*pair) for pair in pairwise((start, *path))) for path in paths)
    return tuple(dict.fromkeys(edges))


def misread(drop: Drop) -> Refusal | None:
    """Why this cannot be what happened: not on this board, or nothing at all."""
    edges = {*drop.over, *(edge for way in drop.ways for edge in way.edges)}
    if not edges <= EDGES:
        return Refusal("labyrinth.no.edge")
    if not drop.none + sum(way.weight for way in drop.ways) > 0:
        return Refusal("labyrinth.no.cause")
    return None
