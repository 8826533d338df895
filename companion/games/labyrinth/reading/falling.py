"""Whose ball fell, and when it is back under its magician.

The tray closes 0.25 to 1.6 s after a wall held the ball back. By then the plate shows
the magician in the field behind the wall, or further. The account of the balls: each
is under a magician, in a tray or not known, and never more than there are.
"""

from __future__ import annotations

from math import dist
from typing import Any

import msgspec

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.memory import Memory, Touch, unheard
from companion.games.labyrinth.state import State
from companion.geometry import CORNERS, TRAYS, table, turned
from companion.vocabulary import Dropped, Option, Question, Says

_DROP = table()["drop"]
EARLIEST = _DROP["earliest"] - 150  # ms; a lifted ball has no wall to cross, a margin
LATEST = _DROP["latest"] + 100  # ms
ROUGHLY = 1.45  # a ball rolls to a corner hardly farther than the nearest, times this
STEADY = 400  # ms a corner must stay covered before magician and ball are back
WITHOUT = 2500  # ms after which a covered corner is enough, should no tray have told
UNSEEN = 1000  # ms from the tray to a corner whose sensor is dead


def fell(memory: Memory, state: State, drop: Dropped) -> Any | None:
    """The move that a ball in a tray makes, a question, or nothing."""
    if state.phase == "over":
        return None
    walking, late = _walker(memory, state), _late(memory, state)
    if walking and _from(memory.touched, memory, state, drop):
        return moves.Fall(None, drop.tray)
    if late and _from(memory.late[2], memory, state, drop):
        return moves.Fall(late, drop.tray)
    if any(where != "under" for where in state.balls.values()):
        return None  # a ball that is being put back has slipped once more
    return _whose(state, drop)


def _walker(memory: Memory, state: State) -> bool:
    return state.phase == "walk" and state.balls[state.turn] == "under"


def _late(memory: Memory, state: State) -> str:
    if state.late is None or state.late.seat != memory.late[0]:
        if state.late is not None and state.phase == "draw" and state.late.seat == state.turn:
            return state.late.seat
        return ""
    return state.late.seat if not state.path else ""


def _from(touched: tuple[Touch, ...], memory: Memory, state: State, drop: Dropped) -> bool:
    """Could this ball come from there? Some border was crossed at the right time, or the
    magician was lifted, at a place from which balls roll to this tray."""
    times = [*touched[1:], *_lifts(touched, memory)]
    for place, (field, at) in enumerate(times):
        if EARLIEST <= drop.at - at <= LATEST:
            before = touched[place][0] if place < len(touched) - 1 else field
            if _rolls_to(drop.tray, before, field, state.turned):
                return True
    return False


def _lifts(touched: tuple[Touch, ...], memory: Memory) -> list[Touch]:
    if not touched:
        return []
    field, _ = touched[-1]
    gone = memory.left.get(field, -10_000)
    return [(field, gone)] if field not in memory.seen else []


def _rolls_to(tray: str, before: str, field: str, quarters: int) -> bool:
    if tray not in TRAYS:
        return True
    middle = _between(before, field)
    mine = dist(middle, _spot(turned(TRAYS[tray], quarters)))
    nearest = min(dist(middle, _spot(corner)) for corner in CORNERS)
    return mine <= ROUGHLY * nearest + 0.5


def _spot(field: str) -> tuple[float, float]:
    return float(ord(field[0])), float(field[1])


def _between(one: str, other: str) -> tuple[float, float]:
    (x, y), (u, v) = _spot(one), _spot(other)
    return (x + u) / 2, (y + v) / 2


def _whose(state: State, drop: Dropped) -> moves.Ask:
    options = [_owner(state, seat) for seat in state.seats]
    options += [
        Option(Says("labyrinth.opt.nobody")),
        Option(Says("labyrinth.opt.unknown")),
    ]
    says = Says("labyrinth.ask.drop", {"tray": drop.tray})
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
        return since > memory.fallen or _shared(state, seat)
    return not memory.trays and memory.now - memory.fallen > WITHOUT


def _shared(state: State, seat: str) -> bool:
    return any(state.at[seat] == state.at[other] for other in state.seats if other != seat)
