"""The shelves: the pieces of every game with what the table was taught of them.

Rule: only looks. Which tag is on what is told to whoever keeps the table alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.languages import Words
from companion.registry import Catalogue
from companion.views.tablet.pieces import words as called
from companion.vocabulary import Piece, Pieces

DRAWN = {
    "card": ("card", "spell", "starter", "mission", "fate", "poison"),
    "chip": ("chip", "oracle"),
    "token": ("token", "marker", "influence", "score", "hundred"),
    "die": ("die", "dice"),
    "tile": ("tile", "start", "manor"),
    "stone": ("stone",),
    "board": ("board", "castle", "frame", "favour"),
}
"""Drawings, and the kinds that are drawn so; any other is its word."""


ONE_TO_SIX = "0"
"""The die of the table, which shows pips; other dice show what their game says."""


class Placed(Struct, frozen=True):
    """A piece of a game: ``id`` with the game before it, and the tags that are on it."""

    id: str
    piece: Piece
    tags: tuple[str, ...]


class Kind(Struct, frozen=True):
    """Pieces of one kind, in the order in which they lie in the box."""

    name: str
    pieces: tuple[Placed, ...]

    @property
    def known(self) -> int:
        """How many of them a tag is on."""
        return sum(bool(one.tags) for one in self.pieces)

    @property
    def next(self) -> str:
        """The first that has no tag."""
        return next((one.id for one in self.pieces if not one.tags), "")


def kinds(shelf: Pieces, catalogue: Catalogue) -> tuple[Kind, ...]:
    """A game's pieces by kind, as they lie in the box."""
    tags = on(catalogue.registry.tags)
    found: dict[str, list[Placed]] = {}
    for piece in shelf.pieces:
        id = f"{shelf.game}/{piece.id}"
        found.setdefault(piece.kind, []).append(Placed(id, piece, tags.get(id, ())))
    return tuple(Kind(name, tuple(pieces)) for name, pieces in found.items())


def on(tags: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The other way round: the tags of every piece."""
    found: dict[str, tuple[str, ...]] = {}
    for tag, piece in tags.items():
        found[piece] = (*found.get(piece, ()), tag)
    return found


def lacking(catalogue: Catalogue, shelf: Pieces) -> str:
    """The first kind of which somebody has to tell what is printed on a piece."""
    kinds = (
        piece.kind
        for piece in shelf.pieces
        if called.lacks(catalogue, piece, f"{shelf.game}/{piece.id}")
    )
    return next(kinds, "")


def before(shelf: Pieces, id: str) -> str:
    """The piece that lies before this one in the box."""
    ids = [f"{shelf.game}/{piece.id}" for piece in shelf.pieces]
    at = ids.index(id) if id in ids else 0
    return ids[at - 1] if at else ""


def group(id: str) -> str:
    """What numbered pieces of one sort have in common: ``labyrinth/chip/`` of ``…/7``."""
    return f"{id.rpartition('/')[0]}/"


def one_of(catalogue: Catalogue, which: str) -> str:
    """This piece; of a sort the next without a tag, or the last where every one has some."""
    if not which.endswith("/"):
        return which if catalogue.piece(which) else ""
    taught, ours = set(catalogue.registry.tags.values()), catalogue.like(which)
    return next((id for id in ours if id not in taught), ours[-1] if ours else "")


def drawing(kind: str) -> str:
    """The drawing of a kind; empty where nobody made one."""
    return next((f"kind-{name}" for name, kinds in DRAWN.items() if kind in kinds), "")


def overview(
    words: Words, catalogue: Catalogue, shelves: Mapping[str, Pieces]
) -> list[dict[str, Any]]:
    """Every game with how many of its pieces are known."""
    return [
        {
            "game": shelf.game,
            "title": called.title(words, shelf.game),
            "known": sum(one.known for one in kinds(shelf, catalogue)),
            "all": len(shelf.pieces),
        }
        for shelf in shelves.values()
    ]


def shown(words: Words, catalogue: Catalogue, shelf: Pieces) -> list[dict[str, Any]]:
    """Every kind of a game, for a page; its pieces are asked for one kind at a time."""
    return [
        {
            "kind": kind.name,
            "title": called.kind(words, shelf.game, kind.name),
            "drawing": drawing(kind.name),
            "known": kind.known,
            "all": len(kind.pieces),
            "lacking": sum(
                called.lacks(catalogue, one.piece, one.id) for one in kind.pieces if one.tags
            ),
            "next": kind.next,
        }
        for kind in kinds(shelf, catalogue)
    ]


def listed(
    words: Words, catalogue: Catalogue, shelf: Pieces, name: str = ""
) -> list[dict[str, Any]]:
    """The pieces of one kind."""
    found = (kind for kind in kinds(shelf, catalogue) if kind.name == name)
    return [piece(words, catalogue, one) for kind in found for one in kind.pieces]


def sorts(words: Words, catalogue: Catalogue, shelf: Pieces, name: str) -> list[dict[str, Any]]:
    """The same for whoever says what was shown: of numbered pieces that are alike the next
    one stands for all, under ``which``."""
    found: dict[str, dict[str, Any]] = {}
    for one in listed(words, catalogue, shelf, name):
        which = group(one["piece"]) if one["numbered"] else one["piece"]
        if which not in found or (found[which]["tags"] and not one["tags"]):
            found[which] = {**one, "which": which}
    return list(found.values())


def piece(words: Words, catalogue: Catalogue, one: Placed) -> dict[str, Any]:
    """One piece in a list."""
    facts = catalogue.registry.facts.get(one.id, {})
    return {
        "piece": one.id,
        "name": words.say(one.piece.says),
        "numbered": one.piece.numbered,
        "face": one.piece.face if one.piece.die == ONE_TO_SIX else 0,
        "symbol": _symbol(one.piece, facts),
        "printed": called.printed(words, catalogue, one.id),
        "facts": bool(one.piece.facts),
        "lacks": called.lacks(catalogue, one.piece, one.id),
        "tags": [{"tag": tag, "short": called.short(words, tag)} for tag in one.tags],
    }


def _symbol(piece: Piece, facts: Mapping[str, Any]) -> str:
    """What is to be drawn for it: the one thing that is printed on it."""
    only = piece.facts[0] if len(piece.facts) == 1 else None
    value = facts.get(only.key, "") if only else ""
    return value if isinstance(value, str) else ""
