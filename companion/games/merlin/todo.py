"""What is still to be done, each waiting for one choice.

Rule: small enough that the choices for it are a short list.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.merlin.counties import County, Henchman, Owned

Given = Literal["knight", "flag", "shield", "stone", "influence"]


class _Todo(Struct, frozen=True, tag_field="wait", tag=str.lower):
    pass


# Setting up


class Begin(_Todo, frozen=True):
    """A start tile is chosen, where the owner told them; else what it gives is said one by one
    (page 3, B)."""

    seat: str
    what: Given = "knight"


class Traitors(_Todo, frozen=True):
    """A player takes so many traitors (pages 3 and 8)."""

    seat: str
    count: int


class Show(_Todo, frozen=True):
    """A mission is laid open on that place of the display (pages 2, 6 and 7)."""

    place: int


class Take(_Todo, frozen=True):
    """A player takes so many missions, from the display or the pile; only from the ``pile`` when
    hands are dealt (pages 3, 6 and 7)."""

    seat: str
    count: int
    pile: bool = False


# A turn


class Lands(_Todo, frozen=True):
    """Nobody told the rondel: where has the figure landed?"""

    figure: str


class Worth(_Todo, frozen=True):
    """An apple was given back: what does that die show now (page 4)?"""

    white: bool
    face: int


class Asks(_Todo, frozen=True):
    """Nobody told what the flag of this county does (page 12)."""

    county: County


class Act(_Todo, frozen=True):
    """The action of that space; ``besides`` this henchman, who was sent before a staff repeats it
    (page 4)."""

    space: str
    besides: Henchman | Literal[""] = ""


class Send(_Todo, frozen=True):
    """That henchman goes to one of these counties (pages 4 to 6)."""

    henchman: Henchman
    counties: tuple[County, ...]


class Get(_Todo, frozen=True):
    """One of these is taken from a county: of a swap, or for a tower (pages 6 and 7)."""

    things: tuple[Owned, ...]


class Pay(_Todo, frozen=True):
    """A manor is built there: which of these stones is given back (page 7)?"""

    tile: int
    counties: tuple[County, ...]


class Rid(_Todo, frozen=True):
    """Excalibur: which traitor goes (page 6)?"""


class Drop(_Todo, frozen=True):
    """So many missions can still be discarded; ``taken`` were (page 6)."""

    left: int = 2
    taken: int = 0


class Icon(_Todo, frozen=True):
    """Who is in the corner of the mission (page 10)?"""

    points: int


class Favour(_Todo, frozen=True):
    """The points of the mission, or an ability (page 10)?"""

    points: int
    henchman: Henchman


# A scoring, each step shown before it is taken


class Shields(_Todo, frozen=True):
    """A player gives shields back against traitors, or does not (page 8)."""

    seat: str


class Losses(_Todo, frozen=True):
    """Traitors that are left, and Excalibur (page 8)."""


class Area(_Todo, frozen=True):
    """The area with this tile, its first (page 9)."""

    tile: int


class Pot(_Todo, frozen=True):
    """The influence in one county; ``grail``: it lies there (page 9)."""

    county: County
    grail: bool = False


class Henchmen(_Todo, frozen=True):
    """Henchmen in counties (page 9)."""


class Ending(_Todo, frozen=True):
    """Apples, staffs and goods, after the last round (page 10)."""


Todo = (
    Begin | Traitors | Show | Take | Lands | Worth | Asks | Act | Send | Get | Pay | Rid | Drop
    | Icon | Favour | Shields | Losses | Area | Pot | Henchmen | Ending
)  # fmt: skip
