"""The six kinds of monsters, and how many of each lie in the box (lines 1 and 3).

Rule: a kind is called by its value at the start; the book gives it no name.
"""

from __future__ import annotations

from typing import Literal

from companion.games.orcs.pieces import RANKS

Kind = Literal["1", "2", "4", "5", "7", "8"]
Strength = Literal["weak", "strong", "mighty"]

KINDS: tuple[Kind, ...] = ("1", "2", "4", "5", "7", "8")
"""By their value at the start (line 12: "5 x 1, 2 x 2, 1 x 4 …")."""
FIGURES: dict[Kind, int] = {kind: RANKS[int(kind)] for kind in KINDS}
"""As many figures as markers (line 1)."""
STRENGTH: dict[Kind, Strength] = {
    "1": "weak", "2": "weak", "4": "strong", "5": "strong", "7": "mighty", "8": "mighty",
}  # fmt: skip
