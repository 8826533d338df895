"""The stickers on the pieces of an evening: every piece has one, and its number tells it.

Rule: what is printed on a piece is known where the text says so, and else nobody told it yet. In
the text the facts stand in their order, with a stroke between them, and a plus within one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.registry import Catalogue, Registry
from companion.vocabulary import Fact, Game, Piece, Pieces


def number(game: Game, id: str) -> str:
    """The number of the sticker on a piece, 7 bytes of the usual maker."""
    place = [piece.id for piece in game.pieces].index(id)
    return f"04a2245c6f{place:04x}"


def catalogue(game: Game, printed: Mapping[str, str]) -> Catalogue:
    """What the table was taught before the evening."""
    shelf = Pieces(game.name, game.pieces, game.package)
    tags = {f"nfc:{number(game, one.id)}": f"{game.name}/{one.id}" for one in game.pieces}
    told = {f"{game.name}/{id}": it for id, it in facts(game, printed).items()}
    return Catalogue({game.name: shelf}, Registry(tags, told))


def facts(game: Game, printed: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """What the text says of the pieces, by the piece."""
    return {one.id: _facts(one, printed[one.id]) for one in game.pieces if one.id in printed}


def _facts(piece: Piece, said: str) -> dict[str, Any]:
    """``weak+strong/none``: who moves, and the rule."""
    told = zip(piece.facts, said.split("/"), strict=False)
    return {fact.key: _fact(fact, words) for fact, words in told}


def _fact(fact: Fact, words: str) -> Any:
    if fact.kind in ("some", "row"):
        return words.split("+")
    return int(words) if fact.kind == "number" else words
