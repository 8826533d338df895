"""What cannot be is refused with the reason and the place in the book, and changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.state import Card, State
from companion.match import hashed
from companion.vocabulary import Player, Refusal, Setup
from tests.games.orcs.table import (
    BOX,
    SPELLS,
    STARTERS,
    able,
    at_fate,
    begun,
    cast,
    fated,
    holds,
    kept,
    new,
    open_now,
    play,
    players,
    put,
    refused,
    ruled,
    table,
    why,
    won,
)

# The bad input of the issue


def test_a_card_that_is_not_in_the_hand() -> None:
    state = able(holds(kept(), "red", "smash"), "red", "remove-card")
    assert why(state, moves.Cast("red-zap")) == ("hand", "line 6")
    assert why(state, moves.Cast("rabbit")) == ("hand", "line 6")
    assert why(state, moves.Remove("red-zap")) == ("hand", "line 13")
    state = play(state, moves.Cast("red-smash"))
    assert why(state, moves.Add("red-zap")) == ("hand", "line 7")
    assert why(state, moves.Add("red-smash")) == ("hand", "line 7"), (
        "it lies on the table already"
    )


def test_a_card_of_another_hand() -> None:
    state = holds(holds(kept(), "yellow", "fireball-1"), "red", "smash")
    assert why(state, moves.Cast("fireball-1")) == ("hand", "line 6")


def test_a_card_to_discard_that_is_in_no_hand() -> None:
    hand = ("smash", "zap", "cold-snap", "book-a")
    state = holds(holds(kept(), "red", "voodoo-1"), "yellow", *hand)
    state = cast(state, "voodoo-1", 1, moves.Victim("yellow"))
    assert why(state, moves.Drops("yellow", "yellow-fire-spark")) == ("hand", "line 11")
    assert why(state, moves.Drops("red", "red-smash")) == ("phase", "line 11")


def test_more_monsters_than_the_box_holds() -> None:
    state = fated(at_fate(table()))
    full = won(state, "yellow", k7=8)
    assert why(full, moves.Reveal("7")) == ("figures", "line 1")
    assert moves.Reveal("7") not in open_now(full, moves.Reveal)
    assert refused(full, moves.Reveal("7")).values == {"kind": "7", "count": 9, "most": 8}
    turned = replace(state, revealed={**state.revealed, "8": 8})
    assert why(turned, moves.Reveal("8")) == ("figures", "line 1"), "all its markers are out"


def test_a_target_on_another_path() -> None:
    state = put(put(table(), "7", 0), "7", 1)
    state = play(state, moves.Cast("smash"), moves.Row(1))
    assert why(state, moves.Figure(2)) == ("path", "line 8")
    assert why(state, moves.Figure(3)) == ("figure", "line 8")


def test_an_occupied_tower_position() -> None:
    assert why(table(), moves.Teleport(1)) == ("occupied", "line 6")
    assert why(table(), moves.Teleport(0)) == ("occupied", "line 6"), "one's own is no other"
    state = play(begun(), moves.Stands("red", 3))
    assert why(state, moves.Stands("yellow", 3)) == ("occupied", "line 4")
    boosted = play(table(), moves.Cast("smash"), moves.Boost("teleport"))
    assert why(boosted, moves.Teleport(1)) == ("occupied", "line 6")


def test_poison_when_the_pile_is_empty() -> None:
    state = replace(able(table(), "red", "poison"), pile_left=0)
    assert open_now(state, moves.Give) == []
    assert why(state, moves.Give("yellow")) == ("poison", "line 13")
    assert why(table(), moves.Give("yellow")) == ("ability", "line 13")
    assert why(able(table(), "red", "poison"), moves.Give("red")) == ("victim", "line 13")


def test_a_mission_dealt_twice() -> None:
    state = replace(kept(missions=True), phase="missions", actions=0)
    state = play(state, moves.Keeps("red", "set"))
    assert why(state, moves.Keeps("red", "most")) == ("phase", "line 14")
    told = play(table(missions=True), moves.Ends(), moves.Tells("red", "set"))
    assert why(told, moves.Tells("yellow", "set")) == ("mission_twice", "line 14")
    assert why(told, moves.Tells("red", "most")) == ("phase", "line 14")


def test_a_sheet_with_seventeen_of_a_kind_that_has_sixteen() -> None:
    for won_by in ({"1": 17}, {"1": 16}):
        people = [{"name": "A", "defeated": won_by}, {"name": "B", "defeated": {"1": 1}}]
        refusal = GAME.score(msgspec.convert({"players": people}, GAME.Sheet))
        assert isinstance(refusal, Refusal)
        assert (refusal.key, refusal.book) == ("orcs.no.figures", "line 1")


def test_a_value_above_its_start() -> None:
    sheet = {"players": [{"name": "A"}], "values": {"4": 5}}
    refusal = GAME.score(msgspec.convert(sheet, GAME.Sheet))
    assert isinstance(refusal, Refusal)
    assert (refusal.key, refusal.book) == ("orcs.no.value", "line 5")
    assert why(table(), moves.Worth("4", 5)) == ("value", "line 5")


# Whatever is not the time for it

NOW: list[tuple[Any, str, str]] = [
    (moves.Stands("red", 3), "phase", "line 4"),
    (moves.Reveal("1"), "phase", "line 6"),
    (moves.Opens("fireball-1"), "phase", "line 2"),
    (moves.Draws("red", "smash"), "phase", "line 7"),
    (moves.Fate(("weak",), "none"), "phase", "line 5"),
    (moves.Advance(("weak",)), "phase", "line 5"),
    (moves.Ruled("none"), "phase", "line 5"),
    (moves.Keeps("red", "set"), "phase", "line 14"),
    (moves.Turns(3), "phase", "line 6"),
    (moves.Add("smash"), "phase", "line 7"),
    (moves.Row(1), "row", "line 7"),
    (moves.Nothing(), "phase", "line 7"),
    (moves.Boost("draw"), "boost", "line 11"),
    (moves.Leave(), "phase", "line 11"),
    (moves.Figure(1), "phase", "line 6"),
    (moves.At(1), "phase", "line 6"),
    (moves.Side("left"), "phase", "line 6"),
    (moves.Victim("yellow"), "phase", "line 6"),
    (moves.Drops("red", "smash"), "phase", "line 11"),
    (moves.Learns(0), "phase", "line 10"),
    (moves.Falls(True), "phase", "line 6"),
    (moves.Prints("poison"), "phase", "line 6"),
    (moves.Extra("1"), "phase", "line 6"),
    (moves.Tells("red", "set"), "phase", "line 14"),
    (moves.Done(), "phase", "line 12"),
    (moves.Remove("smash"), "ability", "line 13"),
    (moves.Counts("green", "1", 1), "seat", "line 4"),
    (moves.Turn("green", 1), "seat", "line 4"),
]


@pytest.mark.parametrize(("move", "key", "book"), NOW, ids=lambda it: type(it).__name__)
def test_in_the_middle_of_a_turn_this_is_not_open(move: Any, key: str, book: str) -> None:
    state = holds(kept(missions=True, bonus=True), "red", "smash")
    before = hashed(state)
    assert why(state, move) == (key, book)
    assert hashed(state) == before


@pytest.mark.parametrize("move", [
    moves.Cast("red-smash"), moves.Teleport(3), moves.Give("yellow"), moves.Remove("red-zap"),
    moves.Pass(),
], ids=lambda it: type(it).__name__)  # fmt: skip
def test_no_action_begins_within_another_or_before_the_markers(move: Any) -> None:
    state = able(holds(kept(), "red", "smash", "zap"), "red", "poison", "remove-card")
    assert not isinstance(GAME.play(state, move), Refusal)
    within = play(state, moves.Cast("red-zap"))
    assert why(within, move) == ("phase", "line 6")
    before = fated(at_fate(state))
    assert why(before, move) == ("phase", "line 6")


def test_after_the_end_nothing_is_played() -> None:
    state = play(kept(), moves.Ends())
    for move in (moves.Pass(), moves.Cast("red-smash"), moves.Teleport(3)):
        assert why(state, move) == ("over", "line 12")


# Spells


def test_a_spell_that_no_book_explains() -> None:
    assert why(table(), moves.Cast("rabbit")) == ("spell", "line 8")
    assert refused(table(), moves.Cast("rabbit")).values == {"spell": "rabbit"}


def test_a_row_whose_power_is_not_reached_and_one_that_is_none() -> None:
    state = play(holds(kept(), "red", "smash"), moves.Cast("red-smash"))
    assert why(state, moves.Row(2)) == ("row", "line 7")
    assert why(play(table(), moves.Cast("smash")), moves.Row(5)) == ("row", "line 7")
    assert why(state, moves.Nothing()) == ("phase", "line 7"), "a row is reached"


def test_poison_is_no_spell() -> None:
    state = play(able(kept(), "red", "poison"), moves.Give("yellow"))
    poison = state.decks["yellow"].discard[0]
    state = holds(replace(state, turn="yellow", actions=2, todo=()), "yellow", poison, "smash")
    assert why(state, moves.Cast(poison)) == ("poison_cast", "line 13")
    state = play(state, moves.Cast("yellow-smash"))
    assert why(state, moves.Add(poison)) == ("poison_cast", "line 13")
    assert moves.Add(poison) not in open_now(state, moves.Add)


def test_a_monster_cannot_change_places_with_itself() -> None:
    state = put(put(table(), "7"), "8")
    state = play(state, moves.Cast("switch"), moves.Row(1), moves.Figure(1))
    assert why(state, moves.Figure(1)) == ("figure", "line 10")


def test_a_segment_before_the_monster_that_goes_there() -> None:
    state = play(put(table(), "7"), moves.Cast("switch"), moves.Row(2))
    assert why(state, moves.At(1)) == ("figure", "line 10")
    assert why(state, moves.Figure(9)) == ("figure", "line 10")


def test_a_boost_that_was_used() -> None:
    state = play(holds(kept(), "red", "smash", "wisdom-a"), moves.Cast("red-smash"))
    state = play(state, moves.Add("red-wisdom-a"), moves.Boost("teleport"), moves.Teleport(4))
    assert why(state, moves.Boost("teleport")) == ("boost", "line 11")


def test_a_place_where_no_spell_lies() -> None:
    state = holds(kept(), "red", "book-a")
    state = replace(state, open=("", *state.open[1:]))
    assert why(play(state, moves.Cast("red-book-a")), moves.Learns(0)) == ("open", "line 10")


def test_a_bonus_of_a_monster_that_was_not_won() -> None:
    state = cast(put(table(bonus=True), "1", damage=1), "smash", 1, moves.Figure(1))
    assert why(state, moves.Extra("2")) == ("phase", "line 14")


def test_a_trait_that_no_board_prints() -> None:
    box = replace(BOX, traits={})
    state = won(put(table(box=box), "1"), "red", k1=1)
    state = cast(state, "smash", 1, moves.Figure(1))
    state = play(state, moves.Falls(True))
    assert why(state, moves.Prints("flying")) == ("trait", "line 4")


# Fate and markers


def test_a_card_that_did_not_come_from_this_pile() -> None:
    state = play(kept(), moves.Pass())
    assert why(state, moves.Draws("red", "fireball-1")) == ("draw", "line 7")
    assert why(state, moves.Draws("yellow", "yellow-smash")) == ("phase", "line 7")


def test_a_path_without_markers_and_the_own_one() -> None:
    state = at_fate(table())
    for path in range(6):
        state = put(state, "8", path)
    state = fated(state)
    assert why(state, moves.Turns(0)) == ("markers", "line 6")
    paths = (*state.paths[:4], replace(state.paths[4], markers=0), state.paths[5])
    assert why(replace(state, paths=paths), moves.Turns(4)) == ("markers", "line 6")


def test_a_rule_before_the_card_and_a_card_that_nobody_has() -> None:
    state = at_fate(table())
    assert why(state, moves.Ruled("none")) == ("phase", "line 5")
    assert why(state, moves.Fate(("weak",), "none")) == ("fate", "line 5")
    assert why(ruled(state, "none"), moves.Pass()) == ("phase", "line 6")


# Setting up


@pytest.mark.parametrize("people", [
    players(1), (*players(4), Player("Eve", "red")),
    (Player("Ada", "red"), Player("Bo", "red")), (Player("Ada", "red"), Player("Bo", "pink")),
], ids=["one", "five", "twice", "pink"])  # fmt: skip
def test_seats_that_cannot_be(people: tuple[Player, ...]) -> None:
    refusal = GAME.new(Setup(people, GAME.Options(), BOX))
    assert isinstance(refusal, Refusal)
    assert (refusal.key, refusal.book) == ("orcs.no.seats", "line 4")


TWICE: tuple[Card, ...] = (STARTERS[0], *STARTERS[:7])


@pytest.mark.parametrize(("box", "key", "count"), [
    (replace(BOX, starters=STARTERS[:5]), "unknown", 3),
    (replace(BOX, spells=SPELLS[:30], starters=()), "unknown", 18),
    (replace(BOX, spells=(replace(SPELLS[0], pile=0), *SPELLS[1:])), "unknown", 1),
    (replace(BOX, starters=STARTERS[:4], spells=(*SPELLS, *STARTERS[4:])), "unknown", 4),
    (replace(BOX, starters=TWICE), "twice", None),
    (replace(BOX, spells=(*SPELLS, replace(SPELLS[0], id="x"))), "twice", None),
])  # fmt: skip
def test_decks_cannot_be_kept_with_cards_that_nobody_told(
    box: Any, key: str, count: int | None
) -> None:
    refusal = new(2, box, way="everything")
    assert isinstance(refusal, Refusal)
    assert refusal.key == f"orcs.no.{key}"
    assert refusal.values.get("count") == count
    assert isinstance(new(2, box, way="board"), State), "the board needs none of them"


@pytest.mark.parametrize("plain", [
    {"do": "figure", "figure": 0}, {"do": "teleport", "path": 6}, {"do": "at", "segment": 3},
    {"do": "reveal", "kind": "3"}, {"do": "worth", "kind": "1", "value": 0},
    {"do": "stands", "seat": "pink", "path": 0}, {"do": "row", "row": 0},
    {"do": "learns", "place": 6}, {"do": "counts", "seat": "red", "what": "1", "count": -1},
    {"do": "markers", "path": 0, "count": 13}, {"do": "pass", "more": 1}, {"do": "win"},
])  # fmt: skip
def test_what_is_no_move_is_none(plain: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, GAME.Tap)
