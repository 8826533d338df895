"""Who sits at the table may change in the middle of a game.

Rule: a hand stays with its seat. What was never opened goes out unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from closed_hands.rules import settled
from closed_hands.state import State
from msgspec.structs import replace

from companion.vocabulary import Joined, Left, Refusal, Renamed, Swapped


def seated(state: State, seating: Any) -> State | Refusal:
    """The game with other people at the table, or why not."""
    return _SEATS[type(seating)](state, seating)


def renamed(state: State, seating: Renamed) -> State | Refusal:
    """A player is called otherwise."""
    if seating.seat not in state.seats:
        return Refusal("closed_hands.no.seat")
    return replace(state, names={**state.names, seating.seat: seating.name})


def swapped(state: State, seating: Swapped) -> State | Refusal:
    """Only the names change places: hands and points stay where they lie."""
    one, other = seating.seat, seating.other
    if {one, other} - set(state.seats):
        return Refusal("closed_hands.no.seat")
    names = {**state.names, one: state.names[other], other: state.names[one]}
    return replace(state, names=names)


def left(state: State, seating: Left) -> State | Refusal:
    """The hand goes out with its player; if all others lie, the round is opened."""
    gone = seating.seat
    if gone not in state.seats:
        return Refusal("closed_hands.no.seat")
    if state.phase == "over":
        return Refusal("closed_hands.no.over")
    if len(state.seats) == 2:
        return Refusal("closed_hands.no.few")
    return settled(
        replace(
            state,
            seats=tuple(seat for seat in state.seats if seat != gone),
            names=_without(state.names, gone),
            hands=_without(state.hands, gone),
            points=_without(state.points, gone),
            laid=_without(state.laid, gone),
        )
    )


def joined(state: State, seating: Joined) -> State | Refusal:
    """Somebody sits down with the hand that the box has for the seat."""
    player = seating.player
    if state.phase == "over":
        return Refusal("closed_hands.no.over")
    if player.seat in state.seats:
        return Refusal("closed_hands.no.taken", {"name": state.names[player.seat]})
    if player.seat not in state.spare:
        return Refusal("closed_hands.no.hand")
    return replace(
        state,
        seats=(*state.seats, player.seat),
        names={**state.names, player.seat: player.name},
        hands={**state.hands, player.seat: state.spare[player.seat]},
        spare=_without(state.spare, player.seat),
        points={**state.points, player.seat: 0},
    )


def _without(all_seats: dict[str, Any], gone: str) -> dict[str, Any]:
    return {seat: of_it for seat, of_it in all_seats.items() if seat != gone}


_SEATS: dict[type, Callable[[State, Any], State | Refusal]] = {
    Renamed: renamed,
    Swapped: swapped,
    Left: left,
    Joined: joined,
}
