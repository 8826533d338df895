"""What lies in the box of The Magic Labyrinth (rulebook page 3).

Rule: only what the book counts is stated here. Which symbol is printed where is
learned from the owner's board; the names below are those of our own drawings.
"""

from __future__ import annotations

from companion.geometry import CORNERS, FIELDS

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

__all__ = ["CHIPS", "CORNERS", "FACES", "FIELDS", "OPPOSITE", "SEATS", "SIDE", "SYMBOLS"]
