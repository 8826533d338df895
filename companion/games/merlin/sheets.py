"""What is counted at a scoring and at the end, as people write it down.

Rule: the same words in a file for ``companion score merlin``, in a game of which the score alone
is kept, and nowhere else.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.merlin.counties import County, Terrain

Colour = Literal["blue", "yellow", "red", "green"]
Count = Annotated[int, Meta(ge=0, le=999)]
"""More is a slip of the pen; what the box has less of is refused with its place in the book."""


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """An area of the environs, and the manors in it by the colour of their owners (page 9)."""

    terrain: Terrain
    tiles: Count
    manors: dict[Colour, Count] = {}


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose Grail was laid where (page 9)."""

    owner: Colour
    county: County


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the three scorings. ``traitors_left``: after shields were given back; ``excalibur``:
    who has it."""

    traitors_left: dict[Colour, Count] = {}
    excalibur: Colour | None = None
    areas: Annotated[tuple[Region, ...], Meta(max_length=24)] = ()
    influence: dict[County, dict[Colour, Count]] = {}
    grail: Laid | None = None
    henchmen: dict[Colour, Count] = {}


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the end. ``score``: what the marker shows besides these scorings."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]
    colour: Colour
    score: Annotated[int, Meta(ge=-99, le=999)] = 0
    apples: Count = 0
    staffs: Count = 0
    shields: Count = 0
    flags: Count = 0
    stones: Count = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game, as ``companion score merlin`` reads it. ``markers``: influence markers of a
    player, as in the options of a match."""

    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=4)]
    scorings: Annotated[tuple[Scoring, ...], Meta(max_length=3)] = ()
    markers: Literal[6, 7] = 6

    def __post_init__(self) -> None:
        for key in ("name", "colour"):
            told = [getattr(player, key).strip().casefold() for player in self.players]
            twice = next((one for one in told if told.count(one) > 1), "")
            if twice:
                raise ValueError(f"two players have the {key} {twice!r}; give each an own one")
