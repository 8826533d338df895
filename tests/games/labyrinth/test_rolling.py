"""A die that was told: whose roll it is, and when it is none.

Ada stands in 11 and Bo in 66; nobody knows where the open chip is printed, so that every
walk can end anywhere. Times are milliseconds after the die was told.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.labyrinth import GAME, moves
from companion.vocabulary import Rolled
from tests.tabletop import Tabletop

STEADY = 700  # ms until a die that does not say that it moves is believed to rest


@pytest.fixture
def table(tmp_path: Path) -> Tabletop:
    """Ada has rolled a 3, and her magician is still in the corner."""
    return walking(tmp_path)


def walking(folder: Path, **more: Any) -> Tabletop:
    table = Tabletop(folder, **more)
    table.wait(1000)
    roll(table, 3)
    assert (table.state.turn, table.state.roll) == ("red", 3)
    table.wait(3000)  # long enough, so that the next word of the die is another roll
    return table


def roll(table: Tabletop, face: int) -> None:
    """The die is thrown, and lies there."""
    table.say("die/0", f"~{face}")
    table.wait(200)
    table.say("die/0", face)


def rolls(table: Tabletop) -> list[int]:
    return [roll.face for roll in table.moves(moves.Roll)]


# The next player's die ends a walk


def test_the_next_players_die_ends_a_walk_that_stopped_early(table: Tabletop) -> None:
    table.hall({"12", "66"}, 1600)
    roll(table, 2)
    assert (table.state.turn, table.state.phase, table.state.roll) == ("blue", "walk", 2)
    assert table.walks == [("red", ("b1",))]
    assert rolls(table) == [3, 2] and not table.asking


@pytest.mark.parametrize(("rested", "taken"), [(1000, False), (1400, True)])
def test_a_walk_is_over_once_the_magician_has_stood_still(
    table: Tabletop, rested: int, taken: bool
) -> None:
    """With the 200 ms that it rolls, the die is told after 1200 or 1600: the bound is 1500,
    and the field is seen up to 50 ms after the magician came."""
    table.hall({"12", "66"}, rested)
    roll(table, 2)
    assert (table.state.turn == "blue") is taken


def test_an_impatient_die_is_asked_about_once_all_is_calm(table: Tabletop) -> None:
    table.hall({"12", "66"}, 500)
    roll(table, 2)
    table.wait(500)
    assert rolls(table) == [3] and not table.asking
    table.wait(1000)
    assert table.asking == "roll"
    assert table.question and table.question.says.values == {
        "seat": "blue", "name": "Bo", "face": 2
    }  # fmt: skip
    table.answer("yes")
    assert (table.state.turn, table.state.roll, table.state.phase) == ("blue", 2, "walk")


# A die turned in the hand (C08)


def test_a_die_turned_in_the_hand_while_somebody_walks_is_no_roll(table: Tabletop) -> None:
    table.hall({"12", "66"}, 400)
    roll(table, 4)
    table.hall({"13", "66"}, 400)
    assert (table.state.turn, table.state.roll) == ("red", 3)
    table.hall({"14", "66"}, 1000)
    assert (table.state.roll, rolls(table), table.asking) == (3, [3], "")


def test_a_die_turned_before_the_first_step_is_asked_about_and_left(table: Tabletop) -> None:
    roll(table, 4)
    table.wait(2000)
    assert table.asking == "roll"
    table.answer("no")
    table.wait(9000)
    assert (table.state.turn, table.state.roll) == ("red", 3)
    assert rolls(table) == [3] and not table.asking


def test_a_die_that_lies_still_is_no_question_where_staying_is_not_allowed(
    tmp_path: Path,
) -> None:
    table = walking(tmp_path, staying=False)
    roll(table, 4)
    table.wait(3000)
    assert rolls(table) == [3] and not table.asking


def test_nobody_is_asked_about_a_die_of_long_ago(tmp_path: Path) -> None:
    table = walking(tmp_path, staying=False)
    roll(table, 4)
    table.wait(9500)
    table.hall({"12", "66"}, 3000)
    assert rolls(table) == [3] and not table.asking


def test_the_question_goes_with_a_turn_that_ends_on_the_open_chip(tmp_path: Path) -> None:
    table = walking(tmp_path, symbols={"13": "moon"})
    table.hall({"12", "66"}, 500)
    roll(table, 2)
    table.wait(1500)
    assert table.asking == "roll"
    table.hall({"13", "66"}, 3000)
    assert (table.state.phase, table.asking) == ("draw", "")
    assert rolls(table) == [3]


def test_the_question_waits_for_whoever_is_to_roll_and_goes_with_a_roll(
    table: Tabletop,
) -> None:
    for cell in ("12", "13"):
        table.hall({cell, "66"}, 300)
    table.hall({"14", "66"}, 300)
    roll(table, 2)
    table.wait(2500)
    assert (table.state.turn, table.state.phase, table.asking) == ("blue", "roll", "roll")
    roll(table, 1)
    table.wait(100)
    assert (table.state.turn, table.state.roll, table.asking) == ("blue", 1, "")
    assert rolls(table) == [3, 1]


def test_nobody_is_asked_again_after_an_undo(table: Tabletop) -> None:
    table.hall({"12", "66"}, 300)
    roll(table, 4)
    table.undo()
    table.hall({"11", "66"}, 6000)
    assert rolls(table) == [3] and table.asking != "roll"


def test_a_die_does_not_end_a_walk_while_the_magician_is_out_of_sight(table: Tabletop) -> None:
    table.hall({"12", "66"}, 400)
    table.hall({"66"}, 1000)
    roll(table, 4)
    table.wait(100)
    assert rolls(table) == [3]


# What is no roll at all


@pytest.mark.parametrize("phase", ["draw", "roll", "walk"])
def test_a_face_that_this_die_does_not_have_is_said_for_some_seconds(
    tmp_path: Path, phase: str
) -> None:
    table = Tabletop(tmp_path, wanted="" if phase == "draw" else "moon")
    table.wait(1000)
    if phase == "walk":
        table.take(moves.Roll(3))
    version = table.version
    roll(table, 6)
    assert ("face", "") in table.noticed
    assert table.version == version
    table.wait(5500)
    assert ("face", "") not in table.noticed
    assert not table.asking


def test_before_a_chip_is_drawn_there_is_nothing_to_roll_for(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, wanted="")
    table.wait(1000)
    roll(table, 2)
    assert table.noticed == [("chip_first", "")]
    table.wait(5500)
    assert not table.noticed
    assert (table.state.phase, table.moves(moves.Roll)) == ("draw", [])


@pytest.mark.parametrize(("later", "asked"), [(0, False), (2400, False), (2600, True)])
def test_the_same_face_soon_after_is_the_same_roll(
    table: Tabletop, later: int, asked: bool
) -> None:
    """Told on another way, so that the senses cannot know."""
    table.take(moves.Stop())
    table.take(moves.Roll(2))
    table.wait(later)
    memory = table.loop._memory
    read = GAME.read(memory, table.state, Rolled("0", 2, table.now))
    assert [type(move) for move in read.moves] == [moves.Ask] * asked


# Without a plate


def test_a_die_is_taken_where_the_plate_tells_nothing(tmp_path: Path) -> None:
    table = Tabletop(tmp_path)
    table.wait(1000)
    table.cells = {}
    table.frozen = dict.fromkeys(
        (f"{row}{column}" for row in range(1, 7) for column in range(1, 7)), 0
    )
    table.wait(3000)
    assert "unplugged" in [name for name, _ in table.noticed]
    roll(table, 3)
    assert (table.state.phase, table.state.roll) == ("walk", 3)


def test_a_die_that_is_shown_again_when_the_table_asks_is_a_roll(table: Tabletop) -> None:
    """Ada stays where she is, and Bo rolls: nobody needs to tap."""
    roll(table, 4)
    table.wait(2000)
    assert table.asking == "roll"
    roll(table, 4)
    table.wait(300)
    assert (table.state.turn, table.state.roll) == ("blue", 4)
    assert rolls(table) == [3, 4] and not table.asking
