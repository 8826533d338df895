"""People leave, join, swap and change their names in the middle of a match of Merlin.

The book knows none of it: what is expected here was reasoned by hand from the house's rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.merlin import GAME, moves
from companion.games.merlin.scoring import total
from companion.games.merlin.setting_up import drawable
from companion.games.merlin.state import State
from companion.games.merlin.todo import Begin, Pot, Shields, Show, Take, Traitors
from companion.vocabulary import Joined, Left, Player, Refusal, Renamed, Swapped, Viewer
from tests.games.contract import has_words, keeps, seatings
from tests.games.merlin.table import (
    any_box,
    at_scoring,
    begun,
    built,
    by_chance,
    castle,
    dealt,
    has,
    landed,
    out,
    play,
    rolling,
    table,
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
    return refusal.key.removeprefix("merlin.no.")


# Names


def test_a_name_may_change_and_two_may_swap_theirs_alone() -> None:
    state = has(table(), "grey-flag")
    assert seat(state, Renamed("yellow", "Zora")).names == {"blue": "Ada", "yellow": "Zora"}
    swapped = seat(state, Swapped("blue", "yellow"))
    assert swapped == replace(state, names={"blue": "Bo", "yellow": "Ada"})
    assert unseated(state, Renamed("green", "Zora")) == "seat"
    assert unseated(state, Swapped("blue", "green")) == "seat"


# Leaving


def test_whoever_leaves_gives_everything_back_to_the_box() -> None:
    state = has(table(3), *["grey-flag"] * 4, seat="yellow", apples=5)
    state = castle(state, "yellow", traitors={"blue": 2}, influence={"grey": 2})
    state = built(out(state, "yellow", lady="grey"), "yellow", 3, 4)
    state = built(replace(state, grail="yellow", excalibur="yellow"), "red", 5)
    after = seat(state, Left("yellow"))
    assert after.seats == ("blue", "red") and after.turn == "blue"
    held = (after.names, after.castles, {s: n for s, n in after.at.items() if s != "merlin"})
    assert all(list(by_seat) == ["blue", "red"] for by_seat in held)
    assert [tile.owner for tile in after.tiles[3:6]] == ["", "", "red"]
    assert (after.grail, after.excalibur, after.discarded) == ("", "", {"blue": 2})
    shown = GAME.show(after, Viewer())
    grey = next(one for one in shown["counties"] if one["county"] == "grey")
    assert grey["supply"]["flag"] == 6 and grey["influence"] == {} and grey["henchmen"] == []
    assert shown["apples"] == 9, "one is in each of two castles"


def test_missions_of_whoever_leaves_are_discarded() -> None:
    state = dealt(table(3, way="everything"), "one", "two", seat="yellow")
    after = seat(state, Left("yellow"))
    assert after.discard == ("one", "two") and "one" not in drawable(after)


@pytest.mark.parametrize(("gone", "on_turn"), [("blue", "yellow"), ("red", "blue")])
def test_when_whoever_is_on_turn_leaves_the_next_begins(gone: str, on_turn: str) -> None:
    state = replace(table(3), turn=gone)
    walked = play(has(state, "grey-stone", seat=gone), moves.Goes(False, 3))
    for now in (state, walked):
        after = seat(now, Left(gone))
        assert (after.turn, after.phase, after.round) == (on_turn, "choose", 1)
        assert after.moved == "" and after.todo == ()


def test_when_the_last_die_goes_along_the_round_is_over() -> None:
    state = replace(table(3), turn="red")
    for other in ("blue", "yellow"):
        state = castle(state, other, dice=(), white=0)
    after = seat(state, Left("red"))
    assert (after.phase, after.round, after.starter) == ("roll", 2, "yellow")
    assert seat(replace(state, round=2), Left("red")).phase == "score"


@pytest.mark.parametrize("gone", ["blue", "yellow"])
def test_the_next_round_begins_to_the_left_of_whoever_began_this_one(gone: str) -> None:
    """Of Ada, Bo and Cleo, Bo begins the second round; without Bo it is Cleo."""
    state = seat(table(3), Left(gone))
    for one in state.seats:
        state = castle(state, one, dice=(), white=0)
    state = play(replace(state, phase="act", moved=state.turn), moves.Ends())
    assert state.starter == {"blue": "yellow", "yellow": "red"}[gone]


def test_while_it_is_set_up_or_rolled_somebody_else_begins() -> None:
    begin = replace(table(3), phase="begin", todo=tuple(map(Begin, ("blue", "yellow", "red"))))
    after = seat(begin, Left("blue"))
    assert after.todo == (Begin("yellow"), Begin("red"))
    assert (after.starter, after.turn) == ("yellow", "yellow")
    rolled = castle(
        castle(rolling(3), "yellow", dice=(1, 2, 3), white=4), dice=(1, 2, 3), white=4
    )
    after = seat(rolled, Left("red"))
    assert (after.phase, after.turn) == ("choose", "blue"), "nobody else has to roll"


def test_a_gap_of_the_display_is_filled_though_its_taker_leaves() -> None:
    state = replace(table(3, way="everything"), display=("one", "", "two"))
    state = replace(state, phase="refill", todo=(Show(1), Take("blue", 1)))
    after = seat(state, Left("blue"))
    assert after.todo == (Show(1),)
    filled = play(after, GAME.choices(after)[0].move)
    assert all(filled.display) and (filled.phase, filled.turn) == ("choose", "yellow")


def test_steps_of_a_scoring_that_wait_for_whoever_leaves_lapse() -> None:
    state = has(castle(table(3), traitors={"grey": 1}), "grey-shield")
    state = at_scoring(state)
    assert state.todo[0] == Shields("blue")
    after = seat(state, Left("blue"))
    assert after.phase == "score" and after.todo[0] == Traitors("yellow", 3)
    tied = castle(castle(table(3), influence={"grey": 1}), "yellow", influence={"grey": 1})
    laid = replace(
        tied, phase="score", round=2, grail="blue", todo=(Pot("grey", True), Pot("brown"))
    )
    after = seat(laid, Left("blue"))
    assert after.todo[0] == Pot("grey"), "nobody breaks a tie with it any more"
    assert total(play(after, moves.Next()), "yellow") == 1


def test_points_that_were_told_stay_though_counts_go() -> None:
    state = begun(3, way="score")
    grey = [moves.Tally(s, "influence", True, "grey") for s in ("blue", "blue", "yellow")]
    state = play(state, *grey, moves.Counted(), moves.Tally("blue", "henchmen", True))
    assert total(state, "blue") == 3 + 1 + 1, (
        "a marker of each stayed, for a pot that is shared"
    )
    after = seat(state, Left("yellow"))
    assert total(after, "blue") == total(state, "blue")
    assert "yellow" not in str(after.counted) and len(after.counted) == len(state.counted)


def test_two_stay_and_nobody_leaves_twice_or_after_the_end() -> None:
    assert unseated(table(), Left("blue")) == "stay"
    assert unseated(table(3), Left("green")) == "seat"
    assert unseated(replace(table(3), phase="over"), Left("blue")) == "over"


# Joining


def joined(state: State, player: Player = EVE) -> State:
    return seat(state, Joined(player))


def test_whoever_joins_gets_what_everybody_got_and_rolls_in_the_next_round() -> None:
    state = table(3)
    after = joined(state)
    assert after.seats == ("blue", "yellow", "red", "green") and after.turn == "blue"
    assert after.todo == (Begin("green"), Traitors("green", 3))
    assert len(after.tiles) == 18, "the landscape stays"
    new = after.castles["green"]
    assert (new.apples, new.staffs, new.dice, new.white) == (1, 3, (), 0)
    while after.todo:
        after = play(after, GAME.choices(after)[0].move)
    assert after.on["green"] and sum(after.castles["green"].traitors.values()) == 3
    assert (after.phase, after.turn) == ("choose", "blue")
    for one in ("blue", "yellow", "red"):
        after = castle(after, one, dice=(), white=0)
    after = play(castle(after, white=1), moves.Goes(True, 1), moves.Leaves(), moves.Ends())
    assert after.phase == "roll", "Eve has no dice in the first round"
    assert {choice.seat for choice in GAME.choices(after)} == {*after.seats}


def test_where_hands_are_kept_four_missions_come_from_the_pile() -> None:
    after = joined(table(2, way="everything"))
    while after.todo:
        after = play(after, GAME.choices(after)[-1].move)
    assert len(after.castles["green"].hand) == 4 and after.phase == "choose"


def test_before_the_round_begins_whoever_joins_rolls_with_the_others() -> None:
    after = joined(rolling())
    while after.todo:
        after = play(after, GAME.choices(after)[0].move)
    assert (after.phase, len(GAME.choices(after))) == ("roll", 3 * 6)
    laying = joined(begun())
    assert laying.todo == () and laying.phase == "land"


def test_start_tiles_that_were_dealt_are_dealt_again_when_none_is_left() -> None:
    after = joined(replace(table(), dealt=(0, 1, 2, 3)))
    assert len(GAME.choices(after)) == 4


def test_in_a_scoring_whoever_joins_waits_for_its_end() -> None:
    state = at_scoring(castle(table(), traitors={"grey": 1}))
    after = joined(state)
    assert after.todo[-2:] == (Begin("green"), Traitors("green", 3))
    assert (
        unseated(at_scoring(castle(table(), traitors={"grey": 1}), 6), Joined(EVE))
        == "join_next"
    )


def test_nobody_joins_in_the_middle_of_an_action_nor_as_a_fifth() -> None:
    state = landed(has(table(), "grey-stone"), "manor")
    assert unseated(state, Joined(EVE)) == "join_later"
    assert unseated(table(4), Joined(EVE)) == "room"
    assert unseated(table(), Joined(Player("Eve", "blue"))) == "sits"
    assert unseated(table(), Joined(Player("Eve", "black"))) == "seat"


def test_the_sheet_of_four_is_still_laid_for_four_when_one_leaves() -> None:
    state = play(begun(4, way="score"), moves.Adds("lake", 8))
    after = play(seat(state, Left("yellow")), moves.Tally("blue", "henchmen", True))
    assert after.counted[-1].areas[0].tiles == 8, "two or three begin with six of each"
    new = joined(after, Player("Ivo", "yellow"))
    assert total(new, "yellow") == 0 and new.castles["yellow"].staffs == 0


# Whole plays


@settings(max_examples=9, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10_000), st.sampled_from(["everything", "board", "score"]))
def test_in_any_play_anybody_may_come_and_go(seed: int, way: str) -> None:
    rng = Random(f"{seed} {way}")
    state = begun(rng.choice([2, 3, 4]), any_box(rng), way=way, favour=bool(seed % 2))
    for number in range(300):
        if number % 12 == 0:
            state = _changed(state, rng)
        move = by_chance(state, rng)
        if move is None:
            break
        state = play(state, move)
    keeps(GAME, state)


def _changed(state: State, rng: Random) -> State:
    """One change of those that could be asked for; nobody's points change by it."""
    assert GAME.seated
    change = rng.choice(list(seatings(GAME, state)))
    after = GAME.seated(state, change)
    if isinstance(after, Refusal):
        has_words(GAME, after)
        return state
    stayed = {*after.seats} & {*state.seats}
    assert all(total(after, one) == total(state, one) for one in stayed)
    return after  # type: ignore[no-any-return]
