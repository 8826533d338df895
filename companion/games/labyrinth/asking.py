"""Questions: kept in the state, so that they outlive a restart.

Rule: an answer is played as the moves it stands for, with the same rules as any other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.state import State
from companion.vocabulary import Refusal


def ask(state: State, move: moves.Ask) -> State | Refusal:
    """A question lies open; a newer one takes its place."""
    return replace(state, question=move.question)


def unask(state: State, _: moves.Unask) -> State | Refusal:
    """The table has answered by itself."""
    if state.question is None:
        return Refusal("labyrinth.no.question")
    return replace(state, question=None)


def answer(
    state: State, move: moves.Answer, play: Callable[[State, Any], State | Refusal]
) -> State | Refusal:
    """All the moves that the answer stands for, or the first reason why not."""
    if state.question is None or move.option >= len(state.question.options):
        return Refusal("labyrinth.no.question")
    after: State | Refusal = replace(state, question=None)
    for meant in state.question.options[move.option].moves:
        if isinstance(after, Refusal):
            break
        after = play(after, msgspec.convert(meant, moves.Move))
    return after
