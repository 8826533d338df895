"""The rules of Closed Hands.

Rule: facts in, facts out. No clock and no chance: hands are dealt outside, and a turned
card is a move like any other. ``play`` gives the next state, or the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from closed_hands import moves
from closed_hands.state import Hand, Round, State, Token, holders
from closed_hands.tokens import SEATS
from msgspec.structs import replace

from companion.vocabulary import Refusal, Setup

VERSION = 1


def new(setup: Setup) -> State | Refusal:
    """Everybody holds the hand that the box has for the seat."""
    seats = tuple(player.seat for player in setup.players)
    hands: dict[str, Hand] = setup.box.hands
    if wrong := _unfit(seats, hands):
        return wrong
    return State(
        seats=seats,
        names={player.seat: player.name for player in setup.players},
        hands={seat: hands[seat] for seat in seats},
        spare={seat: hand for seat, hand in hands.items() if hand and seat not in seats},
        points=dict.fromkeys(seats, 0),
    )


def _unfit(seats: tuple[str, ...], hands: dict[str, Hand]) -> Refusal | None:
    if not 2 <= len(seats) <= len(SEATS) or len(set(seats)) < len(seats):
        return Refusal("closed_hands.no.seats")
    if set(seats) - set(SEATS):
        return Refusal("closed_hands.no.seats")
    if not all(hands.get(seat) for seat in seats):
        return Refusal("closed_hands.no.hand")
    names = [token.name for hand in hands.values() for token in hand]
    return Refusal("closed_hands.no.twice") if len(set(names)) < len(names) else None


def play(state: State, move: Any) -> State | Refusal:
    """The state after a move, or why it cannot be."""
    if state.phase == "over" and not isinstance(move, moves.Correction):
        return Refusal("closed_hands.no.over")
    seat = getattr(move, "seat", None)
    if seat is not None and seat not in state.seats:
        return Refusal("closed_hands.no.seat")
    return _PLAYS[type(move)](state, move)


def turned(state: State, move: moves.Turned) -> State | Refusal:
    """The prize of the round is known; now everybody lays a token."""
    if state.phase != "turn":
        return Refusal("closed_hands.no.turned")
    return replace(state, phase="lay", prize=move.card)


def lay(state: State, move: moves.Lay) -> State | Refusal:
    """A token lies face down; when the last lies, all are opened."""
    if state.phase != "lay":
        return Refusal("closed_hands.no.prize")
    if move.seat in state.laid:
        return Refusal("closed_hands.no.laid", {"name": state.names[move.seat]})
    if move.token not in {token.name for token in state.hands[move.seat]}:
        return Refusal("closed_hands.no.token")
    return settled(replace(state, laid={**state.laid, move.seat: move.token}))


def take_up(state: State, move: moves.TakeUp) -> State | Refusal:
    """A token that lies goes back into the hand."""
    if move.seat not in state.laid:
        return Refusal("closed_hands.no.nothing", {"name": state.names[move.seat]})
    laid = {seat: token for seat, token in state.laid.items() if seat != move.seat}
    return replace(state, laid=laid)


def points(state: State, move: moves.Points) -> State | Refusal:
    """What people say about the points is true."""
    return replace(state, points={**state.points, move.seat: move.points})


def settled(state: State) -> State:
    """Opens the round once all lie; ends the game once nobody is left to bid against."""
    holding = holders(state)
    if len(holding) < 2:
        return replace(state, phase="over", prize=0, laid={})
    if state.phase == "lay" and all(seat in state.laid for seat in holding):
        return settled(_opened(state))
    return state


def _opened(state: State) -> State:
    lying = {seat: _lying(state, seat) for seat in state.seats if seat in state.laid}
    winner = _highest(lying)
    hands = {
        seat: tuple(token for token in hand if token != lying.get(seat))
        for seat, hand in state.hands.items()
    }
    rounds = (*state.rounds, Round(state.prize, lying, winner))
    if winner:
        won = {**state.points, winner: state.points[winner] + state.prize}
        state = replace(state, points=won)
    return replace(state, phase="turn", prize=0, laid={}, hands=hands, rounds=rounds)


def _lying(state: State, seat: str) -> Token:
    return next(token for token in state.hands[seat] if token.name == state.laid[seat])


def _highest(lying: dict[str, Token]) -> str:
    """Whose token is the highest, if it is one alone."""
    most = max(token.value for token in lying.values())
    those = [seat for seat, token in lying.items() if token.value == most]
    return those[0] if len(those) == 1 else ""


_PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    moves.Turned: turned,
    moves.Lay: lay,
    moves.TakeUp: take_up,
    moves.Points: points,
}
