"""What a piece that is shown to a reader can mean now.

Rule: a reader lies where all can see it. Why a token means nothing is the same sentence
whichever token it is, in the hand or out of it.
"""

from __future__ import annotations

from closed_hands import moves
from closed_hands.state import State

from companion.vocabulary import Meaning, Refusal, Says, Shown

Meant = tuple[Meaning, ...] | Refusal


def turn(state: State) -> str:
    """The number of the round."""
    return str(len(state.rounds) + 1)


def means(state: State, shown: Shown) -> Meant:
    """The prize of the round, or a token that its seat lays; or why not."""
    if state.phase == "over":
        return Refusal("closed_hands.no.over")
    kind, which, *_ = shown.piece.split("/")
    if kind == "prize":
        return _prize(state, int(which))
    return _token(state, which, shown)


def _prize(state: State, count: int) -> Meant:
    if state.phase != "turn":
        return Refusal("closed_hands.no.turned")
    says = Says("closed_hands.do.turned", {"count": count})
    return (Meaning(says, (moves.Turned(count),)),)


def _token(state: State, seat: str, shown: Shown) -> Meant:
    if seat not in state.seats:
        return Refusal("closed_hands.no.seat")
    if state.phase != "lay":
        return Refusal("closed_hands.no.prize")
    if seat in state.laid:
        return Refusal("closed_hands.no.laid", {"name": state.names[seat]})
    for token in state.hands[seat]:
        if token.name == shown.facts.get("name"):
            says = Says("closed_hands.do.lay", {"token": token.name, "value": token.value})
            return (Meaning(says, (moves.Lay(seat, token.name),), seat, secret=True),)
    return Refusal("closed_hands.no.lay")
