"""Where a game of Orcs Orcs Orcs stands.

Rule: frozen, and plain enough to be JSON; everything in it follows from the journal. What is in
a hand and which mission somebody keeps is secret; whatever leaves the state is made in
``showing`` and ``telling``. Numbers of lines are those of the rulebook's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.orcs.kinds import FIGURES, KINDS, STRENGTH, Kind, Strength
from companion.games.orcs.pieces import COLOURS
from companion.games.orcs.todo import Todo

SEATS = COLOURS
Way = Literal["everything", "board", "score"]
Rule = Literal[
    "none", "monsters-plus-1", "no-spells", "three-spells", "no-teleport", "no-trophies",
    "exchange-spells",
]  # fmt: skip
Ability = Literal[
    "extra-spell", "extra-action", "poison", "no-rule-change", "remove-card", "no-loss"
]
Bonus = Literal["draw", "action", "discard", "power"]
Mission = Literal["weak", "strong", "mighty", "many", "set", "abilities", "most", "spells"]

PATHS, SEGMENTS = 6, 3
OUTER, INNER = 0, 2
"""Segments of a path, from its end towards the tower."""
TOP = 2
"""Positions that a cube goes up a skull track: the first two of a kind (line 4)."""
NOWHERE = -1
POISON = "poison"


class Figure(Struct, frozen=True, array_like=True):
    """A monster on the board; ``damage`` of this turn (line 8)."""

    id: int
    kind: Kind
    damage: int = 0


class Path(Struct, frozen=True, array_like=True):
    """What stands on its three segments, and how many markers lie at its end, both stacks
    together."""

    segments: tuple[tuple[Figure, ...], ...] = ((), (), ())
    markers: int = 0


class Trait(Struct, frozen=True, forbid_unknown_fields=True):
    """What a trophy board prints for a kind (lines 4 and 14); 0 and empty where nobody said."""

    hits: Annotated[int, Meta(ge=0, le=30)] = 0
    ability: Ability | Literal[""] = ""
    bonus: Bonus | Literal[""] = ""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell card as the owner's copy has it (lines 6 and 7): ``power`` that each row needs, the
    ``damage`` of each row of an attack."""

    id: Annotated[str, Meta(min_length=1, max_length=24)]
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    category: Literal["attack", "knowledge", "support"]
    magic: Annotated[
        tuple[Literal["earth", "lightning", "water", "fire"], ...], Meta(max_length=4)
    ]
    power: tuple[Annotated[int, Meta(ge=1, le=9)], ...] = ()
    damage: tuple[Annotated[int, Meta(ge=0, le=9)], ...] = ()
    boost: tuple[Literal["teleport", "draw"], ...] = ()
    pile: Annotated[int, Meta(ge=0, le=2)] = 0


class Fate(Struct, frozen=True, forbid_unknown_fields=True):
    """A fate card: which categories move, and the rule of the round (line 5)."""

    moves: tuple[Strength, ...] = ()
    rule: Rule = "none"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules, variants and readings. The defaults are the book's, or the digest's reading
    where the book is unclear.

    ``way``: how much the companion keeps: ``everything``, the decks as well; the ``board``, while
    decks stay at the table; or the final ``score`` alone.
    ``missions``, ``bonus``: the two variants (line 14).
    ``cleared``: a path counts at the end of a round without figures and ``markers``, or without
    ``figures`` alone (line 12).
    ``lost``: who loses a monster keeps the ability of its kind (``kept``), or the cube goes ``back``.
    ``own_path``: the own path is the only one with markers: nothing is revealed (``skip``), or one
    there (``reveal``; line 6).
    ``spells``: how many newly learned cards earn the mission's two points (the number is lost in
    our book, line 14).
    """

    way: Way = "board"
    missions: bool = False
    bonus: bool = False
    cleared: Literal["markers", "figures"] = "markers"
    lost: Literal["kept", "back"] = "kept"
    own_path: Literal["skip", "reveal"] = "skip"
    spells: Annotated[int, Meta(ge=1, le=3)] = 2


class Box(Struct, frozen=True):
    """The owner's copy. ``traits`` by kind; ``starters``: the eight first spells, the same for
    every colour; ``spells`` to learn; ``fates``; ``towers``: where the mage of each colour begins,
    counted from 0. ``synthetic``: made up for demos and tests, not the printed one."""

    traits: dict[Kind, Trait] = {}
    starters: tuple[Card, ...] = ()
    spells: tuple[Card, ...] = ()
    fates: tuple[Fate, ...] = ()
    towers: dict[str, Annotated[int, Meta(ge=0, le=5)]] = {}
    synthetic: bool = False


class Deck(Struct, frozen=True):
    """A mage's cards by id: the pile to draw from in no order, the hand, the discard pile."""

    draw: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """``values``: of each kind now. ``paths`` clockwise. ``mages``: the path of each, -1 before it
    is told. ``won``: figures by seat and kind; ``tracks``: cubes of the skull tracks. ``decks``: in
    the way everything. ``cards``: what stands on them, first spells once for each colour;
    ``table``: those that lie open in this action. ``open``: the spells that can be learned, three
    a pile, empty where a pile has none left; ``piles``: ids that nobody saw yet. ``learned``: how
    many new spells. ``poison`` and ``support``: counts of the whole deck, where decks stay at the
    table. ``figures``: how many ever stood on the board. ``revealed``: markers by kind.
    ``known``: all fate cards, where they were told; ``fates``: those that were turned.
    ``missions``: what each keeps. ``asked``: traits that people were asked for. ``phase``: mages,
    markers, open, hands, missions, fate, reveal, act, draw, sheet or over. ``todo``: what the
    phase waits for, the next first."""

    seats: tuple[str, ...]
    names: dict[str, str]
    options: Options
    traits: dict[Kind, Trait]
    turn: str
    mages: dict[str, int]
    won: dict[str, dict[Kind, int]]
    tracks: dict[str, dict[Kind, int]]
    learned: dict[str, int]
    poison: dict[str, int]
    support: dict[str, int]
    values: dict[Kind, int]
    paths: tuple[Path, ...] = (Path(),) * PATHS
    phase: str = "mages"
    todo: tuple[Todo, ...] = ()
    round: int = 0
    actions: int = 0
    power: int = 0
    rule: Rule = "none"
    moving: tuple[Strength, ...] = ()
    figures: int = 0
    revealed: dict[Kind, int] = {}
    decks: dict[str, Deck] = {}
    table: tuple[str, ...] = ()
    cards: dict[str, Card] = {}
    open: tuple[str, ...] = ()
    piles: tuple[tuple[str, ...], ...] = ()
    pile_left: int = 14
    known: tuple[Fate, ...] = ()
    fates: tuple[Fate, ...] = ()
    missions: dict[str, Mission] = {}
    asked: tuple[str, ...] = ()
    synthetic: bool = False


def everything(state: State) -> bool:
    """Are the decks kept?"""
    return state.options.way == "everything"


def standing(state: State) -> Iterator[tuple[int, int, Figure]]:
    """Every figure on the board with its path and segment."""
    for number, path in enumerate(state.paths):
        for segment, figures in enumerate(path.segments):
            for figure in figures:
                yield number, segment, figure


def following(state: State) -> str:
    """Whose turn comes next; the first again after the last."""
    return state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]


def is_shielded(state: State, seat: str) -> bool:
    """No rule of a fate card is for this mage (line 13). The ability shields itself, too: else it
    would fail where its text names it."""
    return _has(state, seat, "no-rule-change")


def obeys(state: State, seat: str, rule: str) -> bool:
    """Is this the rule of the round, and does this mage keep it?"""
    return state.rule == rule and not is_shielded(state, seat)


def can(state: State, seat: str, ability: str) -> bool:
    """Has this mage that ability now? Under "no trophies" it is left out (line 13)."""
    return _has(state, seat, ability) and not obeys(state, seat, "no-trophies")


def _has(state: State, seat: str, ability: str) -> bool:
    tracks = state.tracks[seat]
    return any(
        at == TOP and state.traits[kind].ability == ability for kind, at in tracks.items()
    )


def hits(state: State, kind: Kind) -> int:
    """Hit points for the mage on turn; 0 where nobody told them (line 8; "+1", line 13)."""
    printed = state.traits[kind].hits
    more = obeys(state, state.turn, "monsters-plus-1")
    return printed + more if printed else 0


__all__ = ["FIGURES", "KINDS", "STRENGTH", "Kind", "State", "Strength"]
