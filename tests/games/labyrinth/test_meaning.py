"""What a chip that is shown means: drawn, found, or nothing now; by the pages of the book.

Ada plays red from a1, Bo blue from f6. The key is printed on c1, the moon on e5; nobody
knows where the owl is printed. The fields were counted by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from companion.games.labyrinth import GAME, moves
from companion.games.labyrinth.pieces import PIECES
from companion.games.labyrinth.state import Box, Options, State
from companion.vocabulary import Meaning, Player, Refusal, Setup, Shown
from tests.games.contract import has_words

ADA, BO = Player("Ada", "red", "a1"), Player("Bo", "blue", "f6")
PRINTED = {"c1": "key", "e5": "moon"}

Walk = moves.Walk


def game(*played: Any, **options: Any) -> State:
    begun = GAME.new(Setup((ADA, BO), Options(**options), Box(symbols=PRINTED)))
    return after(begun, *played)


def after(state: Any, *played: Any) -> State:
    for move in played:
        state = GAME.play(state, move)
        assert not isinstance(state, Refusal), (move, state)
    assert isinstance(state, State)
    return state


def shown(state: State, symbol: str, again: bool = False) -> tuple[Meaning, ...] | Refusal:
    assert GAME.means is not None
    return GAME.means(state, Shown("chip/7", 0, again=again, facts={"symbol": symbol}))


def meant(state: State, symbol: str, again: bool = False) -> list[tuple[Any, ...]]:
    meanings = shown(state, symbol, again)
    assert not isinstance(meanings, Refusal), meanings
    for meaning in meanings:
        has_words(GAME, meaning.says)
        after(state, *meaning.moves)
    return [meaning.moves for meaning in meanings]


WALKING = (moves.Draw("owl"), moves.Roll(3), Walk(("b1", "b2")))
"""Ada has gone two of three steps; the owl is looked for, and nobody knows where it is."""


# One meaning


class Row(Struct, frozen=True):
    """What was played, which chip is shown, and what that means."""

    played: tuple[Any, ...]
    symbol: str
    means: tuple[Any, ...]


ROWS = {
    "out of the bag, to be looked for": Row((), "moon", (moves.Draw("moon"),)),
    "out of the bag after a find": Row(
        (*WALKING, moves.Found()), "moon", (moves.Draw("moon"),)
    ),
    "the open chip, taken where nobody knew": Row(WALKING, "owl", (moves.Found(),)),
    "the open chip, taken where it is printed": Row(
        (moves.Draw("key"), moves.Roll(3), Walk(("b1", "c1"))), "key", (moves.Stop(),)
    ),
    "the next chip, the open one taken where nobody knew": Row(
        WALKING, "hat", (moves.Found(), moves.Draw("hat"))
    ),
    "the next chip, the open one taken where it is printed": Row(
        (moves.Draw("key"), moves.Roll(2), Walk(("b1", "c1"))), "hat",
        (moves.Stop(), moves.Draw("hat")),
    ),
    "the next chip, which shows where somebody stands": Row(
        (moves.Draw("owl"), moves.Place("blue", "e5"), moves.Roll(1), Walk(("b1",))), "moon",
        (moves.Found(), moves.Draw("moon")),
    ),
    "the open chip, after a walk that ended where nobody knew": Row(
        (*WALKING, moves.Stop()), "owl",
        (moves.Printed("b2", "owl"), Walk(("b1", "b2"), (), "red")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_chip_means_one_thing(row: Row) -> None:
    assert meant(game(*row.played), row.symbol) == [row.means]


def test_a_chip_for_whoever_gets_it_unseen_is_that_seats_and_stays_with_it() -> None:
    standing = (moves.Place("red", "e5"), moves.Place("blue", "e5"), moves.Draw("moon"))
    state = game(*standing)
    assert state.blind == ("blue",)
    (meaning,) = shown(state, "hat")
    assert isinstance(meaning, Meaning)
    assert meaning.seat == "blue"
    assert after(state, *meaning.moves).chips == {"red": ("moon",), "blue": ("hat",)}


def test_the_chip_that_wins_the_game_is_the_open_one() -> None:
    state = game(*WALKING, chips_to_win=1)
    assert why(state, "hat") == "labyrinth.shown.open"
    assert meant(state, "owl") == [(moves.Found(),)]
    assert after(state, moves.Found()).winners == ("red",)


def test_where_somebody_else_gets_a_chip_unseen_the_open_one_is_shown_first() -> None:
    """The key is printed in Bo's corner as well, where a bump has sent him (page 14)."""
    twice = GAME.new(Setup((ADA, BO), Options(), Box(symbols={"c1": "key", "f6": "key"})))
    away, home = moves.Place("blue", "e6"), moves.Place("blue", "f6")
    walked = (moves.Draw("key"), home, moves.Roll(2), Walk(("b1", "c1")))
    state = after(twice, away, *walked)
    assert why(state, "hat") == "labyrinth.shown.open"
    then = after(state, *meant(state, "key")[0])
    assert then.chips["red"] == ("key",)
    assert after(then, *meant(then, "hat")[0]).chips["blue"] == ("hat",)


def test_a_late_find_gives_the_chip_and_is_told_as_one() -> None:
    state = game(*WALKING, moves.Stop())
    (found,) = meant(state, "owl")
    printed = after(state, found[0])
    assert GAME.says(printed, found[1]).key == "labyrinth.did.chip"
    then = after(printed, found[1])
    assert (then.turn, then.phase, then.chips["red"]) == ("red", "draw", ("owl",))
    assert then.symbols["b2"] == "owl"
    assert after(then, moves.Draw("hat")).turn == "blue"


# A chip that lies


@pytest.mark.parametrize("symbol", ["owl", "hat"])
def test_a_chip_that_was_perhaps_never_lifted_is_asked_about(symbol: str) -> None:
    taken, lies = meant(game(*WALKING), symbol, again=True)
    assert taken[0] == moves.Found()
    assert lies == ()


def test_an_open_chip_that_lies_while_the_next_player_is_to_roll_is_asked_about() -> None:
    assert len(meant(game(*WALKING, moves.Stop()), "owl", again=True)) == 2


def test_a_chip_out_of_the_bag_is_drawn_whether_it_lay_there_or_not() -> None:
    assert meant(game(), "moon", again=True) == [(moves.Draw("moon"),)]


# Nothing


def why(state: State, symbol: str) -> str:
    reason = shown(state, symbol)
    assert isinstance(reason, Refusal), reason
    has_words(GAME, reason)
    return reason.key


ON_THE_KEY = (moves.Draw("key"), moves.Roll(2), Walk(("b1", "c1")), moves.Stop())
NOTHING: dict[str, tuple[tuple[Any, ...], str, str]] = {
    "the die comes first": ((moves.Draw("moon"),), "hat", "labyrinth.shown.roll"),
    "… with the open chip, too": ((moves.Draw("moon"),), "moon", "labyrinth.shown.roll"),
    "… after a walk that ended elsewhere": (
        (moves.Draw("moon"), moves.Roll(1), Walk(("b1",)), moves.Stop()), "moon",
        "labyrinth.shown.roll",
    ),
    "… and another chip is no find": ((*WALKING, moves.Stop()), "hat", "labyrinth.shown.roll"),
    "whoever stayed has found nothing": (
        (moves.Draw("owl"), moves.Roll(1), moves.Stop()), "owl", "labyrinth.shown.roll",
    ),
    "nobody has walked": ((moves.Draw("owl"), moves.Roll(1)), "owl", "labyrinth.shown.start"),
    "it is printed somewhere else": (
        (moves.Draw("moon"), moves.Roll(1), Walk(("b1",))), "moon", "labyrinth.no.found",
    ),
    "… so that no other can be next": (
        (moves.Draw("moon"), moves.Roll(1), Walk(("b1",))), "hat", "labyrinth.no.found",
    ),
    "somebody stands there": (
        (moves.Draw("owl"), moves.Place("blue", "b1"), moves.Roll(2), Walk(("b1",))), "owl",
        "labyrinth.no.occupied",
    ),
    "somebody has it already": (ON_THE_KEY, "key", "labyrinth.shown.held"),
    "… while another walks": (
        (*ON_THE_KEY, moves.Draw("owl"), moves.Roll(1), Walk(("f5",))), "key",
        "labyrinth.shown.taken",
    ),
    "no chip of this box": ((), "dragon", "labyrinth.shown.nowhere"),
    "nobody has said what it shows": ((), "", "labyrinth.shown.blank"),
}  # fmt: skip


@pytest.mark.parametrize(("played", "symbol", "reason"), NOTHING.values(), ids=NOTHING)
def test_a_chip_means_nothing_and_it_is_said_why(
    played: tuple[Any, ...], symbol: str, reason: str
) -> None:
    assert why(game(*played), symbol) == reason


def test_after_the_game_nothing_means_anything() -> None:
    over = game(*WALKING, moves.Found(), chips_to_win=1)
    for piece in PIECES:
        assert GAME.means is not None
        reason = GAME.means(over, Shown(piece.id, 0, facts={"symbol": "hat"}))
        assert reason == Refusal("labyrinth.no.over", {}, "page 15")


# A side of the die with a label of its own


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ((), "labyrinth.note.chip_first"),
        ((moves.Draw("owl"),), moves.Roll(2)),
        (WALKING, "labyrinth.shown.walking"),
    ],
)
def test_a_side_of_the_die_is_a_roll_while_one_is_open(
    played: tuple[Any, ...], expected: Any
) -> None:
    assert GAME.means is not None
    means = GAME.means(game(*played), Shown("die/2-1", 0))
    if isinstance(means, Refusal):
        has_words(GAME, means)
        assert means.key == expected
    else:
        assert [meaning.moves for meaning in means] == [(expected,)]


# Turns


def test_the_turn_changes_with_the_player_and_within_no_turn() -> None:
    assert GAME.turn is not None
    state, turns = game(), []
    for move in (*WALKING, moves.Found(), moves.Draw("hat"), moves.Roll(1), moves.Stop()):
        turns.append(GAME.turn(state))
        state = after(state, move)
    turns.append(GAME.turn(state))
    assert turns == ["", *["red"] * 4, *["blue"] * 2, "red"]
