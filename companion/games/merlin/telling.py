"""What just happened, as one short sentence of the history, and who may read it.

Rule: which mission somebody drew or keeps is that player's; one that is discarded or fulfilled
lies open, and is told.
"""

from __future__ import annotations

from typing import Any

from companion.games.merlin import mending, moves
from companion.games.merlin.consequences import Told, followed
from companion.games.merlin.rules import play
from companion.games.merlin.sentences import alone
from companion.games.merlin.state import State, everything
from companion.vocabulary import Refusal, Says, Sealed, Viewer


def says(state: State, move: Any) -> Says:
    """The line of the history for a move; ``state`` is the one it was played in."""
    after = play(state, move)
    after = state if isinstance(after, Refusal) else after
    return _told(
        state, _who(state, move), followed(state, after, move) or alone(state, after, move)
    )


def _told(state: State, seat: str, told: Told) -> Says:
    key, values = told
    return Says(f"merlin.did.{key}", {"seat": seat, "name": state.names[seat], **values})


OF_ANOTHER = (moves.Copies,)
"""Their seat is whom it is done to."""


def _who(state: State, move: Any) -> str:
    """Whose move it is: what the world says is told beside whoever is on turn."""
    seat = "" if isinstance(move, OF_ANOTHER) else getattr(move, "seat", "")
    if isinstance(move, moves.Grail):
        seat = state.grail
    if isinstance(move, mending.On):
        seat = move.figure
    return seat if seat in state.seats else state.turn


# Secrets


def seal(now: State, then: State, move: Any) -> Sealed | None:
    """That somebody drew is for all; which mission it is, for that seat, for ever. One that is
    put right is no exception, unless it lies open there."""
    match move:
        case moves.Draws(seat=seat):
            told = _told(then, seat, ("draws", {}))
            return Sealed(seat, told, {"do": "draws", "seat": seat}, ever=True)
        case mending.Lies(where="hand" | "pile", seat=seat) if seat:
            told = _told(then, seat, ("lies", {}))
            return Sealed(seat, told, {"do": "lies", "seat": seat}, ever=True)
    return None


OF_A_HAND = (moves.Drops, moves.Fulfils, moves.Draws)


def may_hear(state: State, viewer: Viewer, move: Any) -> bool:
    """Why a mission cannot be fulfilled may tell of the hand: that is for its own seat alone."""
    if everything(state) and isinstance(move, OF_A_HAND):
        return viewer.seat == getattr(move, "seat", state.turn)
    return True
