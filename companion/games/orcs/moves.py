"""Everything that can happen in Orcs Orcs Orcs, as words in the journal.

Rule: a move says what was done, never what follows from it; the rules work that out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.orcs.kinds import Kind, Strength
from companion.games.orcs.putting_right import (
    Away,
    Correction,
    Counts,
    Ends,
    Lies,
    Mage,
    Markers,
    Puts,
    Track,
    Trait,
    Turn,
    Way,
    Worth,
)
from companion.games.orcs.said import Card, Counted, Path, Said, Seat, Segment
from companion.games.orcs.state import Mission, Rule

Hand = Literal["left", "right"]


# What the world says


class Reveal(Said, frozen=True):
    """The marker that was turned shows this kind."""

    kind: Kind


class Opens(Said, frozen=True):
    """This spell lies open now, to be learned."""

    card: Card


class Draws(Said, frozen=True):
    """A mage has drawn this card."""

    seat: Seat
    card: Card


class Fate(Said, frozen=True):
    """The fate card: who moves, and the rule of the round."""

    moves: Annotated[tuple[Strength, ...], Meta(max_length=3)]
    rule: Rule


class Advance(Said, frozen=True):
    """Its upper part, where nobody told the cards: these categories move."""

    moves: Annotated[tuple[Strength, ...], Meta(max_length=3)]


class Ruled(Said, frozen=True):
    """Its lower part: the rule of the round."""

    rule: Rule


# What people do


class Stands(Said, frozen=True):
    """A mage stands on that position of the tower."""

    seat: Seat
    path: Path


class Keeps(Said, frozen=True):
    """The mission that a mage keeps."""

    seat: Seat
    mission: Mission


class Turns(Said, frozen=True):
    """The path on which a marker is turned."""

    path: Path


class Teleport(Said, frozen=True):
    """The mage goes to a free position."""

    path: Path


class Cast(Said, frozen=True):
    """A spell is cast: its card where decks are kept, else its name."""

    card: Card


class Add(Said, frozen=True):
    """A card is added for its power, its boost, or both."""

    card: Card


class Row(Said, frozen=True):
    """The row that is applied, counted from 1; of a plain attack without cards its damage."""

    row: Annotated[int, Meta(ge=1, le=9)]


class Nothing(Said, frozen=True):
    """No row is reached: it comes to nothing."""


class Boost(Said, frozen=True):
    """A boost effect is used."""

    what: Literal["teleport", "draw"]


class Leave(Said, frozen=True):
    """What might be used is left."""


class Figure(Said, frozen=True):
    """This monster."""

    figure: Annotated[int, Meta(ge=1, le=999)]


class At(Said, frozen=True):
    """This segment of the own path, the outer one is 0."""

    segment: Segment


class Side(Said, frozen=True):
    """The segment left or right of it."""

    side: Hand


class Victim(Said, frozen=True):
    """This opponent."""

    seat: Seat


class Drops(Said, frozen=True):
    """A mage discards this card."""

    seat: Seat
    card: Card


class Learns(Said, frozen=True):
    """The open spell on that place is learned; where decks stay at the table 0 is a support
    spell, and 1 another."""

    place: Annotated[int, Meta(ge=0, le=5)]


class Give(Said, frozen=True):
    """A poison card goes to this opponent."""

    seat: Seat


class Remove(Said, frozen=True):
    """A card of the hand goes back into the box; where decks stay at the table, ``poison`` or
    ``support``, or ``other``."""

    card: Card


class Pass(Said, frozen=True):
    """No more actions in this turn."""


class Falls(Said, frozen=True):
    """The monster is defeated, or it is not."""

    down: bool


class Prints(Said, frozen=True):
    """What the trophy board prints there; nobody knows."""

    what: Annotated[str, Meta(max_length=16)]


class Extra(Said, frozen=True):
    """The bonus action of a monster that was won."""

    kind: Kind


class Tells(Said, frozen=True):
    """The mission that a mage kept, told at the end."""

    seat: Seat
    mission: Mission


class Tally(Said, frozen=True):
    """One more of what counts at the end, or one fewer."""

    seat: Seat
    what: Counted
    more: bool


class Done(Said, frozen=True):
    """The final sheet is complete."""


World = Reveal | Opens | Draws | Fate | Advance | Ruled
Tap = (
    World | Stands | Keeps | Turns | Teleport | Cast | Add | Row | Nothing | Boost | Leave
    | Figure | At | Side | Victim | Drops | Learns | Give | Remove | Pass | Falls | Prints | Extra
    | Tells | Tally | Done | Correction
)  # fmt: skip
Move = Tap

__all__ = [
    "Away", "Correction", "Counted", "Counts", "Ends", "Lies", "Mage", "Markers", "Puts", "Track",
    "Trait", "Turn", "Way", "Worth",
]  # fmt: skip
