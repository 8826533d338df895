"""The people's own sheet, case by case from the book (pages 12 to 15) and the digest."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.simulator.ledger import (
    Truth,
    arrived,
    begin,
    bumped,
    drew,
    gave_back,
    put_back,
    rolled,
    stayed,
)

SYMBOLS = {"b1": "owl", "c1": "key", "f6": "moon", "a1": "sun"}
CORNERS = {"red": "a1", "blue": "f6", "green": "a6"}


def table(**more: Any) -> Truth:
    return replace(begin(("red", "blue", "green"), CORNERS, SYMBOLS), **more)


def test_the_first_chip_lies_open_and_the_first_player_is_on_turn() -> None:
    truth = drew(table(), "owl")
    assert (truth.wanted, truth.turn, truth.is_drawing) == ("owl", "red", False)


def test_the_first_chip_goes_to_whoever_stands_on_it() -> None:
    truth = drew(table(), "moon")
    assert truth.chips["blue"] == ("moon",)
    assert truth.is_drawing


def test_a_house_may_play_for_another_number_of_chips() -> None:
    long = begin(("red", "blue", "green"), CORNERS, SYMBOLS, goal=6)
    five = {"red": ("cat", "hat", "ring", "sun", "boat"), "blue": (), "green": ()}
    fifth = replace(long, chips={**five, "red": five["red"][:4]}, wanted="owl", roll=3)
    sixth = replace(long, chips=five, wanted="owl", roll=3)
    assert (arrived(fifth, "b1").winner, arrived(sixth, "b1").winner) == ("", "red")


def test_chips_that_are_given_back_are_nobodys() -> None:
    truth = table(chips={"red": ("owl", "key"), "blue": ("sun",), "green": ()})
    assert gave_back(truth, "red").chips == {"red": (), "blue": ("sun",), "green": ()}


def test_reaching_the_symbol_wins_the_chip_and_a_new_one_is_drawn() -> None:
    truth = arrived(rolled(drew(table(), "owl"), 3), "b1")
    assert truth.chips["red"] == ("owl",)
    assert truth.is_drawing
    truth = drew(truth, "key")
    assert (truth.turn, truth.wanted, truth.roll) == ("blue", "key", 0)


def test_a_wall_sends_magician_and_ball_back_to_the_corner() -> None:
    truth = bumped(rolled(drew(table(at={**CORNERS, "red": "c4"}), "owl"), 4))
    assert (truth.at["red"], truth.ball["red"], truth.turn) == ("a1", False, "blue")
    assert put_back(truth, "red").ball["red"]


def test_being_sent_back_onto_the_wanted_symbol_wins_nothing() -> None:
    truth = bumped(rolled(table(at={**CORNERS, "red": "b1"}, wanted="sun"), 1))
    assert truth.at["red"] == "a1"
    assert truth.chips["red"] == ()


def test_a_new_chip_under_somebody_is_theirs_and_another_is_drawn() -> None:
    won = arrived(rolled(drew(table(), "owl"), 1), "b1")
    truth = drew(won, "moon")
    assert truth.chips["blue"] == ("moon",)
    assert truth.is_drawing
    assert drew(truth, "key").turn == "blue"


def test_of_two_on_one_symbol_the_second_gets_a_chip_from_the_bag() -> None:
    both = table(at={"red": "b1", "blue": "f6", "green": "f6"}, turn="red", roll=2)
    truth = drew(both, "moon")
    assert truth.chips["blue"] == ("moon",)
    assert truth.owed == ("green",)
    truth = drew(truth, "sun")
    assert truth.chips["green"] == ("sun",)
    assert truth.is_drawing
    assert drew(truth, "key").wanted == "key"


def test_in_turn_order_the_player_on_turn_comes_first() -> None:
    both = table(at={"red": "f6", "blue": "f6", "green": "a6"}, turn="blue", roll=2)
    assert drew(both, "moon").chips["blue"] == ("moon",)


def test_five_chips_end_the_game_at_once() -> None:
    four = {"red": ("a", "b", "c", "d"), "blue": (), "green": ()}
    truth = arrived(rolled(table(chips=four, wanted="owl"), 1), "b1")
    assert truth.winner == "red"
    assert truth.is_over
    assert not truth.is_drawing


def test_staying_put_ends_the_turn() -> None:
    truth = stayed(rolled(table(wanted="owl"), 1))
    assert (truth.turn, truth.at["red"]) == ("blue", "a1")
