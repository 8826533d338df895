"""What the book leaves open, each way, and what was settled for it (the digest's ambiguities)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.orcs import moves
from companion.games.orcs.rounds import cleared
from companion.games.orcs.state import State
from tests.games.orcs.table import (
    able,
    at_fate,
    cast,
    fated,
    holds,
    kept,
    marked,
    open_now,
    pile,
    play,
    put,
    ruled,
    table,
    waits,
    where,
    won,
)

INNER = 2


# 1: a path is cleared


@pytest.mark.parametrize(("reading", "markers", "count"), [
    ("markers", (0, 0, 0, 0, 0, 0), 5), ("markers", (0, 0, 1, 2, 0, 0), 3),
    ("figures", (0, 0, 1, 2, 0, 0), 5), ("figures", (9, 9, 9, 9, 9, 9), 5),
])  # fmt: skip
def test_a_path_counts_without_figures_and_as_the_table_says_without_markers(
    reading: str, markers: tuple[int, ...], count: int
) -> None:
    state = marked(put(table(cleared=reading), "8", 0, INNER), *markers)
    assert cleared(state) == count


def test_by_figures_alone_a_game_may_end_with_markers_left() -> None:
    for reading, phase in (("markers", "fate"), ("figures", "sheet")):
        state = put(table(cleared=reading), "8", 0)
        assert play(replace(state, turn="yellow"), moves.Pass()).phase == phase


# 3: a monster that is lost again


def lost(count: int, **options: Any) -> State:
    """Red, with so many strong ones, loses one of them."""
    state = won(at_fate(table(**options)), "red", k4=count)
    return fated(put(state, "4", 0, INNER), "strong")


@pytest.mark.parametrize(("reading", "had", "track"), [
    ("kept", 3, 2), ("kept", 2, 2), ("kept", 1, 1), ("back", 4, 2), ("back", 3, 2), ("back", 2, 1), ("back", 1, 0),
])  # fmt: skip
def test_the_cube_stays_or_goes_back(reading: str, had: int, track: int) -> None:
    state = lost(had, lost=reading)
    assert (state.won["red"]["4"], state.tracks["red"]["4"]) == (had - 1, track)


def test_with_it_the_ability_stays_or_goes() -> None:
    for reading, gives in (("kept", 1), ("back", 0)):
        state = replace(lost(2, lost=reading), phase="act", actions=2, todo=())
        assert len(open_now(state, moves.Give)) == gives


def test_a_cube_that_went_back_goes_up_again() -> None:
    state = replace(put(lost(2, lost="back"), "4", 0), phase="act", actions=2, todo=())
    state = cast(put(state, "4", 0, damage=4), "smash", 1, moves.Figure(3))
    assert (state.won["red"]["4"], state.tracks["red"]["4"]) == (2, 2)


# 4: only the own path has markers


def test_nothing_is_turned_or_one_on_the_own_path() -> None:
    for reading, waiting in (("skip", ""), ("reveal", "choose")):
        state = at_fate(marked(table(own_path=reading), 3, 0, 0, 0, 0, 0))
        state = fated(put(state, "8", 0))
        assert waits(state) == waiting
    assert [move.path for move in open_now(state, moves.Turns)] == [0]
    state = play(state, moves.Turns(0), moves.Reveal("1"))
    assert (state.paths[0].markers, state.phase) == (2, "act")


def test_another_path_comes_first_by_either() -> None:
    for reading in ("skip", "reveal"):
        state = at_fate(marked(table(own_path=reading), 3, 0, 0, 0, 1, 0))
        state = play(fated(put(state, "8", 0)), moves.Reveal("1"))
        expected = [0] if reading == "reveal" else []
        assert [move.path for move in open_now(state, moves.Turns)] == expected
        state = at_fate(marked(table(own_path=reading), 3, 0, 0, 0, 2, 0))
        state = play(fated(put(state, "8", 0)), moves.Reveal("1"))
        assert [move.path for move in open_now(state, moves.Turns)] == [4]


# 9: no rule change, and no trophies


def test_the_shield_shields_itself_and_every_other_ability() -> None:
    state = ruled(able(table(), "red", "no-rule-change", "poison"), "no-trophies")
    assert len(open_now(state, moves.Give)) == 1
    state = ruled(able(table(), "red", "poison"), "no-trophies")
    assert open_now(state, moves.Give) == []


@pytest.mark.parametrize(("rule", "abilities", "left"), [
    ("none", ("no-loss",), 1), ("no-trophies", ("no-loss",), 0),
    ("no-trophies", ("no-loss", "no-rule-change"), 1), ("no-trophies", ("no-rule-change",), 0),
    ("none", (), 0),
])  # fmt: skip
def test_no_loss_is_left_out_with_the_trophies(
    rule: str, abilities: tuple[str, ...], left: int
) -> None:
    state = won(able(ruled(table(), rule), "red", *abilities), "red", k1=1)
    state = put(state, "1", 0, INNER)
    after = cast(state, "magical-bonds", 1, moves.Figure(1))
    assert after.won["red"]["1"] == left


def test_whose_monsters_stay_is_for_the_mage_on_that_path_whoever_is_on_turn() -> None:
    """Line 13: "from the path where the mage stands", by Magical Bonds in another's turn, too."""
    state = put(won(won(table(), "red", k1=1), "yellow", k1=1), "1", 1, INNER)
    mine = cast(able(state, "red", "no-loss"), "magical-bonds", 1, moves.Figure(1))
    assert (mine.won["red"]["1"], mine.won["yellow"]["1"]) == (1, 0)
    other = cast(able(state, "yellow", "no-loss"), "magical-bonds", 1, moves.Figure(1))
    assert (other.won["red"]["1"], other.won["yellow"]["1"]) == (1, 1)


def test_the_shield_is_for_its_mage_alone() -> None:
    state = ruled(able(table(), "yellow", "no-rule-change"), "no-teleport")
    assert open_now(state, moves.Teleport) == []


def test_monsters_are_tougher_for_whoever_is_on_turn_without_the_shield() -> None:
    """Line 13: one point more, but a shielded mage ignores it."""
    state = ruled(put(put(table(), "1", 0), "1", 1), "monsters-plus-1")  # two points
    state = able(state, "red", "no-rule-change")
    mine = cast(state, "smash", 2, moves.Figure(1))
    assert mine.won["red"]["1"] == 1
    other = cast(replace(state, turn="yellow"), "smash", 2, moves.Figure(2))
    assert other.won["yellow"]["1"] == 0


def test_open_spells_are_exchanged_for_all() -> None:
    state = able(at_fate(kept()), "red", "no-rule-change")
    assert waits(fated(state, rule="exchange-spells")) == "show"


# 13: pass; 14: the limit of Voodoo; 17: damage belongs to the figure


def test_a_pass_ends_extra_actions_too() -> None:
    state = play(cast(table(), "replenish", 2), moves.Pass())
    assert state.turn == "yellow"


def test_nobody_is_pushed_below_three_cards_by_voodoo() -> None:
    for row in (1, 2):
        state = holds(holds(kept(), "red", "voodoo-1", "fire-spark"), "yellow", "zap", "smash")
        state = play(state, moves.Cast("voodoo-1"), moves.Add("red-fire-spark"), moves.Row(row))
        assert (state.todo, len(pile(state, "yellow", "hand"))) == ((), 2)


def test_a_monster_that_was_moved_is_finished_where_it_stands_now() -> None:
    state = put(replace(table(), actions=3), "5", 3)  # six points
    state = cast(state, "lightning-bolt", 4, moves.Figure(1))
    state = cast(state, "switch", 2, moves.Figure(1), moves.At(INNER))
    state = cast(state, "smash", 2, moves.Figure(1))
    assert (where(state, 1), state.won["red"]["5"]) == (None, 1)
