"""From what was seen to moves: walks, where the walker is, whose ball fell.

Ada starts at b2 and Bo stands at c5 unless a row says otherwise; the answers were
reasoned by hand on the board.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.games.labyrinth import GAME, moves
from companion.games.labyrinth.reading.explaining import Path, explain
from companion.games.labyrinth.reading.falling import fell, returned
from companion.games.labyrinth.reading.memory import Memory
from companion.games.labyrinth.reading.walking import candidates, place
from companion.games.labyrinth.state import Box, Options, State
from companion.vocabulary import Dropped, Player, Refusal, Setup
from companion.walls.evidence import Drop

ADA, BO = Player("Ada", "red", "a1"), Player("Bo", "blue", "f6")
SYMBOLS = {"c2": "key", "f3": "moon"}


def state(
    roll: int = 3, red: str = "b2", blue: str = "c5", wanted: str = "moon", **turned: Any
) -> State:
    """Ada on turn with her roll."""
    begun = GAME.new(Setup((ADA, BO), Options(), Box(symbols=SYMBOLS)))
    placed = [moves.Place("red", red), moves.Place("blue", blue)]
    return play(begun, moves.Draw(wanted), *placed, moves.Roll(roll))


def play(before: Any, *played: Any) -> State:
    for move in played:
        before = GAME.play(before, move)
        assert not isinstance(before, Refusal), (move, before)
    assert isinstance(before, State)
    return before


# Which walk explains it.


class Row(Struct, frozen=True):
    """Fields touched, in order; where the walker is; every walk that fits as well."""

    touched: str
    end: str
    walks: tuple[Path, ...]
    roll: int = 3
    blue: str = "c5"
    wanted: str = "moon"
    unheard: frozenset[str] = frozenset()


def fields(text: str) -> Path:
    return tuple(text.split())


def walk(*texts: str) -> tuple[Path, ...]:
    return tuple(fields(text) for text in texts)


ROWS = {
    "nobody moved": Row("b2", "b2", walk("")),
    "one step": Row("b2 c2", "c2", walk("c2")),
    "two steps in a line": Row("b2 c2 d2", "d2", walk("c2 d2")),
    "round a corner, seen": Row("b2 c2 c3", "c3", walk("c2 c3")),
    "round a corner, cut": Row("b2 c3", "c3", walk("b3 c3", "c2 c3")),
    "one step is never slantwise": Row("b2 c3", "c3", (), roll=1),
    "further than rolled": Row("b2 e2", "e2", (), roll=2),
    "there and back again": Row("b2 c2 b2 b3", "b3", walk("b3")),
    "back where it began": Row("b2 c2 b2", "b2", walk("")),
    "a loop with its last corner cut": Row("b2 c2 d2 c3", "c3", walk("c2 d2 d3 c3"), roll=4),
    "into a field and out again": Row("b2 c2 d2 c2 c3", "c3", walk("c2 c3"), roll=4),
    "a detour that was seen": Row("b2 b3 c3 c2", "c2", walk("b3 c3 c2"), roll=4),
    "no detour that was not seen": Row("b2 c2", "c2", walk("c2"), roll=4),
    "a line with a field missed": Row("b2 d2", "d2", walk("c2 d2")),
    "past somebody in the way": Row("b2 d2", "d2", walk("c2 d2"), blue="c2"),
    "on somebody's field with steps left": Row("b2", "c2", walk("c2"), blue="c2"),
    "on somebody's field with none left": Row("b2", "c2", (), blue="c2", roll=1),
    "over a dead sensor": Row("b2 d2", "d2", walk("c2 d2"), unheard=frozenset({"c2"})),
    "round a corner where one way would have been seen": Row(
        "b2 c3", "c3", walk("b3 c3"), unheard=frozenset({"b3"})
    ),
    "onto a dead sensor": Row("b2 c2", "d2", walk("c2 d2"), unheard=frozenset({"d2"})),
    "onto the wanted symbol": Row("b2 c2", "c2", walk("c2"), wanted="key"),
    "never on beyond the wanted symbol": Row("b2 c2 d2", "d2", (), wanted="key"),
    "round the wanted symbol": Row(
        "b2 b1 c1 d1 d2", "d2", walk("b1 c1 d1 d2"), wanted="key", roll=4
    ),
    "a zigzag of four": Row("b2 c2 c3 d3 d4", "d4", walk("c2 c3 d3 d4"), roll=4),
    "a corner cut on a longer walk": Row(
        "b2 c3 d3", "d3", walk("b3 c3 d3", "c2 c3 d3"), roll=3
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_what_was_touched_is_explained(row: Row) -> None:
    before = state(row.roll, blue=row.blue, wanted=row.wanted)

    found = explain(before, fields(row.touched), row.end, row.unheard)

    walks = {found.path, *found.either} if found else set()
    assert walks == set(row.walks)


def test_steps_spent_before_a_correction_stay_spent() -> None:
    spent = play(state(3), moves.Walk(fields("c2 d2")), moves.Place("red", "d3"))

    assert explain(spent, fields("d3 e3"), "e3", frozenset())
    assert explain(spent, fields("d3 e3 f3"), "f3", frozenset()) is None


# Where the walker is.


def remembered(
    *seen: tuple[str, int], left: dict[str, int] | None = None, **more: Any
) -> Memory:
    """Ada on turn since 1000 ms, now it is 3000."""
    began = {"now": 3000, "began": 1000, "changed": 2000, "hold": False}
    touched = (("b2", 0),)
    whole: dict[str, Any] = {**began, "whose": ("red", "b2"), "touched": touched, **more}
    return Memory(seen=dict(seen), left=left or {}, **whole)


BO_STANDS = ("c5", 0)
SEEN: dict[str, tuple[Memory, int, list[str], str]] = {
    "nobody moved": (remembered(("b2", 0), BO_STANDS), 3, ["b2"], "b2"),
    "in the air": (remembered(BO_STANDS, left={"b2": 2000}), 3, [], ""),
    "one field on": (remembered(("c2", 2000), BO_STANDS, left={"b2": 1990}), 3, ["c2"], "c2"),
    "over a border, both covered": (remembered(("b2", 0), ("c2", 2000), BO_STANDS), 3, ["b2"], "b2"),
    "a field too far and one in reach": (
        remembered(("c2", 2000), ("f4", 2000), BO_STANDS, left={"b2": 1990}), 1, ["c2"], "c2",
    ),
    "two fields in reach, the nearer": (
        remembered(("c2", 2000), ("d3", 2000), BO_STANDS, left={"b2": 1990}), 3, ["c2"], "c2",
    ),
    "two as near: nobody can tell": (
        remembered(("c2", 2000), ("b3", 2000), BO_STANDS, left={"b2": 1990}), 3, ["c2", "b3"], "",
    ),
    "a field that was covered before the turn": (
        remembered(("c2", 2000), ("b1", 0), BO_STANDS, left={"b2": 1990}, strangers=frozenset({"b1"})),
        3, ["c2"], "c2",
    ),
    "behind somebody": (remembered(BO_STANDS, left={"b2": 2900}, changed=2900), 3, [], ""),
    "out of sight beside a dead sensor": (
        remembered(BO_STANDS, left={"b2": 2000}, blind=frozenset({"c2"})), 3, [], "c2",
    ),
    "out of sight beside two dead sensors": (
        remembered(BO_STANDS, left={"b2": 2000}, blind=frozenset({"c2", "b3"})), 3, [], "",
    ),
    "brushed a field, then went on to a dead sensor": (
        remembered(
            BO_STANDS, left={"b2": 1500, "c1": 1700, "c2": 2000}, blind=frozenset({"d2"}),
            touched=(("b2", 0), ("c2", 1490), ("c1", 1600)),
        ), 3, [], "d2",
    ),
    "on a sensor that died": (remembered(BO_STANDS, blind=frozenset({"b2"})), 3, [], "b2"),
}  # fmt: skip


@pytest.mark.parametrize(("memory", "roll", "shown", "here"), SEEN.values(), ids=SEEN)
def test_the_walker_is_where_continuity_says(
    memory: Memory, roll: int, shown: list[str], here: str
) -> None:
    assert sorted(candidates(memory, state(roll))) == sorted(shown)
    assert place(memory, state(roll)) == here


# Whose ball fell. Trays lie under the corners, the floor falls to them from two ridges
# in the middle; a ball needs about 0.4 s for 5 cm and 0.7 s for 12 cm, and up to 0.2 s more.


def crossing(*touched: tuple[str, int]) -> Memory:
    return Memory(
        now=9000, hold=False, touched=touched, seen={touched[-1][0]: touched[-1][1]},
        whose=("red", touched[0][0]),
    )  # fmt: skip


BUMP, ASKED = "bump", "ask"
DROPS: dict[str, tuple[Memory, Dropped, str]] = {
    "beside its corner": (crossing(("a1", 0), ("b1", 5000)), Dropped("nw", 5450), BUMP),
    "sooner than it can roll": (crossing(("a1", 0), ("b1", 5000)), Dropped("nw", 5050), ASKED),
    "long after": (crossing(("a1", 0), ("b1", 5000)), Dropped("nw", 8000), ASKED),
    "in the opposite corner": (crossing(("a1", 0), ("b1", 5000)), Dropped("se", 5700), ASKED),
    "in the corner across": (crossing(("a1", 0), ("b1", 5000)), Dropped("ne", 5700), ASKED),
    "near the ridge, to the left": (crossing(("c2", 0), ("d2", 5000)), Dropped("nw", 5700), BUMP),
    "near the ridge, to the right": (crossing(("c2", 0), ("d2", 5000)), Dropped("ne", 5700), BUMP),
    "near one ridge, across the other": (
        crossing(("c2", 0), ("d2", 5000)), Dropped("sw", 5700), ASKED,
    ),
    "from the middle in no time": (crossing(("c2", 0), ("d2", 5000)), Dropped("nw", 5150), ASKED),
    "an earlier border of the walk": (
        crossing(("a1", 0), ("b1", 5000), ("c1", 5400), ("d1", 5800)), Dropped("nw", 5900), BUMP,
    ),
    "one line for all trays": (crossing(("a1", 0), ("b1", 5000)), Dropped("", 5600), BUMP),
    "nothing crossed": (crossing(("b2", 0)), Dropped("nw", 5600), ASKED),
}  # fmt: skip


@pytest.mark.parametrize(("memory", "drop", "expected"), DROPS.values(), ids=DROPS)
def test_a_drop_is_the_walkers_where_place_and_time_allow_it(
    memory: Memory, drop: Dropped, expected: str
) -> None:
    begun = state(4, red=memory.touched[0][0])
    lying = Memory(**{name: getattr(memory, name) for name in memory.__struct_fields__}
                   | {"trays": {drop.tray: drop.at}, "first": drop.at})  # fmt: skip

    move = fell(lying, begun, drop)

    if expected == BUMP:
        assert isinstance(move, moves.Fall | moves.Fell)
        assert (move.seat, move.tray) == (None, drop.tray)
    else:
        assert isinstance(move, moves.Ask)
        assert move.question.says.key == "labyrinth.ask.drop"


KNOCKS: dict[str, tuple[int, str, str]] = {
    "no knock": (-10_000, "b2", BUMP),
    "a knock while somebody stands over the same corner": (4900, "b2", ASKED),
    "a knock too long ago": (2500, "b2", BUMP),
    "a knock this very moment": (5400, "b2", BUMP),
    "a knock while everybody else stands elsewhere": (4900, "e5", BUMP),
}
"""When the table was knocked, where Bo stands, and what Ada's drop at 5450 then is."""


@pytest.mark.parametrize(("knocked", "where", "expected"), KNOCKS.values(), ids=KNOCKS)
def test_after_a_knock_a_ball_may_be_that_of_somebody_else(
    knocked: int, where: str, expected: str
) -> None:
    track = replace(
        crossing(("a1", 0), ("b1", 5000)), shaken=knocked, trays={"nw": 5450}, first=5450
    )

    move = fell(track, state(2, red="a1", blue=where), Dropped("nw", 5450))

    assert isinstance(move, moves.Ask if expected == ASKED else moves.Fell)


def test_a_magician_lifted_where_it_stands_lets_its_ball_fall() -> None:
    lifted = Memory(
        now=5600, hold=False, touched=(("b2", 0),), left={"b2": 5000}, whose=("red", "b2")
    )

    move = fell(lifted, state(2), Dropped("nw", 5600))

    assert move == moves.Fell(Drop((), none=1.0), None, "nw")


def test_a_drop_after_the_next_roll_is_still_the_walkers() -> None:
    walked = play(state(2), moves.Walk(fields("b1 a1")), moves.Stop(), moves.Roll(3))
    track = (("b2", 0), ("b1", 4000), ("a1", 5000))
    memory = Memory(
        now=5500, hold=False, late=("red", 5000, track), touched=(("c5", 0),),
        seen={"a1": 5000, "c5": 0}, whose=("blue", "c5"),
    )  # fmt: skip

    move = fell(memory, walked, Dropped("nw", 5500))

    assert isinstance(move, moves.Fell)
    assert (move.seat, move.tray) == ("red", "nw")


def test_the_question_lets_the_walker_bump_and_the_others_put_theirs_back() -> None:
    memory = Memory(now=5600, hold=False, trays={"se": 5600}, first=5600)

    move = fell(memory, state(2), Dropped("se", 5600))

    assert isinstance(move, moves.Ask)
    assert [option.moves for option in move.question.options] == [
        ({"do": "fall", "seat": "red", "tray": ""},),
        ({"do": "ball", "seat": "blue", "where": "tray"},),
        (),
        (),
    ]


# Back in the corner. Ada's ball fell at 5000, her corner is a1.

BACK: dict[str, tuple[dict[str, Any], bool]] = {
    "corner covered, tray empty, at rest": (
        {"seen": {"a1": 7000}, "emptied": 6500, "now": 7500}, True,
    ),
    "only just": ({"seen": {"a1": 7000}, "emptied": 6500, "now": 7050}, False),
    "the ball still in the tray": ({"seen": {"a1": 7000}, "trays": {"nw": 5000}, "now": 7500}, False),
    "the magician still away": ({"emptied": 6500, "now": 9500}, False),
    "slipped once more and put in again, the magician left standing": (
        {"seen": {"a1": 7000}, "fallen": 7200, "emptied": 7600, "now": 8100}, True,
    ),
    "slipped, and still in the tray": (
        {"seen": {"a1": 7000}, "fallen": 7200, "emptied": 6500, "trays": {"nw": 7200}, "now": 8100},
        False,
    ),
    "no tray has told: after a while": ({"seen": {"a1": 7000}, "now": 7600}, True),
    "no tray has told, too soon": ({"seen": {"a1": 6000}, "now": 7000}, False),
    "a corner that cannot be seen": (
        {"blind": frozenset({"a1"}), "emptied": 6500, "now": 7600}, True,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("known", "expected"), BACK.values(), ids=BACK)
def test_magician_and_ball_are_back(known: dict[str, Any], expected: bool) -> None:
    bumped = play(state(2), moves.Walk(("c2",)), moves.Fall())
    memory = Memory(**{"hold": False, "fallen": 5000, "first": 5000, **known})

    assert returned(memory, bumped) == (moves.Back("red") if expected else None)
