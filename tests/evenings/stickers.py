"""The stickers on the pieces of an evening: every piece has one, and its number tells it.

Rule: what is printed on a piece is known where the text says so, and else nobody told it yet.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.registry import Catalogue, Registry
from companion.vocabulary import Game, Pieces


def number(game: Game, id: str) -> str:
    """The number of the sticker on a piece, 7 bytes of the usual maker."""
    place = [piece.id for piece in game.pieces].index(id)
    return f"04a2245c6f{place:04x}"


def catalogue(game: Game, printed: Mapping[str, str]) -> Catalogue:
    """What the table was taught before the evening."""
    shelf = Pieces(game.name, game.pieces, game.package)
    tags = {f"nfc:{number(game, one.id)}": f"{game.name}/{one.id}" for one in game.pieces}
    facts = {
        f"{game.name}/{one.id}": {one.facts[0].key: printed[one.id]}
        for one in game.pieces
        if one.id in printed
    }
    return Catalogue({game.name: shelf}, Registry(tags, facts))
