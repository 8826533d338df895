"""The vectors of Orcs Orcs Orcs that are about the game itself; those of the sheet alone are in
``test_scoring``. Each follows from a line of the book."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.orcs import moves
from companion.games.orcs.decks import size
from companion.games.orcs.state import State
from tests.games.orcs.table import (
    KINDS,
    able,
    at_fate,
    begun,
    cast,
    fated,
    holds,
    kept,
    on_board,
    open_now,
    pile,
    play,
    put,
    ruled,
    standing,
    table,
    waits,
    where,
    won,
)

INNER = 2


def test_o2_two_that_arrive_take_two_off_the_value_of_their_kind() -> None:
    state = put(put(at_fate(table()), "7", 3, INNER), "7", 4, INNER)
    after = fated(state, "mighty")
    assert after.values == {"1": 1, "2": 2, "4": 4, "5": 5, "7": 5, "8": 8}
    assert standing(after) == []


def test_o3_a_value_never_falls_below_one() -> None:
    after = fated(put(at_fate(table()), "1", 3, INNER), "weak")
    assert (after.values["1"], standing(after)) == (1, [])


def test_o3_however_many_arrive() -> None:
    state = at_fate(table())
    for _ in range(6):
        state = put(state, "4", 3, INNER)
    assert fated(state, "strong").values["4"] == 1


def robbed(**more: int) -> State:
    """Red stands on the path 3, where a strong monster is about to arrive."""
    state = at_fate(table())
    state = put(replace(state, mages={**state.mages, "red": 3}), "4", 3, INNER)
    return won(state, "red", **more)


def test_o4_the_mage_on_its_path_loses_one_of_the_kind_and_no_cube() -> None:
    state = robbed(k4=2, k5=1)
    after = fated(state, "strong")
    assert after.won["red"]["4"] == 1
    assert after.won["red"]["5"] == 1
    assert after.values["4"] == 3
    assert after.tracks["red"]["4"] == 2
    assert after.won["yellow"] == state.won["yellow"]


def test_o4_once_for_each_that_arrives() -> None:
    state = put(robbed(k4=3), "4", 3, INNER)
    after = fated(state, "strong")
    assert (after.won["red"]["4"], after.values["4"]) == (1, 2)


def test_o4_only_on_that_path() -> None:
    state = put(won(at_fate(table()), "red", k4=2), "4", 5, INNER)
    assert fated(state, "strong").won["red"]["4"] == 2


def test_o5_who_has_none_of_the_kind_loses_nothing() -> None:
    after = fated(robbed(k5=2), "strong")
    assert (after.won["red"]["4"], after.won["red"]["5"], after.values["4"]) == (0, 2, 3)


def test_o6_no_monster_is_lost_with_that_ability() -> None:
    after = fated(able(robbed(k4=2), "red", "no-loss"), "strong")
    assert (after.won["red"]["4"], after.values["4"]) == (2, 3)


def hit(state: State, figure: int, points: int) -> State:
    """A lightning bolt of so many points: it goes anywhere."""
    return cast(state, "lightning-bolt", points, moves.Figure(figure))


def test_o7_damage_of_two_actions_adds_up() -> None:
    state = hit(put(table(), "5"), 1, 4)  # six hit points
    assert where(state, 1) == (0, 0)
    state = hit(state, 1, 2)
    assert (where(state, 1), state.won["red"]["5"], state.tracks["red"]["5"]) == (None, 1, 1)


def test_o7_one_point_too_few_leaves_it_standing() -> None:
    state = hit(hit(put(table(), "5"), 1, 4), 1, 1)
    assert (state.turn, where(state, 1)) == ("yellow", (0, 0))


def test_o8_what_was_hurt_heals_before_the_next_turn() -> None:
    state = put(table(), "5", 1)
    state = play(hit(state, 1, 4), moves.Pass())
    assert state.turn == "yellow"
    state = play(state, *empty_paths(state), moves.Turns(0), moves.Reveal("1"))
    assert all(figure.damage == 0 for figure in standing(state))
    state = hit(state, 1, 2)
    assert where(state, 1) == (1, 0)
    assert state.won["yellow"]["5"] == 0


def empty_paths(state: State) -> list[moves.Reveal]:
    """One marker for each path without a monster, all of the first kind."""
    return [moves.Reveal("1")] * sum(not any(path.segments) for path in state.paths)


def test_o9_three_spells_even_with_the_ability_for_five() -> None:
    state = able(kept(), "red", "extra-spell")
    assert size(state, "red") == 5
    assert size(state, "yellow") == 4
    state = ruled(state, "three-spells")
    assert (size(state, "red"), size(state, "yellow")) == (3, 3)


HAND = ("smash", "zap", "cold-snap", "fire-spark")


def test_o10_voodoo_does_nothing_to_three_cards() -> None:
    state = holds(holds(kept(), "red", "voodoo-1"), "yellow", *HAND[:3])
    state = cast(state, "voodoo-1", 1)
    assert waits(state) == ""
    assert pile(state, "yellow", "hand") == HAND[:3]


def test_o10_voodoo_takes_one_of_four() -> None:
    state = holds(holds(kept(), "red", "voodoo-1"), "yellow", *HAND)
    state = cast(
        state, "voodoo-1", 1, moves.Victim("yellow"), moves.Drops("yellow", "yellow-zap")
    )
    assert pile(state, "yellow", "hand") == ("smash", "cold-snap", "fire-spark")
    assert pile(state, "yellow", "discard") == ("zap",)


def test_o11_the_cube_stays_on_the_double_skull() -> None:
    state = won(put(table(), "1"), "red", k1=2)
    state = hit(state, 1, 2)
    assert (state.won["red"]["1"], state.tracks["red"]["1"]) == (3, 2)


@pytest.mark.parametrize(("count", "stack"), [(2, 4), (3, 5), (4, 6)])
def test_o15_set_up(count: int, stack: int) -> None:
    state = begun(count)
    assert [path.markers for path in state.paths] == [2 * stack] * 6
    while open_now(state, moves.Stands):
        state = play(state, open_now(state, moves.Stands)[0])
    for kind in KINDS * 2:
        state = play(state, moves.Reveal(kind))
    assert sum(path.markers for path in state.paths) == 12 * (stack - 1)
    assert on_board(state) == dict.fromkeys(KINDS, 2)
    assert [len(path.segments[0]) for path in state.paths] == [2] * 6
    assert state.phase == "fate"
