"""Maginor (Fantasy Flight Games 2001): its pieces, so that a reader knows them."""

from __future__ import annotations

from companion.games.maginor import pieces
from companion.vocabulary import Pieces

PIECES = Pieces("maginor", pieces.PIECES, __name__)

__all__ = ["PIECES"]
