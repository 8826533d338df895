"""People answer what they saw."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.simulator.answers import Handled, right
from companion.simulator.ledger import Truth, begin

CORNERS = {"red": "a1", "blue": "f6"}
WALKED = {"moves": [{"do": "walk", "path": ["b1", "c1"]}]}
ROUND = {"moves": [{"do": "walk", "path": ["b1", "b2"]}]}
ROUND_BELOW = {"moves": [{"do": "walk", "path": ["a2", "b2"]}]}
FELL = {"moves": [{"do": "fall"}]}
UNKNOWN = {"moves": []}


def view(at: str = "a1") -> dict[str, Any]:
    seats = [
        {"seat": "red", "at": at, "ball": "under"},
        {"seat": "blue", "at": "f6", "ball": "under"},
    ]
    return {"turn": {"seat": "red"}, "start": "a1", "seats": seats}


def truth(field: str) -> Truth:
    return replace(begin(("red", "blue"), CORNERS, {}), at={"red": field, "blue": "f6"})


def test_the_answer_that_ends_where_the_magician_stands_is_right() -> None:
    last = Handled("red", ("b1", "c1"), False)
    assert right([ROUND, WALKED, UNKNOWN], view(), truth("c1"), last) == 1


def test_a_ball_that_fell_is_told_from_a_magician_that_stayed() -> None:
    assert (
        right([WALKED, FELL, UNKNOWN], view("c1"), truth("a1"), Handled("red", ("b1",), True))
        == 1
    )


def test_of_two_ways_round_a_corner_they_name_the_one_walked() -> None:
    last = Handled("red", ("a2", "b2"), False)
    assert right([ROUND, ROUND_BELOW, UNKNOWN], view(), truth("b2"), last) == 1


def test_where_nothing_fits_they_say_that_they_do_not_know() -> None:
    assert (
        right([ROUND, WALKED, UNKNOWN], view(), truth("d4"), Handled("red", ("d4",), False))
        == 2
    )


def test_a_die_that_was_thrown_is_a_roll_and_one_that_somebody_played_with_is_none() -> None:
    says = {"values": {"seat": "blue", "face": 3}}
    offered = [
        {"moves": [{"do": "roll", "face": 3}], "says": says},
        {"moves": [], "says": says},
    ]
    stayed = Handled("red", (), False)
    thrown = replace(truth("a1"), turn="blue", roll=3)

    assert right(offered, view(), thrown, stayed) == 0
    assert right(offered, view(), replace(thrown, roll=0), stayed) == 1
    assert right(offered, view(), replace(thrown, turn="red"), stayed) == 1
