"""Everything that can happen in The Magic Labyrinth, as words in the journal.

Rule: a move says what was done, never what follows from it; the rules work that out.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.vocabulary import Question
from companion.walls.evidence import Drop

Field = Annotated[str, Meta(pattern="^[a-f][1-6]$")]
Seat = Annotated[str, Meta(pattern="^(red|blue|yellow|green)$")]
Symbol = Annotated[str, Meta(min_length=1, max_length=24)]
Face = Annotated[int, Meta(ge=1, le=4)]
Path = Annotated[tuple[Field, ...], Meta(max_length=4)]


class _Move(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


# What the world says.


class Draw(_Move, frozen=True):
    """A chip came out of the bag."""

    symbol: Symbol


class Roll(_Move, frozen=True):
    """The die shows a face. While somebody walks it is the next player's die."""

    face: Face


# What people do.


class Walk(_Move, frozen=True):
    """The walk of this turn so far, from the field it began on (not named). A later
    Walk says it anew. ``either``: other paths that fit what was seen as well.
    ``seat`` is named only for the player before, whose walk turned out longer."""

    path: Path
    either: Annotated[tuple[Path, ...], Meta(max_length=8)] = ()
    seat: Seat | None = None


class Stop(_Move, frozen=True):
    """The walk is over: the chip is taken, or the next player is on turn."""


class Found(_Move, frozen=True):
    """The wanted symbol is printed here; nobody had told the companion."""


class Fall(_Move, frozen=True):
    """The ball fell: of the player on turn, or of the one just before."""

    seat: Seat | None = None
    tray: str = ""


class Fell(_Move, frozen=True):
    """The same, as the plate saw it. ``drop``: which edges may have held the ball back, for
    nobody to see before the match is over. ``knock``: there was no wall, and by a house
    rule that is given back."""

    drop: Drop
    seat: Seat | None = None
    tray: str = ""
    knock: bool = False


class Back(_Move, frozen=True):
    """Magician and ball stand in their corner again."""

    seat: Seat


# Questions and answers.


class Ask(_Move, frozen=True):
    """The companion cannot tell, and asks."""

    question: Question


class Unask(_Move, frozen=True):
    """The question has answered itself."""


class Answer(_Move, frozen=True):
    """One of the answers offered, counted from 0."""

    option: Annotated[int, Meta(ge=0, le=20)]


# Corrections: the cardboard is the truth.


class Place(_Move, frozen=True):
    """A magician stands there."""

    seat: Seat
    field: Field


class Give(_Move, frozen=True):
    """A player has a chip that the companion did not give."""

    seat: Seat
    symbol: Symbol


class Lose(_Move, frozen=True):
    """A player does not have that chip; it goes back into the bag."""

    seat: Seat
    symbol: Symbol


class Want(_Move, frozen=True):
    """Another chip lies open beside the board."""

    symbol: Symbol


class Turn(_Move, frozen=True):
    """Somebody else is on turn, and has not rolled yet."""

    seat: Seat


class Ball(_Move, frozen=True):
    """Where a player's ball is: ``under`` the magician, in a ``tray``, ``unknown``."""

    seat: Seat
    where: Annotated[str, Meta(pattern="^(under|tray|unknown)$")]


class Mask(_Move, frozen=True):
    """Do not listen to the sensor of a field (or listen again)."""

    field: Field
    masked: bool = True


class Turned(_Move, frozen=True):
    """The box now lies so many quarter turns clockwise from how the sensors lie."""

    quarters: Annotated[int, Meta(ge=0, le=3)]


class Printed(_Move, frozen=True):
    """The symbol printed on a field, or none."""

    field: Field
    symbol: Annotated[str, Meta(max_length=24)] = ""


World = Draw | Roll
Quiet = Ask | Unask | Back
Correction = Place | Give | Lose | Want | Turn | Ball | Mask | Turned | Printed
Tap = Draw | Roll | Walk | Stop | Found | Fall | Back | Answer | Correction
Move = Tap | Fell | Ask | Unask
