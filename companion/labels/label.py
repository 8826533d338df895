"""What stands on one label: a code for the reader, a name for people.

Rule: the code is the piece's own id, so that a printed label needs no teaching.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.languages import Words
from companion.vocabulary import Piece, Pieces
from companion.vocabulary.tags import label


class Label(Struct, frozen=True):
    """``code`` is what the reader says; ``known``: what was learned of the piece, if that helps
    to find it; ``kind``: what its like are called."""

    code: str
    name: str
    known: str
    kind: str


def labelled(
    pieces: Pieces,
    wanted: Iterable[Piece],
    facts: Mapping[str, Mapping[str, Any]],
    spoken: Words,
) -> tuple[Label, ...]:
    """The labels of these pieces of a game, as far as people said what is printed on them."""
    return tuple(
        _label(pieces.game, piece, facts.get(f"{pieces.game}/{piece.id}", {}), spoken)
        for piece in wanted
    )


def _label(game: str, piece: Piece, facts: Mapping[str, Any], spoken: Words) -> Label:
    return Label(
        code=label(f"{game}/{piece.id}"),
        name=_capital(spoken.say(piece.says)),
        known=_known(game, piece, facts, spoken),
        kind=spoken.word(f"{game}.kind.{piece.kind}"),
    )


def _known(game: str, piece: Piece, facts: Mapping[str, Any], spoken: Words) -> str:
    """What is written or shown on it, rather than a number or a list."""
    by_kind = sorted(piece.facts, key=lambda fact: fact.kind != "text")
    for fact in by_kind:
        value = facts.get(fact.key)
        if fact.kind in ("text", "one") and isinstance(value, str) and value:
            key = f"{game}.word.{value}"
            return spoken.word(key) if key in spoken else value
    return ""


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
