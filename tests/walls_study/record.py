"""What is kept of one table, so that it can be judged without playing it again.

Rule: what the companion found and what was true stand side by side, and neither knows the
other; nothing that fell is left out.
"""

from __future__ import annotations

from msgspec import Struct

from companion.walls.evidence import Found


class Walked(Struct, frozen=True):
    """What truly happened to a ball in one turn: over which edges it went, and whether it
    ``fell``; ``wall``: the edge that held it back, empty if none did."""

    turn: int
    seat: str
    edges: tuple[str, ...]
    fell: bool = False
    wall: str = ""
    at: int = 0  # when it fell
    tray: str = ""


class Noted(Struct, frozen=True):
    """A ball that the companion noted as fallen: the number of its drop (-1: people told it,
    and nothing was seen), by which move, and which of the falls it was; -1 if none."""

    drop: int
    turn: int
    seat: str
    at: int
    by: str
    fall: int


class Record(Struct, frozen=True):
    """One table. ``falls``: every ball that truly fell in a turn. ``walks``: the turns in
    which none did. ``found``: what the companion had found after so many turns, and ``seen``: how many of
    its drops the plate saw, which stand before those that people told."""

    seed: int
    slope: float
    late: int
    walls: tuple[str, ...]
    turns: int
    falls: tuple[Walked, ...]
    walks: tuple[Walked, ...]
    noted: tuple[Noted, ...]
    found: dict[int, Found]
    seen: dict[int, int]
    misread: int
    asked: int
    wrong: tuple[str, ...]
    seconds: float
