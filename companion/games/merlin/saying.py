"""What choices are called, for the modules that make them.

Rule: a mission is called by what it asks for, which is all that its players look at.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.merlin.state import Mission, State
from companion.vocabulary import Choice, Says

Choices = tuple[Choice, ...]
HOLES = ("first", "second", "third")
"""Needs that a sentence has room for."""


def does(what: str, /, **values: str | int) -> Says:
    """What a choice says."""
    return Says(f"merlin.do.{what}", values)


def mission(state: State, verb: str, card: str) -> Says:
    """What is done with a mission."""
    return _called(verb, state.cards[card])


@lru_cache(maxsize=4096)
def _called(verb: str, known: Mission) -> Says:
    needs = dict(zip(HOLES, known.needs, strict=False))
    count = len(known.needs)
    room = count if count <= len(HOLES) else "more"
    return does(f"mission_{room}", verb=verb, card=known.id, points=known.points, **needs)
