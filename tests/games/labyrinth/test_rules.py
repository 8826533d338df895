"""The rules against the book: pages 3 to 15, and the ten vectors of the digest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.labyrinth import GAME, moves
from companion.games.labyrinth.pieces import FACES, FIELDS, SYMBOLS
from companion.games.labyrinth.state import Box, Options, State
from companion.vocabulary import Player, Refusal, Setup

FOUR = (
    Player("Ada", "red", "a1"),
    Player("Bo", "blue", "f1"),
    Player("Cleo", "green", "f6"),
    Player("Dan", "yellow", "a6"),
)
BOARD = {"a1": "key", "c1": "snail", "b3": "moon", "d4": "crown", "f1": "bell"}


def game(*players: Player, symbols: dict[str, str] | None = None, **options: Any) -> State:
    box = Box(symbols=BOARD if symbols is None else symbols)
    state = GAME.new(Setup(players or FOUR, Options(**options), box))
    assert isinstance(state, State), state
    return state


def play(state: State, *played: Any) -> State:
    for move in played:
        after = GAME.play(state, move)
        assert not isinstance(after, Refusal), (move, after)
        state = after
    return state


def refused(state: State, move: Any) -> str:
    after = GAME.play(state, move)
    assert isinstance(after, Refusal)
    return after.key


def draw(symbol: str) -> moves.Draw:
    return moves.Draw(symbol)


def walk(*path: str) -> moves.Walk:
    return moves.Walk(path)


STOP = moves.Stop()


def test_l1_the_wanted_symbol_ends_the_walk_and_gives_its_chip() -> None:
    state = play(game(), draw("snail"), moves.Roll(3), walk("b1", "c1"))
    assert refused(state, walk("b1", "c1", "d1")) == "labyrinth.no.through_symbol"
    state = play(state, STOP)
    assert state.chips["red"] == ("snail",)
    assert (state.phase, state.turn, state.wanted) == ("draw", "red", "")
    state = play(state, draw("tree"))
    assert (state.phase, state.turn, state.wanted) == ("roll", "blue", "tree")


def test_l2_a_wall_at_the_second_step_sends_back_to_the_corner() -> None:
    state = play(
        game(), draw("tree"), moves.Roll(4), walk("b1"), walk("b1", "b2"), moves.Fall()
    )
    assert state.at["red"] == "a1"
    assert state.balls["red"] == "tray"
    assert (state.turn, state.phase, state.wanted) == ("blue", "roll", "tree")
    assert state.chips == dict.fromkeys(("red", "blue", "green", "yellow"), ())


def test_l3_a_chip_drawn_for_the_field_of_another_is_that_players() -> None:
    state = play(game(), draw("tree"), moves.Place("blue", "c1"), moves.Turn("red"))
    state = play(state, moves.Roll(1), STOP, moves.Want("moon"), moves.Turn("red"))
    state = play(
        state, moves.Place("red", "b2"), moves.Roll(1), walk("b3"), STOP, draw("snail")
    )
    assert state.chips["blue"] == ("snail",)
    assert (state.phase, state.wanted) == ("draw", "")


def test_l4_twice_in_a_row() -> None:
    state = play(game(), draw("tree"), moves.Place("blue", "c1"), moves.Place("green", "d4"))
    state = play(state, moves.Want("moon"), moves.Place("red", "b2"), moves.Turn("red"))
    state = play(state, moves.Roll(2), walk("b3"), STOP, draw("snail"), draw("crown"))
    assert (state.chips["blue"], state.chips["green"]) == (("snail",), ("crown",))
    assert state.phase == "draw"
    state = play(state, draw("owl"))
    assert (state.wanted, state.turn, state.phase) == ("owl", "blue", "roll")


def test_l5_the_second_on_the_symbol_gets_a_chip_from_the_bag() -> None:
    state = play(game(), draw("tree"), moves.Place("blue", "a1"), moves.Want("moon"))
    state = play(state, moves.Place("red", "b2"), moves.Roll(1), walk("b3"), STOP)
    state = play(state, moves.Place("red", "a1"), draw("key"))
    assert state.chips["red"] == ("moon", "key")
    assert state.blind == ("blue",)
    state = play(state, draw("frog"))
    assert state.chips["blue"] == ("frog",)
    assert (state.phase, state.blind) == ("draw", ())


def test_l6_the_fifth_chip_ends_the_game_at_once() -> None:
    four = [moves.Give("red", symbol) for symbol in ("owl", "cat", "hat", "sun")]
    state = play(game(), *four, draw("snail"), moves.Roll(2), walk("b1", "c1"), STOP)
    assert (state.phase, state.winners) == ("over", ("red",))
    assert refused(state, draw("tree")) == "labyrinth.no.over"
    final = GAME.final(state)
    assert final.winners == ("Ada",)
    assert [player.total for player in final.players] == [5, 0, 0, 0]


def test_l7_nobody_stops_where_another_stands_but_everybody_may_pass() -> None:
    state = play(game(), draw("tree"), moves.Place("blue", "b1"), moves.Roll(1))
    assert refused(state, walk("b1")) == "labyrinth.no.occupied"
    state = play(game(), draw("tree"), moves.Place("blue", "b1"), moves.Roll(2), walk("b1"))
    assert refused(state, STOP) == "labyrinth.no.occupied"
    state = play(state, walk("b1", "c1"), STOP)
    assert state.at["red"] == "c1"


def test_l8_the_mean_of_the_die() -> None:
    assert Fraction(sum(FACES), len(FACES)) == Fraction(5, 2)


@pytest.mark.parametrize(("corner", "fits"), [("f6", True), ("f1", False), ("a6", False)])
def test_l9_two_players_sit_in_opposite_corners(corner: str, fits: bool) -> None:
    two = (Player("A", "red", "a1"), Player("B", "blue", corner))
    state = GAME.new(Setup(two, Options(), Box()))
    assert isinstance(state, State) is fits


def test_l10_a_connected_maze_of_24_walls_has_one_loop() -> None:
    edges = 2 * 6 * 5
    assert edges - 24 - (len(FIELDS) - 1) == 1


def test_fewer_steps_and_none_at_all_are_allowed() -> None:
    rolled = play(game(), draw("tree"), moves.Roll(4))
    assert play(rolled, STOP).turn == "blue"
    assert play(rolled, walk("a2"), STOP).at["red"] == "a2"
    strict = play(game(staying=False), draw("tree"), moves.Roll(4))
    assert refused(strict, STOP) == "labyrinth.no.zero"


def test_never_slantwise_never_further_than_rolled() -> None:
    state = play(game(), draw("tree"), moves.Roll(2))
    assert refused(state, walk("b2")) == "labyrinth.no.neighbour"
    assert refused(state, walk("a2", "a3", "a4")) == "labyrinth.no.steps"


def test_the_next_roll_ends_the_walk() -> None:
    state = play(game(), draw("tree"), moves.Roll(3), walk("a2"), moves.Roll(1))
    assert (state.turn, state.roll, state.at["red"]) == ("blue", 1, "a2")


def test_a_ball_that_falls_after_the_turn_was_ended_ends_it_otherwise() -> None:
    state = play(game(), draw("snail"), moves.Roll(2), walk("b1", "c1"), STOP)
    assert state.chips["red"] == ("snail",)
    state = play(state, moves.Fall("red"))
    assert state.chips["red"] == ()
    assert (state.at["red"], state.wanted, state.turn) == ("a1", "snail", "blue")


def test_what_the_next_player_rolled_stays_rolled_when_the_ball_falls_late() -> None:
    state = play(game(), draw("tree"), moves.Roll(1), walk("b1"), moves.Roll(4))
    state = play(state, moves.Fall("red"))
    assert (state.at["red"], state.turn, state.phase, state.roll) == ("a1", "blue", "walk", 4)


def test_both_stand_in_a_corner_after_a_bump_into_it() -> None:
    state = play(game(), draw("tree"), moves.Place("blue", "a1"), moves.Roll(1), walk("b1"))
    state = play(state, moves.Fall())
    assert state.at["red"] == state.at["blue"] == "a1"
    state = play(state, moves.Roll(1), STOP)
    assert state.turn == "green"


@pytest.mark.parametrize(("reading", "phase"), [("takes", "draw"), ("again", "draw")])
def test_the_first_chip_on_an_occupied_corner(reading: str, phase: str) -> None:
    state = play(game(first_chip=reading), draw("key"))
    assert state.phase == phase
    assert len(state.chips["red"]) == (1 if reading == "takes" else 0)
    assert ("key" in state.bag) is (reading == "again")


@pytest.mark.parametrize(
    ("reading", "winners"), [("first", ("red",)), ("shared", ("red", "blue"))]
)
def test_two_players_reach_the_last_chip_together(
    reading: str, winners: tuple[str, ...]
) -> None:
    state = game(both_reach=reading, chips_to_win=1)
    state = play(state, moves.Place("blue", "a1"), draw("key"))
    if state.phase != "over":
        state = play(state, draw("frog"))
    assert state.winners == winners


def test_a_jolt_before_the_first_step_by_either_reading() -> None:
    rolled = play(game(), draw("tree"), moves.Roll(2), moves.Fall())
    assert rolled.turn == "blue"
    again = play(game(jolted="again"), draw("tree"), moves.Roll(2), moves.Fall())
    assert (again.turn, again.phase, again.balls["red"]) == ("red", "walk", "tray")


def test_a_handicap_lets_fewer_chips_win() -> None:
    state = game(handicap={"blue": 3})
    state = play(state, moves.Give("blue", "owl"), moves.Give("blue", "cat"))
    assert state.winners == ("blue",)


def test_a_goal_that_the_bag_cannot_meet_is_refused() -> None:
    refusal = GAME.new(Setup(FOUR, Options(chips_to_win=7), Box()))
    assert refusal == Refusal("labyrinth.no.goal", {"most": 6}, "page 15")


def test_a_symbol_nobody_had_told_is_learned_where_it_is_found() -> None:
    state = play(game(symbols={}), draw("owl"), moves.Roll(2), walk("a2", "a3"), moves.Found())
    assert state.symbols == {"a3": "owl"}
    assert state.chips["red"] == ("owl",)


def test_corrections_stay_within_what_the_box_holds() -> None:
    state = play(game(), draw("tree"))
    assert refused(state, moves.Give("red", "no such chip")) == "labyrinth.no.chips"
    assert refused(state, moves.Lose("red", "tree")) == "labyrinth.no.chips"
    state = play(state, moves.Give("red", "owl"))
    assert "owl" not in state.bag
    assert refused(state, moves.Give("blue", "owl")) == "labyrinth.no.chips"
    state = play(state, moves.Lose("red", "owl"))
    assert "owl" in state.bag


def test_a_correction_in_the_middle_of_a_walk_keeps_the_steps_spent() -> None:
    state = play(
        game(), draw("tree"), moves.Roll(4), walk("b1", "b2"), moves.Place("red", "c2")
    )
    assert refused(state, walk("c3", "c4", "c5")) == "labyrinth.no.steps"
    assert play(state, walk("c3", "c4")).at["red"] == "c4"


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whole_games_keep_what_the_box_holds(data: st.DataObject) -> None:
    fields = data.draw(st.permutations(FIELDS))
    count = data.draw(st.integers(2, 4))
    players = FOUR if count == 4 else FOUR[:3] if count == 3 else (FOUR[0], FOUR[2])
    state = game(*players, symbols=dict(zip(fields, SYMBOLS, strict=False)))
    for _ in range(600):
        open_now = GAME.choices(state)
        if not open_now:
            break
        state = play(state, data.draw(st.sampled_from(open_now)).move)
        _holds(state)
    if state.phase == "over":
        assert len(state.chips[state.winners[0]]) == 5


def _holds(state: State) -> None:
    won = [symbol for chips in state.chips.values() for symbol in chips]
    laid = [*state.bag, *won, *([state.wanted] if state.wanted else [])]
    assert sorted(laid) == sorted(SYMBOLS)
    assert max(len(chips) for chips in state.chips.values()) <= 5
    standing = [state.at[seat] for seat in state.seats if seat != state.turn]
    twice = {field for field in standing if standing.count(field) > 1}
    assert twice <= set(state.corners.values())
    assert state.roll - len(state.path) >= 0
