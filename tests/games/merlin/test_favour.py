"""The King's favour (pages 10 and 11)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import moves
from companion.games.merlin.state import State
from companion.games.merlin.todo import Favour
from tests.games.merlin.table import (
    acted,
    at_scoring,
    blue,
    castle,
    dealt,
    has,
    landed,
    merlin,
    open_now,
    out,
    play,
    points,
    sealed,
    table,
    through,
    waits,
    why,
)


def favour(**options: Any) -> Any:
    return table(favour=True, **options)


# Points or an ability (page 10)


@pytest.mark.parametrize("worth", [1, 2, 3])
def test_a_mission_opens_as_many_rows_as_it_has_points(worth: Any) -> None:
    state = play(favour(), moves.Claims(worth), moves.Corner("lady"))
    assert [move.row for move in open_now(state, moves.Seals)] == [*range(worth + 1)]
    learned = play(state, moves.Seals(worth))
    assert (blue(learned).seals, points(learned)) == ((f"lady-{worth}",), 0)
    paid = play(state, moves.Seals(0))
    assert (blue(paid).seals, points(paid)) == ((), worth)
    if worth < 3:
        assert why(state, moves.Seals(worth + 1)) == ("row", "page 10")


def test_the_corner_of_a_known_mission_is_not_asked() -> None:
    state = dealt(has(favour(way="everything"), "purple-flag"), "two")
    state = play(state, moves.Fulfils("two"))
    assert state.todo[0] == Favour(2, "builder")
    assert blue(play(state, moves.Seals(2))).seals == ("builder-2",)


def test_without_the_module_there_are_points_alone() -> None:
    assert waits(play(table(), moves.Claims(3))) == ""


def test_a_seal_that_lies_is_not_laid_again() -> None:
    state = play(sealed(favour(), "lady-1"), moves.Claims(2), moves.Corner("lady"))
    assert [move.row for move in open_now(state, moves.Seals)] == [0, 2]
    assert why(state, moves.Seals(1)) == ("row", "page 10")


def test_four_seals_are_all() -> None:
    state = sealed(favour(), "lady-2", "lady-3", "builder-2", "builder-3")
    state = play(state, moves.Claims(3), moves.Corner("flagbearer"))
    assert [move.row for move in open_now(state, moves.Seals)] == [0]
    assert why(state, moves.Seals(1)) == ("seals", "page 11")
    assert points(play(state, moves.Seals(0))) == 3


# The first row (page 11)


def test_one_point_more_whether_for_points_or_for_an_ability() -> None:
    state = play(sealed(favour(), "builder-1"), moves.Claims(2), moves.Corner("builder"))
    assert points(play(state, moves.Seals(0))) == 3
    assert points(play(state, moves.Seals(2))) == 1


def test_not_for_the_mission_of_another_henchman_nor_that_which_brought_it() -> None:
    other = play(sealed(favour(), "builder-1"), moves.Claims(2), moves.Corner("lady"))
    assert points(play(other, moves.Seals(0))) == 2
    first = play(favour(), moves.Claims(2), moves.Corner("lady"), moves.Seals(1))
    assert points(first) == 0


# The second row


@pytest.mark.parametrize("figure", ["blue", "merlin"])
def test_on_a_county_he_goes_to_any(figure: str) -> None:
    state = out(sealed(favour(), "builder-2"), builder="grey", lady="brown")
    state = landed(state, "grey", figure)
    assert "builder" in {move.henchman for move in open_now(state, moves.Sends)}
    state = play(state, moves.Sends("builder"))
    assert {move.county for move in open_now(state, moves.To)} == {
        "black", "blue", "purple", "orange", "brown",
    }  # fmt: skip
    assert blue(play(state, moves.To("orange"))).goods == {"orange-stone": 1}


def test_the_others_and_other_spaces_are_as_ever() -> None:
    state = out(sealed(favour(), "builder-2"), builder="grey", lady="brown")
    lady = play(landed(state, "grey"), moves.Sends("lady"))
    assert blue(lady).henchmen["lady"] == "grey"
    near = play(landed(state, "relocate"), moves.Sends("builder"))
    assert {move.county for move in open_now(near, moves.To)} == {"black", "blue"}


# The third row: once between two scorings


def test_the_builder_builds_twice() -> None:
    state = has(sealed(favour(), "builder-3"), "brown-stone", "black-stone", "grey-stone")
    state = acted(state, "manor", moves.Twice(), moves.Builds(11))
    assert waits(state) == "pay"
    state = play(state, moves.Pays("brown"), moves.Builds(0))
    state = play(state, moves.Pays("grey"))
    assert [state.tiles[at].owner for at in (11, 0)] == ["blue", "blue"]
    assert (waits(state), blue(state).used) == ("", ("builder-3",))
    again = landed(replace(has(state, "brown-stone"), phase="choose", acted=""), "manor")
    assert why(again, moves.Twice()) == ("favour", "page 11"), "once between two scorings"


def test_the_bonus_of_the_first_tower_comes_before_the_second_manor() -> None:
    state = has(sealed(favour(), "builder-3"), "orange-stone", "grey-stone")
    state = acted(state, "manor", moves.Twice(), moves.Builds(10))
    assert waits(state) == "get"
    state = play(state, moves.Gets("flag", "black"))
    assert waits(state) == "act"
    assert play(state, moves.Builds(11)).tiles[11].owner == "blue"


def test_the_second_manor_is_passed_by_where_none_can_be_built() -> None:
    state = has(sealed(favour(), "builder-3"), "brown-stone")
    state = acted(state, "manor", moves.Twice(), moves.Builds(11))
    assert (waits(state), open_now(state, moves.Ends)) == ("", [moves.Ends()])


def test_the_shield_bearer_spares_a_traitor_for_a_point() -> None:
    state = castle(sealed(favour(), "shieldbearer-3"), traitors={"grey": 2})
    state = play(state, moves.Spares("grey"))
    assert (blue(state).traitors, state.discarded, points(state)) == (
        {"grey": 1},
        {"grey": 1},
        1,
    )
    assert why(state, moves.Spares("grey")) == ("favour", "page 11")


def test_he_does_so_at_any_time_of_the_turn_and_for_a_traitor_alone() -> None:
    state = castle(sealed(favour(), "shieldbearer-3"), traitors={"grey": 2})
    assert why(state, moves.Spares("blue")) == ("traitor", "page 11")
    assert points(play(landed(state, "grail"), moves.Spares("grey"))) == 1
    between = play(landed(state, "relocate"), moves.Sends("lady"))
    assert why(between, moves.Spares("grey")) == ("window", "page 11")


def test_the_flag_bearer_counts_whatever_he_likes_and_one_more() -> None:
    state = has(sealed(favour(), "flagbearer-3"), "grey-flag", "blue-flag", "blue-stone")
    state = landed(state, "points-stone")
    assert points(play(state, moves.Counts("stone"))) == 1
    state = play(state, moves.Counts("flag", favour=True))
    assert (points(state), blue(state).used) == (3, ("flagbearer-3",))


def test_also_what_the_space_shows() -> None:
    """Page 11: any of the four, no matter which sign is on the space."""
    state = landed(has(sealed(favour(), "flagbearer-3"), "blue-stone"), "points-stone")
    state = play(state, moves.Counts("stone", favour=True))
    assert (points(state), blue(state).used) == (2, ("flagbearer-3",))


def test_without_him_the_sign_counts_alone() -> None:
    state = landed(has(favour(), "grey-flag"), "points-stone")
    assert why(state, moves.Counts("flag", favour=True)) == ("points", "page 5")
    assert why(state, moves.Counts("stone", favour=True)) == ("points", "page 5")
    assert why(state, moves.Counts("flag")) == ("points", "page 5")


def test_the_lady_sends_two_instead_of_what_the_space_gives() -> None:
    state = castle(sealed(favour(), "lady-3"), influence={"grey": 1, "blue": 1})
    state = acted(state, "gain-flag", moves.Twice(), moves.Sends("builder"), moves.To("grey"))
    state = play(state, moves.Sends("shieldbearer"), moves.To("grey"))
    assert blue(state).goods == {"grey-stone": 1, "grey-shield": 1}
    assert (blue(state).used, waits(state)) == (("lady-3",), "")


def test_the_same_one_may_go_twice_to_different_counties() -> None:
    state = castle(sealed(favour(), "lady-3"), influence={"grey": 1, "blue": 1})
    state = acted(state, "gain-henchman", moves.Twice(), moves.Sends("lady"), moves.To("grey"))
    state = play(state, moves.Sends("lady"))
    assert blue(state).influence == {"grey": 2, "blue": 2}


def test_without_influence_she_sends_nobody() -> None:
    state = landed(sealed(favour(), "lady-3"), "gain-flag")
    assert waits(state) == ""


# No staff with the builder's and the lady's


def by_merlin(seal: str, space: str) -> State:
    """Merlin came to a space whose favour blue has, with enough of everything."""
    state = castle(sealed(favour(), seal), influence={"grey": 1, "blue": 1})
    state = has(state, "brown-stone", "grey-stone", "black-stone", "blue-stone")
    return merlin(state, space)


TWICE = [
    ("builder-3", "manor", (moves.Builds(11), moves.Pays("brown"), moves.Builds(10),
                            moves.Pays("black"), moves.Gets("flag", "grey"))),
    ("lady-3", "gain-stone", (moves.Sends("builder"), moves.To("grey"),
                              moves.Sends("lady"), moves.To("blue"))),
]  # fmt: skip


@pytest.mark.parametrize(("seal", "space", "played"), TWICE)
def test_no_staff_after_such_a_favour(seal: str, space: str, played: tuple[Any, ...]) -> None:
    state = play(by_merlin(seal, space), moves.Twice(), *played)
    assert (waits(state), blue(state).staffs) == ("", 3)
    assert why(state, moves.Staff()) == ("staff", "page 4")


@pytest.mark.parametrize(("seal", "space", "played"), [
    ("builder-3", "manor", (moves.Builds(11), moves.Pays("brown"))),
    ("lady-3", "gain-stone", (moves.Gets("stone", "grey"),)),
])  # fmt: skip
def test_no_such_favour_after_a_staff(seal: str, space: str, played: tuple[Any, ...]) -> None:
    state = play(by_merlin(seal, space), *played, moves.Staff())
    assert waits(state) == "act"
    assert not open_now(state, moves.Twice)
    assert why(state, moves.Twice()) == ("favour", "page 11")


def test_the_flag_bearers_goes_with_a_staff() -> None:
    state = has(sealed(favour(), "flagbearer-3"), "grey-flag", "blue-flag", "blue-stone")
    state = play(
        merlin(state, "points-stone"), moves.Counts("flag", favour=True), moves.Staff()
    )
    assert open_now(state, moves.Counts) == [moves.Counts("stone")]
    assert points(play(state, moves.Counts("stone"))) == 4


# Turned back


@pytest.mark.parametrize("number", [2, 4])
def test_after_each_scoring_the_third_row_is_open_again(number: int) -> None:
    state = replace(sealed(favour(), "lady-3", "builder-1"))
    state = through(at_scoring(castle(state, used=("lady-3",)), number))
    assert (blue(state).seals, blue(state).used) == (("lady-3", "builder-1"), ())


def test_between_two_rounds_without_a_scoring_it_stays_turned_over() -> None:
    state = at_scoring(castle(sealed(favour(), "lady-3"), used=("lady-3",)), 3)
    assert (state.phase, state.round, blue(state).used) == ("roll", 4, ("lady-3",))
