"""What a viewer may see of a game.

Rule: everything that leaves the service about this game is made here. What was found of
the hidden walls is shown to nobody before the game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.labyrinth.pieces import FIELDS
from companion.games.labyrinth.state import State, left, sought
from companion.games.labyrinth.walling import revealed
from companion.vocabulary import Viewer


def show(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as a dictionary of plain values, the same for every viewer."""
    return {
        "phase": state.phase,
        "turn": {"seat": state.turn, "name": state.names[state.turn]},
        "wanted": state.wanted or None,
        "blind": state.blind[0] if state.blind else "",
        "roll": state.roll or None,
        "left": left(state),
        "start": state.start,
        "path": list(state.path),
        "either": [list(path) for path in state.either],
        "resting": _resting(state),
        "seats": [_seat(state, seat) for seat in state.seats],
        "fields": [_field(state, field) for field in FIELDS],
        "question": _question(state),
        "winners": list(state.winners),
        "turned": state.turned,
        "bag": len(state.bag),
        "options": msgspec.to_builtins(state.options),
        "walls": revealed(state) if state.phase == "over" else None,
    }


def _resting(state: State) -> bool:
    if state.phase != "walk":
        return False
    return left(state) == 0 or (bool(state.path) and sought(state, state.at[state.turn]))


def _seat(state: State, seat: str) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": state.names[seat],
        "corner": state.corners[seat],
        "at": state.at[seat],
        "ball": state.balls[seat],
        "chips": list(state.chips[seat]),
        "total": len(state.chips[seat]),
        "goal": state.goals[seat],
    }


def _field(state: State, field: str) -> dict[str, Any]:
    return {
        "field": field,
        "symbol": state.symbols.get(field, ""),
        "pieces": [seat for seat in state.seats if state.at[seat] == field],
        "home": next((s for s in state.seats if state.corners[s] == field), ""),
        "masked": field in state.masked,
    }


def _question(state: State) -> dict[str, Any] | None:
    if state.question is None:
        return None
    shown: dict[str, Any] = msgspec.to_builtins(state.question)
    return shown
