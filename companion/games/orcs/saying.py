"""What choices are called, for both modules that make them."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.orcs.pieces import STRENGTHS
from companion.vocabulary import Choice, Says

Choices = tuple[Choice, ...]


def does(what: str, /, **values: str | int) -> Says:
    """What a choice says."""
    return Says(f"orcs.do.{what}", values)


def moving(those: Collection[str]) -> str:
    """Who moves, as one word: ``weak-mighty``, or ``nobody``."""
    return "-".join(one for one in STRENGTHS if one in those) or "nobody"
