"""What cannot be is refused with the reason and the place in the book, and changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.merlin import GAME, mending, moves
from companion.match import hashed
from companion.vocabulary import Player, Refusal, Setup
from tests.games.merlin.table import (
    BOX,
    begun,
    built,
    castle,
    dealt,
    has,
    is_open,
    landed,
    merlin,
    new,
    open_now,
    out,
    play,
    players,
    refused,
    rolling,
    sealed,
    table,
    why,
)

# The bad input of the issue


def test_three_equal_dice_are_not_kept() -> None:
    state = castle(rolling(), dice=(4, 4))
    assert why(state, moves.Die("blue", 4)) == ("three", "page 3")
    assert refused(state, moves.Die("blue", 4)).values == {"face": 4}
    white = castle(rolling(), dice=(1, 4, 4))
    assert why(white, moves.Die("blue", 4, white=True)) == ("three", "page 3")
    assert not is_open(white, moves.Die("blue", 4, white=True))


def test_a_die_is_not_used_twice() -> None:
    state = play(landed(table(), "grail"), moves.Leaves(), moves.Ends())
    state = replace(state, turn="blue")
    assert why(state, moves.Goes(False, 1)) == ("die", "page 4")
    spent = castle(state, white=0)
    assert why(spent, moves.Goes(True, 4)) == ("die", "page 4")
    assert why(spent, moves.Apple(True, 4)) == ("die", "page 4")


def test_a_flag_outside_its_window() -> None:
    state = has(castle(table(), traitors={"grey": 1}), "black-flag", "purple-flag", "brown-flag",
                "orange-flag")  # fmt: skip
    assert why(state, moves.Mirrors()) == ("window", "page 12"), "before a figure went"
    assert why(state, moves.Copies("yellow")) == ("window", "page 12")
    gone = landed(state, "grey")
    assert why(gone, moves.Flips(False, 2)) == ("window", "page 12")
    assert why(merlin(state, "grey"), moves.Mirrors()) == ("window", "page 12")
    done = play(gone, moves.Leaves())
    assert why(done, moves.Mirrors()) == ("window", "page 12"), "after the action was left"
    assert why(done, moves.Copies("yellow")) == ("window", "page 12")
    assert why(replace(state, phase="roll"), moves.Repels("grey")) == ("window", "page 12")


def test_a_manor_without_the_stone_or_on_a_taken_tile() -> None:
    state = landed(built(has(table(), "brown-stone"), "yellow", 9), "manor")
    assert why(state, moves.Builds(0)) == ("stone", "page 7")
    assert why(state, moves.Builds(9)) == ("taken", "page 7")
    assert why(state, moves.Builds(18)) == ("phase", "page 4"), "no such tile with two players"


def test_a_mission_that_is_not_fulfilled() -> None:
    state = dealt(table(way="everything"), "two")
    assert why(state, moves.Fulfils("two")) == ("needs", "page 7")
    assert why(state, moves.Fulfils("three")) == ("hand", "page 7")


def test_an_eighth_manor() -> None:
    state = landed(built(has(table(), "brown-stone"), "blue", *range(7)), "manor")
    assert refused(state, moves.Builds(9)) == Refusal("merlin.no.manors", {"most": 7}, "page 7")
    assert why(state, mending.Owner(9, "blue")) == ("manors", "page 7")


def test_a_fifth_seal() -> None:
    four = ("lady-1", "lady-2", "builder-1", "builder-2")
    state = play(sealed(table(favour=True), *four), moves.Claims(1), moves.Corner("flagbearer"))
    assert refused(state, moves.Seals(1)) == Refusal("merlin.no.seals", {"most": 4}, "page 11")
    assert why(state, mending.Sealed("blue", "lady", 3, True)) == ("seals", "page 11")


def test_influence_beyond_what_a_player_has() -> None:
    state = castle(table(), influence={"black": 5})
    told: dict[str, str | int] = {"colour": "blue", "most": 6, "count": 7}
    wrong = mending.Holds("blue", "influence", 2, "grey")
    assert refused(state, wrong) == Refusal("merlin.no.influence", told, "page 2")
    full = castle(table(), influence={"black": 6})
    tower = landed(has(full, "orange-stone"), "manor")
    tower = play(tower, moves.Builds(10))
    assert why(tower, moves.Gets("influence", "grey")) == ("gone", "page 6")


def test_a_landscape_with_wrong_totals() -> None:
    state = play(begun(), *(moves.Tile(place, "lake-tower") for place in (0, 5)))
    assert refused(state, moves.Tile(9, "lake-tower")) == Refusal(
        "merlin.no.kind", {"kind": "lake-tower", "most": 2}, "page 3"
    )
    assert moves.Tile(9, "lake-tower") not in open_now(state, moves.Tile)


# Whatever is not the time for it

NOW: list[tuple[Any, str, str]] = [
    (moves.Tile(0, "lake"), "phase", "page 3"),
    (moves.Shift("left"), "phase", "page 3"),
    (moves.Starts("blue", 0), "phase", "page 3"),
    (moves.Gives("blue", "black"), "phase", "page 3"),
    (moves.Traitor("blue", "black"), "phase", "page 8"),
    (moves.Shows("one"), "phase", "page 2"),
    (moves.Draws("blue", "one"), "phase", "page 7"),
    (moves.Takes(0), "phase", "page 7"),
    (moves.Die("blue", 1), "dice", "page 8"),
    (moves.Again("blue"), "dice", "page 3"),
    (moves.Turned(1), "phase", "page 4"),
    (moves.Lands("black"), "phase", "page 4"),
    (moves.Does("repel"), "phase", "page 4"),
    (moves.Acts(), "phase", "page 4"),
    (moves.Leaves(), "phase", "page 4"),
    (moves.Sends("lady"), "phase", "page 4"),
    (moves.To("black"), "phase", "page 4"),
    (moves.Counts("flag"), "phase", "page 4"),
    (moves.Gets("flag", "black"), "phase", "page 4"),
    (moves.Returns("flag", "black"), "phase", "page 4"),
    (moves.Builds(0), "phase", "page 4"),
    (moves.Pays("black"), "phase", "page 4"),
    (moves.Rids("black"), "phase", "page 4"),
    (moves.Drops("one"), "phase", "page 4"),
    (moves.Staff(), "staff", "page 4"),
    (moves.Corner("lady"), "phase", "page 4"),
    (moves.Seals(0), "phase", "page 4"),
    (moves.Twice(), "phase", "page 4"),
    (moves.Spares("black"), "favour", "page 11"),
    (moves.Ends(), "phase", "page 4"),
    (moves.Spends("blue", "black"), "phase", "page 8"),
    (moves.SpendsAll("blue"), "phase", "page 8"),
    (moves.Keeps("blue"), "phase", "page 8"),
    (moves.Grail(), "phase", "page 4"),
    (moves.Next(), "phase", "page 8"),
    (moves.Tally("blue", "henchmen", True), "phase", "page 8"),
    (moves.Counted(), "phase", "page 8"),
    (moves.Die("green", 1), "seat", "page 2"),
    (mending.Marker("green", 1), "seat", "page 2"),
]


@pytest.mark.parametrize(("move", "key", "book"), NOW, ids=lambda it: type(it).__name__)
def test_before_a_die_is_chosen_this_is_not_open(move: Any, key: str, book: str) -> None:
    state = dealt(table(way="everything", favour=True), "one", "two")
    before = hashed(state)
    assert why(state, move) == (key, book)
    assert hashed(state) == before


@pytest.mark.parametrize("move", [
    moves.Goes(False, 2), moves.Apple(False, 2), moves.Ends(), moves.Staff(), moves.Pays("grey"),
    moves.Next(), moves.To("grey"),
], ids=lambda it: type(it).__name__)  # fmt: skip
def test_nothing_else_begins_before_the_action(move: Any) -> None:
    assert isinstance(GAME.play(landed(table(), "grey"), move), Refusal)


@pytest.mark.parametrize(("space", "move"), [
    ("grail", moves.Sends("lady")), ("grey", moves.Acts()), ("grey", moves.Counts("flag")),
    ("points-flag", moves.Gets("flag", "grey")), ("grail", moves.Returns("flag", "grey")),
    ("grail", moves.Builds(0)), ("grail", moves.Drops("one")), ("grail", moves.Twice()),
    ("points-flag", moves.Acts()), ("swap", moves.Acts()), ("manor", moves.Acts()),
])  # fmt: skip
def test_each_space_has_its_own_action(space: str, move: Any) -> None:
    state = out(has(table(), "grey-flag", "brown-stone"), lady="brown")
    state = landed(castle(state, influence={"grey": 1}), space)
    assert isinstance(GAME.play(state, move), Refusal)
    assert not is_open(state, move)


# Setting up


@pytest.mark.parametrize("people", [
    players(1), (*players(4), Player("Eve", "red")), (Player("Ada", "red"), Player("Bo", "red")),
    (Player("Ada", "red"), Player("Bo", "pink")),
], ids=["one", "five", "twice", "pink"])  # fmt: skip
def test_two_to_four_players_of_four_colours(people: Any) -> None:
    refusal = GAME.new(Setup(people, GAME.Options(), BOX))
    assert isinstance(refusal, Refusal)
    assert (refusal.key, refusal.book) == ("merlin.no.seats", "page 2")


def test_a_board_of_which_not_all_was_told_is_asked_as_it_comes() -> None:
    state = new(2, replace(BOX, starts=BOX.starts[:3]))
    assert (state.rondel, state.starts) == (BOX.rondel, ())


@pytest.mark.parametrize("plain", [
    {"do": "goes", "white": False, "face": 7}, {"do": "goes", "white": False, "face": 0},
    {"do": "tile", "place": 24, "kind": "lake"}, {"do": "tile", "place": 0, "kind": "sea"},
    {"do": "sends", "henchman": "king"}, {"do": "claims", "points": 4},
    {"do": "claims", "points": 0}, {"do": "seals", "row": 4}, {"do": "takes", "place": 3},
    {"do": "to", "county": "white"}, {"do": "die", "seat": "pink", "face": 1},
    {"do": "holds", "seat": "blue", "what": "apples", "count": -1},
    {"do": "dice", "seat": "blue", "dice": [1, 2, 3, 4], "white": 0},
    {"do": "round", "round": 7, "starter": "blue"}, {"do": "ends", "more": 1}, {"do": "wins"},
])  # fmt: skip
def test_what_is_no_move_is_none(plain: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, GAME.Tap)
