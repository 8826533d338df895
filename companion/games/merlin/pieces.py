"""What lies in the box of Merlin (rulebook pages 1 and 2).

Rule: only what the book counts or names is stated here. What a mission asks for, what a start
tile gives, which stones the frames show, how the spaces of the rondel lie and what the flag of a
county does is learned from the owner's copy.
"""

from __future__ import annotations

from itertools import combinations

from companion.games.merlin.counties import (
    COUNTIES,
    FLAGS,
    HENCHMEN,
    SPACES,
    TERRAINS,
    THINGS,
)
from companion.vocabulary import Fact, Piece, Says

COLOURS = ("blue", "yellow", "red", "green")
"""Of the players (page 1)."""

PLAIN, TOWERS = 5, 3
"""Tiles of each terrain, without a tower and with one (page 1)."""

STARTS, APPLES, EACH, TRAITORS, MISSIONS, DICE = 4, 11, 6, 4, 55, 4
"""Start tiles, apples, things and traitors of each county, missions, white dice (page 1)."""

INFLUENCE, MANORS, STAFFS, PLAYER_DICE, SEALS = 7, 7, 3, 3, 4
"""Of each player (page 1; the seals belong to the module)."""

NEEDS = (
    *THINGS,
    *(f"{county}-{thing}" for county in COUNTIES for thing in THINGS),
    "influence",
    *(f"{county}-influence" for county in COUNTIES),
    *(f"{county}-{henchman}" for county in COUNTIES for henchman in HENCHMEN),
    *(f"{county}-two" for county in COUNTIES),
    *("-and-".join(two) for two in combinations(HENCHMEN, 2)),
)
"""The seven things that a mission may ask for (page 12), each said in one word: any flag, a
``purple-flag``, ``influence`` anywhere or in one county, one henchman in one county, any
``two`` there, two of them together anywhere. One that is asked for twice is said twice."""

MISSION = (
    Fact("needs", "row", of=NEEDS, longest=12),
    Fact("points", "number", least=1, most=3),
    Fact("henchman", "one", of=HENCHMEN, needed=False),
)
"""What it asks for, what it is worth (page 7), and who is in its corner: only the King's
favour asks that (page 10)."""

START = tuple(
    Fact(key, "one", of=COUNTIES) for key in ("knight", "flag", "shield", "stone", "influence")
)
"""The county of each (page 3, B)."""

TEETH = 7
"""Places of a frame between the tips of six tiles, and beside the outer ones (pages 3 and 7)."""
STONES = Fact("stones", "row", of=(*COUNTIES, "none"), exactly=TEETH, book="page 7")
"""A line of tiles that ends at a frame shows one stone there, or none (page 7)."""
SHIFT = Fact("shift", "one", of=("left", "right"))
"""To which side the second row of tiles is set off from the first (page 3)."""
FRAMES = {"upper": (STONES, SHIFT), "lower": (STONES,)}

BOARD = (
    Fact(
        "rondel", "row", of=tuple(SPACES), each=tuple(SPACES.values()), begins="black",
        words="space", book="page 4",
    ),
    Fact("flags", "row", of=FLAGS, each=(1,) * len(FLAGS), places=COUNTIES, book="page 12"),
)  # fmt: skip
"""Its spaces, clockwise from that of the black county, where Merlin begins (page 2); and what
the flag of each county does."""


def _one(name: str) -> Piece:
    return Piece(name, Says(f"merlin.piece.{name}"))


def _of_county(kind: str, county: str, number: int) -> Piece:
    says = Says(f"merlin.piece.{kind}", {"county": county, "number": number})
    return Piece(f"{kind}/{county}/{number}", says, numbered=True)


def _of_player(kind: str, colour: str) -> Piece:
    return Piece(f"{kind}/{colour}", Says(f"merlin.piece.{kind}", {"colour": colour}))


def _some_of_player(kind: str, colour: str, number: int) -> Piece:
    says = Says(f"merlin.piece.{kind}", {"colour": colour, "number": number})
    return Piece(f"{kind}/{colour}/{number}", says, numbered=True)


def _henchman(colour: str, name: str) -> Piece:
    says = Says("merlin.piece.henchman", {"colour": colour, "henchman": name})
    return Piece(f"henchman/{colour}/{name}", says)


def _start(number: int) -> Piece:
    says = Says("merlin.piece.start", {"number": number})
    return Piece(f"start/{number}", says, START, numbered=True)


def _apple(number: int) -> Piece:
    says = Says("merlin.piece.apple", {"number": number})
    return Piece(f"apple/{number}", says, numbered=True)


def _mission(number: int) -> Piece:
    says = Says("merlin.piece.mission", {"number": number})
    return Piece(f"mission/{number}", says, MISSION, numbered=True)


def _tile(terrain: str, number: int) -> Piece:
    says = Says("merlin.piece.tile", {"terrain": terrain, "number": number})
    return Piece(f"tile/{terrain}/{number}", says, numbered=True)


def _frame(place: str) -> Piece:
    return Piece(f"frame/{place}", Says("merlin.piece.frame", {"place": place}), FRAMES[place])


def _die(colour: str, number: int) -> tuple[Piece, ...]:
    """The six sides of one die; ``white`` ones move Merlin."""
    die = f"{colour}-{number}"
    return tuple(
        Piece(
            f"die/{die}/{face}",
            Says("merlin.piece.die", {"colour": colour, "number": number, "face": face}),
            die=die,
            face=face,
        )
        for face in range(1, 7)
    )


def _dice(colour: str, count: int) -> tuple[Piece, ...]:
    return tuple(side for number in range(1, count + 1) for side in _die(colour, number))


def _counted(kind: str, colour: str, count: int) -> tuple[Piece, ...]:
    return tuple(_some_of_player(kind, colour, number) for number in range(1, count + 1))


def _of(colour: str) -> tuple[Piece, ...]:
    """What a player has (page 1; the extra board and the seals belong to the module)."""
    return (
        *(_of_player(kind, colour) for kind in ("castle", "knight", "score", "hundred")),
        *(_henchman(colour, name) for name in HENCHMEN),
        *_counted("influence", colour, INFLUENCE),
        *_counted("manor", colour, MANORS),
        *_counted("staff", colour, STAFFS),
        *_dice(colour, PLAYER_DICE),
        _of_player("favour", colour),
        *_counted("seal", colour, SEALS),
    )


def _counties(kind: str, count: int) -> tuple[Piece, ...]:
    return tuple(
        _of_county(kind, county, number)
        for county in COUNTIES
        for number in range(1, count + 1)
    )


def _tiles(terrain: str) -> tuple[Piece, ...]:
    return (
        *(_tile(terrain, number) for number in range(1, PLAIN + 1)),
        *(_tile(f"{terrain}-tower", number) for number in range(1, TOWERS + 1)),
    )


PIECES = (
    Piece("board", Says("merlin.piece.board"), BOARD),
    *(_frame(place) for place in FRAMES),
    *(_mission(number) for number in range(1, MISSIONS + 1)),
    *(_start(number) for number in range(1, STARTS + 1)),
    *(piece for thing in THINGS for piece in _counties(thing, EACH)),
    *_counties("traitor", TRAITORS),
    *(_apple(number) for number in range(1, APPLES + 1)),
    *(_one(name) for name in ("grail", "excalibur", "merlin", "round", "first")),
    *(tile for terrain in TERRAINS for tile in _tiles(terrain)),
    *_dice("white", DICE),
    *(piece for colour in COLOURS for piece in _of(colour)),
)
"""What can carry a label; first what is told once and never moves."""
