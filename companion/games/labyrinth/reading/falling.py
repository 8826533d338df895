"""Whose ball fell, and when it is back under its magician.

The tray closes 0.25 to 1.6 s after a wall held the ball back. By then the plate shows
the magician in the field behind the wall, or further. The account of the balls: each
is under a magician, in a tray or not known, and never more than there are.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist, sqrt
from typing import Any

import msgspec

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.attributing import came_down
from companion.games.labyrinth.reading.memory import Memory, Touch, latest, unheard
from companion.games.labyrinth.state import State
from companion.geometry import TRAYS, distance, table, turned
from companion.vocabulary import Dropped, Option, Question, Says

Spot = tuple[float, float]  # columns and rows, the middle of a1 at 1, 1

HALF = table()["plate"]["size"] / 2 + 0.5  # the ridge of the floor, in fields from the first
PITCH = table()["plate"]["pitch"]  # mm
HELD = 13 / PITCH  # where a wall holds the ball, in fields from the middle of the field
ASIDE = 0.42  # fields; a cut corner, a wobbling hand and the ball's own bounce
FAR = 1.0  # fields; the same where a field on the way was not seen
NEAR = 0.5  # fields; the trays lie under the corners of the box, not under the fields
ACCELERATION = 0.54  # m/s2 of a ball on the floor, 5 degrees
SOONEST = 0.55  # shares of the time that follows, for steeper floors and lifted balls …
LONGEST = 1.75  # … and for flatter ones and longer ways
SWITCH = 420  # ms at most for falling, bouncing and being seen in the tray
STEADY = 120  # ms a corner must stay covered before magician and ball are back
SLIP = 2000  # ms after that in which a ball in the corner's own tray is the same one
WITHOUT = 2500  # ms after which a covered corner is enough, should no tray have told
UNSEEN = 1000  # ms from the tray to a corner whose sensor is dead


def fell(memory: Memory, state: State, drop: Dropped) -> Any | None:
    """The move that a ball in a tray makes, a question, or nothing."""
    if state.phase == "over":
        return None
    walking, late = _walker(memory, state), _late(memory, state)
    walkers = walking and _from(memory.touched, memory, state, drop)
    lates = bool(late) and _from(memory.late[2], memory, state, drop)
    if _from_spare(memory, state, drop):
        return whose(state, drop.tray) if walkers or lates else None
    if walkers:
        return _jolted(memory, state, drop) or came_down(memory, state, drop)
    if lates:
        return _jolted(memory, state, drop) or came_down(memory, state, drop, late)
    if _known(memory, state):
        return None  # a ball that is being put back has slipped once more
    return _slipped(memory, state, drop) or whose(state, drop.tray)


def _from_spare(memory: Memory, state: State, drop: Dropped) -> bool:
    """A magician that nobody plays was taken off just then; its ball may be this one."""
    field, at = memory.lifted
    return bool(field) and _reaches(drop, _spot(field), at, FAR, state.turned)


def _jolted(memory: Memory, state: State, drop: Dropped) -> moves.Ask | None:
    """A knock just before may as well have brought down the ball of somebody else, who
    stands where it would have rolled into this tray by now. Then people must say."""
    standing = (
        _spot(field)
        for seat, field in state.at.items()
        if seat != state.turn and state.balls[seat] == "under"
    )
    fits = (_reaches(drop, spot, memory.shaken, ASIDE, state.turned) for spot in standing)
    return whose(state, drop.tray) if any(fits) else None


def _known(memory: Memory, state: State) -> bool:
    """Are there no more balls in the trays than those that fell?"""
    fallen = sum(where != "under" for where in state.balls.values())
    lying = sum(since >= memory.first for since in memory.trays.values())
    return lying <= fallen


def _slipped(memory: Memory, state: State, drop: Dropped) -> moves.Ball | None:
    """The ball that was put in just now did not hold."""
    seat, at = memory.back
    if not seat or drop.at - at > SLIP or state.balls[seat] != "under":
        return None
    home = drop.tray and turned(TRAYS[drop.tray], -state.turned)
    return moves.Ball(seat, "tray") if home in ("", state.corners[seat]) else None


def _walker(memory: Memory, state: State) -> bool:
    return state.phase == "walk" and state.balls[state.turn] == "under"


def _late(memory: Memory, state: State) -> str:
    if state.late is None or state.late.seat != memory.late[0]:
        if state.late is not None and state.phase == "draw" and state.late.seat == state.turn:
            return state.late.seat
        return ""
    return state.late.seat if not state.path else ""


def _from(touched: tuple[Touch, ...], memory: Memory, state: State, drop: Dropped) -> bool:
    """Could this ball come from there? Some border was crossed, or the magician lifted,
    at a place and a time from which a ball is in this tray now."""
    crossed = [
        (_held(before, field), at, _aside(before, field))
        for (before, since), (field, at) in combinations(touched, 2)
        if distance(before, field) == 1 or (field, at) == _after(touched, (before, since))
    ]
    return any(
        _reaches(drop, spot, at, aside, state.turned)
        for spot, at, aside in [*crossed, *_unseen(touched, memory), *_lifts(touched, memory)]
    )


def _after(touched: tuple[Touch, ...], touch: Touch) -> Touch:
    return touched[touched.index(touch) + 1]


def _unseen(touched: tuple[Touch, ...], memory: Memory) -> list[tuple[Spot, int, float]]:
    """Borders crossed out of sight, past somebody or over a dead sensor: the first of them
    when the field before was left."""
    return [
        (_spot(before), memory.left[before], FAR)
        for (before, since), (field, at) in pairwise(touched)
        if distance(before, field) > 1 and since <= memory.left.get(before, -1) <= at
    ]


def _lifts(touched: tuple[Touch, ...], memory: Memory) -> list[tuple[Spot, int, float]]:
    """The field where the magician was last, if it is there no more."""
    field = latest(memory, touched)
    if not field or field in memory.seen:
        return []
    return [(_spot(field), memory.left.get(field, memory.now), FAR)]


def _reaches(drop: Dropped, spot: Spot, at: int, aside: float, quarters: int) -> bool:
    corner = _spot(turned(TRAYS[drop.tray], -quarters)) if drop.tray in TRAYS else spot
    if drop.tray in TRAYS and not _slopes_to(corner, spot, aside):
        return False
    far = min(max(dist(corner, spot), NEAR), 4.0) if drop.tray in TRAYS else 2.5
    rolls = 1000 * sqrt(2 * far * PITCH / 1000 / ACCELERATION)
    return SOONEST * rolls <= drop.at - at <= LONGEST * rolls + SWITCH


def _slopes_to(corner: Spot, spot: Spot, aside: float) -> bool:
    """Does the floor fall to that corner, there or a little aside?"""
    return all(
        (mine - HALF) * (ours - HALF) >= 0 or abs(ours - HALF) <= aside
        for mine, ours in zip(corner, spot, strict=True)
    )


def _spot(field: str) -> Spot:
    return float(ord(field[0]) - ord("a") + 1), float(field[1])


def _held(before: str, field: str) -> Spot:
    (x, y), (u, v) = _spot(before), _spot(field)
    if distance(before, field) > 1:
        return (x + u) / 2, (y + v) / 2
    return x + HELD * (u - x), y + HELD * (v - y)


def _aside(before: str, field: str) -> float:
    return ASIDE if distance(before, field) == 1 else FAR


def whose(state: State, tray: str) -> moves.Ask:
    """The question whose ball lies there."""
    options = [_owner(state, seat) for seat in state.seats]
    options += [
        Option(Says("labyrinth.opt.nobody")),
        Option(Says("labyrinth.opt.unknown")),
    ]
    says = Says("labyrinth.ask.drop", {"tray": tray})
    return moves.Ask(Question(says, tuple(options), about="drop"))


def _owner(state: State, seat: str) -> Option:
    """The ball of the player on turn counts as a bump; the others put theirs back."""
    bump = state.phase == "walk" and seat == state.turn
    late = state.late is not None and seat == state.late.seat and not state.path
    move = moves.Fall(seat) if bump or late else moves.Ball(seat, "tray")
    says = Says("labyrinth.opt.seat", {"name": state.names[seat], "seat": seat})
    return Option(says, (msgspec.to_builtins(move),))


def returned(memory: Memory, state: State) -> moves.Back | None:
    """Magician and ball of somebody who bumped stand in the corner again."""
    for seat in state.seats:
        if state.balls[seat] == "tray" and _stands(memory, state, seat):
            return moves.Back(seat)
    return None


def _stands(memory: Memory, state: State, seat: str) -> bool:
    home = state.at[seat]
    if home in unheard(memory, state):
        return memory.emptied > memory.fallen and memory.now - memory.emptied > UNSEEN
    since = memory.seen.get(home)
    if since is None or memory.now - max(since, memory.emptied) < STEADY:
        return False
    if memory.emptied > memory.fallen:
        return since > memory.first or _stayed(memory, seat, since) or _shared(state, seat)
    return not memory.trays and memory.now - memory.fallen > WITHOUT


def _stayed(memory: Memory, seat: str, since: int) -> bool:
    """It was back already and has not moved; only its ball slipped."""
    return memory.back[0] == seat and since <= memory.back[1]


def _shared(state: State, seat: str) -> bool:
    return any(state.at[seat] == state.at[other] for other in state.seats if other != seat)
