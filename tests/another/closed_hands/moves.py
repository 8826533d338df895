"""Everything that can happen in Closed Hands, as words in the journal.

Rule: a move says what was done, never what follows from it; the rules work that out.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Seat = Annotated[str, Meta(pattern="^(red|blue|green|yellow|black|white|orange|violet)$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]


class _Move(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


class Turned(_Move, frozen=True):
    """The prize card of the round was turned: so many points."""

    card: Annotated[int, Meta(ge=1, le=3)]


class Lay(_Move, frozen=True):
    """A player lays a token face down."""

    seat: Seat
    token: Name


class TakeUp(_Move, frozen=True):
    """A player takes the token up again, before all lie."""

    seat: Seat


class Points(_Move, frozen=True):
    """A correction: a player has so many points."""

    seat: Seat
    points: Annotated[int, Meta(ge=0, le=999)]


Correction = Points
Tap = Turned | Lay | TakeUp | Points
Move = Tap
