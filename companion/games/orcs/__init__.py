"""Orcs Orcs Orcs (Queen Games 2014): its pieces, so that a reader knows them."""

from __future__ import annotations

from companion.games.orcs import pieces
from companion.vocabulary import Pieces

PIECES = Pieces("orcs", pieces.PIECES, __name__)

__all__ = ["PIECES"]
