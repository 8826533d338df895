"""The ten spells ("Playing Spells"), and Inversion in another's turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.state import State
from tests.games.maginor.table import (
    at,
    everywhere,
    fought,
    has,
    open_now,
    places,
    play,
    put,
    refused,
    table,
    total,
    used,
    waits,
    why,
    won,
)

EAGLE = "great-eagle"


def hand(state: State, seat: str) -> list[str]:
    """What the cards show that a mage may still play."""
    played = state.played[seat]
    return [card.shows for card in state.hands[seat] if card.id not in played]


# Return and Restoration


def test_return_brings_two_used_symbol_cards_back() -> None:
    state = used(has(table(returned="hand"), "red", "return"), "red", "fire", "water", "fate")
    state = play(state, moves.Spell("return"))
    assert {move.card for move in open_now(state, moves.Back)} == {"fire", "water", "fate"}
    state = play(state, moves.Back("fate"), moves.Back("fire"))
    assert hand(state, "red").count("fate") == hand(state, "red").count("fire") == 1
    assert "water" not in hand(state, "red")
    assert (state.todo, state.turn) == ((), "red")


def test_return_takes_what_there_is() -> None:
    state = used(has(table(returned="hand"), "red", "return"), "red", "fire", "wand")
    state = play(state, moves.Spell("return"))
    assert sorted(hand(state, "red")) == sorted(
        ["fire", "water", "earth", "air", "fate", *["wand"] * 4]
    )


def test_what_came_back_can_be_played_in_the_same_turn() -> None:
    state = at(used(has(table(returned="hand"), "red", "return"), "red", "fire"), red="1")
    state = play(state, moves.Spell("return"), moves.Play("fire"))
    assert state.slots["1"][0] == "red"


def test_return_without_a_used_symbol_card_would_come_to_nothing() -> None:
    state = used(has(table(), "red", "return"), "red", "wand")
    assert why(state, moves.Spell("return"))[1] == "Playing Spells"
    assert not open_now(state, moves.Spell)


def test_restoration_brings_two_magic_cards_back_without_a_choice() -> None:
    state = used(has(table(returned="hand"), "red", "restoration"), "red", *["wand"] * 3)
    state = play(state, moves.Spell("restoration"))
    assert hand(state, "red").count("wand") == 4
    assert state.todo == ()


# Domination, Persuasion, Telekinesis


@pytest.mark.parametrize("count", [1, 2])
def test_domination_puts_one_marker_or_two_on_free_symbols(count: int) -> None:
    state = put(has(at(table(), red=EAGLE), "red", "domination"), EAGLE, blue=(0, 1))
    state = play(state, moves.Spell("domination"))
    assert places(state) == [2, 3, 4, 5, 6]
    assert refused(state, moves.Enough()), "one at least"
    state = play(state, moves.Slot(3))
    assert places(state) == [2, 4, 5, 6]
    state = play(state, moves.Slot(5) if count == 2 else moves.Enough())
    assert state.slots[EAGLE].count("red") == count
    assert (state.todo, state.turn) == ((), "red")


def test_domination_fights_nobody() -> None:
    state = put(has(at(table(), red=EAGLE), "red", "domination"), EAGLE, blue=(0, 1), red=(2,))
    state = play(state, moves.Spell("domination"))
    assert why(state, moves.Slot(0)) == ("taken", "Playing Spells")
    assert why(state, moves.Slot(2)) == ("own", "Playing Spells")


def test_domination_stops_where_the_oracle_is_full() -> None:
    state = put(has(at(table(), red="1"), "red", "domination"), "1", blue=(0, 1, 2, 3))
    state = play(state, moves.Spell("domination"), moves.Slot(4))
    assert waits(state) == "cross"
    assert play(state, moves.Prize("oracle")).turn == "blue"


def test_persuasion_exchanges_a_marker_of_another_for_an_own_one() -> None:
    state = put(at(table(persuasion="replaced"), red=EAGLE), EAGLE, blue=(0,), red=(1,))
    state = play(has(state, "red", "persuasion"), moves.Spell("persuasion"))
    assert places(state) == [0]
    state = play(state, moves.Slot(0))
    assert state.slots[EAGLE] == ("red", "red", "", "", "", "", "")
    assert (state.duels, state.turn) == (0, "red")


def test_persuasion_by_the_other_reading_moves_an_own_marker() -> None:
    state = put(at(table(persuasion="moved"), red=EAGLE), EAGLE, blue=(0,), red=(1,))
    state = play(has(state, "red", "persuasion"), moves.Spell("persuasion"))
    assert places(state) == [1]
    state = play(state, moves.Slot(1))
    assert places(state) == [2, 3, 4, 5, 6]
    state = play(state, moves.Slot(4))
    assert state.slots[EAGLE] == ("blue", "", "", "", "red", "", "")


def test_telekinesis_puts_one_marker_on_any_oracle() -> None:
    state = put(has(at(table(), red=""), "red", "telekinesis"), "1", blue=(0, 1, 2))
    state = play(state, moves.Spell("telekinesis"))
    assert len(open_now(state, moves.At)) == 11
    state = play(state, moves.At("1"))
    assert places(state) == [3, 4]
    state = play(state, moves.Slot(4))
    assert (state.slots["1"][4], state.todo, state.at["red"]) == ("red", (), "")


def test_telekinesis_finds_no_place_on_a_full_guild_hall() -> None:
    state = put(table(), "guild-hall", red=tuple(range(7)), blue=tuple(range(7, 15)))
    state = play(has(state, "red", "telekinesis"), moves.Spell("telekinesis"))
    assert "guild-hall" not in {move.oracle for move in open_now(state, moves.At)}


# Teleportation, Challenge


def test_teleportation_moves_the_mage_and_the_turn_goes_on() -> None:
    state = play(has(table(), "red", "teleportation"), moves.Spell("teleportation"))
    assert len(open_now(state, moves.At)) == 10
    state = play(state, moves.At("5"))
    assert (state.at["red"], state.turn, state.todo) == ("5", "red", ())
    assert open_now(state, moves.Roll)


def test_teleportation_brings_a_mage_back_from_the_centre_to_roll() -> None:
    state = has(at(table(), red=""), "red", "teleportation")
    assert not open_now(state, moves.Roll)
    state = play(state, moves.Spell("teleportation"), moves.At("1"), moves.Roll("fire"))
    assert state.slots["1"][0] == "red"


@pytest.mark.parametrize("maginor", ["start", "before", "on"])
def test_challenge_crosses_the_first_oracle_out(maginor: str) -> None:
    state = replace(put(table(), "1", blue=(0, 1), red=(2,)), maginor=maginor)
    state = play(
        has(state, "red", "challenge"), moves.Spell("challenge"), moves.Prize("oracle")
    )
    assert state.ring[0] == "2"
    assert (state.maginor, state.turn) == ("before", "blue")
    assert (state.won["blue"], state.spells["red"]) == (("1",), ("return",))
    assert "challenge" in state.gone


def test_challenge_is_worth_a_step_of_maginor_or_more() -> None:
    plain = replace(table(), maginor="start")
    state = play(has(plain, "red", "challenge"), moves.Spell("challenge"))
    assert state.steps == 0, "it is no step of his own"
    assert state.maginor == "before"


# Inversion


def fighting(*owners: str) -> State:
    """Red attacks blue; these have Inversion."""
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0, 2, 6))
    for owner in owners:
        state = has(state, owner, "inversion")
    return play(state, moves.Play("water"), moves.Slot(0))


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_inversion_instead_of_a_duel(owner: str) -> None:
    state = play(fighting(owner), moves.Invert(owner))
    assert state.slots[EAGLE][0] == owner
    assert (state.todo, state.turn) == ((), "red")
    assert "inversion" in state.gone


@pytest.mark.parametrize(("owner", "attack", "defence"), [
    ("red", "earth", "fire"), ("blue", "fire", "earth"),
])  # fmt: skip
def test_inversion_right_after_a_lost_duel(owner: str, attack: str, defence: str) -> None:
    state = fought(fighting(owner), attack, defence)
    assert waits(state) == "duel"
    assert {choice.seat for choice in GAME.choices(state)} == {owner}
    state = play(state, moves.Invert(owner))
    assert state.slots[EAGLE][0] == owner
    assert state.spells[owner] == ()


@pytest.mark.parametrize(("owner", "attack", "defence"), [
    ("red", "earth", "fire"), ("blue", "fire", "earth"),
])  # fmt: skip
def test_whoever_lost_may_keep_inversion(owner: str, attack: str, defence: str) -> None:
    state = play(fought(fighting(owner), attack, defence), moves.Accept(owner))
    winner = {"red": "blue", "blue": "red"}[owner]
    assert state.slots[EAGLE][0] == winner
    assert state.spells[owner] == ("inversion",)
    assert state.todo == ()


def test_whoever_won_has_nothing_to_turn() -> None:
    state = fought(fighting("red"), "fire", "earth")
    assert (state.slots[EAGLE][0], state.todo) == ("red", ())


@pytest.mark.parametrize("element", ["water", "fire"])
def test_where_both_markers_go_nobody_has_lost(element: str) -> None:
    state = fought(fighting("red"), element, element)
    assert (state.slots[EAGLE][0], state.todo) == ("", ())
    assert state.spells["red"] == ("inversion",)


def test_inversion_of_somebody_who_does_not_fight() -> None:
    state = put(at(table(3), red=EAGLE), EAGLE, blue=(0, 2, 6))
    state = play(has(state, "yellow", "inversion"), moves.Play("water"), moves.Slot(0))
    assert refused(state, moves.Invert("yellow"))
    assert not open_now(state, moves.Invert)


def test_inversion_that_one_has_not() -> None:
    assert why(fighting(), moves.Invert("blue")) == ("inversion", "Playing Spells")


def test_inversion_is_nothing_for_a_turn_without_a_duel() -> None:
    state = has(table(), "red", "inversion")
    assert refused(state, moves.Spell("inversion")).book == "Playing Spells"
    assert not open_now(state, moves.Spell)


def test_after_a_roll_the_duel_ends_the_turn_and_maginor_still_goes() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0, 2, 6))
    state = play(state, moves.Roll("maginor"), moves.As("water"), moves.Slot(0))
    assert state.maginor == "start"
    state = fought(state, "fire", "earth")
    assert (state.maginor, state.steps, state.turn) == ("before", 1, "blue")


# The rituals


@pytest.mark.parametrize(("ritual", "votes"), [("golden-cauldron", 3), ("supreme-mage", 5)])
def test_rituals_are_not_played_and_count_at_the_end(ritual: str, votes: int) -> None:
    state = has(table(ritual="adds"), "red", ritual)
    assert refused(state, moves.Spell(ritual)).book == "Playing Spells"  # type: ignore[arg-type]
    assert total(won(state, "red", EAGLE), "red") == 7 + votes


def test_only_the_mage_on_turn_plays_spells() -> None:
    state = has(table(), "blue", "challenge")
    assert why(state, moves.Spell("challenge")) == ("spell", "Playing Spells")


def test_each_spell_is_in_one_place_while_all_are_played() -> None:
    state = used(at(table(returned="hand", persuasion="replaced"), red=EAGLE), "red", "wand")
    state = put(state, EAGLE, blue=(0,))
    before = everywhere(state)
    for spell in ("teleportation", "domination", "persuasion", "telekinesis", "restoration"):
        state = play(has(state, "red", spell), moves.Spell(spell))
        while state.todo:
            state = play(state, GAME.choices(state)[0].move)
        state = at(state, red=EAGLE)
    assert everywhere(state) == before
    assert len(set(before)) == 10
