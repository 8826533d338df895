"""Sample pages of Orcs Orcs Orcs, and a small house that shows them.

Rule: every position is one of the real game, put together by its builder and played on by moves,
and the page is told what the game itself shows; nothing here can drift away from the rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.state import Mission, State
from tests.games.orcs import table as T  # noqa: N812 - a short name for a builder used in every line
from tests.views import samples
from tests.views.samples import Moment

SIZES = samples.SIZES
LONG = {
    "red": "Maximiliane-Lieselot",
    "yellow": "Κωνσταντίνα Παπαγεωρ",
    "blue": "Bartholomäus",
    "green": "Jo",
}
"""Up to twenty letters each."""


def played(state: State, *taken: Any) -> Moment:
    """After these moves, with the history of them, the newest first."""
    return samples.played(GAME, state, *taken)


STANDING = (
    ("7", 0, 2), ("1", 0, 1), ("1", 0, 1), ("4", 0, 0), ("5", 1, 2), ("2", 1, 0), ("4", 2, 1),
    ("2", 2, 0), ("8", 2, 0), ("4", 4, 2), ("1", 4, 0), ("2", 4, 0), ("5", 5, 1), ("1", 5, 0),
)  # fmt: skip
"""Monsters about the tower: kind, path and segment; the fourth path is cleared."""
CROWD = (("1", 0, 0),) * 5 + (("2", 0, 0),) * 2 + (("8", 0, 1), ("7", 0, 1), ("7", 0, 1))
"""On top of that, a path where hardly anything fits."""
WON = {"red": {"k1": 3, "k4": 2, "k7": 1}, "yellow": {"k2": 4, "k5": 1}, "blue": {"k8": 1},
       "green": {"k1": 1, "k2": 2, "k4": 1, "k5": 2, "k7": 2, "k8": 1}}  # fmt: skip


def later(count: int = 4, **options: Any) -> State:
    """In the middle of a game: monsters on most paths, everybody has won some."""
    state = T.table(count, **options)
    for kind, path, segment in STANDING:
        state = T.put(state, kind, path, segment)
    for seat in state.seats:
        state = T.won(state, seat, **WON[seat])
    state = T.ruled(T.marked(state, 3, 5, 0, 0, 7, 1), "no-teleport")
    values = {**state.values, "4": 3, "7": 5, "8": 7}
    mages = dict(zip(state.seats, (0, 2, 4, 5), strict=False))
    support, poison = {**state.support, "red": 2}, {**state.poison, "blue": 3}
    return replace(
        state, values=values, mages=mages, round=4, support=support, poison=poison, rule="none"
    )


def crowded() -> State:
    """More monsters than a segment has room for, one of them hurt."""
    state = later(way="board")
    for kind, path, segment in CROWD:
        state = T.put(state, kind, path, segment)
    return T.put(state, "5", 0, 1, damage=5)


def kept(**options: Any) -> State:
    """Where decks are kept: red has a hand of six cards."""
    state = later(way="everything", **options)
    state = T.holds(
        state, "red", "smash", "zap", "book-a", "wisdom-a", "smash-1", "magical-bonds-1"
    )
    return T.holds(state, "yellow", "smash", "zap", "fire-spark", "cold-snap")


def alike() -> State:
    """Two Books and two of Smash in the hand of red, who can put one back into the box."""
    state = T.able(later(way="everything"), "red", "remove-card")
    return T.holds(state, "red", "smash", "smash-1", "book-a", "book-b")


def named(state: State, names: dict[str, str]) -> State:
    """The same with other people."""
    return replace(state, names={seat: names[seat] for seat in state.seats})


def untold() -> State:
    """Nobody told what the trophy boards print."""
    return replace(later(way="board", bonus=True), traits=dict(T.BLANK))


BOLT = (moves.Cast("lightning-bolt"), moves.Row(4))
SHEET = (
    moves.Tally("red", "1", more=True),
    moves.Tally("red", "8", more=True),
    moves.Tally("blue", "poison", more=True),
    moves.Tally("green", "support", more=True),
)


@cache
def moments() -> dict[str, tuple[State, list[tuple[Any, Any]]]]:
    """Every position that looks different, with what led there."""
    board, cards = later(way="board"), kept()
    start = T.begun(4, way="board")
    placed = [
        moves.Stands(seat, path) for seat, path in zip(start.seats, (5, 1, 2, 4), strict=True)
    ]
    whole = T.begun(4, way="everything", missions=True)
    turned = [
        moves.Reveal(kind)
        for kind in ("1", "1", "4", "2", "8", "5", "1", "2", "2", "7", "4", "1")
    ]
    opened = [*placed, *turned]
    score = T.begun(4, way="score", missions=True)
    able = T.able(board, "red", "poison", "remove-card", "extra-spell", "extra-action")
    lowered = replace(board, poison={**board.poison, "red": 2})
    missions: tuple[Mission, ...] = ("weak", "most", "set", "many")
    tells = [moves.Tells(*told) for told in zip(score.seats, missions, strict=True)]
    end = (*SHEET, *tells, moves.Done())
    return {
        "mages": played(start, placed[0]),
        "markers": played(start, *placed, *turned[:5]),
        "open": played(whole, *opened),
        "fate": played(T.at_fate(board)),
        "rules": played(T.at_fate(board), moves.Advance(("weak", "mighty"))),
        "known": played(T.at_fate(replace(board, known=T.FATES))),
        "turn": played(board),
        "able": played(replace(able, poison=lowered.poison)),
        "crowd": played(crowded()),
        "reveal": played(T.at_fate(board), moves.Advance(("weak",)), moves.Ruled("no-spells")),
        "unveil": played(T.at_fate(board), moves.Advance(("weak",)), moves.Ruled("none"), moves.Turns(1)),
        "casting": played(board, moves.Cast("earthquake")),
        "strike": played(crowded(), moves.Cast("smash"), moves.Row(4)),
        "anywhere": played(board, *BOLT),
        "many": played(crowded(), *BOLT),
        "sweep": played(board, moves.Cast("ice-storm"), moves.Row(2)),
        "side": played(board, moves.Cast("earthquake"), moves.Row(2), moves.At(1)),
        "fells": played(untold(), moves.Cast("smash"), moves.Row(4), moves.Figure(1)),
        "asks": played(
            T.won(untold(), "red", k7=1), moves.Cast("smash"), moves.Row(4), moves.Figure(1), moves.Falls(True)
        ),
        "learn": played(cards, moves.Cast("red-book-a")),
        "voodoo": played(board, moves.Cast("voodoo"), moves.Row(1)),
        "kept": played(cards),
        "kept-able": played(alike()),
        "kept-casting": played(cards, moves.Cast("red-smash")),
        "boost": played(cards, moves.Cast("red-smash"), moves.Add("red-wisdom-a")),
        "draws": played(cards, moves.Pass()),
        "missions": played(replace(kept(missions=True), phase="missions", actions=0), moves.Keeps("red", "set")),
        "sheet": played(score, *SHEET),
        "sheet-told": played(score, *SHEET, *tells[:2]),
        "counts": played(replace(board, phase="sheet", actions=0)),
        "over": played(score, *end),
        "together": played(T.begun(4, way="score"), moves.Done()),
        "long": played(named(board, LONG)),
    }  # fmt: skip


PHONES = {
    "hand": ("kept", "red"),
    "hand-still": ("kept", "yellow"),
    "hand-able": ("kept-able", "red"),
    "hand-casting": ("kept-casting", "red"),
    "hand-draws": ("draws", "red"),
    "hand-keeps": ("missions", "yellow"),
    "hand-board": ("turn", "red"),
    "hand-over": ("over", "blue"),
}
"""On whose phone which position is looked at."""
PASSED = {"passed": ("kept", "red"), "passed-draws": ("draws", "red")}
"""The table's own tablet, handed to somebody."""
CORRECTED = {"correct": ("turn", {}), "correct-path": ("crowd", {"path": "0", "who": "green"}),
             "correct-kept": ("kept", {"theme": "won"}), "correct-sheet": ("sheet", {})}  # fmt: skip


SAMPLES = samples.Samples(GAME, moments, PHONES, PASSED, CORRECTED)
page, seated, watched = SAMPLES.page, SAMPLES.seated, SAMPLES.watched
paint, pictures, house = SAMPLES.paint, SAMPLES.pictures, SAMPLES.house
