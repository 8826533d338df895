"""What just happened, as one short sentence of the history, and who may read it.

Rule: which token was laid is told once that round was opened with it. A token that was
taken up again, or went out with its player, is never told.
"""

from __future__ import annotations

from typing import Any

from closed_hands import moves
from closed_hands.rules import play
from closed_hands.state import State

from companion.vocabulary import Refusal, Says, Sealed


def says(state: State, move: Any) -> Says:
    """The line of the history for a move; ``state`` is the one it was played in."""
    if isinstance(move, moves.Turned):
        return Says("closed_hands.did.turned", {"seat": state.seats[0], "count": move.card})
    who: dict[str, str | int] = {"seat": move.seat, "name": state.names[move.seat]}
    if isinstance(move, moves.TakeUp):
        return Says("closed_hands.did.takeup", who)
    if isinstance(move, moves.Points):
        return Says("closed_hands.did.points", {**who, "count": move.points})
    return _laid(state, move, {**who, "token": move.token})


def _laid(state: State, move: moves.Lay, who: dict[str, str | int]) -> Says:
    """The last token that is laid opens them all."""
    after = play(state, move)
    if isinstance(after, Refusal) or len(after.rounds) == len(state.rounds):
        return Says("closed_hands.did.lay", who)
    winner = after.rounds[-1].winner
    if not winner:
        return Says("closed_hands.did.tied", who)
    who = {**who, "winner": state.names[winner], "count": state.prize}
    return Says("closed_hands.did.won", who)


def seal(now: State, then: State, move: Any) -> Sealed | None:
    """That somebody laid is for all; what it was is for that seat until it is opened."""
    if not isinstance(move, moves.Lay) or _is_open(now, then, move):
        return None
    told = Says(
        "closed_hands.did.laid",
        {"seat": move.seat, "name": then.names[move.seat]},
    )
    return Sealed(move.seat, told, {"do": "lay", "seat": move.seat})


def _is_open(now: State, then: State, move: moves.Lay) -> bool:
    """Was the very round that this token was laid in opened with it?"""
    number = len(then.rounds) if move.seat in then.laid else len(then.rounds) - 1
    if number >= len(now.rounds):
        return False
    token = now.rounds[number].tokens.get(move.seat)
    return token is not None and token.name == move.token
