"""The six counties, the people sent there, and the spaces of the rondel (pages 1 to 7 and 12).

Rule: what the book's text names or counts; it names all counties but brown, which players do. In which order spaces and counties lie, and what the
flag of a county does, is in its pictures, and so learned from the owner's board.
"""

from __future__ import annotations

from typing import Literal, get_args

County = Literal["black", "grey", "blue", "purple", "orange", "brown"]
Henchman = Literal["lady", "shieldbearer", "builder", "flagbearer"]
Thing = Literal["shield", "flag", "stone"]
Owned = Literal["shield", "flag", "stone", "influence"]
Terrain = Literal["mountain", "forest", "lake"]
Flag = Literal["repel", "two-missions", "backwards", "flip-die", "other-knight", "mirror"]

COUNTIES: tuple[County, ...] = get_args(County)
HENCHMEN: tuple[Henchman, ...] = get_args(Henchman)
THINGS: tuple[Thing, ...] = get_args(Thing)
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
OWNED: tuple[Owned, ...] = get_args(Owned)
FLAGS: tuple[Flag, ...] = get_args(Flag)
"""In the order of the last page."""

SPACES: dict[str, int] = {
    **dict.fromkeys(COUNTIES, 1),
    **{f"points-{what}": 1 for what in OWNED},
    **{f"gain-{what}": 1 for what in (*THINGS, "henchman")},
    "excalibur": 1,
    "grail": 1,
    "relocate": 1,
    "swap": 2,
    "mission": 2,
    "manor": 3,
}
"""The spaces of the rondel, and how many there are of each: 24 (pages 4 to 7)."""
ROUND = sum(SPACES.values())


def good(county: str, thing: str) -> str:
    """One thing of one county, in one word: ``black-flag``."""
    return f"{county}-{thing}"
