"""Where a game of The Magic Labyrinth stands.

Rule: frozen, and plain enough to be JSON; everything in it follows from the journal.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.labyrinth.pieces import SYMBOLS
from companion.vocabulary import Question
from companion.walls.evidence import Found


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules and readings, chosen when a match starts. The defaults are the book's,
    or the digest's reading where the book is unclear.

    ``first_chip``: the first chip of the game shows a corner where somebody stands:
    that player ``takes`` it (page 14, to the letter), or it is drawn ``again``.
    ``both_reach``: two players reach the last chip at once: the ``first`` in turn order
    wins, or both, ``shared``.
    ``jolted``: the ball fell before the first step: a ``bump``, or put back and go on
    (``again``).
    ``staying``: rolling and not moving at all is allowed (page 12, "or less").
    ``handicap``: chips that a seat needs fewer than the others.
    ``walls``: how many stand in the box, None while nobody says (pictures A and B on page 6
    have 19 and 24).
    ``knocked``: the ball fell and there was no wall: a ``bump`` like any other (page 14), or
    given back (``again``), which tells everybody that no wall is there.
    """

    chips_to_win: Annotated[int, Meta(ge=1, le=11)] = 5
    handicap: dict[str, Annotated[int, Meta(ge=0, le=10)]] = {}
    first_chip: Literal["takes", "again"] = "takes"
    both_reach: Literal["first", "shared"] = "first"
    jolted: Literal["bump", "again"] = "bump"
    staying: bool = True
    walls: Annotated[int, Meta(ge=0, le=60, examples=[19, 24])] | None = None
    knocked: Literal["bump", "again"] = "bump"


class Box(Struct, frozen=True):
    """What was learned of the owner's copy: the printed symbols, and of the sensors
    the codes with no magnet (``baseline``) and of a full signal above it (``full``)."""

    symbols: dict[str, str] = {}
    chips: tuple[str, ...] = SYMBOLS
    baseline: tuple[int, ...] = ()
    full: tuple[float, ...] = ()
    masked: tuple[str, ...] = ()


class Late(Struct, frozen=True):
    """The turn just ended, kept until it is certain that no ball fell."""

    seat: str
    start: str
    roll: int
    used: int
    path: tuple[str, ...]
    chips: dict[str, tuple[str, ...]]
    bag: tuple[str, ...]
    wanted: str
    either: tuple[tuple[str, ...], ...] = ()


class State(Struct, frozen=True):
    """``at``: the field of each magician by the rules. ``start`` and ``path``: the walk
    of this turn. ``used``: steps spent before ``start``, after a correction in the
    middle of a walk. ``blind``: who gets the next chips from the bag, unseen.
    ``phase``: draw, roll, walk or over. ``found``: what is known of the hidden walls,
    and ``fallen`` whose balls its drops were; ``told``: falls that people told, by the edges
    of the walk, and how often. No viewer may see these three before the game is over."""

    seats: tuple[str, ...]
    names: dict[str, str]
    corners: dict[str, str]
    goals: dict[str, int]
    options: Options
    symbols: dict[str, str]
    bag: tuple[str, ...]
    at: dict[str, str]
    balls: dict[str, str]
    chips: dict[str, tuple[str, ...]]
    turn: str
    phase: str = "draw"
    wanted: str = ""
    blind: tuple[str, ...] = ()
    roll: int = 0
    used: int = 0
    start: str = ""
    path: tuple[str, ...] = ()
    either: tuple[tuple[str, ...], ...] = ()
    late: Late | None = None
    question: Question | None = None
    turned: int = 0
    masked: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    found: Found = Found()
    fallen: tuple[str, ...] = ()
    told: dict[str, int] = {}


def left(state: State) -> int:
    """Steps that may still be walked."""
    return state.roll - state.used - len(state.path)


def sought(state: State, field: str) -> bool:
    """Is the wanted symbol printed there?"""
    return bool(state.wanted) and state.symbols.get(field) == state.wanted


def occupied(state: State, field: str) -> str:
    """Who else than the player on turn stands there, or an empty string."""
    for seat in state.seats:
        if seat != state.turn and state.at[seat] == field:
            return seat
    return ""


def following(state: State) -> str:
    """Who is on turn next."""
    return state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]
