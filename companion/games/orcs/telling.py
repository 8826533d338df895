"""What just happened, as one short sentence of the history, and who may read it.

Rule: which card somebody drew is that mage's for ever; a mission until the game is over. A card
that is played, discarded or given away lies open, and is told.
"""

from __future__ import annotations

from typing import Any

from companion.games.orcs import decks, moves
from companion.games.orcs.consequences import ended, followed
from companion.games.orcs.sentences import alone
from companion.games.orcs.state import State, everything
from companion.vocabulary import Says, Sealed, Viewer

OPEN_PILES = ("discard", "box")
"""What lies there everybody may see."""


def says(state: State, move: Any) -> Says:
    """The line of the history for a move; ``state`` is the one it was played in."""
    key, values = followed(state, move) or alone(state, move)
    return _told(state, _who(state, move), key, values)


def _told(state: State, seat: str, key: str, values: dict[str, str | int]) -> Says:
    return Says(f"orcs.did.{key}", {"seat": seat, "name": state.names[seat], **values})


def _who(state: State, move: Any) -> str:
    """Whose move it is: what the world says is told beside whoever is on turn. A gift and a
    victim are the doing of that mage, too."""
    if isinstance(move, moves.Lies):
        return _owner(state, move)
    seat = "" if isinstance(move, moves.Give | moves.Victim) else getattr(move, "seat", "")
    return seat if seat in state.seats else state.turn


def _owner(state: State, move: moves.Lies) -> str:
    """In whose deck that card is, or comes."""
    if move.seat or not everything(state):
        return move.seat or state.turn
    return next((s for s in state.seats if move.card in decks.whole(state, s)), state.turn)


# Secrets


def seal(now: State, then: State, move: Any) -> Sealed | None:
    """That somebody drew or chose is for all; which card or mission it is for that seat. A
    card that is put right is no exception, unless it lies open there."""
    match move:
        case moves.Draws(seat=seat):
            key, values = ended(then) or ("draws_one", {})
            says = _told(then, seat, key, values)
            return Sealed(seat, says, {"do": "draws", "seat": seat}, ever=True)
        case moves.Keeps(seat=seat) if now.phase != "over":
            told = _told(then, seat, "keeps_one", {})
            return Sealed(seat, told, {"do": "keeps", "seat": seat}, binds=False)
        case moves.Lies(where=where) if where not in OPEN_PILES:
            seat = _owner(then, move)
            told = _told(then, seat, "lies", {})
            return Sealed(seat, told, {"do": "lies", "seat": move.seat}, ever=True)
    return None


OF_A_HAND = (moves.Cast, moves.Add, moves.Remove, moves.Drops, moves.Draws, moves.Keeps)


def may_hear(state: State, viewer: Viewer, move: Any) -> bool:
    """Why a card cannot be played may tell of the hand, and why it cannot be drawn, of the
    deck: that is for its own seat alone."""
    if everything(state) and isinstance(move, OF_A_HAND):
        return viewer.seat == getattr(move, "seat", state.turn)
    return True
