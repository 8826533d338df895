"""House rules and readings: what the book leaves open, and a table settles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.merlin import GAME, moves
from tests.games.merlin.table import (
    acted,
    at_scoring,
    blue,
    castle,
    open_now,
    play,
    points,
    step,
    table,
    through,
)


@pytest.mark.parametrize(("markers", "left"), [(6, 6), (7, 7)])
def test_six_markers_or_seven(markers: int, left: int) -> None:
    """Page 2 says to take six, page 1 counts seven."""
    state = castle(table(markers=markers), influence={"black": 6})
    state = acted(state, "grey", moves.Sends("lady"))
    assert sum(blue(state).influence.values()) == left


@pytest.mark.parametrize(("below", "first", "then"), [("minus", -6, -3), ("zero", 0, 3)])
def test_a_score_under_zero_or_never(below: str, first: int, then: int) -> None:
    state = step(at_scoring(castle(table(below=below), traitors={"grey": 2})), "losses")
    state = play(state, moves.Next())
    assert points(state) == first
    state = castle(through(state), traitors={})
    state = step(at_scoring(replace(state, excalibur="blue", turn="blue"), 4), "losses")
    assert points(play(state, moves.Next())) == then


def test_where_it_stops_at_zero_only_as_much_is_lost_as_there_is() -> None:
    state = castle(table(below="zero"), traitors={"grey": 2}, earned={"missions": 4})
    state = play(step(at_scoring(state), "losses"), moves.Next())
    assert (points(state), blue(state).earned) == (0, {"missions": 4, "traitors": -4})


def test_a_marker_that_people_put_under_zero_is_not_lifted_by_a_loss() -> None:
    state = castle(table(below="zero"), traitors={"grey": 2}, earned={"told": -5})
    state = play(step(at_scoring(state), "losses"), moves.Next())
    assert points(state) == -5


@pytest.mark.parametrize(("excalibur", "after"), [("stays", "blue"), ("returns", "")])
def test_excalibur_stays_or_returns(excalibur: str, after: str) -> None:
    """Page 9 says of the Grail alone that it goes back."""
    state = through(at_scoring(replace(table(excalibur=excalibur), excalibur="blue")))
    assert (state.excalibur, state.grail) == (after, "")


def test_the_module_is_off_unless_it_is_played() -> None:
    state = play(table(), moves.Claims(2))
    assert points(state) == 2
    assert not open_now(state, moves.Corner)


def test_the_defaults_are_the_books() -> None:
    options = GAME.Options()
    assert (options.markers, options.below, options.excalibur, options.favour) == (
        6, "minus", "stays", False,
    )  # fmt: skip
