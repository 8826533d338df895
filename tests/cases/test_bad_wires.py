"""What wires and hands do wrong on an evening: each has one clear word or question in the
right place, nothing is lost, and the game goes on.

Cells are row then column from the top left: 11 is a1, 12 is b1, 66 is f6.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.labyrinth import moves
from companion.geometry import FIELDS, INDEX
from tests.tabletop import Tabletop, field

HOME = {"11", "66"}


def two(folder: Path, face: int = 0, **where: str) -> Tabletop:
    """Ada at 11 (or elsewhere) and Bo at 66, Ada to roll, or with her roll."""
    table = Tabletop(folder, symbols={"41": "moon"})
    table.wait(500)
    if where:
        table.stand(**where)
    if face:
        table.take(moves.Roll(face))
        table.wait(500)
    return table


def four(folder: Path, face: int = 0) -> Tabletop:
    """Ada 11, Bo 16, Cleo 66, Dan 61, each a step away from the corner."""
    table = Tabletop(folder, 4, symbols={"41": "moon"})
    table.stand(red="12", blue="26", green="65", yellow="51")
    if face:
        table.take(moves.Roll(face))
        table.wait(500)
    return table


def said(table: Tabletop) -> list[tuple[str, str, str]]:
    return [(n.key.removeprefix("labyrinth.note."), n.place, n.seat) for n in table.notices]


def assert_quiet(table: Tabletop) -> None:
    assert (said(table), table.asking) == ([], "")


# Balls.


def test_a_drop_with_nobody_moving_asks_once_whose_it_is(tmp_path: Path) -> None:
    table = four(tmp_path)

    table.drop("se", 1)
    table.wait(5000)

    assert len(table.moves(moves.Ask)) == 1
    assert table.asking == "drop"
    assert table.question
    assert table.question.says.values["tray"] == "se"
    assert [option.says.values.get("name") for option in table.question.options] == [
        "Ada", "Bo", "Cleo", "Dan", None, None,
    ]  # fmt: skip
    table.answer("seat", seat="green")
    assert table.state.balls["green"] == "tray"
    assert (table.state.at["green"], table.state.turn) == ("e6", "red")


def test_a_question_about_a_ball_is_asked_anew_when_its_answers_change(tmp_path: Path) -> None:
    table = four(tmp_path, face=3)
    table.hall({"13", "26", "65", "51"}, 150)
    table.drop("se", 1)
    table.wait(400)
    assert table.asking == "drop"
    table.drop("nw", 1)
    table.wait(100)
    assert table.falls == [(None, "nw")]

    assert table.answer("seat", seat="red").status == 200

    assert (table.state.balls["red"], table.state.turn) == ("tray", "blue")
    assert not table.question


def test_a_ball_put_back_where_its_magician_stood_is_back(tmp_path: Path) -> None:
    table = four(tmp_path)
    table.drop("se", 1)
    table.wait(500)
    table.answer("seat", seat="green")

    table.hall({"12", "26", "51"}, 1500)
    table.drop("se", 0)
    table.hall({"12", "26", "65", "51"})

    assert table.moves(moves.Back) == [moves.Back("green")]
    assert_quiet(table)


def test_a_drop_that_was_nobodys_changes_nothing(tmp_path: Path) -> None:
    table = four(tmp_path)
    table.drop("se", 1)
    table.wait(500)

    table.answer("nobody")
    table.drop("se", 0)
    table.wait(3000)

    assert set(table.state.balls.values()) == {"under"}
    assert_quiet(table)


def test_of_two_drops_at_once_the_walkers_is_a_bump_and_the_other_is_asked_about(
    tmp_path: Path,
) -> None:
    table = four(tmp_path, face=3)
    table.hall({"13", "26", "65", "51"}, 600)

    table.drop("nw", 1)
    table.wait(100)
    table.drop("se", 1)
    table.wait(1000)

    assert table.falls == [(None, "nw")]
    assert table.asking == "drop"
    assert table.question
    assert table.question.says.values["tray"] == "se"
    table.answer("seat", seat="green")
    assert table.state.balls == {
        "red": "tray", "blue": "under", "green": "tray", "yellow": "under",
    }  # fmt: skip
    assert table.state.turn == "blue"


def test_a_second_ball_in_the_same_tray_is_told_by_hand_and_both_come_back(
    tmp_path: Path,
) -> None:
    table = four(tmp_path, face=2)
    table.hall({"13", "26", "65", "51"}, 600)
    table.drop("nw", 1)
    table.wait(300)
    table.take(moves.Roll(3))
    table.hall({"13", "25", "65", "51"}, 600)
    table.hall({"13", "24", "65", "51"}, 600)

    assert table.take(moves.Fall()).status == 200  # the beam was broken already

    assert table.state.balls["red"] == table.state.balls["blue"] == "tray"
    assert table.state.turn == "green"
    table.hall({"65", "51"}, 1500)
    table.drop("nw", 0)
    table.hall({"11", "65", "51"}, 1500)
    table.hall({"11", "16", "65", "51"})
    assert set(table.moves(moves.Back)) == {moves.Back("red"), moves.Back("blue")}
    assert_quiet(table)


def test_a_tray_blocked_from_the_start_is_named_and_no_ball(tmp_path: Path) -> None:
    table = two(tmp_path)
    table.take(moves.Turn("red"))
    table.ask("park", match="m1")
    table.drop("ne", 1)
    table.wait(500)
    table.ask("resume", match="m1")
    table.wait(5000)

    assert said(table) == [("tray", "ne", "")]
    assert not table.question
    table.take(moves.Roll(3))
    table.hall({"12", "66"}, 700)
    table.drop("nw", 1)
    table.wait(100)
    assert table.falls == [(None, "nw")]


def test_a_tray_blocked_at_a_restart_is_asked_about_and_then_named(tmp_path: Path) -> None:
    table = two(tmp_path)
    table.kill()
    table.trays["ne"] = 1
    table.boot()
    table.wait(4000)

    assert table.asking == "drop"
    table.answer("nobody")
    table.wait(4000)

    assert said(table) == [("tray", "ne", "")]
    assert len(table.moves(moves.Ask)) == 1


def test_undoing_a_fall_gives_the_walk_back(tmp_path: Path) -> None:
    table = two(tmp_path, face=4)
    table.hall({"12", "66"}, 400)
    table.hall({"13", "66"}, 600)
    table.drop("nw", 1)
    table.wait(500)
    assert table.state.turn == "blue"

    assert table.undo().status == 200
    table.drop("nw", 0)
    table.wait(3000)

    assert (table.state.turn, table.state.path) == ("red", ("b1", "c1"))
    assert table.state.balls["red"] == "under"
    assert_quiet(table)
    table.hall({"14", "66"}, 500)
    assert table.state.path == ("b1", "c1", "d1")


# Hands.


def test_the_next_roll_before_the_magician_stands_leaves_the_last_step_to_its_owner(
    tmp_path: Path,
) -> None:
    table = two(tmp_path, face=2)
    table.hall({"12", "66"}, 300)
    table.hall({"66"}, 80)
    table.take(moves.Roll(3))
    table.hall({"66"}, 80)
    table.hall({"13", "66"}, 2000)

    assert table.state.at == {"red": "c1", "blue": "f6"}
    assert (table.state.turn, table.state.roll) == ("blue", 3)
    assert_quiet(table)
    table.hall({"13", "56"}, 500)
    assert (table.state.turn, table.state.path) == ("blue", ("f5",))


def test_a_wrong_magician_that_stays_is_one_question(tmp_path: Path) -> None:
    table = four(tmp_path, face=2)

    table.hall({"12", "36", "65", "51"}, 8000)

    assert said(table) == [("repair", "f2", "blue")]
    assert table.asking == "misplaced"
    assert table.question
    assert (table.question.place, table.question.says.values["seat"]) == ("f3", "blue")
    table.answer("here")
    table.wait(1500)
    assert table.state.at["blue"] == "f3"
    assert (table.state.turn, table.state.roll, table.state.path) == ("red", 2, ())
    assert_quiet(table)


def test_a_neighbour_nudged_over_the_border_in_passing_is_one_question(tmp_path: Path) -> None:
    table = two(tmp_path, 3, red="22", blue="23")

    table.hall({"33"}, 300)
    table.hall({"33", "24"}, 9000)

    assert len(table.moves(moves.Ask)) == 1
    assert table.asking == "who"
    assert table.question
    where = {"red": "d2", "blue": "c3"}
    assert table.question.place in where.values()
    here = table.question.place
    table.answer("seat", seat="red" if here == "d2" else "blue")
    table.wait(2000)
    assert table.state.at["red"] == "d2"
    table.hall({"23", "24"}, 2000)
    assert table.state.at == where | {"blue": "c2"}
    assert_quiet(table)


def test_a_neighbour_nudged_and_put_back_at_once_is_no_question(tmp_path: Path) -> None:
    table = two(tmp_path, 3, red="22", blue="23")

    table.hall({"33"}, 300)
    table.hall({"33", "24"}, 700)
    table.hall({"23", "24"}, 3500)

    assert table.state.at == {"red": "d2", "blue": "c2"}
    assert not table.moves(moves.Ask)
    assert_quiet(table)


def test_two_magicians_in_one_corner_are_told_apart_by_whose_turn_it_is(tmp_path: Path) -> None:
    table = two(tmp_path, 3, red="13", blue="11")
    table.hall({"14", "11"}, 700)
    table.drop("nw", 1)
    table.wait(500)
    table.hall({"11": 1.0}, 1500)
    table.drop("nw", 0)
    table.hall({"11": 1.9})

    assert table.moves(moves.Back) == [moves.Back("red")]
    assert table.state.at == {"red": "a1", "blue": "a1"}
    assert_quiet(table)
    table.take(moves.Roll(2))
    table.wait(500)
    table.hall({"11": 1.0, "21": 1.0}, 1000)
    assert table.state.at == {"red": "a1", "blue": "a2"}


@pytest.mark.parametrize("lifted", ["11", "66"])
def test_a_magician_lifted_and_set_down_is_no_move(tmp_path: Path, lifted: str) -> None:
    table = two(tmp_path, face=3)
    before = table.hash

    table.hall(HOME - {lifted}, 1200)
    table.hall(HOME, 2000)

    assert table.hash == before
    assert_quiet(table)


def test_a_corner_cut_between_four_fields_keeps_both_paths(tmp_path: Path) -> None:
    table = two(tmp_path, 3, red="22")

    table.hall({"66"}, 150)
    table.hall({"33", "66"}, 500)
    table.hall({"34", "66"}, 500)

    last = table.moves(moves.Walk)[-1]
    assert {last.path, *last.either} == {("b3", "c3", "d3"), ("c2", "c3", "d3")}
    assert_quiet(table)


# Magnets.


def test_a_reversed_magnet_is_named_and_the_walk_goes_on_once_it_is_turned_over(
    tmp_path: Path,
) -> None:
    table = two(tmp_path, face=2)

    table.hall({"11": -0.9, "66": 1.0}, 3000)
    assert said(table)[0] == ("reversed", "a1", "")
    assert table.notices[0].kind == "fault"
    table.hall(HOME, 2000)
    assert_quiet(table)
    table.hall({"12", "66"}, 500)
    assert table.state.path == ("b1",)


def test_a_phone_on_the_plate_moves_nobody(tmp_path: Path) -> None:
    table = two(tmp_path, face=2)
    before = table.hash
    phone = dict.fromkeys(("32", "33", "34", "42", "44", "52", "53", "54"), 1.4) | {"43": 4.0}

    table.hall(phone | dict.fromkeys(HOME, 1.0), 4000)
    assert said(table) == [("foreign", "c4", "")]
    assert table.notices[0].kind == "fault"
    table.hall(HOME, 2000)

    assert table.hash == before
    assert_quiet(table)
    table.hall({"12", "66"}, 500)
    assert table.state.path == ("b1",)


def test_a_phone_beside_the_plate_moves_nobody(tmp_path: Path) -> None:
    table = two(tmp_path, face=2)
    before = table.hash
    edge = {
        f"{row}{column}": 0.9 if column == 6 else 0.4
        for row in range(1, 6)
        for column in (5, 6)
    }

    table.hall(edge | dict.fromkeys(HOME, 1.0), 4000)
    assert [key for key, _, _ in said(table)] == ["foreign"]
    table.hall(HOME, 2000)

    assert table.hash == before
    assert_quiet(table)


# The box.


def over(table: Tabletop, quarters: int) -> set[str]:
    """The cells of the sensors under the magicians of a box turned clockwise."""
    return {_clockwise(cell, quarters) for cell in _cells(table)}


def _cells(table: Tabletop) -> set[str]:
    return {f"{at[1]}{'abcdef'.index(at[0]) + 1}" for at in table.state.at.values()}


def _clockwise(cell: str, quarters: int) -> str:
    for _ in range(quarters):
        cell = f"{cell[1]}{7 - int(cell[0])}"
    return cell


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_box_is_one_question_and_moves_are_read_rightly_after_it(
    tmp_path: Path, quarters: int
) -> None:
    table = two(tmp_path, red="23", blue="64")
    table.hall({}, 1500)
    table.hall(over(table, quarters), 8000)

    assert table.asking == "turned"
    assert len(table.moves(moves.Ask)) == 1
    table.answer("yes")
    table.wait(1500)
    assert table.state.turned == quarters
    assert table.state.at == {"red": "c2", "blue": "d6"}
    assert_quiet(table)

    table.take(moves.Roll(2))
    table.wait(500)
    table.hall({_clockwise("33", quarters), _clockwise("64", quarters)}, 400)
    table.hall({_clockwise("43", quarters), _clockwise("64", quarters)}, 2500)
    assert table.walks == [("red", ("c3", "c4"))]
    assert_quiet(table)


def test_a_box_turned_once_more_ends_up_where_it_lies(tmp_path: Path) -> None:
    table = two(tmp_path, red="23", blue="64")
    for quarters in (1, 2, 0):
        table.hall(over(table, quarters), 8000)
        table.answer("yes")
        table.wait(1500)
        assert table.state.turned == quarters
        assert_quiet(table)
    assert table.state.at == {"red": "c2", "blue": "d6"}


def test_a_turned_box_outlives_a_restart_and_its_trays_turn_along(tmp_path: Path) -> None:
    table = two(tmp_path, red="23", blue="64")
    table.hall(over(table, 1), 8000)
    table.answer("yes")
    table.wait(1500)
    table.kill()
    table.boot()
    table.wait(1500)
    assert_quiet(table)

    table.take(moves.Roll(2))
    table.wait(500)
    table.hall({_clockwise("22", 1), _clockwise("64", 1)}, 600)
    table.drop("ne", 1)  # the corner a1 of the box lies above the tray in the north-east
    table.wait(100)
    assert table.falls == [(None, "ne")]


# Words that make no sense.


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("hall", "800" * 35),
        ("hall", "800" * 37),
        ("hall", "80x" + "800" * 35),
        ("hall", None),
        ("hall", ["800"] * 36),
        ("hall", "\uff1800" + "800" * 35),
        ("drop/nw", 7),
        ("drop/nw", None),
        ("drop/nw", "1"),
        ("drop/zz", 1),
        ("die/0", "3"),
        ("die/0", True),
        ("kettle/0", 1),
        ("", 1),
    ],
)
def test_a_word_that_makes_no_sense_is_counted_and_nothing_else(
    tmp_path: Path, source: str, value: Any
) -> None:
    table = two(tmp_path)
    before, version, unread = table.hash, table.version, table.loop.senses.unread

    for _ in range(3):
        table.say(source, value)
        table.wait(100)
    table.wait(1000)

    assert table.loop.senses.unread == unread + 3
    assert (table.hash, table.version) == (before, version)
    assert_quiet(table)


@pytest.mark.parametrize(
    ("face", "sentence"), [(0, "house.shown.face"), (9, "labyrinth.note.face")]
)
def test_a_face_that_no_die_of_this_game_has_is_told_and_changes_nothing(
    tmp_path: Path, face: int, sentence: str
) -> None:
    table = two(tmp_path)
    before, version = table.hash, table.version

    table.say("die/0", face)
    table.wait(1000)

    assert [notice.key for notice in table.notices] == [sentence]
    assert (table.hash, table.version) == (before, version)


def test_a_face_that_this_die_has_not_is_no_roll(tmp_path: Path) -> None:
    table = two(tmp_path)

    table.say("die/0", 6)
    table.wait(500)

    assert (table.state.phase, table.state.roll) == ("roll", 0)


# People change their minds.


def test_after_an_undo_the_page_says_where_the_magician_belongs(tmp_path: Path) -> None:
    table = two(tmp_path, face=4)
    table.hall({"12", "66"}, 500)
    table.hall({"13", "66"}, 500)

    table.undo()
    table.wait(1000)
    assert table.state.path == ("b1",)
    assert said(table) == [("repair", "b1", "red")]
    walks = len(table.moves(moves.Walk))
    table.hall({"14", "66"}, 400)  # nothing is read while they differ
    assert len(table.moves(moves.Walk)) == walks

    table.hall({"12", "66"}, 1500)
    assert_quiet(table)
    table.hall({"22", "66"}, 500)
    assert table.state.path == ("b1", "b2")


def test_a_correction_is_believed_and_the_page_says_who_belongs_where(tmp_path: Path) -> None:
    table = two(tmp_path)

    table.take(moves.Place("red", "d4"))
    table.wait(1000)
    assert said(table) == [("repair", "d4", "red")]
    table.hall({"44", "66"}, 1500)

    assert_quiet(table)
    table.take(moves.Roll(1))
    table.hall({"45", "66"}, 500)
    assert table.state.path == ("e4",)


# Sensors that die on the way.


def test_a_sensor_that_dies_under_the_walking_magician_is_bridged(tmp_path: Path) -> None:
    table = two(tmp_path, face=4)
    table.hall({"12", "66"}, 500)
    table.frozen = {"12": 2048}
    table.wait(4000)
    assert ("weak", "b1", "") in said(table)
    assert (table.state.path, table.asking) == (("b1",), "")

    table.hall({"13", "66"}, 1000)
    assert table.state.path == ("b1", "c1")
    table.frozen = {}
    table.wait(4000)
    assert_quiet(table)
    table.hall({"12", "66"}, 1000)
    assert table.state.at["red"] == "b1"


def test_a_sensor_that_dies_under_a_waiting_magician_makes_nobody_missing(
    tmp_path: Path,
) -> None:
    table = two(tmp_path)
    table.frozen = {"66": 0}
    table.wait(8000)

    assert said(table) == [("weak", "f6", "")]
    assert not table.question
    table.take(moves.Roll(1))
    table.hall({"12", "66"}, 2500)
    assert table.walks == [("red", ("b1",))]
    table.frozen = {}
    table.wait(5000)
    assert_quiet(table)
    table.take(moves.Roll(1))
    table.hall({"12", "56"}, 500)
    assert table.state.at == {"red": "b1", "blue": "f5"}


def test_every_cell_is_where_the_wire_says() -> None:
    assert [field(f"{row}{column}") for row in range(1, 7) for column in range(1, 7)] == list(
        FIELDS
    )
    assert INDEX["b1"] == 1


def test_a_question_about_the_walker_is_taken_back_when_the_turn_is_over(
    tmp_path: Path,
) -> None:
    table = two(tmp_path, 3, red="22", blue="23")
    table.hall({"33"}, 300)
    table.hall({"33", "24"}, 9000)
    assert table.asking == "who"

    table.take(moves.Roll(2))
    table.wait(200)

    assert table.asking != "who"
    assert (table.state.turn, table.state.roll) == ("blue", 2)
