"""What else came of a move, where that is more worth telling than the move itself.

Rule: one thing alone is told, the one that weighs most: the end of the game, a scoring, a new
round, the whole landscape. It is found by comparing what was with what is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.merlin import moves
from companion.games.merlin.scoring import winners
from companion.games.merlin.state import State, points

Told = tuple[str, dict[str, str | int]]
"""The end of a key, and what fills its sentence."""
Tells = Callable[[State, State, Any], Told]
"""From the state before a move and after it."""
BEFORE = (moves.Next, moves.Draws)
"""Points weigh more than the round after them; and what is drawn in secret is told to all alike."""


def followed(state: State, after: State, move: Any) -> Told | None:
    """What came of it, if it is worth telling."""
    if state.phase == after.phase:
        return None
    return ended(after) or (None if isinstance(move, BEFORE) else began(after))


def ended(after: State) -> Told | None:
    """Who has won, once it is over (page 10)."""
    if after.phase != "over":
        return None
    first = [after.names[seat] for seat in winners(after)]
    if len(first) == 1:
        return "over", {"winner": first[0]}
    return "over_shared", {"winners": ", ".join(first)}


def began(after: State) -> Told | None:
    """A phase that somebody's last move led to."""
    match after.phase:
        case "begin":
            return "landscape", {}
        case "roll":
            return "round", {"round": after.round}
        case "score":
            return "scoring", {"round": after.round}
    return None


def waited(state: State, what: str) -> Any:
    """That part of what was waited for; empty where nothing was."""
    return getattr(state.todo[0], what, "") if state.todo else ""


def gained(state: State, after: State) -> int:
    """Points that came to whoever is on turn."""
    return points(after, state.turn) - points(state, state.turn)
