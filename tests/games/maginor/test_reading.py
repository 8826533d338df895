"""A die of Maginor that was told: a roll where one is open, else a word why it is none.

The sides of the die are counted in the order of ``pieces``: fire is 1, Maginor is 6. Times are
milliseconds on the table's clock.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.reading import SAID, SAME_ROLL
from companion.games.maginor.state import State
from companion.vocabulary import Covered, Read, Rolled, Shown, Tick
from tests.games.contract import spoken
from tests.games.maginor.table import at, new, play, put, table

ON_1 = {"red": "1"}


def read(state: State, sighting: Any, memory: Any = None) -> Read:
    return GAME.read(GAME.reader(None) if memory is None else memory, state, sighting)


def rolled(state: State, face: int, when: int = 10_000, memory: Any = None) -> Read:
    return read(state, Rolled("0", face, when), memory)


def said(state: State, face: int) -> list[str]:
    found = rolled(state, face)
    assert found.moves == ()
    words = spoken(GAME)
    assert all(notice.key in words for notice in found.notices)
    return [notice.key.removeprefix("maginor.note.") for notice in found.notices]


def test_each_side_of_the_die_is_a_roll() -> None:
    state = at(table(), **ON_1)
    sides = ("fire", "water", "earth", "air", "fate", "maginor")
    for face, side in enumerate(sides, 1):
        assert rolled(state, face).moves == (moves.Roll(side),)  # type: ignore[arg-type]


def test_a_roll_for_a_magic_card_counts_from_the_centre_too() -> None:
    state = at(table(), red="")
    aimed = play(state, moves.Play("wand"), moves.At("1"))
    assert rolled(aimed, 1).moves == (moves.Roll("fire"),)


def test_the_same_face_a_moment_later_is_not_the_next_players_roll() -> None:
    state = at(table(), red="1", blue="1")
    first = rolled(state, 1)
    after = play(state, *first.moves)
    assert after.turn == "blue"
    again = rolled(after, 1, 10_000 + SAME_ROLL - 1, first.memory)
    assert again.moves == () and again.notices == ()
    later = rolled(after, 1, 10_000 + SAME_ROLL, first.memory)
    assert later.moves == (moves.Roll("fire"),)
    assert rolled(after, 2, 10_100, first.memory).moves == (moves.Roll("water"),)


def test_a_die_that_is_no_roll_is_told_why_for_some_seconds() -> None:
    state = at(table(), red="")
    assert said(state, 1) == ["centre"]
    memory = rolled(state, 1).memory
    assert read(state, Tick(10_000 + SAID - 1), memory).notices
    gone = read(state, Tick(10_000 + SAID), memory)
    assert gone.notices == () and read(state, Tick(10_001), gone.memory).notices == ()


def test_what_is_open_comes_before_the_die() -> None:
    dueling = play(at(put(table(), "1", blue=(0,)), **ON_1), moves.Play("fire"), moves.Slot(0))
    assert said(dueling, 3) == ["choose_first"]
    assert said(at(table(), **ON_1), 7) == ["face"]


def test_before_and_after_the_turns_a_die_is_nothing() -> None:
    begun = play(new(), moves.Begins("red"))
    for state in (new(), begun, new(way="score"), play(new(way="score"), moves.Done())):
        assert said(state, 1) == []


def test_other_dice_and_all_else_are_no_roll() -> None:
    state = at(table(), **ON_1)
    others = (Rolled("1", 1, 0), Shown("oracle/1", 0), Covered("a1", 0), Tick(0))
    assert all(read(state, one).moves == () for one in others)


def test_reading_changes_nothing() -> None:
    state = at(table(), **ON_1)
    before = replace(state)
    rolled(state, 1)
    assert state == before
