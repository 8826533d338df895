"""Everything that can happen in Orcs Orcs Orcs, as words in the journal.

Rule: a move says what was done, never what follows from it; the rules work that out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.orcs.kinds import Kind, Strength
from companion.games.orcs.state import Mission, Rule

Seat = Annotated[str, Meta(pattern="^(red|blue|yellow|green)$")]
Path = Annotated[int, Meta(ge=0, le=5)]
Segment = Annotated[int, Meta(ge=0, le=2)]
Card = Annotated[str, Meta(min_length=1, max_length=32)]
Hand = Literal["left", "right"]
Counted = Kind | Literal["poison", "support", "learned", "abilities"]
Count = Annotated[int, Meta(ge=0, le=60)]


class _Move(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


# What the world says


class Reveal(_Move, frozen=True):
    """The marker that was turned shows this kind."""

    kind: Kind


class Opens(_Move, frozen=True):
    """This spell lies open now, to be learned."""

    card: Card


class Draws(_Move, frozen=True):
    """A mage has drawn this card."""

    seat: Seat
    card: Card


class Fate(_Move, frozen=True):
    """The fate card: who moves, and the rule of the round."""

    moves: Annotated[tuple[Strength, ...], Meta(max_length=3)]
    rule: Rule


class Advance(_Move, frozen=True):
    """Its upper part, where nobody told the cards: these categories move."""

    moves: Annotated[tuple[Strength, ...], Meta(max_length=3)]


class Ruled(_Move, frozen=True):
    """Its lower part: the rule of the round."""

    rule: Rule


# What people do


class Stands(_Move, frozen=True):
    """A mage stands on that position of the tower."""

    seat: Seat
    path: Path


class Keeps(_Move, frozen=True):
    """The mission that a mage keeps."""

    seat: Seat
    mission: Mission


class Turns(_Move, frozen=True):
    """The path on which a marker is turned."""

    path: Path


class Teleport(_Move, frozen=True):
    """The mage goes to a free position."""

    path: Path


class Cast(_Move, frozen=True):
    """A spell is cast: its card where decks are kept, else its name."""

    card: Card


class Add(_Move, frozen=True):
    """A card is added for its power, its boost, or both."""

    card: Card


class Row(_Move, frozen=True):
    """The row that is applied, counted from 1; of a plain attack without cards its damage."""

    row: Annotated[int, Meta(ge=1, le=9)]


class Nothing(_Move, frozen=True):
    """No row is reached: it comes to nothing."""


class Boost(_Move, frozen=True):
    """A boost effect is used."""

    what: Literal["teleport", "draw"]


class Leave(_Move, frozen=True):
    """What might be used is left."""


class Figure(_Move, frozen=True):
    """This monster."""

    figure: Annotated[int, Meta(ge=1, le=999)]


class At(_Move, frozen=True):
    """This segment of the own path, the outer one is 0."""

    segment: Segment


class Side(_Move, frozen=True):
    """The segment left or right of it."""

    side: Hand


class Victim(_Move, frozen=True):
    """This opponent."""

    seat: Seat


class Drops(_Move, frozen=True):
    """A mage discards this card."""

    seat: Seat
    card: Card


class Learns(_Move, frozen=True):
    """The open spell on that place is learned; where decks stay at the table 0 is a support
    spell, and 1 another."""

    place: Annotated[int, Meta(ge=0, le=5)]


class Give(_Move, frozen=True):
    """A poison card goes to this opponent."""

    seat: Seat


class Remove(_Move, frozen=True):
    """A card of the hand goes back into the box; where decks stay at the table, ``poison`` or
    ``support``, or ``other``."""

    card: Card


class Pass(_Move, frozen=True):
    """No more actions in this turn."""


class Falls(_Move, frozen=True):
    """The monster is defeated, or it is not."""

    down: bool


class Prints(_Move, frozen=True):
    """What the trophy board prints there; nobody knows."""

    what: Annotated[str, Meta(max_length=16)]


class Extra(_Move, frozen=True):
    """The bonus action of a monster that was won."""

    kind: Kind


class Tells(_Move, frozen=True):
    """The mission that a mage kept, told at the end."""

    seat: Seat
    mission: Mission


class Tally(_Move, frozen=True):
    """One more of what counts at the end, or one fewer."""

    seat: Seat
    what: Counted
    more: bool


class Done(_Move, frozen=True):
    """The final sheet is complete."""


# Corrections: the cardboard is the truth


class Counts(_Move, frozen=True):
    """How many a mage has: won monsters of a kind, or ``poison``, ``support``, ``learned``."""

    seat: Seat
    what: Counted
    count: Count


class Worth(_Move, frozen=True):
    """The value of a kind now."""

    kind: Kind
    value: Annotated[int, Meta(ge=1, le=8)]


class Puts(_Move, frozen=True):
    """A monster of that kind stands there, that the companion did not know."""

    kind: Kind
    path: Path
    segment: Segment


class Away(_Move, frozen=True):
    """That monster does not stand there."""

    figure: Annotated[int, Meta(ge=1, le=999)]


class Markers(_Move, frozen=True):
    """So many markers lie at the end of a path."""

    path: Path
    count: Annotated[int, Meta(ge=0, le=12)]


class Track(_Move, frozen=True):
    """How far the cube of a skull track is."""

    seat: Seat
    kind: Kind
    at: Annotated[int, Meta(ge=0, le=2)]


class Trait(_Move, frozen=True):
    """What the trophy boards print for a kind."""

    kind: Kind
    hits: Annotated[int, Meta(ge=0, le=30)] | None = None
    ability: Annotated[str, Meta(max_length=16)] | None = None
    bonus: Annotated[str, Meta(max_length=16)] | None = None


class Lies(_Move, frozen=True):
    """Where a card is: in the ``hand``, the ``draw`` or ``discard`` pile of a mage, or in the ``box``."""

    card: Card
    seat: Annotated[str, Meta(pattern="^(red|blue|yellow|green|)$")]
    where: Literal["hand", "draw", "discard", "box"]


class Mage(_Move, frozen=True):
    """Where a mage stands."""

    seat: Seat
    path: Path


class Turn(_Move, frozen=True):
    """Who is on turn, with so many actions left."""

    seat: Seat
    actions: Annotated[int, Meta(ge=0, le=9)] = 2


class Way(_Move, frozen=True):
    """The companion keeps more or less from now on."""

    way: Literal["everything", "board", "score"]


class Ends(_Move, frozen=True):
    """The round was the last."""


World = Reveal | Opens | Draws | Fate | Advance | Ruled
Correction = (
    Counts | Worth | Puts | Away | Markers | Track | Trait | Lies | Mage | Turn | Way | Ends
)
Tap = (
    World | Stands | Keeps | Turns | Teleport | Cast | Add | Row | Nothing | Boost | Leave
    | Figure | At | Side | Victim | Drops | Learns | Give | Remove | Pass | Falls | Prints | Extra
    | Tells | Tally | Done | Correction
)  # fmt: skip
Move = Tap
