"""What people say about the table is true, within what the box holds (line 1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.board import box
from companion.games.orcs.state import State
from companion.vocabulary import Refusal
from tests.games.orcs.table import (
    CARDS,
    FIGURES,
    KINDS,
    SEATS,
    able,
    at_fate,
    begun,
    by_chance,
    cards_of,
    cast,
    damage,
    drawn,
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
    whole_play,
    why,
    won,
)

# Counts and values


def test_won_monsters_are_what_people_say() -> None:
    state = play(table(), moves.Counts("red", "7", 3))
    assert (state.won["red"]["7"], box(state)["7"]) == (3, 5)
    assert state.tracks["red"]["7"] == 0, "cubes are told for themselves"


def test_all_of_a_kind_are_on_the_board_with_the_mages_or_in_the_box() -> None:
    state = won(put(put(table(), "7"), "7"), "yellow", k7=4)
    assert box(state)["7"] == 2
    assert play(state, moves.Counts("red", "7", 2)).won["red"]["7"] == 2
    assert why(state, moves.Counts("red", "7", 3)) == ("figures", "line 1")
    full = play(state, moves.Counts("red", "7", 2))
    assert why(full, moves.Puts("7", 0, 0)) == ("figures", "line 1")


def test_a_value_is_between_one_and_its_start() -> None:
    assert play(table(), moves.Worth("5", 2)).values["5"] == 2
    assert why(table(), moves.Worth("5", 6)) == ("value", "line 5")
    assert play(play(table(), moves.Worth("5", 2)), moves.Worth("5", 5)).values["5"] == 5


def test_poison_comes_from_its_pile_and_goes_back_to_it() -> None:
    state = play(table(), moves.Counts("red", "poison", 9))
    assert (state.pile_left, state.poison["red"]) == (5, 9)
    assert why(state, moves.Counts("yellow", "poison", 6)) == ("poison", "line 1")
    state = play(state, moves.Counts("yellow", "poison", 5), moves.Counts("red", "poison", 1))
    assert state.pile_left == 8


@pytest.mark.parametrize(("what", "most"), [("support", 48), ("learned", 40)])
def test_cards_are_no_more_than_there_are(what: str, most: int) -> None:
    assert play(table(), moves.Counts("red", what, most))  # type: ignore[arg-type]
    assert why(table(), moves.Counts("red", what, most + 1)) == ("cards", "line 1")  # type: ignore[arg-type]


def test_where_decks_are_kept_their_counts_follow_from_the_cards() -> None:
    assert why(kept(), moves.Counts("red", "support", 1)) == ("decks", "line 12")
    assert why(kept(), moves.Counts("red", "poison", 1)) == ("decks", "line 12")
    assert play(kept(), moves.Counts("red", "learned", 1)).learned["red"] == 1


def test_abilities_are_a_number_where_the_score_alone_is_kept() -> None:
    state = play(begun(way="score"), moves.Counts("red", "abilities", 4))
    assert list(state.tracks["red"].values()).count(2) == 4
    assert why(state, moves.Counts("red", "abilities", 7)) == ("abilities", "line 4")
    assert why(table(), moves.Counts("red", "abilities", 1)) == ("abilities", "line 4")


# The board


def test_a_monster_is_put_taken_away_and_put_again() -> None:
    state = play(table(), moves.Puts("8", 2, 1))
    assert [(one.id, one.kind) for one in standing(state)] == [(1, "8")]
    state = play(state, moves.Away(1), moves.Puts("8", 3, 0))
    assert [one.id for one in standing(state)] == [2], "no number is given twice"


def test_markers_are_what_people_say_as_far_as_there_are_any() -> None:
    state = play(table(), moves.Markers(2, 7))
    assert state.paths[2].markers == 7
    turned = replace(state, revealed={**state.revealed, "1": 16, "2": 16, "4": 12, "5": 6})
    assert sum(path.markers for path in turned.paths) == 22, "72 - 50"
    assert why(turned, moves.Markers(0, 4)) == ("marker_count", "line 1")
    assert play(turned, moves.Markers(2, 6), moves.Markers(0, 4)).paths[0].markers == 4


def test_no_marker_is_turned_that_people_say_is_not_there() -> None:
    """Line 6: "given that there are markers"."""
    state = fated(at_fate(table()))
    assert waits(state) == "unveil"
    state = play(state, *(moves.Markers(path, 0) for path in range(6)))
    assert (state.phase, standing(state)) == ("act", [])


def test_a_mage_stands_where_people_say_alone() -> None:
    state = play(table(), moves.Mage("yellow", 5))
    assert state.mages["yellow"] == 5
    assert why(state, moves.Mage("red", 5)) == ("occupied", "line 6")


def test_a_mage_stands_where_it_stood() -> None:
    state = table()
    assert play(state, moves.Mage("red", state.mages["red"])) == state


def test_a_cube_and_a_trait() -> None:
    state = play(
        table(), moves.Track("red", "4", 2), moves.Trait("4", hits=9, ability="no-loss")
    )
    assert (state.tracks["red"]["4"], state.traits["4"].hits) == (2, 9)
    assert (state.traits["4"].ability, state.traits["4"].bonus) == ("no-loss", "discard")
    assert why(state, moves.Trait("4", ability="flying")) == ("trait", "line 4")
    assert why(state, moves.Trait("4", bonus="flying")) == ("trait", "line 4")


def test_who_is_on_turn_and_what_was_hurt_before_has_healed() -> None:
    state = cast(put(table(), "8"), "smash", 3, moves.Figure(1))
    same = play(state, moves.Turn("red", 3))
    assert (same.actions, damage(same, 1)) == (3, 3)
    other = play(state, moves.Turn("yellow", 1))
    assert (other.turn, other.actions, damage(other, 1)) == ("yellow", 1, 0)


def test_cards_of_a_spell_in_the_middle_go_to_the_discard_pile_of_their_mage() -> None:
    """Line 7; the turn goes on, or is another's."""
    state = play(holds(kept(), "red", "smash"), moves.Cast("red-smash"))
    for seat in ("red", "yellow"):
        after = play(state, moves.Turn(seat, 2))
        assert (after.table, pile(after, "red", "discard")) == ((), ("smash",))


def test_with_no_action_left_the_turn_is_over() -> None:
    state = put(table(), "8")
    for path in range(1, 6):
        state = put(state, "8", path)
    assert play(state, moves.Turn("red", 0)).turn == "yellow"


def test_an_open_spell_is_still_shown_when_the_turn_is_put_right() -> None:
    state = play(holds(kept(), "red", "book-a"), moves.Cast("red-book-a"), moves.Learns(0))
    state = play(state, moves.Turn("yellow", 2))
    assert (state.turn, waits(state)) == ("yellow", "show")
    assert all(play(state, open_now(state, moves.Opens)[0]).open)


# The sheet


def test_counts_go_up_and_down_by_one_within_what_the_box_holds() -> None:
    state = begun(way="score", missions=True)
    assert moves.Tally("red", "7", more=False) not in open_now(state, moves.Tally)
    state = play(state, *[moves.Tally("red", "7", more=True)] * 8)
    assert state.won["red"]["7"] == 8
    assert moves.Tally("yellow", "7", more=True) not in open_now(state, moves.Tally)
    assert why(state, moves.Tally("yellow", "7", more=True)) == ("figures", "line 1")
    state = play(state, moves.Tally("red", "7", more=False))
    assert moves.Tally("yellow", "7", more=True) in open_now(state, moves.Tally)
    assert why(state, moves.Tally("red", "poison", more=False)) == ("phase", "line 12")


def test_where_the_board_is_kept_its_monsters_are_counted_already() -> None:
    state = play(won(table(missions=True), "red", k7=2), moves.Ends())
    assert {move.what for move in open_now(state, moves.Tally)} == {
        "support",
        "poison",
        "learned",
    }
    assert play(state, moves.Tally("red", "support", more=True)).support["red"] == 1
    assert why(table(), moves.Tally("red", "support", more=True)) == ("phase", "line 12")


def test_all_that_counts_is_told_where_the_score_alone_is_kept() -> None:
    what = {move.what for move in open_now(begun(way="score", missions=True), moves.Tally)}
    assert what == {*KINDS, "support", "poison", "learned", "abilities"}
    what = {move.what for move in open_now(begun(way="score"), moves.Tally)}
    assert what == {*KINDS, "support", "poison"}


# In the middle of something


def test_a_monster_that_is_gone_is_not_waited_for() -> None:
    state = put(put(table(), "7", 1), "8", 2)
    chosen = play(state, moves.Cast("switch"), moves.Row(1), moves.Figure(1))
    state = play(chosen, moves.Away(1))
    assert (state.todo, state.actions) == ((), 1), "one alone changes places with nobody"
    third = play(put(chosen, "1", 4), moves.Away(1))
    assert {move.figure for move in open_now(third, moves.Figure)} == {2, 3}


def test_nor_one_that_was_to_be_moved_or_might_have_fallen() -> None:
    state = play(put(put(table(), "7", 1), "8", 2), moves.Cast("switch"), moves.Row(2))
    state = play(state, moves.Figure(1), moves.Away(1))
    assert {move.figure for move in open_now(state, moves.Figure)} == {2}
    untold = play(put(table(), "7"), moves.Trait("7", hits=0))
    doubtful = cast(untold, "smash", 3, moves.Figure(1))
    assert waits(doubtful) == "fells"
    assert play(doubtful, moves.Away(1)).todo == ()


def test_an_ability_that_is_told_late_gives_its_action_still() -> None:
    state = play(
        replace(able(table(), "red", "poison"), actions=1),
        moves.Trait("4", ability="extra-action"),
    )
    assert state.actions == 2


# Cards


def test_a_card_lies_where_people_say() -> None:
    state = holds(kept(), "red", "smash")
    state = play(state, moves.Lies("red-smash", "red", "discard"))
    assert (pile(state, "red", "hand"), pile(state, "red", "discard")) == ((), ("smash",))
    state = play(state, moves.Lies("red-smash", "", "draw"))
    assert "smash" in pile(state, "red", "draw")
    state = play(state, moves.Lies("red-smash", "red", "box"))
    assert "smash" not in cards_of(state, "red")
    assert why(replace(state, decks={"red": state.decks["red"]}, seats=("red",)),
               moves.Lies("red-smash", "red", "hand")) == ("card", "line 7")  # fmt: skip


def test_a_card_that_is_in_another_deck_has_left_the_first() -> None:
    state = play(holds(kept(), "red", "voodoo-1"), moves.Lies("voodoo-1", "yellow", "discard"))
    assert "voodoo-1" not in cards_of(state, "red")
    assert pile(state, "yellow", "discard") == ("voodoo-1",)


def test_first_spells_are_alike_and_each_mage_has_an_own() -> None:
    state = play(kept(), moves.Lies("yellow-smash", "yellow", "hand"))
    assert pile(state, "yellow", "hand") == ("smash",)
    assert [len(cards_of(state, seat)) for seat in state.seats] == [8, 8]


def test_a_spell_that_is_cast_just_now_lies_on_the_table() -> None:
    state = play(holds(kept(), "red", "fireball-1"), moves.Cast("fireball-1"))
    assert why(state, moves.Lies("fireball-1", "red", "hand")) == ("card", "line 7")
    assert why(table(), moves.Lies("red-smash", "red", "hand")) == ("decks", "line 7")


# The way


def test_decks_that_are_kept_no_more_leave_their_counts() -> None:
    state = holds(able(kept(), "red", "poison"), "yellow", "voodoo-1", "switch-1")
    state = play(state, moves.Give("yellow"), moves.Way("board"))
    assert (state.support["yellow"], state.poison["yellow"], state.decks) == (2, 1, {})
    assert why(state, moves.Way("everything")) == ("way", "line 4")


def test_a_reveal_is_not_left_out_by_that() -> None:
    state = play(kept(), moves.Pass())
    state = drawn(state)
    assert (state.phase, waits(state)) == ("reveal", "unveil")
    after = play(state, moves.Way("board"))
    assert after.todo == state.todo


def test_a_spell_in_the_middle_goes_on_by_what_people_say() -> None:
    state = put(holds(kept(), "red", "smash"), "8")
    state = play(state, moves.Cast("red-smash"), moves.Way("board"))
    assert {move.row for move in open_now(state, moves.Row)} == {1, 2, 3, 4}
    state = play(state, moves.Row(3), moves.Figure(1))
    assert (damage(state, 1), state.actions) == (3, 1)


def test_nobody_discards_any_more_by_that() -> None:
    hand = ("smash", "zap", "cold-snap", "book-a")
    state = holds(holds(kept(), "red", "voodoo-1"), "yellow", *hand)
    state = cast(state, "voodoo-1", 1, moves.Victim("yellow"))
    assert waits(state) == "drop"
    state = play(state, moves.Way("board"))
    assert (state.todo, state.actions) == ((), 1)


@pytest.mark.parametrize("phase", ["open", "hands", "missions", "draw"])
def test_whatever_was_about_cards_is_over(phase: str) -> None:
    state = begun(way="everything", missions=True)
    while state.phase != phase:
        state = play(state, by_chance(state, Random(1)))
    after = play(state, moves.Way("board"))
    assert GAME.choices(after)
    assert not any(choice.secret for choice in GAME.choices(after))
    assert after.phase in ("fate", "reveal")


def test_for_the_score_alone_the_board_does_not_count() -> None:
    state = put(table(), "7")
    for _ in range(7):
        state = put(state, "7", 3)
    state = play(state, moves.Way("score"))
    assert state.phase == "sheet"
    state = play(state, moves.Counts("red", "7", 8))
    assert why(state, moves.Way("board")) == ("figures", "line 1")
    state = play(state, moves.Counts("red", "7", 0), moves.Way("board"))
    assert (state.phase, len(standing(state))) == ("fate", 8)


def test_back_on_the_board_no_old_rule_is_left() -> None:
    state = play(ruled(table(), "no-trophies"), moves.Way("score"), moves.Way("board"))
    assert (state.phase, state.rule) == ("fate", "none")


def test_nor_the_turn_in_the_middle_of_a_round() -> None:
    """After a fate card the first mage is on turn (line 5)."""
    state = replace(table(), turn="yellow")
    state = fated(play(state, moves.Way("score"), moves.Way("board")))
    assert (state.turn, state.round) == ("red", 2)


def test_a_score_may_become_a_game() -> None:
    state = play(begun(way="score"), moves.Way("board"))
    assert (state.phase, len(open_now(state, moves.Stands))) == ("mages", 6)


def test_after_the_end_counts_are_still_put_right() -> None:
    state = play(begun(way="score"), moves.Counts("red", "4", 2), moves.Done())
    assert state.phase == "over"
    state = play(state, moves.Counts("red", "4", 3))
    assert GAME.final(state).players[0].total == 12
    assert why(state, moves.Ends()) == ("over", "line 12")
    assert why(state, moves.Way("board")) == ("over", "line 12")


# Any correction at any time

FEW = settings(max_examples=20, deadline=None)
SEAT = st.sampled_from(SEATS)
KIND: Any = st.sampled_from(KINDS)
PATH = st.integers(0, 5)
ANY = st.one_of(
    st.builds(moves.Counts, SEAT, KIND | st.sampled_from(["poison", "learned", "support"]),
              st.integers(0, 20)),
    st.builds(moves.Worth, KIND, st.integers(1, 8)),
    st.builds(moves.Puts, KIND, PATH, st.integers(0, 2)),
    st.builds(moves.Away, st.integers(1, 40)),
    st.builds(moves.Markers, PATH, st.integers(0, 12)),
    st.builds(moves.Track, SEAT, KIND, st.integers(0, 2)),
    st.builds(moves.Trait, KIND, st.integers(0, 12)),
    st.builds(moves.Mage, SEAT, PATH),
    st.builds(moves.Turn, SEAT, st.integers(0, 9)),
    st.builds(moves.Lies, st.sampled_from(sorted(CARDS)), SEAT | st.just(""),
              st.sampled_from(["hand", "draw", "discard", "box"])),
    st.builds(moves.Way, st.sampled_from(["board", "score"])),
)  # fmt: skip


@FEW
@given(st.integers(2, 4), st.sampled_from(["everything", "board"]), st.integers(0, 2**32),
       st.lists(st.tuples(ANY, st.integers(0, 40)), max_size=20))  # fmt: skip
def test_whatever_people_say_at_any_time_the_game_goes_on_and_ends(
    count: int, way: str, seed: int, said: list[tuple[Any, int]]
) -> None:
    state, rng = begun(count, way=way, bonus=True), Random(seed)
    for correction, between in said:
        for _ in range(between):
            state = play(state, by_chance(state, rng)) if GAME.choices(state) else state
        after = GAME.play(state, correction)
        assert isinstance(after, State | Refusal)
        state = after if isinstance(after, State) else state
        accounted(state)
        assert GAME.choices(state) or state.phase == "over", correction
        for choice in GAME.choices(state):
            assert isinstance(GAME.play(state, choice.move), State), (correction, choice)
    assert whole_play(state, rng)[-1][0].phase == "over"


def accounted(state: State) -> None:
    """Of each kind as many as the box holds, and no card twice."""
    for kind in KINDS:
        mine = sum(won[kind] for won in state.won.values())
        there = 0 if state.options.way == "score" else on_board(state)[kind]
        assert box(state)[kind] >= 0
        assert mine + there + box(state)[kind] == FIGURES[kind]
    learned = [card for seat in state.decks for card in cards_of(state, seat) if "-" in card]
    learned = [card for card in learned if card[-1].isdigit() and not card.startswith("poison")]
    assert len(learned) == len(set(learned))
