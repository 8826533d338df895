"""What people say about the table, as words in the journal: the cardboard is the truth.

Rule: a word says how one thing stands, never how it came so. What can be true is looked at in
``corrections``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.orcs.kinds import Kind
from companion.games.orcs.said import Card, Counted, Path, Said, Seat, Segment

Count = Annotated[int, Meta(ge=0, le=60)]


class Counts(Said, frozen=True):
    """How many a mage has: won monsters of a kind, or ``poison``, ``support``, ``learned``."""

    seat: Seat
    what: Counted
    count: Count


class Worth(Said, frozen=True):
    """The value of a kind now."""

    kind: Kind
    value: Annotated[int, Meta(ge=1, le=8)]


class Puts(Said, frozen=True):
    """A monster of that kind stands there, that the companion did not know."""

    kind: Kind
    path: Path
    segment: Segment


class Away(Said, frozen=True):
    """That monster does not stand there."""

    figure: Annotated[int, Meta(ge=1, le=999)]


class Markers(Said, frozen=True):
    """So many markers lie at the end of a path."""

    path: Path
    count: Annotated[int, Meta(ge=0, le=12)]


class Track(Said, frozen=True):
    """How far the cube of a skull track is."""

    seat: Seat
    kind: Kind
    at: Annotated[int, Meta(ge=0, le=2)]


class Trait(Said, frozen=True):
    """What the trophy boards print for a kind."""

    kind: Kind
    hits: Annotated[int, Meta(ge=0, le=30)] | None = None
    ability: Annotated[str, Meta(max_length=16)] | None = None
    bonus: Annotated[str, Meta(max_length=16)] | None = None


class Lies(Said, frozen=True):
    """Where a card is: in the ``hand``, the ``draw`` or ``discard`` pile of a mage, or in the ``box``."""

    card: Card
    seat: Annotated[str, Meta(pattern="^(red|blue|yellow|green|)$")]
    where: Literal["hand", "draw", "discard", "box"]


class Mage(Said, frozen=True):
    """Where a mage stands."""

    seat: Seat
    path: Path


class Turn(Said, frozen=True):
    """Who is on turn, with so many actions left."""

    seat: Seat
    actions: Annotated[int, Meta(ge=0, le=9)] = 2


class Way(Said, frozen=True):
    """The companion keeps more or less from now on."""

    way: Literal["everything", "board", "score"]


class Ends(Said, frozen=True):
    """The round was the last."""


Correction = (
    Counts | Worth | Puts | Away | Markers | Track | Trait | Lies | Mage | Turn | Way | Ends
)
