"""Who sits at the table changes in the middle of a match.

Rule: the book knows none of this; it begins with two to four players and ends with them. So each
function here is the house's rule and says why. What is won stays won, and what the table
was told of the ring stays true.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.maginor.pieces import MAGES
from companion.games.maginor.rules import SEATS
from companion.games.maginor.state import (
    CENTRE,
    GUILD_HALL,
    HAND,
    State,
    following,
)
from companion.games.maginor.todo import (
    Ask,
    Cross,
    Duel,
    Over,
    Todo,
)
from companion.games.maginor.turns import settled
from companion.vocabulary import Joined, Left, Refusal, Renamed, Seating, Swapped

BY_SEAT = ("names", "hands", "at", "played", "spells", "won", "others")
"""What the state holds for every seat."""
DUE = ("filled", "tie", "ritual")
"""Readings that an Oracle which is crossed out may wait for."""
FEWEST = 2
BOOK = "Setup"


def seated(state: State, seating: Seating) -> State | Refusal:
    """The state after people changed, or why they cannot. A game that is over stays as it
    ended (house rule: its sheet tells who won)."""
    if state.phase == "over":
        return Refusal("maginor.no.over", {}, "End of the Game")
    return _CHANGES[type(seating)](state, seating)


def _named(state: State, change: Renamed | Swapped) -> State | Refusal:
    """House rule: only names change. What a mage has belongs to the colour on the table, and
    nobody has to move any cardboard."""
    names = change.among(state.names)
    return replace(state, names=names) if names else Refusal("maginor.no.seat", {}, BOOK)


def _left(state: State, change: Left) -> State | Refusal:
    """House rule: mage and markers go home, so that their symbols are free for the others.
    Cards, spells and Oracles go out with their player: nobody wins them by it."""
    seat = change.seat
    if seat not in state.seats:
        return Refusal("maginor.no.seat", {}, BOOK)
    if len(state.seats) <= FEWEST:
        return Refusal("maginor.no.stay", {}, BOOK)
    state = _without(_broken_off(state, seat), seat)
    return settled(state)


def _broken_off(state: State, seat: str) -> State:
    """House rule: whoever is on turn and leaves takes the rest of the turn along. A duel with
    somebody who leaves is none. But an Oracle that is crossed out stays so."""
    if seat != state.turn:
        todo = tuple(todo for todo in state.todo if not _fights(todo, seat))
        return replace(state, todo=_anew(todo))
    if state.phase != "turn":
        return replace(state, turn=following(state), todo=_crossing(state.todo))
    return replace(state, turn=_before(state), todo=_crossing(state.todo) or (Over(),))


def _fights(todo: Todo, seat: str) -> bool:
    return isinstance(todo, Duel) and seat in (todo.attacker, todo.defender)


def _crossing(todo: tuple[Todo, ...]) -> tuple[Todo, ...]:
    """What the table still has to settle, whoever is on turn: an Oracle that is crossed out,
    how the book is read for that or for the end; then the turn is over."""
    due = (n for n, one in enumerate(todo) if _is_due(one))
    return _anew(todo[next(due, len(todo)) :])


def _is_due(todo: Todo) -> bool:
    return isinstance(todo, Cross) or (isinstance(todo, Ask) and todo.reading in DUE)


def _anew(todo: tuple[Todo, ...]) -> tuple[Todo, ...]:
    """Who comes first at a crossing out is found anew, among those who stay; and whether that
    is a tie."""
    tie = Ask("tie")
    return tuple(
        Cross(one.oracle) if isinstance(one, Cross) else one for one in todo if one != tie
    )


def _before(state: State) -> str:
    """Whose turn came before: with its end, the next one's after the empty seat begins."""
    return state.seats[state.seats.index(state.turn) - 1]


def _without(state: State, seat: str) -> State:
    """Nothing of this seat is on the table any more."""
    slots = {id: _home(lying, seat) for id, lying in state.slots.items()}
    return replace(
        state,
        seats=tuple(other for other in state.seats if other != seat),
        **{name: _of_others(getattr(state, name), seat) for name in BY_SEAT},
        slots=slots,
        since={
            id: tuple(slot for slot in order if slots[id][slot])
            for id, order in state.since.items()
        },
        gone=(*state.gone, *state.won[seat], *state.spells[seat]),
    )


def _home(lying: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple("" if one == seat else one for one in lying)


def _of_others(by_seat: dict[str, Any], seat: str) -> dict[str, Any]:
    return {other: value for other, value in by_seat.items() if other != seat}


def _joined(state: State, change: Joined) -> State | Refusal:
    """House rule: what everybody begins with, and last in turn order: nobody who waits for
    their turn waits longer than they knew. The mage stands on the Guild Hall as at the start;
    where that is crossed out, in the centre."""
    seat = change.player.seat
    if wrong := _no_place(state, seat):
        return wrong
    placed = state.at and {**state.at, seat: _start(state)}
    return replace(
        state,
        seats=(*state.seats, seat),
        names={**state.names, seat: change.player.name},
        hands={**state.hands, seat: state.spare.get(seat) or HAND},
        at=placed,
        played={**state.played, seat: ()},
        spells={**state.spells, seat: ()},
        won={**state.won, seat: ()},
        others={**state.others, seat: ()},
    )


def _start(state: State) -> str:
    return GUILD_HALL if GUILD_HALL in state.slots else CENTRE


def _no_place(state: State, seat: str) -> Refusal | None:
    if len(state.seats) == MAGES:
        return Refusal("maginor.no.room", {}, BOOK)
    if seat in state.seats:
        return Refusal("maginor.no.sits", {"name": state.names[seat]}, BOOK)
    return None if seat in SEATS else Refusal("maginor.no.seat", {}, BOOK)


_CHANGES: dict[type, Callable[[State, Any], State | Refusal]] = {
    Renamed: _named,
    Swapped: _named,
    Left: _left,
    Joined: _joined,
}
