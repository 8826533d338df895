"""Corrections: the cardboard is the truth.

Rule: each says how something is now, whatever was believed; the rules see to what follows.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.merlin import moves
from companion.games.merlin.counties import County, Flag, Henchman
from companion.games.merlin.moves import Card, Move, Place, Seat, Space

Who = Annotated[str, Meta(pattern="^(red|blue|yellow|green|)$")]
Count = Annotated[int, Meta(ge=0, le=60)]


class Marker(Move, frozen=True):
    """What the score marker of a player shows."""

    seat: Seat
    points: Annotated[int, Meta(ge=-99, le=999)]


class Holds(Move, frozen=True):
    """How many a player has: apples, staffs, or things of a county."""

    seat: Seat
    what: Literal["apples", "staffs", "shield", "flag", "stone", "influence", "traitor"]
    count: Count
    county: County | Literal[""] = ""


class Stands(Move, frozen=True):
    """A henchman is on that county; empty: in the castle."""

    seat: Seat
    henchman: Henchman
    county: County | Literal[""] = ""


class On(Move, frozen=True):
    """A figure, ``merlin`` or the knight of a seat, is on that space: its place on the rondel
    where that is known, its word where it is not."""

    figure: Annotated[str, Meta(pattern="^(merlin|red|blue|yellow|green)$")]
    space: Space
    at: Annotated[int, Meta(ge=0, le=23)] | None = None


class Owner(Move, frozen=True):
    """The manor on a tile is of that player; empty: there is none."""

    place: Place
    seat: Who


class Ground(Move, frozen=True):
    """That tile lies there; another of its kind is thought to lie where this one was."""

    place: Place
    kind: moves.Kind


class Treasure(Move, frozen=True):
    """Who has the Grail or Excalibur; empty: the board."""

    what: Literal["grail", "excalibur"]
    seat: Who


class Dice(Move, frozen=True):
    """What the dice in a castle show: those of the own colour, and the white one, 0 once used."""

    seat: Seat
    dice: Annotated[tuple[moves.Face, ...], Meta(max_length=3)]
    white: Annotated[int, Meta(ge=0, le=6)]


class Sealed(Move, frozen=True):
    """A seal of a player lies on that ability or does not; ``used``: turned over."""

    seat: Seat
    henchman: Henchman
    row: Annotated[int, Meta(ge=1, le=3)]
    lies: bool
    used: bool = False


class Lies(Move, frozen=True):
    """Where a mission is: in a hand, on the display, the pile or the discard pile."""

    card: Card
    where: Literal["hand", "display", "pile", "discard"]
    seat: Who = ""


class Banner(Move, frozen=True):
    """What the flag of a county does."""

    county: County
    flag: Flag


class Turn(Move, frozen=True):
    """Who is on turn."""

    seat: Seat


class Round(Move, frozen=True):
    """Which round it is, and who began it."""

    round: Annotated[int, Meta(ge=1, le=6)]
    starter: Seat


class Way(Move, frozen=True):
    """The companion keeps more or less from now on."""

    way: Literal["everything", "board", "score"]


class Stops(Move, frozen=True):
    """The game is over."""


Correction = (
    Marker | Holds | Stands | On | Owner | Ground | Treasure | Dice | Sealed | Lies | Banner
    | Turn | Round | Way | Stops
)  # fmt: skip
World = (
    moves.Tile | moves.Shift | moves.Starts | moves.Gives | moves.Traitor | moves.Shows
    | moves.Draws | moves.Die
)  # fmt: skip
Tap = (
    World | moves.Again | moves.Goes | moves.Apple | moves.Turned | moves.Lands | moves.Flips
    | moves.Repels | moves.Copies | moves.Mirrors | moves.Uses | moves.Does | moves.Acts
    | moves.Leaves | moves.Sends | moves.To | moves.Counts | moves.Gets | moves.Returns
    | moves.Builds | moves.Pays | moves.Rids | moves.Drops | moves.Takes | moves.Staff
    | moves.Fulfils | moves.Claims | moves.Corner | moves.Seals | moves.Twice | moves.Spares
    | moves.Ends | moves.Spends | moves.SpendsAll | moves.Keeps | moves.Grail | moves.Next
    | moves.Tally | moves.Adds | moves.Omits | moves.Manor | moves.Has | moves.Lays
    | moves.Counted | Correction
)  # fmt: skip
