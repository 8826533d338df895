"""People leave, join, swap and change their names in the middle of a match of Maginor.

The book knows none of it: what is expected here was reasoned by hand from the house's rules.
Oracle 1 shows fire, water, earth, air and fate; Return lies beside it.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.state import HAND, State
from companion.vocabulary import Joined, Left, Player, Refusal, Renamed, Swapped
from tests.games.contract import has_words, seats_anybody, spoken
from tests.games.maginor.table import (
    at,
    everywhere,
    fought,
    has,
    new,
    play,
    put,
    table,
    total,
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
    return refusal.key.removeprefix("maginor.no.")


# Names


def test_a_name_may_change_and_two_may_swap_theirs_alone() -> None:
    state = at(put(table(), "1", red=(0,)), red="1")
    assert seat(state, Renamed("blue", "Zora")).names == {"red": "Ada", "blue": "Zora"}
    swapped = seat(state, Swapped("red", "blue"))
    assert swapped == replace(state, names={"red": "Bo", "blue": "Ada"})
    assert unseated(state, Renamed("green", "Zora")) == "seat"
    assert unseated(state, Swapped("red", "green")) == "seat"


# Leaving


def test_whoever_leaves_takes_markers_mage_cards_spells_and_oracles_along() -> None:
    state = put(table(3), "1", red=(0,), blue=(1, 2), yellow=(3,))
    state = won(has(state, "blue", "restoration"), "blue", "4", "5")
    after = seat(state, Left("blue"))
    assert after.seats == ("red", "yellow")
    assert after.slots["1"] == ("red", "", "", "yellow", "")
    assert after.since["1"] == (0, 3)
    assert set(after.gone) == {*state.gone, "restoration", "4", "5"}
    assert everywhere(after) == everywhere(state), "each spell is somewhere once"
    held = (
        after.names,
        after.hands,
        after.at,
        after.played,
        after.spells,
        after.won,
        after.others,
    )
    assert all(set(by_seat) == {"red", "yellow"} for by_seat in held)
    assert after.turn == "red" and total(after, "red") == 0


@pytest.mark.parametrize(
    ("gone", "follows"), [("red", "blue"), ("blue", "yellow"), ("yellow", "red")]
)
def test_when_whoever_is_on_turn_leaves_the_next_begins_a_turn(gone: str, follows: str) -> None:
    state = at(replace(table(3), turn=gone), **{gone: "2"})
    rolling = play(state, moves.Roll("maginor"))
    assert waits(rolling) == "wild"
    for now in (state, rolling):
        after = seat(now, Left(gone))
        assert (after.turn, after.todo, after.phase) == (follows, (), "turn")
        assert after.maginor == "start", "the rest of that turn is gone with the player"


def test_before_the_first_turn_somebody_else_lays_out() -> None:
    for state in (new(3), play(new(3), moves.Begins("red"))):
        after = seat(state, Left("red"))
        assert (after.turn, after.phase) == ("blue", state.phase)
        assert {choice.seat for choice in GAME.choices(after)} <= {"blue", "yellow"}


def dueling() -> State:
    """Ada attacks Bo for the fire of Oracle 1."""
    state = at(put(table(3), "1", blue=(0,)), red="1")
    return play(state, moves.Play("fire"), moves.Slot(0))


def test_a_duel_with_somebody_who_leaves_is_none() -> None:
    attacked = seat(play(dueling(), moves.Point("blue", "fire")), Left("blue"))
    assert (attacked.turn, attacked.todo, attacked.slots["1"][0]) == ("red", (), "")
    attacking = seat(play(dueling(), moves.Point("red", "fire")), Left("red"))
    assert (attacking.turn, attacking.todo, attacking.slots["1"][0]) == ("blue", (), "blue")
    watching = seat(dueling(), Left("yellow"))
    assert waits(watching) == "duel"
    assert fought(watching, "water", "fire").slots["1"][0] == "red"


def test_a_duel_that_ended_the_turn_ends_it_without_the_other_too() -> None:
    state = at(put(table(3), "1", blue=(0,)), red="1")
    state = play(state, moves.Roll("fire"), moves.Slot(0))
    assert seat(state, Left("blue")).turn == "yellow"


def crossing(*, red: tuple[int, ...] = (), **lying: tuple[int, ...]) -> State:
    """Ada lays the last marker on Oracle 1, the fate."""
    state = at(put(table(3), "1", red=red, **lying), red="1")
    return play(state, moves.Play("fate"))


def test_an_oracle_that_is_crossed_out_stays_so_and_the_others_rank_anew() -> None:
    state = crossing(blue=(0, 1, 2), yellow=(3,))
    after = seat(replace(state, options=replace(state.options, tie="first")), Left("blue"))
    assert waits(after) == "cross"
    done = play(after, moves.Prize("oracle"))
    assert done.won == {"red": (), "yellow": ("1",)}, "Cleo comes first from the top clockwise"
    assert done.spells == {"red": ("return",), "yellow": ()}
    assert done.turn == "yellow", "Ada's turn is over by the crossing out"


def test_whoever_filled_the_oracle_may_leave_before_it_is_given_away() -> None:
    state = crossing(blue=(0, 1), yellow=(2,), red=(3,))
    state = replace(state, options=replace(state.options, tie="first"))
    after = seat(state, Left("red"))
    done = play(after, moves.Prize("spell"))
    assert done.spells["blue"] == ("return",) and done.won["yellow"] == ("1",)
    assert (done.turn, done.todo) == ("blue", ()), "the turn after the one who left"


def test_a_tie_that_is_none_any_more_is_not_asked() -> None:
    state = crossing(blue=(0, 1), yellow=(2, 3))
    assert waits(state) == "ask"
    after = seat(state, Left("yellow"))
    assert waits(after) == "cross"
    assert play(after, moves.Prize("oracle")).won["blue"] == ("1",)


def test_with_nobody_left_on_it_an_oracle_goes_with_its_spell() -> None:
    state = crossing(red=(0, 1, 2, 3))
    after = seat(state, Left("red"))
    assert {"1", "return"} <= set(after.gone) and "1" not in after.slots
    assert (after.turn, after.todo) == ("blue", ())


def test_the_guild_hall_ends_the_game_whoever_leaves() -> None:
    state = table(3)
    for oracle in state.order:
        state = won(state, "blue" if oracle == "8" else "yellow", oracle)
    state = at(put(state, "guild-hall", red=(0, 1), blue=(2,)), red="guild-hall")
    state = play(replace(state, maginor="before"), moves.Roll("maginor"), moves.As("air"))
    state = play(state, moves.Slot(3))
    assert waits(state) == "cross"
    after = seat(state, Left("red"))
    assert waits(after) == "cross"
    done = play(after, moves.Prize("oracle"))
    assert done.phase == "over" and total(done, "blue") == 12 + 15


def test_two_stay_and_nobody_leaves_twice_or_after_the_end() -> None:
    assert unseated(table(2), Left("red")) == "stay"
    assert unseated(table(3), Left("green")) == "seat"
    over = play(new(3, way="score"), moves.Done())
    for change in (Left("red"), Joined(EVE), Renamed("red", "Zora"), Swapped("red", "blue")):
        assert unseated(over, change) == "over"


# Joining


def test_whoever_joins_begins_as_everybody_did_and_plays_last() -> None:
    state = play(at(table(), red="1"), moves.Play("fire"))
    after = seat(state, Joined(EVE))
    assert (after.seats, after.names["green"]) == (("red", "blue", "green"), "Eve")
    assert (after.hands["green"], after.played["green"]) == (HAND, ())
    assert (after.at["green"], total(after, "green")) == ("guild-hall", 0)
    assert after.turn == "red"
    after = play(after, moves.Go("2"), moves.Go("2"))
    assert after.turn == "green"
    assert waits(play(after, moves.Roll("maginor"))) == "wild"
    assert unseated(after, Joined(Player("Fay", "green"))) == "sits"
    assert unseated(table(4), Joined(EVE)) == "room"


def test_somebody_may_join_while_the_ring_is_laid_and_on_the_sheet() -> None:
    state = seat(play(new(), moves.Begins("red"), moves.Stands("1")), Joined(EVE))
    assert state.phase == "ring"
    for oracle in ("2", "3", "4", "5", "6", "7", "8", "unicorn"):
        state = play(state, moves.Stands(oracle))
    while state.phase == "spells":
        state = play(state, GAME.choices(state)[0].move)
    assert state.at == dict.fromkeys(("red", "blue", "green"), "guild-hall")
    sheet = play(seat(new(way="score"), Joined(EVE)), moves.Keeps("green", "1"))
    assert total(sheet, "green") == 5


def test_where_the_guild_hall_is_gone_whoever_joins_stands_in_the_centre() -> None:
    state = won(table(), "blue", *table().order)
    state = has(
        at(put(state, "guild-hall", blue=(0,)), red="guild-hall"), "red", "golden-cauldron"
    )
    state = play(replace(state, maginor="before"), moves.Roll("maginor"), moves.As("air"))
    state = play(state, moves.Slot(3), moves.Read("tie", "first"), moves.Prize("oracle"))
    assert waits(state) == "ask" and "guild-hall" not in state.slots
    after = seat(state, Joined(EVE))
    assert after.at["green"] == ""
    assert play(after, moves.Read("ritual", "adds")).phase == "over"


def test_a_seat_that_was_left_begins_anew() -> None:
    state = won(put(table(3), "1", blue=(1,)), "blue", "4")
    after = seat(seat(state, Left("blue")), Joined(Player("Ivo", "blue")))
    assert after.seats == ("red", "yellow", "blue") and total(after, "blue") == 0
    assert after.won["blue"] == () and "4" in after.gone


# Whole plays


@pytest.mark.parametrize("way", ["everything", "board", "score"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_in_any_play_anybody_may_come_and_go(count: int, way: str) -> None:
    rng = Random(f"{count} {way}")
    steps = whole_play(new(count, way=way), rng)
    for state, _ in steps[:: max(1, len(steps) // 8)]:
        seats_anybody(GAME, state, rng)


def test_the_words_for_who_stays_are_warm() -> None:
    assert GAME.seated
    refusal = GAME.seated(table(2), Left("red"))
    assert spoken(GAME).say(refusal) == "Two must stay to play on."
