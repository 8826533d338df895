"""All pieces of the games that are here, and what was taught of them.

Rule: it never changes; with more that was taught it is another one. A label that we printed
says by itself which piece it is on, and nobody can teach it otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.vocabulary import Labelled, Piece, Pieces
from companion.vocabulary.tags import label


class Registry(Struct, frozen=True):
    """``nfc:04…`` is on ``labyrinth/chip/7``; and what is printed on which piece."""

    tags: dict[str, str] = {}
    facts: dict[str, dict[str, Any]] = {}


NOTHING = Registry()


class Catalogue:
    """Finds pieces and tags. A piece has its game before it: ``labyrinth/chip/7``."""

    def __init__(self, shelves: Mapping[str, Pieces], registry: Registry = NOTHING) -> None:
        self.registry = registry
        self._pieces = {
            f"{game}/{piece.id}": piece
            for game, shelf in shelves.items()
            for piece in shelf.pieces
        }
        self._ours = {f"code:{label(id)}": id for id in self._pieces}

    def with_(self, registry: Registry) -> Catalogue:
        """The same pieces, and all that is taught of them by now."""
        catalogue = Catalogue({}, registry)
        catalogue._pieces, catalogue._ours = self._pieces, self._ours
        return catalogue

    def piece(self, id: str) -> Piece | None:
        """The piece of this name."""
        return self._pieces.get(id)

    def on(self, tag: str) -> str:
        """The piece that the tag is on, or nothing. It may be of a game that is not here."""
        return self._ours.get(tag) or self.registry.tags.get(tag, "")

    def find(self, tag: str) -> Labelled | None:
        """What is known of the piece that the tag is on."""
        id = self.on(tag)
        piece = self.piece(id)
        if piece is None:
            return None
        facts = self.registry.facts.get(id, {})
        lacks = tuple(f.key for f in piece.facts if f.needed and f.key not in facts)
        return Labelled(id, facts, lacks, piece.die, piece.face)

    def after(self, id: str) -> str:
        """The next piece of that box that nobody put a tag on, or nothing."""
        shelf = self.like(f"{id.partition('/')[0]}/")
        tagged = set(self.registry.tags.values())
        rest = shelf[shelf.index(id) + 1 :] if id in shelf else []
        return next((one for one in rest if one not in tagged), "")

    def like(self, front: str) -> list[str]:
        """Pieces whose names begin like this, in the order of their box."""
        return [id for id in self._pieces if id.startswith(front)]
