"""Missions: what they ask for, and one in a turn or two (pages 4, 7 and 12)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import moves
from companion.games.merlin.counties import HENCHMEN
from companion.games.merlin.missions import is_fulfilled
from companion.games.merlin.state import Castle
from tests.games.merlin.table import (
    acted,
    blue,
    castle,
    dealt,
    has,
    is_open,
    landed,
    open_now,
    play,
    points,
    table,
    waits,
    why,
)

OWNER = Castle(
    goods={"grey-flag": 2, "black-flag": 1, "blue-stone": 1},
    influence={"grey": 2, "orange": 1},
    henchmen={"lady": "grey", "builder": "grey", "flagbearer": "blue", "shieldbearer": ""},
)


@pytest.mark.parametrize("needs", [
    ("grey-flag", "grey-flag"), ("flag", "flag", "flag"), ("grey-flag", "flag", "flag"),
    ("stone",), ("blue-stone", "black-flag"), ("grey-influence", "grey-influence"),
    ("influence", "influence", "influence"), ("grey-influence", "orange-influence", "influence"),
    ("grey-lady",), ("grey-two",), ("lady-and-builder",), ("blue-flagbearer", "grey-builder"),
    (),
])  # fmt: skip
def test_what_is_owned_is_fulfilled(needs: tuple[str, ...]) -> None:
    assert is_fulfilled(OWNER, needs)


@pytest.mark.parametrize("needs", [
    ("grey-flag",) * 3, ("flag",) * 4, ("grey-flag", "grey-flag", "flag", "flag"),
    ("shield",), ("grey-stone",), ("stone", "blue-stone"), ("grey-influence",) * 3,
    ("influence",) * 4, ("brown-influence",), ("blue-influence",),
    ("blue-lady",), ("grey-shieldbearer",), ("blue-two",), ("lady-and-flagbearer",),
    ("shieldbearer-and-builder",), ("grey-flag", "shield"),
])  # fmt: skip
def test_what_is_not_all_owned_is_not(needs: tuple[str, ...]) -> None:
    """Two henchmen have to be in one county; those in the castle are in none."""
    assert not is_fulfilled(OWNER, needs)


def test_henchmen_at_home_are_not_together_in_a_county() -> None:
    home = Castle(henchmen=dict.fromkeys(HENCHMEN, ""))
    assert not is_fulfilled(home, ("lady-and-builder",))


def test_only_of_the_own_hand_and_with_all_it_asks_for() -> None:
    state = dealt(table(way="everything"), "two", "three")
    assert not open_now(state, moves.Fulfils)
    assert why(state, moves.Fulfils("two")) == ("needs", "page 7")
    assert why(state, moves.Fulfils("one")) == ("hand", "page 7")
    state = has(state, "purple-flag")
    assert open_now(state, moves.Fulfils) == [moves.Fulfils("two")]
    assert points(play(state, moves.Fulfils("two"))) == 2


def test_at_any_time_of_the_own_turn() -> None:
    state = dealt(has(table(way="everything"), "purple-flag"), "two")
    there = landed(state, "grail")
    for now in (state, there, play(there, moves.Acts())):
        assert points(play(now, moves.Fulfils("two"))) == 2
    again = play(there, moves.Fulfils("two"))
    assert waits(again) == "act", "the action is still to be taken"
    refilled = play(again, moves.Leaves(), moves.Ends())
    assert why(refilled, moves.Fulfils("three")) == ("phase", "page 7")


def test_one_in_a_turn_and_a_second_with_the_flag_for_two_more_points() -> None:
    state = castle(has(table(way="everything"), "purple-flag"), influence={"grey": 1})
    state = dealt(state, "two", "one", "card-1", "card-2")
    once = play(state, moves.Fulfils("two"))
    assert why(once, moves.Fulfils("one")) == ("second", "page 4")
    assert not open_now(once, moves.Fulfils)
    state = play(has(state, "grey-flag"), moves.Fulfils("two"), moves.Fulfils("one"))
    assert points(state) == 2 + 1 + 2
    assert blue(state).goods == {"purple-flag": 1}, "the flag lies on its county again"
    state = play(landed(state, "grail"), moves.Acts(), moves.Ends())
    assert state.todo[0].count == 2, "page 12: two are drawn at the end of the turn"  # type: ignore[union-attr]
    state = play(state, moves.Draws("blue", "card-8"), moves.Draws("blue", "card-9"))
    assert blue(state).hand == ("card-1", "card-2", "card-8", "card-9")


def test_two_flags_are_not_three_missions() -> None:
    state = has(table(), "grey-flag", "grey-flag")
    state = play(state, moves.Claims(1), moves.Claims(1))
    assert why(state, moves.Claims(1)) == ("second", "page 4")
    assert (points(state), blue(state).goods) == (4, {"grey-flag": 1})


def test_in_the_next_turn_one_is_open_again() -> None:
    state = acted(play(table(), moves.Claims(3)), "grail", moves.Acts(), moves.Ends())
    assert (state.turn, is_open(state, moves.Claims(2))) == ("yellow", True)
    state = play(state, moves.Claims(2))
    assert (points(state), points(state, "yellow")) == (3, 2)


def test_a_mission_from_the_display_is_replaced_at_once() -> None:
    state = replace(table(way="everything"), display=("card-1", "card-2", "card-3"))
    state = dealt(has(state, "purple-flag"), "two", "card-5", "card-6", "card-7")
    state = acted(play(state, moves.Fulfils("two")), "grail", moves.Acts(), moves.Ends())
    state = play(state, moves.Takes(0))
    assert (waits(state), state.turn) == ("show", "blue"), "before the next one's turn"
    state = play(state, moves.Shows("three"))
    assert (state.display, state.turn) == (("three", "card-2", "card-3"), "yellow")


@pytest.mark.parametrize("move", [moves.Claims(1), moves.Fulfils("two")])
def test_each_way_has_its_own_word_for_it(move: Any) -> None:
    state = table(way="everything" if isinstance(move, moves.Claims) else "board")
    assert why(state, move) == ("phase", "page 7")
