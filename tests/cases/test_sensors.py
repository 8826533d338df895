"""Faults that people reported of sensing boards, as cases on the real path: raw codes in,
journal out.

Cells are row then column from the top left: 11 is a1, 12 is b1, 66 is f6.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.labyrinth import moves
from tests.tabletop import CORNERS, Tabletop, field

ALL = {f"{row}{column}" for row in range(1, 7) for column in range(1, 7)}


def seated(folder: Path) -> Tabletop:
    """Ada at 11 and Bo at 66, the chip at 14 looked for, Ada to roll."""
    table = Tabletop(folder, symbols={"14": "moon", "41": "key"})
    table.wait(1000)
    return table


def bo_to_move(folder: Path) -> Tabletop:
    table = seated(folder)
    table.take(moves.Turn("blue"))
    table.stand(red="23", blue="54")
    return table


# N01: a short stop on the way is not the end of the move.


def test_n01_a_slow_slide_with_stops_is_one_move(tmp_path: Path) -> None:
    table = seated(tmp_path)
    table.take(moves.Roll(4))

    table.hall({"12", "66"}, 150)
    table.hall({"13", "66"}, 900)
    assert (table.state.turn, table.state.phase) == ("red", "walk")
    table.hall({"14", "66"})

    assert table.walks == [("red", ("b1", "c1", "d1"))]
    assert table.state.chips["red"] == ("moon",)
    assert table.state.turn == "red"
    assert not table.notices


# N04: polarity the wrong way, a loose cable.


@pytest.mark.parametrize("players", [2, 4])
def test_n04_nearly_every_cell_covered_is_no_crowd_of_pawns(
    tmp_path: Path, players: int
) -> None:
    table = Tabletop(tmp_path, players)

    table.hall(ALL - {"11", "66"}, 5000)

    assert [(note.key, note.kind) for note in table.notices] == [
        ("labyrinth.note.inverted", "fault")
    ]
    assert_played_by_hand(table, players)


@pytest.mark.parametrize("code", [0, 4095, None])
def test_n04_nothing_covered_with_four_seated_is_one_plain_fault(
    tmp_path: Path, code: int | None
) -> None:
    table = Tabletop(tmp_path, 4)
    table.frozen = {} if code is None else dict.fromkeys(ALL, code)

    table.hall({}, 5000)

    expected = "nobody" if code is None else "unplugged"
    assert [(n.key, n.kind) for n in table.notices] == [(f"labyrinth.note.{expected}", "fault")]
    assert_played_by_hand(table, 4)


def assert_played_by_hand(table: Tabletop, players: int) -> None:
    assert len(table.state.seats) == players
    assert list(table.state.at.values()) == [field(cell) for cell in CORNERS[players]]
    assert table.take(moves.Roll(2)).status == 200
    assert table.take(moves.Walk(("b1", "c1"))).status == 200
    table.wait(5000)
    assert table.take(moves.Stop()).status == 200
    assert (table.state.at["red"], table.state.turn) == ("c1", "blue")
    assert not table.question


def test_n04_a_cable_put_in_again_is_believed_again(tmp_path: Path) -> None:
    table = seated(tmp_path)
    table.frozen = dict.fromkeys(ALL, 0)
    table.wait(2000)
    table.frozen = {}
    table.wait(5000)

    assert not table.notices
    table.take(moves.Roll(2))
    table.hall({"12", "66"}, 300)
    table.hall({"13", "66"})
    assert table.walks == [("red", ("b1", "c1"))]


# N05: one cell reads wrong.


@pytest.mark.parametrize("frozen", [True, False])
def test_n05_a_stuck_cell_is_named_masked_and_walked_over(tmp_path: Path, frozen: bool) -> None:
    table = Tabletop(tmp_path)
    stuck = set() if frozen else {"35"}
    table.frozen = {"35": 2290} if frozen else {}
    table.hall({"11", "66"} | stuck, 12_000)

    if frozen:
        assert ("weak", "e3") in table.noticed
        table.take(moves.Mask("e3"))
    else:
        assert (table.asking, table.question and table.question.place) == ("stuck", "e3")
        table.answer("ignore")
    assert table.state.masked == ("e3",)
    table.kill()
    table.boot()
    assert table.state.masked == ("e3",)

    table.take(moves.Turn("blue"))
    table.take(moves.Place("blue", "d3"))
    table.hall({"34", "11"} | stuck)
    table.take(moves.Roll(3))
    table.wait(500)
    table.hall({"11"} | stuck, 250)
    table.hall({"36", "11"} | stuck, 2000)

    assert table.state.path == ("e3", "f3")
    assert (table.state.at["blue"], table.state.turn) == ("f3", "blue")
    assert not table.noticed
    assert not table.question


# N06: the board differs from the saved game.


def test_n06_a_board_that_differs_after_a_restart_is_asked_about_once(tmp_path: Path) -> None:
    table = seated(tmp_path)
    table.take(moves.Give("blue", "cat"))
    table.stand(red="23", blue="54")
    table.kill()
    table.boot()

    table.hall({"23", "44"}, 5000)
    assert ("repair", "d5") in table.noticed
    assert table.asking == "misplaced"
    assert table.question
    assert [option.says.key for option in table.question.options][:2] == [
        "labyrinth.opt.here",
        "labyrinth.opt.there",
    ]
    assert len(table.moves(moves.Ask)) == 1
    table.hall({"23", "54"}, 1500)
    assert not table.question
    assert not table.notices

    table.take(moves.Roll(1))
    table.wait(300)
    table.hall({"24", "54"})
    assert table.walks == [("red", ("d2",))]
    assert table.state.at == {"red": "d2", "blue": "d5"}
    assert table.state.chips == {"red": (), "blue": ("cat",)}


def test_n06_the_board_may_be_right_instead(tmp_path: Path) -> None:
    table = seated(tmp_path)
    table.stand(red="23", blue="54")
    table.kill()
    table.boot()
    table.hall({"23", "44"}, 5000)

    table.answer("here")
    table.wait(1500)

    assert table.state.at == {"red": "c2", "blue": "d4"}
    assert not table.notices
    table.take(moves.Roll(1))
    table.hall({"24", "44"})
    assert table.walks == [("red", ("d2",))]


# N08: noise is no drop, and a drop that bounces is one.


def walking(folder: Path) -> Tabletop:
    """Ada has rolled a 4 and crossed a border; her ball may fall."""
    table = seated(folder)
    table.take(moves.Roll(4))
    table.wait(300)
    table.hall({"12", "66"}, 300)
    return table


def test_n08_a_pulse_of_three_milliseconds_is_no_drop(tmp_path: Path) -> None:
    table = walking(tmp_path)

    table.drop("nw", 1)
    table.wait(3)
    table.drop("nw", 0)
    table.wait(1500)

    assert not table.falls
    assert not table.question


def test_n08_a_drop_that_bounces_is_one_drop(tmp_path: Path) -> None:
    table = walking(tmp_path)

    bounce(table, edges=12, within=30)
    table.hall({"66"}, 1000)
    table.hall({"11", "66"}, 1000)
    bounce(table, edges=8, within=25)
    table.wait(5000)

    assert table.falls == [(None, "nw")]
    assert table.moves(moves.Back) == [moves.Back("red")]
    assert not table.question
    assert not table.notices


def bounce(table: Tabletop, edges: int, within: int) -> None:
    """So many edges, the last one to the other level than before."""
    level = table.trays["nw"]
    for number in range(1, edges + 2):  # one more, so that it ends on the new level
        table.drop("nw", level ^ number % 2)
        if number <= edges:
            table.wait(within * number // edges - within * (number - 1) // edges)
    assert table.trays["nw"] != level


# N09: tidying up after the end is no play.


def test_n09_hands_on_the_table_after_the_end_change_nothing(tmp_path: Path) -> None:
    table = seated(tmp_path)
    for symbol in ("cat", "cup", "owl", "sun"):
        table.take(moves.Give("red", symbol))
    table.take(moves.Roll(3))
    table.hall({"12", "66"}, 300)
    table.hall({"13", "66"}, 300)
    table.hall({"14", "66"})
    assert (table.state.phase, table.state.winners) == ("over", ("red",))
    ended, version = table.hash, table.version

    for cell in ("24", "34", "33", "42", "41", "51"):
        table.hall({cell, "66"}, 400)
    for _ in range(3):
        table.drop("sw", 1)
        table.wait(200)
        table.drop("sw", 0)
        table.wait(200)
    table.say("die/0", 3)
    table.hall({}, 8000)

    assert (table.hash, table.version) == (ended, version)
    assert not table.notices
    assert table.state.phase == "over"


# N10: the wrong pawn is touched.


@pytest.mark.parametrize("rolled", [0, 3])
def test_n10_a_pawn_moved_out_of_turn_and_put_back_leaves_no_trace(
    tmp_path: Path, rolled: int
) -> None:
    table = bo_to_move(tmp_path)
    if rolled:
        table.take(moves.Roll(rolled))
    before, version = table.hash, table.version

    table.hall({"22", "54"}, 1500)
    assert [note.kind for note in table.notices] in (["repair"], ["hint"])
    table.hall({"23", "54"}, 3000)

    assert (table.hash, table.version) == (before, version)
    assert not table.notices
    assert table.state.turn == "blue"


@pytest.mark.parametrize("rolled", [0, 3])
def test_n10_a_pawn_left_out_of_turn_is_asked_back(tmp_path: Path, rolled: int) -> None:
    table = bo_to_move(tmp_path)
    if rolled:
        table.take(moves.Roll(rolled))

    table.hall({"22", "54"}, 10_000)

    assert [(n.key, n.place, n.seat) for n in table.notices] == [
        ("labyrinth.note.repair", "c2", "red")
    ]
    assert table.asking == "misplaced"
    assert table.question
    assert table.question.says.values["seat"] == "red"
    assert not table.moves(moves.Walk)
    assert (table.state.turn, table.state.at) == ("blue", {"red": "c2", "blue": "d5"})
    assert table.state.chips == {"red": (), "blue": ()}


# The rules as the sensors meet them.


@pytest.mark.parametrize("slips_after", [100, 200, 600, 1500])
def test_r01_a_wall_costs_the_rest_of_the_steps_and_nothing_else(
    tmp_path: Path, slips_after: int
) -> None:
    table = seated(tmp_path)
    table.take(moves.Give("red", "cat"))
    table.take(moves.Give("red", "owl"))
    table.take(moves.Roll(4))
    table.wait(300)
    table.hall({"12", "66"}, 400)
    table.hall({"13", "66"}, 400)
    table.hall({"23", "66"}, 600)
    table.drop("nw", 1)
    table.wait(800)

    table.hall({"66"}, 1500)
    table.drop("nw", 0)
    table.hall({"11", "66"}, slips_after)
    table.drop("nw", 1)
    table.wait(500)
    table.drop("nw", 0)
    table.wait(3000)

    assert len(table.falls) == 1
    assert table.walks == [("red", ("b1", "c1", "c2"))]
    assert (table.state.at["red"], table.state.turn) == ("a1", "blue")
    assert table.state.chips["red"] == ("cat", "owl")
    assert table.state.balls["red"] == "under"
    assert not table.question
    assert not table.notices


def beside(folder: Path, face: int) -> Tabletop:
    """Ada at 22, Bo beside her at 23."""
    table = seated(folder)
    table.stand(red="22", blue="23")
    table.take(moves.Roll(face))
    table.wait(500)
    return table


def test_r03_passing_somebody_is_a_walk_of_two_steps(tmp_path: Path) -> None:
    table = beside(tmp_path, 3)

    table.hall({"23"}, 300)
    table.hall({"24", "23"}, 1000)

    assert table.state.path == ("c2", "d2")
    assert table.state.at == {"red": "d2", "blue": "c2"}
    assert not table.notices
    table.take(moves.Stop())
    assert table.walks == [("red", ("c2", "d2"))]


def test_r03_stopping_on_somebody_is_hinted_at_and_nobody_is_missing(tmp_path: Path) -> None:
    table = beside(tmp_path, 1)

    table.hall({"23"}, 4000)

    assert [(note.key, note.kind) for note in table.notices] == [
        ("labyrinth.note.occupied", "hint")
    ]
    assert (table.state.turn, table.state.phase) == ("red", "walk")
    assert not table.question
    table.hall({"22", "23"}, 1500)
    assert not table.notices


def corner(folder: Path, face: int) -> Tabletop:
    """Ada from 33 to 44 with nothing seen between."""
    table = seated(folder)
    table.stand(red="33")
    table.take(moves.Roll(face))
    table.wait(500)
    table.hall({"44", "66"}, 2500)
    return table


def test_r04_two_steps_round_a_corner_are_fine(tmp_path: Path) -> None:
    table = corner(tmp_path, 2)

    assert [len(path) for _, path in table.walks] == [2]
    assert table.walks[0][1][-1] == "d4"
    assert table.state.turn == "blue"
    assert not table.notices
    both = {table.moves(moves.Walk)[-1].path, *table.moves(moves.Walk)[-1].either}
    assert both == {("d3", "d4"), ("c4", "d4")}


def test_r04_one_step_is_never_slantwise(tmp_path: Path) -> None:
    table = corner(tmp_path, 1)

    assert [(note.key, note.kind) for note in table.notices] == [
        ("labyrinth.note.toofar", "hint")
    ]
    assert not table.walks
    assert table.state.turn == "red"


def test_r04_fewer_steps_than_rolled_are_fine(tmp_path: Path) -> None:
    table = seated(tmp_path)
    table.stand(red="33")
    table.take(moves.Roll(4))
    table.wait(300)
    table.hall({"34", "66"}, 1000)

    assert table.take(moves.Stop()).status == 200

    assert table.walks == [("red", ("d3",))]
    assert (table.state.turn, table.noticed) == ("blue", [])


def home_again(folder: Path, wanted: str, for_ms: int) -> Tabletop:
    """Ada at 41 where the moon is printed, out to 42 and back for so long."""
    table = Tabletop(folder, symbols={"41": "moon"}, wanted="key")
    table.stand(red="41")
    table.take(moves.Want(wanted))
    table.take(moves.Turn("red"))
    table.take(moves.Roll(3))
    table.wait(500)
    table.hall({"42", "66"}, 400)
    table.hall({"41", "66"}, for_ms)
    return table


def test_a_walk_out_and_back_onto_the_wanted_symbol_wins_it(tmp_path: Path) -> None:
    table = home_again(tmp_path, "moon", 2500)

    assert not table.question
    assert table.state.late.path == ("b4", "a4")
    assert table.state.chips["red"] == ("moon",)


def test_a_walk_that_goes_on_after_all_was_no_walk_back(tmp_path: Path) -> None:
    table = home_again(tmp_path, "moon", 1000)

    table.hall({"51", "66"}, 500)

    assert table.state.path == ("a5",)
    assert table.state.chips["red"] == ()


def test_a_hand_that_wavered_on_any_other_field_has_spent_no_step(tmp_path: Path) -> None:
    table = home_again(tmp_path, "owl", 2500)

    assert (table.state.turn, table.state.path) == ("red", ())


def test_a_drop_after_a_step_onto_a_dead_sensor_comes_before_the_turn_is_over(
    tmp_path: Path,
) -> None:
    table = seated(tmp_path)
    table.frozen = {"12": 0}
    table.take(moves.Roll(1))
    table.wait(2500)
    table.hall({"66"}, 500)  # out of sight: on 12, where the sensor is dead
    assert table.state.path == ("b1",)

    table.drop("nw", 1)
    table.wait(500)

    assert table.walks == [("red", ("b1",))]
    assert table.falls == [(None, "nw")]
    assert not table.question
