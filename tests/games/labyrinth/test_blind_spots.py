"""Sensors that nobody knew to be dead: people play on, and the companion finds out or asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.labyrinth.moves import Roll
from tests.tabletop import Tabletop


@pytest.fixture
def table(tmp_path: Path) -> Tabletop:
    return Tabletop(tmp_path)


def test_a_corner_that_shows_nobody_is_dark_once_people_play_on(table: Tabletop) -> None:
    table.hall({"66"})
    assert ("repair", "a1") in table.noticed
    table.take(Roll(2))
    table.wait(4000)
    table.hall({"12", "66"})
    table.hall({"13", "66"})

    assert table.walks == [("red", ("b1", "c1"))]


def test_a_corner_that_was_dark_counts_again_once_it_shows_somebody(table: Tabletop) -> None:
    table.hall({"66"})
    table.take(Roll(2))
    table.wait(4000)
    assert ("weak", "a1") in table.noticed
    table.hall({"11", "66"})
    assert table.noticed == []


def test_whoever_is_out_of_sight_is_asked_for_and_walks_on(table: Tabletop) -> None:
    table.hall({"11", "66"})
    table.take(Roll(3))
    table.hall({"12", "66"}, 500)
    table.hall({"66"}, 2000)
    assert (table.asking, table.question.place) == ("lost", "b1")
    assert [option.says.key.removeprefix("labyrinth.opt.") for option in table.question.options] == [
        "right", "down", "there", "unknown",
    ]  # fmt: skip
    table.answer("right")
    table.hall({"14", "66"})

    assert table.state.at["red"] == "d1"
    assert table.walks == [("red", ("b1", "c1", "d1"))]


def test_who_does_not_know_is_not_asked_again(table: Tabletop) -> None:
    table.hall({"11", "66"})
    table.take(Roll(3))
    table.hall({"12", "66"}, 500)
    table.hall({"66"}, 2000)
    table.answer("unknown")
    table.wait(5000)

    assert table.question is None


def test_the_question_is_taken_back_when_the_magician_is_seen_again(table: Tabletop) -> None:
    table.hall({"11", "66"})
    table.take(Roll(3))
    table.hall({"12", "66"}, 500)
    table.hall({"66"}, 2000)
    table.hall({"13", "66"}, 500)

    assert table.question is None
    assert table.state.at["red"] == "c1"


def test_who_stood_there_long_before_the_roll_is_asked_about(table: Tabletop) -> None:
    table.hall({"11", "66"})
    table.hall({"12", "66"}, 1500)  # pushed, or walked before anybody told the die
    table.take(Roll(1))
    table.wait(2000)
    assert table.state.path == ()
    assert (table.asking, table.question.place) == ("misplaced", "b1")
    table.answer("here")

    assert table.state.at["red"] == "b1"


def test_who_walked_a_moment_before_the_roll_was_told_has_walked(table: Tabletop) -> None:
    table.hall({"11", "66"})
    table.hall({"12", "66"}, 300)
    table.take(Roll(1))
    table.wait(3000)

    assert table.walks == [("red", ("b1",))]
