"""What the API tells of pieces that were just shown, as types.

Rule: as in ``shapes``; whatever stands in here, this viewer may know.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class CanMean(Struct, frozen=True):
    """One thing that a shown piece can mean now."""

    meaning: int
    seat: str
    says: dict[str, Any]
    text: str


class AsksWhich(Struct, frozen=True):
    """A shown piece can mean several things. ``number`` names the question."""

    number: int
    says: dict[str, Any]
    text: str
    meanings: tuple[CanMean, ...]


class AsksWhat(Struct, frozen=True):
    """Somebody has to say what was shown. ``why``: ``new``, or ``facts`` where only what is
    printed on it is missing."""

    tag: str
    why: str


class ShownPieces(Struct, frozen=True):
    """What this viewer may know of the pieces that are shown. ``unknown``: tags that are on
    nothing; ``guide``: the piece that is asked for; ``latest``: the tag shown last."""

    which: AsksWhich | None
    asked: AsksWhat | None
    unknown: tuple[str, ...]
    guide: str
    latest: str
