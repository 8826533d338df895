"""What just happened, as one short sentence of the history.

Rule: no sentence says a word of the hidden walls; ``veil`` keeps them out of the move, too,
until the game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.games.labyrinth import moves
from companion.games.labyrinth.state import State, sought
from companion.vocabulary import Says


def says(state: State, move: Any) -> Says:
    """The line of the history for a move; ``state`` is the one it was played in."""
    key, values = _TELLS[type(move)](state, move)
    return Says(f"labyrinth.did.{key}", {"seat": _who(state, move), **values})


def _who(state: State, move: Any) -> str:
    seat = getattr(move, "seat", None)
    if seat:
        return str(seat)
    if isinstance(move, moves.Draw) and state.blind:
        return state.blind[0]
    return state.turn


def veil(now: State, move: Any) -> dict[str, Any] | None:
    """What may be told of a move: the fall that the plate saw looks like one that people
    told, until the game is over and the walls are no secret."""
    if now.phase == "over" or not isinstance(move, moves.Fell):
        return None
    shown: dict[str, Any] = msgspec.to_builtins(moves.Fall(move.seat, move.tray))
    return shown


_Told = tuple[str, dict[str, str | int]]


def _walked(state: State, move: moves.Walk) -> _Told:
    if move.path and (wanted := _found_late(state, move)):
        return "chip", {"symbol": wanted}
    return ("walked", {"count": len(move.path)}) if move.path else ("stayed", {})


def _found_late(state: State, move: moves.Walk) -> str:
    """The open chip, where the walk of the turn just ended turned out to lead to it."""
    if state.late is None or move.seat != state.late.seat:
        return ""
    wanted = state.late.wanted
    return wanted if state.symbols.get(move.path[-1]) == wanted else ""


def _stopped(state: State, _: moves.Stop) -> _Told:
    if state.phase == "walk" and state.path and sought(state, state.at[state.turn]):
        return "chip", {"symbol": state.wanted}
    return "stopped", {}


def _found(state: State, _: moves.Found) -> _Told:
    return "chip", {"symbol": state.wanted}


def _masked(_: State, move: moves.Mask) -> _Told:
    return ("masked" if move.masked else "unmasked"), {}


_TELLS: dict[type, Callable[[State, Any], _Told]] = {
    moves.Draw: lambda state, move: ("drew", {"symbol": move.symbol}),
    moves.Roll: lambda state, move: ("rolled", {"face": move.face}),
    moves.Walk: _walked,
    moves.Stop: _stopped,
    moves.Found: _found,
    moves.Fall: lambda state, move: ("fell", {}),
    moves.Fell: lambda state, move: ("knocked" if move.knock else "fell", {}),
    moves.Back: lambda state, move: ("back", {}),
    moves.Ask: lambda state, move: ("asked", {}),
    moves.Unask: lambda state, move: ("settled", {}),
    moves.Answer: lambda state, move: ("answered", {}),
    moves.Place: lambda state, move: ("placed", {}),
    moves.Give: lambda state, move: ("given", {"symbol": move.symbol}),
    moves.Lose: lambda state, move: ("lost", {"symbol": move.symbol}),
    moves.Want: lambda state, move: ("wanted", {"symbol": move.symbol}),
    moves.Turn: lambda state, move: ("turn", {}),
    moves.Ball: lambda state, move: ("ball", {}),
    moves.Mask: _masked,
    moves.Turned: lambda state, move: ("turned", {}),
    moves.Printed: lambda state, move: ("printed", {}),
}
