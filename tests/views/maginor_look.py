"""Sample pages of Maginor, and a small house that shows them.

Rule: every position is one of the real game, reached by moves and corrections, and the page is
told what the game itself shows; nothing here can drift away from the rules.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec

from companion.games.maginor import GAME, moves
from companion.games.maginor.state import Options, State
from companion.simulator.oracles import synthetic
from companion.vocabulary import Player, Setup
from tests.games.maginor.table import BOX, RING
from tests.views import samples
from tests.views.samples import Moment

SIZES = samples.SIZES
NAMES = {"red": "Ada", "blue": "Bo", "yellow": "Cleo", "green": "Dan"}
LONG = {
    "red": "Maximiliane-Lieselot",
    "blue": "Bartholomäus",
    "yellow": "Κωνσταντίνα Παπαγεωρ",
    "green": "Jo",
}
"""Up to twenty letters each."""


def new(names: dict[str, str] = NAMES, box: Any = BOX, **options: Any) -> State:
    """A game of four as it begins."""
    players = tuple(Player(name, seat) for seat, name in names.items())
    state = GAME.new(Setup(players, Options(**options), box))
    assert isinstance(state, State), state
    return state


def played(state: State, *taken: Any) -> Moment:
    """After these moves, with the history of them, the newest first."""
    return samples.played(GAME, state, *taken)


def table(names: dict[str, str] = NAMES, **options: Any) -> State:
    """In the middle of a game: six Oracles are won, markers lie about."""
    state = new(names, **options)
    state, _ = played(state, moves.Begins("red"), moves.Laid(), *LATER)
    return state


def _lie(oracle: str, seats: str) -> list[moves.Marker]:
    """Markers from the top clockwise, a letter for each; a dot where there is none."""
    full = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
    return [moves.Marker(oracle, n, full[s]) for n, s in enumerate(seats) if s != "."]


LATER = (
    *_lie("guild-hall", "r..b.y.g.r..b.."),
    *_lie("1", "r.b.."),
    *_lie("great-eagle", "b.yr..b"),
    *_lie("unicorn", "r.rb.y.b"),
    *_lie("4", "..g..y"),
    *_lie("7", "rr.b..yg.."),
    *_lie("8", "y..y.g....r."),
    moves.Holds("2", "blue"),
    moves.Holds("restoration", "red"),
    moves.Holds("3", "red"),
    moves.Holds("telekinesis", "blue"),
    moves.Holds("6", "green"),
    moves.Holds("inversion", "red"),
    moves.Mage("red", "unicorn"),
    moves.Mage("blue", "7"),
    moves.Mage("yellow", "unicorn"),
    moves.Mage("green", ""),
    moves.Used("red", "fire", True),
    moves.Used("red", "wand", True),
    moves.Used("blue", "water", True),
    moves.Maginor("before"),
)
"""Everybody has something, somebody stands in the centre."""

GONE = {"1": "red", "great-eagle": "blue", "unicorn": "yellow", "4": "green", "5": "red"}
LATE = tuple(moves.Holds(oracle, seat) for oracle, seat in GONE.items())
LAST = (*LATE, moves.Holds("7", "blue"), moves.Holds("8", ""))
"""Only two Oracles are left beside the Guild Hall, and then none."""
EAGLE = (moves.Mage("red", "great-eagle"), moves.Play("water"))
"""All water on it is taken by others."""
DUEL = (*EAGLE, moves.Slot(0))
FULL = tuple(moves.Marker("great-eagle", slot, "yellow") for slot in (1, 4, 5))
TIED = tuple(
    moves.Marker("great-eagle", slot, seat)
    for slot, seat in ((1, "yellow"), (4, "red"), (5, "green"))
)
TOLD = (
    moves.Keeps("red", "guild-hall"),
    moves.Keeps("blue", "unicorn"),
    moves.Keeps("", "3"),
    moves.Keeps("green", "golden-cauldron"),
)
ENDING = (
    *TOLD,
    *(moves.Keeps("red", id) for id in ("1", "4", "great-eagle")),
    *(moves.Keeps("yellow", id) for id in ("7", "8")),
    moves.Keeps("green", "5"),
    moves.Done(),
    moves.Read("ritual", "adds"),
)
EVEN = (moves.Keeps("red", "1"), moves.Keeps("blue", "2"), moves.Done())
"""Five votes each, on one Oracle."""


@cache
def moments() -> dict[str, tuple[State, list[tuple[Any, Any]]]]:
    """Every position that looks different, with what led there."""
    board, kept, lot = table(way="board"), table(way="everything"), moves.Begins("red")
    nameless = new(way="score", box=msgspec.structs.replace(BOX, oracles=()))
    stand = [moves.Stands(id) for id in RING]
    return {
        "begin": (new(), []),
        "ring": played(new(), lot),
        "ring-some": played(new(), lot, *stand[:4]),
        "spells": played(
            new(), lot, *stand[:9], moves.Beside("return"), moves.Beside("none")
        ),
        "start": played(new(), lot, moves.Laid()),
        "made": played(new(box=made(1)), lot, moves.Laid()),
        "made-too": played(new(box=made(2)), lot, moves.Laid()),
        "turn": played(board, moves.Maginor("on")),
        "kept": played(kept),
        "late": played(board, *LATE),
        "last": played(board, *LAST),
        "centre": played(board, moves.Turn("green")),
        "wild": played(board, moves.Roll("fate")),
        "slot": played(board, moves.Mage("red", "8"), moves.Play("water")),
        "many": played(board, moves.Mage("red", "guild-hall"), moves.Play("air")),
        "aim": played(board, moves.Play("wand")),
        "thrown": played(board, moves.Play("wand"), moves.At("guild-hall")),
        "put": played(board, moves.Holds("domination", "red"), moves.Spell("domination")),
        "back": played(
            board,
            moves.Used("red", "fate", True),
            moves.Used("red", "air", True),
            moves.Holds("return", "red"),
            moves.Reading("returned", "hand"),
            moves.Spell("return"),
        ),
        "against": played(board, *EAGLE),
        "duel": played(kept, *DUEL),
        "duel-board": played(board, *DUEL),
        "duel-one": played(kept, *DUEL, moves.Point("red", "water")),
        "duel-lost": played(
            kept, *DUEL, moves.Point("blue", "water"), moves.Point("red", "fire")
        ),
        "opened": played(
            kept, *DUEL, moves.Point("red", "fire"), moves.Point("blue", "earth")
        ),
        "cross": played(board, *FULL),
        "read": played(board, *TIED),
        "sheet": played(new(way="score"), *TOLD),
        "adds": played(
            nameless, *(moves.Adds(seat, votes) for seat, votes in
                        (("red", 9), ("red", 9), ("green", 15), ("blue", 7)))
        ),
        "over": played(new(way="score"), *ENDING),
        "ended": played(board, *LAST, moves.Holds("guild-hall", "red")),
        "together": played(new(way="score"), *EVEN),
        "long": played(table(LONG, way="board")),
        "long-duel": played(table(LONG, way="everything"), *DUEL),
    }  # fmt: skip


PHONES = {
    "hand": ("kept", "red"),
    "hand-still": ("kept", "blue"),
    "hand-duel": ("duel", "red"),
    "hand-defends": ("duel-one", "blue"),
    "hand-laid": ("duel-one", "red"),
    "hand-lost": ("duel-lost", "red"),
    "hand-slot": ("slot", "red"),
    "hand-board": ("turn", "red"),
    "hand-over": ("over", "blue"),
    "hand-long": ("long-duel", "yellow"),
    "hand-long-duel": ("long-duel", "red"),
}
"""On whose phone which position is looked at."""
PASSED = {"passed": ("kept", "red"), "passed-duel": ("duel", "red")}
"""The table's own tablet, handed to somebody."""
CORRECTED = {"correct": ("turn", {}), "correct-near": ("turn", {"oracle": "8", "who": "green"})}


def made(seed: int) -> Any:
    """A box that was drawn by chance."""
    chance = Random(seed)
    assert GAME.boxed is not None
    told = GAME.boxed(synthetic(chance), lambda words: chance.sample(words, len(words)))
    return msgspec.convert(told, GAME.Box)


SAMPLES = samples.Samples(GAME, moments, PHONES, PASSED, CORRECTED)
page, seated, watched = SAMPLES.page, SAMPLES.seated, SAMPLES.watched
paint, pictures, house = SAMPLES.paint, SAMPLES.pictures, SAMPLES.house
