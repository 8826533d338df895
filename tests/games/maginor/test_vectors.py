"""The vectors of Maginor: the examples of the book, and what follows from its words."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.games.maginor import GAME, moves
from companion.games.maginor.state import Box, State
from companion.games.maginor.todo import (
    Cross,
    Duel,
)
from tests.games.maginor.table import (
    at,
    fought,
    has,
    new,
    places,
    play,
    put,
    refused,
    table,
    total,
    used,
    waits,
    without,
)

EAGLE, UNICORN = "great-eagle", "unicorn"
WATERS = (0, 2, 6)  # of the Great Eagle
FIRES = (0, 2, 6)  # of the Unicorn

PAIRS = {
    ("earth", "earth"): "blue",
    ("earth", "water"): "red",
    ("earth", "fire"): "blue",
    ("water", "earth"): "blue",
    ("water", "water"): "",
    ("water", "fire"): "red",
    ("fire", "earth"): "red",
    ("fire", "water"): "blue",
    ("fire", "fire"): "",
}
"""Red attacks, blue defends: earth beats water, water beats fire, fire beats earth; two of
fire or of water remove both; of two earths the defender's wins ("Duels")."""


def challenged() -> State:
    """Red plays water on the Great Eagle, where all three belong to blue, and fights for one."""
    state = put(at(table(), red=EAGLE), EAGLE, blue=WATERS)
    return play(state, moves.Play("water"), moves.Slot(2))


def test_g1_joe_plays_water_and_lays_his_marker_on_a_free_water() -> None:
    state = play(at(table(), red=EAGLE), moves.Play("water"))
    assert places(state) == list(WATERS)
    state = play(state, moves.Slot(2))
    assert state.slots[EAGLE] == ("", "", "red", "", "", "", "")
    assert (state.duels, state.turn, state.todo) == (0, "red", ())
    assert state.played["red"] == ("water",)


def test_g1_free_ones_come_first_where_others_lie_too() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0, 6))
    state = play(state, moves.Play("water"))
    assert state.slots[EAGLE][2] == "red", "the only free one needs no choice"
    assert state.duels == 0


def test_g2_with_every_water_taken_joe_fights_one_of_them() -> None:
    state = put(at(table(3), red=EAGLE), EAGLE, blue=(0, 2), yellow=(6,))
    state = play(state, moves.Play("water"))
    assert places(state) == list(WATERS)
    duel = play(state, moves.Slot(6)).todo[0]
    assert isinstance(duel, Duel)
    assert (duel.attacker, duel.defender, duel.slot) == ("red", "yellow", 6)


def test_g2_between_own_and_others_only_the_others_can_be_fought() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0,), red=(2, 6))
    assert places(play(state, moves.Play("water"))) == [0]


def test_g3_dave_rolls_fire_in_the_unicorn() -> None:
    state = put(at(table(), red=UNICORN), UNICORN, blue=(0,))
    state = play(state, moves.Roll("fire"))
    assert places(state) == [2, 6]
    state = play(state, moves.Slot(2))
    assert state.slots[UNICORN][2] == "red"
    assert state.turn == "blue", "the roll was the last of the turn"


def test_g3_dave_would_have_had_to_fight_for_fire() -> None:
    state = put(at(table(), red=UNICORN), UNICORN, blue=FIRES)
    state = play(state, moves.Roll("fire"))
    assert places(state) == list(FIRES)
    assert isinstance(play(state, moves.Slot(6)).todo[0], Duel)


def test_g4_where_all_are_own_a_card_does_nothing_and_is_used() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, red=WATERS)
    after = play(state, moves.Play("water"))
    assert after.slots == state.slots
    assert (after.todo, after.turn, after.played["red"]) == ((), "red", ("water",))


def test_g4_where_all_are_own_a_roll_does_nothing_and_ends_the_turn() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, red=WATERS)
    after = play(state, moves.Roll("water"))
    assert (after.slots, after.turn) == (state.slots, "blue")


@pytest.mark.parametrize(("pair", "winner"), PAIRS.items(), ids=map("-".join, PAIRS))
def test_g5_nine_ways_to_fight(pair: tuple[str, str], winner: str) -> None:
    state = fought(challenged(), *pair)
    assert state.slots[EAGLE][2] == winner
    assert state.slots[EAGLE].count("blue") == 2 + (winner == "blue")
    assert (state.todo, state.turn) == ((), "red")


@pytest.mark.parametrize("winner", ["red", "blue", ""])
def test_g5_the_triangles_on_the_table_decide_as_well(winner: str) -> None:
    state = play(challenged(), moves.Fought(winner))
    assert (state.slots[EAGLE][2], state.todo, state.opened) == (winner, (), ())


def test_g6_of_two_earths_the_defender_wins() -> None:
    assert fought(challenged(), "earth", "earth").slots[EAGLE][2] == "blue"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_g7_maginor_makes_22_steps_where_nothing_fills(count: int) -> None:
    state, rng = table(count), Random(7)
    while state.phase != "over":
        state = play(state, moves.Roll("maginor"))
        while state.todo:
            open_now = [choice.move for choice in GAME.choices(state)]
            state = play(state, rng.choice(open_now))
    assert state.steps == 22
    assert state.maginor == "end"


@pytest.mark.parametrize(("take", "won", "gone"), [
    ("oracle", ("1",), "return"), ("spell", (), "1"),
])  # fmt: skip
def test_g8_alone_on_it_one_chooses_and_the_rest_is_out(
    take: str, won: tuple[str, ...], gone: str
) -> None:
    state = passing(put(table(), "1", blue=(0,)))
    assert isinstance(state.todo[0], Cross)
    state = play(state, moves.Prize(take))  # type: ignore[arg-type]
    assert state.won["blue"] == won
    assert state.spells["blue"] == (() if won else ("return",))
    assert state.gone == (gone,)


def test_g9_without_a_marker_both_are_out() -> None:
    state = passing(table())
    assert sorted(state.gone) == ["1", "return"]
    assert (state.turn, state.todo) == ("blue", ())


def passing(state: State) -> State:
    """Maginor stands on the first Oracle, and goes on: red rolled him on the Guild Hall."""
    state = msgspec.structs.replace(state, maginor="on")
    state = play(state, moves.Roll("maginor"), moves.As("fire"))
    return play(state, moves.Slot(places(state)[0]))


def test_any_symbol_may_be_one_where_all_are_own_and_nothing_happens() -> None:
    state = put(at(table(), red="2"), "2", red=(0, 1))
    after = play(state, moves.Roll("maginor"), moves.As("fire"))
    assert (after.slots, after.steps, after.turn) == (state.slots, 1, "blue")


def test_g10_a_full_guild_hall_stays_while_maginor_is_elsewhere() -> None:
    state = put(table(), "guild-hall", red=tuple(range(7)), blue=tuple(range(7, 14)))
    state = play(state, moves.Play("fate"))
    assert "" not in state.slots["guild-hall"]
    assert (state.phase, state.todo, state.turn) == ("turn", (), "red")


def test_g11_maginor_leaves_the_oracle_that_fills_under_him() -> None:
    state = put(at(table(), red="1"), "1", blue=(1, 2, 3, 4))
    state = msgspec.structs.replace(state, maginor="on")
    state = play(state, moves.Play("fire"), moves.Prize("oracle"))
    assert state.ring[0] == "2"
    assert state.maginor == "before"
    assert state.won["blue"] == ("1",)
    assert state.spells["red"] == ("return",)


def told(**votes: tuple[int, ...]) -> State:
    """A score alone, where nobody ever told the companion what the Oracles are."""
    state = new(len(votes), Box(), way="score")
    assert isinstance(state, State), state
    return play(state, *(moves.Adds(s, each) for s, them in votes.items() for each in them))


def test_g12_as_many_votes_go_to_the_most_valuable_oracle() -> None:
    state = play(told(red=(9, 6, 5), blue=(12, 8)), moves.Done())
    assert (total(state, "red"), total(state, "blue")) == (20, 20)
    assert GAME.final(state).winners == ("Bo",)


def test_g13_a_cauldron_adds_three_votes() -> None:
    state = play(told(red=(7,), blue=(9,)), moves.Keeps("red", "golden-cauldron"))
    state = play(state, moves.Reading("ritual", "adds"), moves.Done())
    assert (total(state, "red"), total(state, "blue")) == (10, 9)
    assert GAME.final(state).winners == ("Ada",)


def test_g14_from_the_centre_nobody_rolls() -> None:
    state = at(table(), red="")
    assert refused(state, moves.Roll("fire")).key == "maginor.no.roll_centre"
    state = play(state, moves.Go("unicorn"))
    assert (state.at["red"], state.turn) == ("unicorn", "blue")


def test_g15_a_card_that_fills_the_oracle_ends_the_turn() -> None:
    state = put(at(table(), red="1"), "1", red=(1, 2), blue=(3, 4))
    state = play(state, moves.Play("fire"))
    assert waits(state) == "cross"
    assert refused(state, moves.Play("water"))
    state = play(state, moves.Prize("spell"))
    assert state.turn == "blue"
    assert (state.spells["red"], state.won["blue"]) == (("return",), ("1",))
    assert state.at["red"] == ""


def test_the_ring_closes_around_an_oracle_that_filled() -> None:
    state = put(at(table(), red="3"), "3", red=(1,), blue=(2, 3, 4, 5))
    state = play(state, moves.Play("fate"), moves.Prize("oracle"))
    assert state.ring == ("1", "2", EAGLE, UNICORN, "4", "5", "6", "7", "8")
    assert state.maginor == "start"


def test_the_whole_supply_is_fifteen_markers() -> None:
    full = put(at(table(), red="8"), "guild-hall", red=tuple(range(15)))
    after = play(full, moves.Play("water"))
    assert after.slots == full.slots
    assert after.todo == ()


def test_the_guild_hall_ends_the_game() -> None:
    state = put(table(), "guild-hall", red=(0, 1), blue=(2,))
    for oracle in state.ring:
        state = without(state, oracle)
    state = msgspec.structs.replace(state, maginor="before")
    state = play(state, moves.Roll("maginor"), moves.As("fate"))
    state = play(state, moves.Slot(places(state)[0]), moves.Prize("oracle"))
    assert waits(state) == "ask", "blue has a ritual, which adds or costs its votes"
    state = play(state, moves.Read("ritual", "adds"))
    assert (state.phase, state.maginor) == ("over", "end")
    assert (total(state, "red"), total(state, "blue")) == (15, 5)


def test_a_spell_that_was_used_is_out_of_the_game() -> None:
    state = play(has(table(), "red", "teleportation"), moves.Spell("teleportation"))
    state = play(state, moves.At("3"))
    assert state.gone == ("teleportation",)
    assert refused(state, moves.Spell("teleportation")).key == "maginor.no.spell"


def test_a_magic_card_rolls_for_any_oracle_and_the_turn_goes_on() -> None:
    state = play(table(), moves.Play("wand"), moves.At("1"), moves.Roll("fire"))
    assert state.slots["1"][0] == "red"
    assert (state.at["red"], state.turn, state.phase) == ("guild-hall", "red", "turn")
    assert play(state, moves.Roll("fire"), moves.Slot(0)).turn == "blue"


def test_six_magic_cards_are_one_more_than_there_are() -> None:
    state = used(table(), "red", *["wand"] * 5)
    assert refused(state, moves.Play("wand")).book == "Playing Mage Cards"
