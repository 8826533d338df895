"""Every decision that is open now, and to whom.

Rule: which token is laid is for its seat alone; that one lies, everybody sees.
"""

from __future__ import annotations

from closed_hands import moves
from closed_hands.pieces import CARDS
from closed_hands.state import State

from companion.vocabulary import Choice, Says


def choices(state: State) -> tuple[Choice, ...]:
    """The prize is turned at the first seat; then all seats choose at once."""
    if state.phase == "turn":
        return tuple(_turn(state.seats[0], card) for card in CARDS)
    if state.phase == "lay":
        return tuple(choice for seat in state.seats for choice in _of(state, seat))
    return ()


def _turn(seat: str, card: int) -> Choice:
    return Choice(seat, moves.Turned(card), Says("closed_hands.do.turned", {"count": card}))


def _of(state: State, seat: str) -> tuple[Choice, ...]:
    if seat in state.laid:
        says = Says("closed_hands.do.takeup", {"name": state.names[seat]})
        return (Choice(seat, moves.TakeUp(seat), says),)
    return tuple(
        Choice(
            seat,
            moves.Lay(seat, token.name),
            Says("closed_hands.do.lay", {"token": token.name, "value": token.value}),
            secret=True,
        )
        for token in state.hands[seat]
    )
