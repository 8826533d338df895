"""Merlin (Queen Games 2017): its pieces, so that a reader knows them."""

from __future__ import annotations

from companion.games.merlin import pieces
from companion.vocabulary import Pieces

PIECES = Pieces("merlin", pieces.PIECES, __name__)

__all__ = ["PIECES"]
