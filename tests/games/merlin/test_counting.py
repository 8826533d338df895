"""Where the score alone is kept: counts at three scorings, and at the end, by taps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.merlin import GAME, counting, moves
from companion.games.merlin.sheets import Laid, Region, Scoring
from tests.games.merlin.table import UNTOLD, begun, open_now, play, why


def tally(seat: str, what: Any, county: Any = "", more: bool = True) -> moves.Tally:
    return moves.Tally(seat, what, more, county)


def alone(count: int = 2, **options: Any) -> Any:
    return begun(count, UNTOLD, way="score", **options)


def at_end(**options: Any) -> Any:
    return play(alone(**options), *[moves.Counted()] * 3)


def total(state: Any, seat: int = 0) -> int:
    return GAME.final(state).players[seat].total


def test_three_scorings_and_the_end_are_asked_one_after_the_other() -> None:
    state = alone()
    for number in (1, 2, 3):
        assert (state.phase, counting.number(state), counting.is_end(state)) == (
            "sheet", number, False,
        )  # fmt: skip
        state = play(state, moves.Counted())
    assert counting.is_end(state)
    state = play(state, moves.Counted())
    assert (state.phase, len(state.counted)) == ("over", 3)
    assert GAME.final(state).winners == ("Ada", "Bo"), "nobody has a point"


def test_what_is_counted_gives_what_a_sheet_gives() -> None:
    """Examples of pages 8 to 10."""
    state = play(
        alone(),
        tally("yellow", "traitors"), moves.Has("blue"), moves.Adds("forest", 5),
        moves.Manor(0, "blue", True), moves.Manor(0, "yellow", True),
        *[tally("yellow", "influence", "orange")] * 2, *[tally("blue", "influence", "orange")] * 2,
        moves.Lays("yellow", "orange"), *[tally("blue", "henchmen")] * 3,
    )  # fmt: skip
    assert (total(state), total(state, 1)) == (3 + 2 + 3, -3 + 2 + 4)
    assert state.counted[0] == Scoring(
        {"yellow": 1}, "blue", (Region("forest", 5, {"blue": 1, "yellow": 1}),),
        {"orange": {"yellow": 2, "blue": 2}}, Laid("yellow", "orange"), {"blue": 3},
    )  # fmt: skip
    end = play(state, *[moves.Counted()] * 3)
    end = play(end, *[tally("yellow", "staffs")] * 3, *[tally("yellow", "flags")] * 3,
               tally("yellow", "apples"), *[tally("yellow", "marker")] * 2)  # fmt: skip
    said = {line.reason.key for line in GAME.final(end).players[1].lines}
    assert {"merlin.score.apples", "merlin.score.staffs", "merlin.score.goods"} <= said
    assert total(end, 1) - total(state, 1) == 6 + 1 + 1 + 2 + 2 * 2 + 2 * 1, (
        "and in each of two more scorings the forest's 2 and a marker's share of 1"
    )


def test_the_next_scoring_begins_as_the_board_was_left() -> None:
    state = play(alone(), tally("blue", "traitors"), tally("blue", "henchmen"), moves.Has("blue"),
                 *[tally("blue", "influence", "grey")] * 3, moves.Adds("lake", 2),
                 moves.Manor(0, "blue", True), moves.Counted())  # fmt: skip
    now = counting.now(state)
    assert (now.traitors_left, now.henchmen, now.excalibur) == ({}, {"blue": 1}, "blue")
    assert now.influence == {"grey": {"blue": 1}}
    assert (now.areas[0].manors, now.grail) == ({"blue": 1}, None)


def test_excalibur_goes_back_where_that_is_played() -> None:
    state = play(alone(excalibur="returns"), moves.Has("blue"), moves.Counted())
    assert counting.now(state).excalibur is None


def test_a_count_goes_up_and_down_and_never_under_none() -> None:
    state = play(alone(), tally("blue", "henchmen"), tally("blue", "henchmen", more=False))
    assert counting.now(state).henchmen == {"blue": 0}
    assert why(state, tally("blue", "henchmen", more=False)) == ("phase", "page 8")
    assert tally("blue", "henchmen", more=False) not in open_now(state, moves.Tally)
    state = play(state, tally("blue", "influence", "grey"))
    state = play(state, tally("blue", "influence", "grey", more=False))
    assert why(state, tally("blue", "influence", "grey", more=False)) == ("phase", "page 8")
    assert why(state, tally("blue", "influence")) == ("phase", "page 8"), "on which county?"


@pytest.mark.parametrize(("what", "most", "key", "book"), [
    ("traitors", 3, "traitors", "page 8"), ("henchmen", 4, "henchmen", "page 2"),
])  # fmt: skip
def test_no_more_than_a_player_has(what: str, most: int, key: str, book: str) -> None:
    state = play(alone(), *[tally("blue", what)] * most)
    assert tally("blue", what) not in open_now(state, moves.Tally)
    assert why(state, tally("blue", what)) == (key, book)


@pytest.mark.parametrize("markers", [6, 7])
def test_no_more_influence_than_a_player_has(markers: int) -> None:
    state = play(alone(markers=markers), *[tally("blue", "influence", "grey")] * 4,
                 *[tally("blue", "influence", "brown")] * (markers - 4))  # fmt: skip
    assert not any(move.more and move.what == "influence" and move.seat == "blue"
                   for move in open_now(state, moves.Tally))  # fmt: skip
    assert why(state, tally("blue", "influence", "grey")) == ("influence", "page 2")


def test_areas_have_no_more_tiles_than_lie_there_nor_more_manors_than_tiles() -> None:
    state = play(alone(), moves.Adds("lake", 4))
    assert {m.tiles for m in open_now(state, moves.Adds) if m.terrain == "lake"} == {1, 2}
    assert why(state, moves.Adds("lake", 3)) == ("tiles", "page 3")
    assert play(alone(4), moves.Adds("lake", 8)).counted
    state = play(state, *[moves.Manor(0, "blue", True)] * 3, moves.Manor(0, "yellow", True))
    assert why(state, moves.Manor(0, "yellow", True)) == ("taken", "page 7")
    assert moves.Manor(0, "yellow", True) not in open_now(state, moves.Manor)
    state = play(state, moves.Adds("forest", 6), *[moves.Manor(1, "blue", True)] * 4)
    assert why(state, moves.Manor(1, "blue", True)) == ("manors", "page 7")
    assert moves.Manor(1, "blue", True) not in open_now(state, moves.Manor)


def test_an_area_is_left_out_again_and_a_manor_taken_back() -> None:
    state = play(alone(), moves.Adds("lake", 4), moves.Manor(0, "blue", True))
    assert why(state, moves.Manor(0, "yellow", False)) == ("phase", "page 8")
    assert why(state, moves.Omits(1)) == ("phase", "page 8")
    assert why(state, moves.Manor(1, "blue", True)) == ("phase", "page 8")
    assert play(state, moves.Manor(0, "blue", False)).counted[0].areas[0].manors == {"blue": 0}
    assert play(state, moves.Omits(0)).counted[0].areas == ()


def test_the_grail_lies_where_its_owner_is_tied_until_counts_change() -> None:
    state = play(alone(), tally("blue", "influence", "grey"))
    assert not open_now(state, moves.Lays)
    assert why(state, moves.Lays("blue", "grey")) == ("tie", "page 9")
    state = play(state, tally("yellow", "influence", "grey"))
    assert open_now(state, moves.Lays) == [
        moves.Lays("blue", "grey"), moves.Lays("yellow", "grey"),
    ]  # fmt: skip
    state = play(state, moves.Lays("blue", "grey"))
    assert open_now(state, moves.Lays) == [moves.Lays(""), moves.Lays("yellow", "grey")]
    assert play(state, moves.Lays("")).counted[0].grail is None
    assert play(state, tally("yellow", "influence", "grey")).counted[0].grail is None


def test_excalibur_is_told_and_taken_back() -> None:
    state = play(alone(), moves.Has("yellow"))
    assert open_now(state, moves.Has) == [moves.Has(""), moves.Has("blue")]
    assert play(state, moves.Has("")).counted[0].excalibur is None


# The end


@pytest.mark.parametrize(("what", "most", "key", "book"), [
    ("apples", 11, "apples", "page 1"), ("staffs", 3, "staffs", "page 2"),
    ("shields", 36, "phase", "page 8"),
])  # fmt: skip
def test_no_more_than_the_box_holds(what: str, most: int, key: str, book: str) -> None:
    state = play(at_end(), *[tally("blue", what)] * most)
    assert tally("blue", what) not in open_now(state, moves.Tally)
    assert why(state, tally("blue", what)) == (key, book)
    if what != "staffs":
        assert tally("yellow", what) not in open_now(state, moves.Tally), (
            "the others' are one box"
        )
    state = play(state, tally("blue", what, more=False))
    assert tally("blue", what) in open_now(state, moves.Tally)


def test_a_marker_may_stand_under_zero() -> None:
    state = play(at_end(), *[tally("blue", "marker", more=False)] * 99)
    assert total(state) == -99
    assert tally("blue", "marker", more=False) not in open_now(state, moves.Tally)
    assert why(state, tally("blue", "marker", more=False)) == ("phase", "page 8")


def test_each_count_has_its_time() -> None:
    assert why(alone(), tally("blue", "apples")) == ("phase", "page 8")
    told: list[Any] = [
        tally("blue", "henchmen"), moves.Adds("lake", 1), moves.Omits(0),
        moves.Manor(0, "blue", True), moves.Has("blue"), moves.Lays(""),
    ]  # fmt: skip
    for move in told:
        assert why(at_end(), move) == ("phase", "page 8")
    for move in (*told, moves.Counted()):
        assert why(begun(2), move) == ("phase", "page 8")
