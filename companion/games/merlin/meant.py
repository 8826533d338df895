"""What a shown piece can mean, for the modules that say it.

Rule: a meaning plays as it stands. Where nothing is meant, a sentence for everybody says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.merlin.choices import choices
from companion.games.merlin.rules import play
from companion.games.merlin.state import State
from companion.vocabulary import Choice, Meaning, Refusal, Says

Meant = tuple[Meaning, ...] | Refusal
NOTHING = Refusal("merlin.no.piece")


def those(state: State, is_meant: Callable[[Choice], bool]) -> Meant:
    """All open choices that are meant."""
    found = (one for one in choices(state) if is_meant(one))
    return tuple(Meaning(c.says, (c.move,), c.seat, c.secret) for c in found) or NOTHING


def these(state: State, *moves: Any) -> Meant:
    """Those of these moves that are open."""
    return those(state, lambda choice: choice.move in moves)


def one(state: State, seat: str, move: Any, says: Says) -> Meant:
    """This move, or why it cannot be."""
    refused = play(state, move)
    return refused if isinstance(refused, Refusal) else (Meaning(says, (move,), seat),)


def either(*meant: Meant) -> Meant:
    """All that is meant of these; if nothing is, the first reason."""
    found = tuple(it for some in meant if not isinstance(some, Refusal) for it in some)
    return found or meant[0]


def first(state: State) -> Any:
    """What is waited for."""
    return state.todo[0] if state.todo else None
