"""Everything that can happen in Merlin, as words in the journal.

Rule: a move says what was done, never what follows from it; the rules work that out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.merlin.counties import County, Flag, Henchman, Owned, Terrain, Thing

Seat = Annotated[str, Meta(pattern="^(red|blue|yellow|green)$")]
Face = Annotated[int, Meta(ge=1, le=6)]
Place = Annotated[int, Meta(ge=0, le=23)]
Card = Annotated[str, Meta(min_length=1, max_length=24)]
Space = Annotated[str, Meta(min_length=1, max_length=24)]
Kind = Literal[
    "mountain", "forest", "lake", "mountain-tower", "forest-tower", "lake-tower",
]  # fmt: skip
Points = Annotated[int, Meta(ge=1, le=3)]


class Move(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What all have in common."""


# What the world says


class Tile(Move, frozen=True):
    """This tile lies there; places count from the upper left, along the rows."""

    place: Place
    kind: Kind


class Shift(Move, frozen=True):
    """To which side the second row of tiles is set off."""

    side: Literal["left", "right"]


class Starts(Move, frozen=True):
    """The start tile that a player got: which of those that the owner told, from 0."""

    seat: Seat
    tile: Annotated[int, Meta(ge=0, le=3)]


class Gives(Move, frozen=True):
    """What the start tile says next, where nobody told the tiles: this county."""

    seat: Seat
    county: County


class Traitor(Move, frozen=True):
    """A player took a traitor with this shield."""

    seat: Seat
    county: County


class Shows(Move, frozen=True):
    """This mission lies open on the display."""

    card: Card


class Draws(Move, frozen=True):
    """A player drew this mission from the pile."""

    seat: Seat
    card: Card


class Die(Move, frozen=True):
    """A die of a player shows this; ``white``: the one that moves Merlin."""

    seat: Seat
    face: Face
    white: bool = False


# What people do


class Again(Move, frozen=True):
    """Three or four dice were alike: all four are rolled again."""

    seat: Seat


class Goes(Move, frozen=True):
    """A die is used: the own one moves the knight clockwise, the white one Merlin as they like.
    ``back``: counter-clockwise; a knight needs the flag for it."""

    white: bool
    face: Face
    back: bool = False


class Apple(Move, frozen=True):
    """An apple is given back for this die."""

    white: bool
    face: Face


class Turned(Move, frozen=True):
    """… which shows this now, and moves its figure."""

    face: Face
    back: bool = False


class Lands(Move, frozen=True):
    """The space that the figure came to, where nobody told the rondel."""

    space: Space


class Flips(Move, frozen=True):
    """A flag turns an own die to its other side."""

    white: bool
    face: Face


class Repels(Move, frozen=True):
    """A flag drives away all own traitors with this shield."""

    county: County


class Copies(Move, frozen=True):
    """A flag takes the action of the space where this player's knight is."""

    seat: Seat


class Mirrors(Move, frozen=True):
    """A flag puts the knight on the opposite space."""


class Uses(Move, frozen=True):
    """A flag is used, of which nobody told what it does."""

    county: County


class Does(Move, frozen=True):
    """… it does this."""

    flag: Flag


class Acts(Move, frozen=True):
    """The action of the space is taken, where there is nothing else to choose."""


class Leaves(Move, frozen=True):
    """The action, or the rest of it, is left."""


class Sends(Move, frozen=True):
    """This henchman is sent."""

    henchman: Henchman


class To(Move, frozen=True):
    """… to this county."""

    county: County


class Counts(Move, frozen=True):
    """Points for all these; by the flag-bearer's ``favour`` of whatever kind, and one more."""

    what: Owned
    favour: bool = False


class Gets(Move, frozen=True):
    """This thing is taken from that county, or influence put there."""

    thing: Owned
    county: County


class Returns(Move, frozen=True):
    """This thing is given back for a swap."""

    thing: Thing
    county: County


class Builds(Move, frozen=True):
    """A manor on this tile."""

    tile: Place


class Pays(Move, frozen=True):
    """… for a stone of this county."""

    county: County


class Rids(Move, frozen=True):
    """Excalibur drives away a traitor with this shield."""

    county: County


class Drops(Move, frozen=True):
    """A mission is discarded for another one."""

    card: Card


class Takes(Move, frozen=True):
    """The mission on this place of the display comes to the hand."""

    place: Annotated[int, Meta(ge=0, le=2)]


class Staff(Move, frozen=True):
    """A staff repeats Merlin's action."""


class Fulfils(Move, frozen=True):
    """A mission of the hand is fulfilled."""

    card: Card


class Claims(Move, frozen=True):
    """A mission of so many points is fulfilled, where missions stay at the table."""

    points: Points


class Corner(Move, frozen=True):
    """Who is in its corner."""

    henchman: Henchman


class Seals(Move, frozen=True):
    """The ability of that row instead of the points; 0: the points."""

    row: Annotated[int, Meta(ge=0, le=3)]


class Twice(Move, frozen=True):
    """The favour of row three: the builder builds twice, the lady sends twice."""


class Spares(Move, frozen=True):
    """The shield-bearer's favour drives away a traitor with this shield."""

    county: County


class Ends(Move, frozen=True):
    """The turn is over."""


# A scoring


class Spends(Move, frozen=True):
    """A player gives a shield of this county back against a traitor."""

    seat: Seat
    county: County


class SpendsAll(Move, frozen=True, tag="spends-all"):
    """… as many as there are traitors for."""

    seat: Seat


class Keeps(Move, frozen=True):
    """A player gives no more shields back."""

    seat: Seat


class Grail(Move, frozen=True):
    """The Grail is laid on the county that is scored, or taken up again."""


class Next(Move, frozen=True):
    """What is shown is taken, and the next step of the scoring comes."""


# Where the score alone is kept


class Tally(Move, frozen=True):
    """One more or one fewer of what is counted now: traitors left, henchmen, influence on a
    county, or goods at the end."""

    seat: Seat
    what: Literal[
        "traitors",
        "henchmen",
        "influence",
        "apples",
        "staffs",
        "shields",
        "flags",
        "stones",
        "marker",
    ]
    more: bool
    county: County | Literal[""] = ""


class Adds(Move, frozen=True):
    """An area with manors in it."""

    terrain: Terrain
    tiles: Annotated[int, Meta(ge=1, le=24)]


class Omits(Move, frozen=True):
    """That area is not one."""

    area: Place


class Manor(Move, frozen=True):
    """One more or one fewer manor of a player in that area."""

    area: Place
    seat: Seat
    more: bool


class Has(Move, frozen=True):
    """Who has Excalibur; empty: nobody."""

    seat: Annotated[str, Meta(pattern="^(red|blue|yellow|green|)$")]


class Lays(Move, frozen=True):
    """Whose Grail lies on which county; empty: on none."""

    seat: Annotated[str, Meta(pattern="^(red|blue|yellow|green|)$")]
    county: County | Literal[""] = ""


class Counted(Move, frozen=True):
    """All is told for this scoring, or for the end."""
