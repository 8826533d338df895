"""Everything that can happen in Maginor, as words in the journal.

Rule: a move says what was done, never what follows from it; the rules work that out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.maginor.pieces import Element, Spelled, Symbol
from companion.games.maginor.todo import (
    Unclear,
)

Seat = Annotated[str, Meta(pattern="^(red|blue|yellow|green)$")]
Nobody = Annotated[str, Meta(pattern="^(red|blue|yellow|green|)$")]
Oracle = Annotated[str, Meta(pattern="^[a-z0-9-]{1,24}$")]
Place = Annotated[int, Meta(ge=0, le=14)]


class _Move(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


# Setting up


class Begins(_Move, frozen=True):
    """The lot fell on this player, who takes the first turn."""

    seat: Seat


class Stands(_Move, frozen=True):
    """The next Oracle clockwise."""

    oracle: Oracle


class Beside(_Move, frozen=True):
    """The spell beside the next Oracle that has none yet, clockwise; ``none``: it has none."""

    spell: Spelled | Literal["none"]


class Laid(_Move, frozen=True):
    """Oracles and spells lie as the companion proposed."""


# What the world says


class Roll(_Move, frozen=True):
    """The Maginor die shows a symbol, or Maginor himself."""

    side: Symbol | Literal["maginor"]


# A turn


class Play(_Move, frozen=True):
    """A mage card: its id where hands are kept, else what it shows."""

    card: Annotated[str, Meta(min_length=1, max_length=24)]


class Spell(_Move, frozen=True):
    """A spell that was won."""

    spell: Spelled


class Go(_Move, frozen=True):
    """The mage moves to another Oracle."""

    oracle: Oracle


class At(_Move, frozen=True):
    """The Oracle that a magic card or a spell is for."""

    oracle: Oracle


class As(_Move, frozen=True):
    """The symbol that may be chosen freely."""

    symbol: Symbol


class Slot(_Move, frozen=True):
    """The symbol that a marker goes on, or that a duel is about: its place on the Oracle, from
    the top clockwise, counted from 0."""

    slot: Place


class Enough(_Move, frozen=True):
    """No more of this: no duel, no second marker."""


class Back(_Move, frozen=True):
    """This used card comes back."""

    card: Annotated[str, Meta(min_length=1, max_length=24)]


# Duels


class Point(_Move, frozen=True):
    """A mage's attack, laid face down."""

    seat: Seat
    element: Element


class Fought(_Move, frozen=True):
    """It was fought with the triangles, and this mage won; nobody, where both markers go."""

    winner: Nobody


class Invert(_Move, frozen=True):
    """Inversion: this mage wins after all."""

    seat: Seat


class Accept(_Move, frozen=True):
    """The loser keeps Inversion for later."""

    seat: Seat


# Crossing out, readings, the sheet


class Prize(_Move, frozen=True):
    """Whoever comes first at a crossing out takes the Oracle or the spell."""

    take: Literal["oracle", "spell"]


class Read(_Move, frozen=True):
    """How this table reads its book."""

    reading: Unclear
    way: Annotated[str, Meta(max_length=12)]


class Keeps(_Move, frozen=True):
    """The final sheet: this player has that Oracle or ritual; nobody has it."""

    seat: Nobody
    item: Annotated[str, Meta(pattern="^[a-z0-9-]{1,24}$")]


class Adds(_Move, frozen=True):
    """The final sheet: an Oracle of so many votes, where nobody told what its name is."""

    seat: Seat
    votes: Annotated[int, Meta(ge=5, le=15)]


class Done(_Move, frozen=True):
    """The final sheet is complete."""


# Corrections: the cardboard is the truth


class Marker(_Move, frozen=True):
    """Whose marker lies on a symbol, or nobody's."""

    oracle: Oracle
    slot: Place
    seat: Nobody


class Mage(_Move, frozen=True):
    """Where a mage stands; nowhere: in the centre."""

    seat: Seat
    oracle: Annotated[str, Meta(pattern="^[a-z0-9-]{0,24}$")]


class Maginor(_Move, frozen=True):
    """Maginor is on the Guild Hall (``start``), before the first of the ring, or on it."""

    at: Literal["start", "before", "on"]


class Holds(_Move, frozen=True):
    """Who has an Oracle, a spell or a ritual: a player, nobody (it is out of the game), or the
    ``ring``, where it was."""

    item: Annotated[str, Meta(pattern="^[a-z0-9-]{1,24}$")]
    seat: Annotated[str, Meta(pattern="^(red|blue|yellow|green|ring|)$")]


class Used(_Move, frozen=True):
    """A card has left the game, or has not."""

    seat: Seat
    card: Annotated[str, Meta(min_length=1, max_length=24)]
    used: bool


class Turn(_Move, frozen=True):
    """Somebody else is on turn."""

    seat: Seat


class Way(_Move, frozen=True):
    """The companion keeps more or less from now on."""

    way: Literal["everything", "board", "score"]


class Reading(_Move, frozen=True):
    """The table reads its book otherwise from now on."""

    reading: Unclear
    way: Annotated[str, Meta(max_length=12)]


World = Roll
Correction = Marker | Mage | Maginor | Holds | Used | Turn | Way | Reading
Tap = (
    Begins | Stands | Beside | Laid | Roll | Play | Spell | Go | At | As | Slot | Enough | Back
    | Point | Fought | Invert | Accept | Prize | Read | Keeps | Adds | Done | Correction
)  # fmt: skip
Move = Tap
