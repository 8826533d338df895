"""Which edges may have held back a ball that fell, and how likely each.

Rule: what the sensors cannot tell apart stays apart. Each way in which a ball may have come
off has a weight, by how long it rolled, to which tray, and when its magnet looked weaker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.memory import Memory, Touch, latest, unheard
from companion.games.labyrinth.reading.tracking import (
    before,
    field_at,
    followed,
    middle,
    walker,
)
from companion.games.labyrinth.state import State
from companion.games.labyrinth.walling import knocks
from companion.geometry import TRAYS, neighbours, turned
from companion.vocabulary import Dropped, Spot
from companion.walls.evidence import Drop, Way
from companion.walls.fading import faded
from companion.walls.holding import Held, Point, holds, strides
from companion.walls.learning import Loose, weigh
from companion.walls.rolling import FALLING, share_of, way_to

SOONEST, LATEST = 150, 1900  # ms from coming off to the tray, with everything in its favour
SHIFT = 1.5  # mm by which a trace may be off; near a post, that decides which way a ball went
SHIFTS = (
    (0.0, 0.0, 0.4), (SHIFT, 0.0, 0.15), (-SHIFT, 0.0, 0.15), (0.0, SHIFT, 0.15),
    (0.0, -SHIFT, 0.15),
)  # fmt: skip
"""To the right, down, and how much it counts."""
MISLED = 0.01  # chance that a trace leads astray, and the fields touched are right
UNSEEN = 60  # ms without a spot: lifted, or in the hand
KNOCKED = 0.3  # chance that a knock shakes a ball off, should one come off just then
HIDDEN = 0.4  # … that a magnet that went out of sight just then was lifted too far
LIFTED = 0.9  # … that one that looked that weak was
HIGH = 0.5  # share of its usual strength below which a magnet is lifted; bare it has 0.78
STAMPED, STAMP = 30, 4.0  # ms around a ball's hitting the floor; what it counts if heard then
EDGES = 16  # of a way, the last ones: so many fit
DIGITS = 5  # of what is kept to weigh anew

Edges = tuple[str, ...]
Dark = frozenset[str]  # fields where no sensor tells
Off = tuple[float, tuple[float, float], float]  # when and where without a wall, how likely
Known = TypeVar("Known", Way, Loose)


def came_down(
    memory: Memory, state: State, drop: Dropped, seat: str | None = None
) -> moves.Fell | moves.Fall:
    """The move of a ball that fell, with what it says of the walls. ``seat``: whose, if not
    the player's on turn."""
    found = attributed(memory, state, drop, memory.late[2] if seat else memory.touched)
    if found is None:
        return moves.Fall(seat, drop.tray)
    return moves.Fell(found, seat, drop.tray, _is_knock(state, found))


def _is_knock(state: State, drop: Drop) -> bool:
    """Was there surely no wall, and do people want to be told?"""
    if state.options.knocked != "again":
        return False
    drops = (*state.found.drops, drop)
    fallen = replace(state, found=replace(state.found, drops=drops))
    return len(drops) - 1 in knocks(fallen)


def attributed(
    memory: Memory, state: State, drop: Dropped, touched: tuple[Touch, ...]
) -> Drop | None:
    """What this drop says of the walls; None when nothing can be said of any edge."""
    spots = walker(drop, touched, state.turned)
    points = list(strides(followed(spots, touched, drop.at)))
    earlier = before(touched, points)
    corner = turned(TRAYS[drop.tray], -state.turned) if drop.tray in TRAYS else ""
    straight = list(strides(followed((), touched, drop.at))) if spots else []
    helds, crossed = _held(points, earlier, straight, drop.at)
    dark = unheard(memory, state)
    offs = [*_knocked(memory, points, drop.at), *_lifted(memory, spots, touched, drop.at, dark)]
    if not helds and (dark or not offs):
        return None
    ways = [_way(held, drop.at, corner, memory.struck, share) for held, share in helds]
    loose = [_loose(off, drop.at, corner) for off in offs]
    known = _faded(spots, drop.at, ways, loose)
    weighed = weigh(*known, state.found.drops)
    until = offs[0][0] if offs else drop.at - LATEST
    over = (*earlier, *(name for name, at in crossed if at < until))
    return replace(weighed, over=over[-EDGES:])


def _held(
    points: Sequence[Point], earlier: Edges, straight: Sequence[Point], at: int
) -> tuple[list[tuple[Held, float]], list[tuple[str, float]]]:
    """Where the ball may have been held back, and how sure that is of where the magnet went;
    and the edges crossed if it was not, each with its moment."""
    found: dict[Edges, tuple[Held, float]] = {}
    for right, down, share in SHIFTS:
        _add(found, [(at, x + right, y + down) for at, x, y in points], earlier, share)
    _add(found, straight, (), MISLED)
    likely = [pair for pair in found.values() if SOONEST <= at - pair[0].at <= LATEST]
    free = holds(points)[1]
    return likely, [(e, found[*earlier, *free[: n + 1]][0].at) for n, e in enumerate(free)]


def _add(
    found: dict[Edges, tuple[Held, float]], track: Sequence[Point], earlier: Edges, share: float
) -> None:
    """One more track on which it may have been held back."""
    for held in holds(track)[0]:
        edges = (*earlier, *held.edges)
        first, sure = found.get(edges, (replace(held, edges=edges), 0.0))
        found[edges] = first, sure + share


def _way(held: Held, at: int, corner: str, struck: Sequence[int], share: float) -> Way:
    stamped = any(abs(one - held.at - FALLING) <= STAMPED for one in struck)
    besides = share * share_of(corner, held.spot) * (1.0 if stamped else 1 / STAMP)
    far, delay = round(way_to(corner, held.spot), 1), round(at - held.at)
    return Way(held.edges[-EDGES:], 1.0, far, delay, besides)


def _loose(off: Off, at: int, corner: str) -> Loose:
    moment, spot, chance = off
    chance *= share_of(corner, spot) / STAMP
    return Loose(way_to(corner, spot), round(at - moment), chance)


def _faded(
    spots: Sequence[Spot], at: int, ways: Sequence[Way], loose: Sequence[Loose]
) -> tuple[list[Way], list[Loose]]:
    """The same, with what the magnet's strength says of each moment."""
    delays = [way.delay for way in ways] + [off.delay for off in loose]
    fades = faded(spots, [at - delay for delay in delays])
    return _times(ways, fades[: len(ways)]), _times(loose, fades[len(ways) :])


def _times(known: Sequence[Known], fades: Sequence[float]) -> list[Known]:
    return [
        replace(one, besides=round(one.besides * fade, DIGITS))
        for one, fade in zip(known, fades, strict=True)
    ]


def _knocked(memory: Memory, points: Sequence[Point], at: int) -> Iterator[Off]:
    """The table was knocked when a ball may have come off."""
    if points and SOONEST <= at - memory.shaken <= LATEST:
        _, x, y = min(points, key=lambda point: abs(point[0] - memory.shaken))
        yield memory.shaken, (x, y), KNOCKED


def _lifted(
    memory: Memory, spots: Sequence[Spot], touched: Sequence[Touch], at: int, dark: Dark
) -> Iterator[Off]:
    """The magnet looked lifted, or went out of sight, when a ball may have come off."""
    offs = [(spot.at, (spot.x, spot.y), chance) for spot, chance in _raised(spots, at)]
    field = latest(memory, tuple(touched))
    if not spots and field and field not in memory.seen:
        offs = [(memory.left.get(field, at), middle(field), HIDDEN)]
    for moment, spot, chance in offs:
        here = field_at(spot)
        if SOONEST <= at - moment <= LATEST and not dark & {here, *neighbours(here)}:
            yield moment, spot, chance


def _raised(spots: Sequence[Spot], at: int) -> Iterator[tuple[Spot, float]]:
    """Where a magnet first looked much weaker than it does without its ball, or was lost."""
    usual = sorted(spot.share for spot in spots)[len(spots) * 4 // 5 :][:1]
    for spot, then in pairwise((*spots, None)):
        if spot and spot.share > HIGH * usual[0] and then and then.share <= HIGH * usual[0]:
            yield then, LIFTED
        elif spot and (then.at if then else at) - spot.at > UNSEEN:
            yield spot, HIDDEN
