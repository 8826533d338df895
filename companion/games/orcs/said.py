"""What a move is made of.

Rule: what is no word or number of the box is no move, and is refused before any rule reads it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.orcs.kinds import Kind

Seat = Annotated[str, Meta(pattern="^(red|blue|yellow|green)$")]
Path = Annotated[int, Meta(ge=0, le=5)]
Segment = Annotated[int, Meta(ge=0, le=2)]
Card = Annotated[str, Meta(min_length=1, max_length=32)]
Counted = Kind | Literal["poison", "support", "learned", "abilities"]


class Said(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something that happened, as a word in the journal."""
