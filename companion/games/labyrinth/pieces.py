"""What lies in the box of The Magic Labyrinth (rulebook page 3).

Rule: only what the book counts is stated here. Which symbol is printed where is
learned from the owner's board; the names below are those of our own drawings.
"""

from __future__ import annotations

from companion.geometry import CORNERS, FIELDS
from companion.vocabulary import Fact, Piece, Says

SEATS = ("red", "blue", "yellow", "green")
"""Four magicians (page 3); a seat is the colour of its magician."""

SIDE = 6
"""Fields along one side of the board (page 3, picture)."""

FACES = (1, 2, 2, 3, 3, 4)
"""The die has no 5 and no 6 (page 3)."""

CHIPS = 24
"""Chips in the bag (page 3)."""

SYMBOLS = (
    "snail", "key", "moon", "mushroom", "crown", "bell", "boat", "cup",
    "candle", "fish", "apple", "book", "bottle", "cat", "cloud", "feather",
    "frog", "hat", "lantern", "owl", "ring", "sun", "tree", "hourglass",
)  # fmt: skip

OPPOSITE = {"a1": "f6", "f6": "a1", "f1": "a6", "a6": "f1"}

SYMBOL = Fact("symbol", "text", of=SYMBOLS)
"""What is printed on a chip; the owner's copy may show others than our own drawings."""


def _chip(number: int) -> Piece:
    """The book counts 24 and shows them in pictures (page 3)."""
    says = Says("labyrinth.piece.chip", {"number": number})
    return Piece(f"chip/{number}", says, (SYMBOL,), numbered=True)


def _side(place: int) -> Piece:
    """A side of the die says what it shows; a second 2 or 3 is told apart by its id."""
    face = FACES[place]
    copy = f"-{FACES[: place + 1].count(face)}" if FACES.count(face) > 1 else ""
    says = Says("labyrinth.piece.die", {"face": face, "side": place + 1})
    return Piece(f"die/{face}{copy}", says, die="0", face=face)


PIECES = (
    *(_chip(number) for number in range(1, CHIPS + 1)),
    *(_side(place) for place in range(len(FACES))),
)
"""What can carry a label. The magicians stand on the plate, and it sees their magnets."""

__all__ = [
    "CHIPS",
    "CORNERS",
    "FACES",
    "FIELDS",
    "OPPOSITE",
    "PIECES",
    "SEATS",
    "SIDE",
    "SYMBOLS",
]
