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


def named(state: State, seating: Renamed | Swapped) -> State | Refusal:
    """Names change: hands and points stay where they lie."""
    names = seating.among(state.names)
    return replace(state, names=names) if names else Refusal("closed_hands.no.seat")


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
    Renamed: named,
    Swapped: named,
    Left: left,
    Joined: joined,
}
