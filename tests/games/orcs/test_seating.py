"""People leave, join, swap and change their names in the middle of a match of Orcs Orcs Orcs.

The book knows none of it: what is expected here was reasoned by hand from the house's rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.state import State
from companion.vocabulary import Joined, Left, Player, Refusal, Renamed, Swapped, Viewer
from tests.games.contract import has_words, seats_anybody
from tests.games.orcs.table import (
    BLANK,
    able,
    at_fate,
    begun,
    cards_of,
    damage,
    decked,
    drawn,
    holds,
    kept,
    marked,
    play,
    put,
    table,
    waits,
    whole_play,
    won,
)

EVE = Player("Eve", "green")


def seat(state: State, change: Any) -> State:
    assert GAME.seated
    after = GAME.seated(state, change)
    assert isinstance(after, State), after
    return after


def unseated(state: State, change: Any) -> str:
    assert GAME.seated
    refusal = GAME.seated(state, change)
    assert isinstance(refusal, Refusal), refusal
    has_words(GAME, refusal)
    return refusal.key.removeprefix("orcs.no.")


# Names


def test_a_name_may_change_and_two_may_swap_theirs_alone() -> None:
    state = won(holds(kept(), "red", "zap"), "red", k5=2)
    assert seat(state, Renamed("yellow", "Zora")).names == {"red": "Ada", "yellow": "Zora"}
    swapped = seat(state, Swapped("red", "yellow"))
    assert swapped == replace(state, names={"red": "Bo", "yellow": "Ada"})
    assert unseated(state, Renamed("green", "Zora")) == "seat"
    assert unseated(state, Swapped("red", "green")) == "seat"


# Leaving


def test_whoever_leaves_gives_monsters_and_poison_back_and_takes_the_cards_out() -> None:
    state = able(won(kept(3), "yellow", k5=3), "red", "poison")
    state = play(state, moves.Give("yellow"), moves.Give("blue"))
    assert state.pile_left == 12
    after = seat(state, Left("yellow"))
    assert after.seats == ("red", "blue") and after.pile_left == 13
    assert GAME.show(after, Viewer())["kinds"][3]["box"] == 12, "all of kind 5 are in the box"
    held = (
        after.names, after.mages, after.won, after.tracks, after.learned, after.poison,
        after.support, after.decks,
    )  # fmt: skip
    assert all(set(by_seat) == {"red", "blue"} for by_seat in held)
    assert 1 not in after.mages.values(), "the position of the tower is free"


def test_poison_that_came_back_is_given_again_and_no_card_is_there_twice() -> None:
    state = able(kept(3), "red", "poison")
    state = play(state, moves.Give("yellow"), moves.Give("blue"))
    state = seat(state, Left("yellow"))
    state = play(
        replace(state, turn="red", phase="act", todo=(), actions=1), moves.Give("blue")
    )
    poison = [card for card in cards_of(state, "blue") if card.startswith("poison")]
    assert len(poison) == len(set(poison)) == 2 and state.pile_left == 12


@pytest.mark.parametrize(("gone", "follows"), [("red", "yellow"), ("yellow", "blue")])
def test_when_whoever_is_on_turn_leaves_the_next_begins_a_turn(gone: str, follows: str) -> None:
    state = put(replace(table(3), turn=gone), "8", path=0)
    casting = play(state, moves.Cast("zap"), moves.Row(2))
    for now in (state, casting):
        after = seat(now, Left(gone))
        assert (after.turn, after.phase, after.round) == (follows, "reveal", 1)
        assert waits(after) == "unveil", "markers for the empty paths come first"


def test_damage_of_the_turn_is_healed_and_open_cards_go_along() -> None:
    state = put(holds(kept(3), "red", "zap"), "8")
    state = play(state, moves.Cast("red-zap"), moves.Row(1), moves.Figure(1))
    assert damage(state, 1) == 1
    after = seat(replace(state, table=("red-smash",)), Left("red"))
    assert damage(after, 1) == 0 and after.table == ()


def test_when_the_last_of_a_round_leaves_in_the_turn_the_round_is_over() -> None:
    after = seat(replace(table(3), turn="blue"), Left("blue"))
    assert (after.phase, after.turn, after.todo) == ("fate", "red", ())
    ending = marked(replace(table(3), turn="blue"), 0, 0, 0, 0, 1, 1)
    assert seat(ending, Left("blue")).phase == "sheet", "four paths are cleared"


def test_when_the_first_leaves_the_round_goes_on_with_the_second() -> None:
    ending = marked(table(3), 0, 0, 0, 0, 1, 1)
    after = seat(ending, Left("red"))
    assert (after.turn, after.phase) == ("yellow", "reveal"), "the round is not over yet"


def test_a_place_for_an_open_spell_is_filled_though_its_learner_leaves() -> None:
    state = play(holds(kept(3), "red", "book-a"), moves.Cast("red-book-a"), moves.Learns(0))
    assert waits(state) == "show"
    after = seat(state, Left("red"))
    assert waits(after) == "show" and after.turn == "yellow"
    filled = play(after, GAME.choices(after)[0].move)
    assert all(filled.open) and waits(filled) == "unveil"


def test_who_is_asked_for_a_card_and_leaves_is_asked_no_more() -> None:
    state = holds(kept(4), "red", "replenish-1", "voodoo-1", "fire-spark")
    for other in ("yellow", "blue", "green"):
        deck = state.decks[other].draw
        state = decked(state, other, draw=deck[4:], hand=deck[:4])
    state = play(state, moves.Cast("voodoo-1"), moves.Add("red-fire-spark"), moves.Row(2))
    assert waits(state) == "drop" and GAME.choices(state)[0].seat == "yellow"
    after = seat(state, Left("yellow"))
    assert GAME.choices(after)[0].seat == "blue"
    assert seat(seat(state, Left("blue")), Left("green")).turn == "red"


def test_what_the_boards_print_is_asked_again_if_whoever_was_asked_leaves() -> None:
    bare = replace(won(table(3), "red", k1=1), traits=BLANK)
    strike = (moves.Cast("zap"), moves.Row(4), moves.Figure(1), moves.Falls(True))
    asked = play(put(bare, "1"), *strike)
    assert waits(asked) == "asks" and asked.asked
    after = seat(asked, Left("red"))
    assert after.asked == () and waits(after) == "unveil"


def test_while_it_is_set_up_somebody_else_goes_on() -> None:
    state = seat(play(begun(3), moves.Stands("red", 0)), Left("red"))
    assert (state.turn, state.phase) == ("yellow", "mages")
    placed = play(begun(3), moves.Stands("red", 0), moves.Stands("yellow", 1))
    assert seat(placed, Left("blue")).phase == "markers", "all who stay have a position"
    dealing = replace(kept(3, missions=True), phase="missions", actions=0)
    dealing = play(dealing, moves.Keeps("red", "set"), moves.Keeps("yellow", "most"))
    assert seat(dealing, Left("blue")).phase == "fate"
    assert seat(dealing, Left("red")).missions == {"yellow": "most"}


def test_two_stay_and_nobody_leaves_twice_or_after_the_end() -> None:
    assert unseated(table(2), Left("red")) == "stay"
    assert unseated(table(3), Left("green")) == "seat"
    over = play(begun(3, way="score"), moves.Done())
    for change in (Left("red"), Joined(EVE), Renamed("red", "Zora"), Swapped("red", "blue")):
        assert unseated(over, change) == "over"


# Joining


def test_whoever_joins_begins_as_everybody_did_and_plays_last() -> None:
    state = won(table(2), "red", k1=2)
    after = seat(state, Joined(EVE))
    assert (after.seats, after.names["green"]) == (("red", "yellow", "green"), "Eve")
    assert after.mages["green"] == 2, "the first position where nobody stands"
    assert set(after.won["green"].values()) == set(after.tracks["green"].values()) == {0}
    assert GAME.final(after).players[2].total == 0
    assert (after.turn, after.phase) == ("red", "act")
    assert unseated(after, Joined(Player("Fay", "green"))) == "sits"
    assert unseated(after, Joined(Player("Fay", "black"))) == "seat"
    assert unseated(table(4), Joined(Player("Fay", "black"))) == "room"


def test_where_decks_are_kept_four_first_spells_are_drawn_at_once() -> None:
    state = holds(kept(2), "red", "zap")
    after = seat(state, Joined(EVE))
    assert waits(after) == "take" and {c.seat for c in GAME.choices(after)} == {"green"}
    dealt = drawn(after)
    assert len(dealt.decks["green"].hand) == len(dealt.decks["green"].draw) == 4
    assert len(set(cards_of(dealt, "green"))) == 8
    assert (dealt.phase, dealt.turn, dealt.actions) == ("act", "red", 2)


def test_markers_and_the_fate_card_wait_only_for_what_comes_before_them() -> None:
    fate = seat(at_fate(kept(2)), Joined(EVE))
    assert waits(fate) == "take"
    assert drawn(fate).phase == "fate"
    revealing = play(replace(kept(2), actions=1), moves.Pass())
    drawing = seat(revealing, Joined(EVE))
    after = drawn(drawing)
    assert after.phase == "reveal" and len(after.decks["green"].hand) == 4
    joined = seat(drawn(revealing), Joined(EVE))
    assert waits(joined) == "unveil", "the markers of this turn come first"


def test_nobody_joins_in_the_middle_of_an_action() -> None:
    casting = play(put(table(), "8"), moves.Cast("zap"))
    assert unseated(casting, Joined(EVE)) == "join_later"
    hit = play(casting, moves.Row(1), moves.Figure(1))
    assert seat(hit, Joined(EVE)).seats[-1] == "green"


def test_before_the_hands_are_dealt_whoever_joins_is_dealt_one_with_the_others() -> None:
    state = seat(begun(2, way="everything"), Joined(EVE))
    assert {choice.seat for choice in GAME.choices(state)} == {"red"}
    for number, name in enumerate(("red", "yellow", "green")):
        state = play(state, moves.Stands(name, number))
    while state.phase in ("markers", "open"):
        state = play(state, GAME.choices(state)[0].move)
    assert state.phase == "hands"
    late = seat(state, Joined(Player("Fay", "blue")))
    done = drawn(late)
    assert done.phase == "fate"
    assert [len(done.decks[s].hand) for s in done.seats] == [4, 4, 4, 4]


def test_somebody_may_join_on_the_sheet() -> None:
    state = seat(begun(way="score"), Joined(EVE))
    state = play(state, moves.Counts("green", "8", 1))
    assert GAME.final(state).players[2].total == 8


def test_a_seat_that_was_left_begins_anew() -> None:
    state = won(kept(3), "yellow", k8=2)
    after = drawn(seat(seat(state, Left("yellow")), Joined(Player("Ivo", "yellow"))))
    assert after.seats == ("red", "blue", "yellow")
    assert after.won["yellow"]["8"] == 0 and len(cards_of(after, "yellow")) == 8


def test_who_joined_and_draws_goes_on_drawing_though_another_leaves() -> None:
    state = seat(kept(3), Joined(EVE))
    after = seat(state, Left("red"))
    assert waits(after) == "take" and after.turn == "yellow"
    assert len(drawn(after).decks["green"].hand) == 4


# Whole plays


@pytest.mark.parametrize("way", ["everything", "board", "score"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_in_any_play_anybody_may_come_and_go(count: int, way: str) -> None:
    rng = Random(f"{count} {way}")
    both: dict[str, Any] = {"missions": count == 3, "bonus": count == 3}
    steps = whole_play(begun(count, way=way, **both), rng)
    for state, _ in steps[:: max(1, len(steps) // 6)]:
        seats_anybody(GAME, state, rng)
