"""Where the book is unclear: each reading both ways, asked once when it first matters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.state import WAYS, State
from companion.games.maginor.todo import (
    Ask,
)
from tests.games.maginor.table import (
    at,
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


def usual(state: State) -> list[object]:
    return [choice.move for choice in GAME.choices(state) if choice.usual]


# AMB-MAG-1: the Oracle without a spell


def test_beside_an_oracle_without_a_spell_the_second_gets_nothing() -> None:
    state = replace(put(table(), "7", red=(0, 1), blue=(2,)), ring=("7", "8"))
    state = play(has(state, "red", "challenge"), moves.Spell("challenge"))
    assert (state.won["red"], state.won["blue"]) == (("7",), ())
    assert state.spells["blue"] == ()
    assert state.turn == "blue", "there was nothing to choose"


# AMB-MAG-2: what a ritual "costs"


@pytest.mark.parametrize(("way", "votes"), [("adds", 12), ("costs", 2)])
def test_a_ritual_adds_its_votes_or_costs_them(way: str, votes: int) -> None:
    state = won(has(table(ritual=way), "red", "supreme-mage"), "red", EAGLE)
    assert total(state, "red") == votes


# AMB-MAG-3: a tie at a crossing out


def equal() -> State:
    """Blue was there first, but red is nearer to the top; yellow has fewer."""
    state = put(at(table(3), red="2"), "2", blue=(3, 4), red=(1,), yellow=(2,))
    return play(state, moves.Play("fire"))


def test_a_tie_is_asked_and_the_first_from_the_top_is_usual() -> None:
    assert usual(equal()) == [moves.Read("tie", "first")]


@pytest.mark.parametrize(("way", "first", "second"), [
    ("first", "red", "blue"), ("earliest", "blue", "red"),
])  # fmt: skip
def test_a_tie_by_both_readings(way: str, first: str, second: str) -> None:
    state = play(equal(), moves.Read("tie", way), moves.Prize("oracle"))
    assert state.won[first] == ("2",)
    assert state.spells[second] == ("restoration",)


def test_a_tie_for_the_second_place_matters_as_well() -> None:
    state = put(at(table(3), red="1"), "1", red=(1, 2), blue=(4,), yellow=(3,))
    state = play(state, moves.Play("fire"))
    assert waits(state) == "ask"
    one = play(state, moves.Read("tie", "first"), moves.Prize("oracle"))
    other = play(state, moves.Read("tie", "earliest"), moves.Prize("oracle"))
    assert one.spells["yellow"] == ("return",)
    assert other.spells["blue"] == ("return",)


def test_a_tie_behind_the_second_matters_to_nobody() -> None:
    state = put(at(table(4), red="unicorn"), "unicorn",
                red=(2, 6), blue=(1, 3), yellow=(4,), green=(5,))  # fmt: skip
    state = put(state, "unicorn", red=(7,))
    assert waits(play(state, moves.Play("fire"))) == "cross"


def test_where_there_is_one_thing_to_win_the_second_matters_to_nobody() -> None:
    state = put(at(table(3), red="2"), "2", red=(1, 2), blue=(3,), yellow=(4,))
    state = replace(state, beside={id: s for id, s in state.beside.items() if id != "2"})
    after = play(state, moves.Play("fire"))
    assert (after.won["red"], after.turn) == (("2",), "blue")


def test_earliest_is_who_lies_there_now_not_who_lay_there_once() -> None:
    state = put(at(table(tie="earliest"), red="3"), "3", blue=(0, 2, 3))
    state = put(state, "3", red=(1, 4))
    state = has(replace(state, options=replace(state.options, persuasion="replaced")), "red",
                "persuasion")  # fmt: skip
    state = play(state, moves.Spell("persuasion"), moves.Slot(0))
    assert state.slots["3"] == ("red", "red", "blue", "blue", "red", "")
    assert state.since["3"] == (2, 3, 1, 4, 0)


# AMB-MAG-4: what Return returns


def returning(way: str) -> State:
    state = at(used(has(table(returned=way), "red", "return"), "red", "fire", "water"), red="1")
    return play(state, moves.Spell("return"))


def test_cards_come_back_to_the_hand() -> None:
    state = returning("hand")
    assert state.played["red"] == ()
    assert state.slots["1"] == ("",) * 5


def test_cards_are_played_again_at_once() -> None:
    state = returning("now")
    assert state.slots["1"] == ("red", "red", "", "", "")
    assert sorted(state.played["red"]) == ["fire", "water"]


def test_magic_cards_are_played_again_at_once() -> None:
    state = used(has(table(returned="now"), "red", "restoration"), "red", "wand", "wand")
    state = play(state, moves.Spell("restoration"))
    assert waits(state) == "aim"
    state = play(state, moves.At("1"), moves.Roll("fire"), moves.At("2"), moves.Roll("earth"))
    assert (state.slots["1"][0], state.slots["2"][4]) == ("red", "red")
    assert (state.turn, state.todo) == ("red", ())


def test_the_first_return_asks_what_it_means() -> None:
    state = used(has(table(), "red", "return"), "red", "fire")
    state = play(state, moves.Spell("return"))
    assert usual(state) == [moves.Read("returned", "hand")]


# AMB-MAG-5: Persuasion


def test_the_first_persuasion_asks_what_it_means() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0,), red=(1,))
    state = play(has(state, "red", "persuasion"), moves.Spell("persuasion"))
    assert usual(state) == [moves.Read("persuasion", "replaced")]
    assert places(play(state, moves.Read("persuasion", "replaced"))) == [0]
    assert places(play(state, moves.Read("persuasion", "moved"))) == [1]


# AMB-MAG-6: the Guild Hall


def test_a_full_guild_hall_with_maginor_on_it_at_the_start_stays() -> None:
    state = put(table(), "guild-hall", red=tuple(range(7)), blue=tuple(range(7, 14)))
    state = play(state, moves.Roll("fate"))
    assert state.maginor == "start"
    assert "" not in state.slots["guild-hall"]
    assert (state.phase, state.turn) == ("turn", "blue")


# AMB-MAG-7: Maginor was rolled, and the vote fills the Oracle


def filling() -> State:
    state = put(at(table(), red="2"), "2", blue=(1, 2, 3), red=(4,))
    state = replace(state, maginor="before")
    return play(state, moves.Roll("maginor"), moves.As("fire"))


@pytest.mark.parametrize(("way", "steps"), [("stays", 0), ("moves", 1)])
def test_maginor_stays_or_moves_all_the_same(way: str, steps: int) -> None:
    state = filling()
    assert usual(state) == [moves.Read("filled", "stays")]
    state = play(state, moves.Read("filled", way), moves.Prize("oracle"))
    assert (state.steps, state.maginor) == (steps, "on" if steps else "before")
    assert (state.ring[0], state.turn) == ("1", "blue")


# AMB-MAG-8, 9, 10


def test_without_a_marker_there_is_no_second_place() -> None:
    state = put(at(table(4), red="1"), "1", red=(1, 2, 3, 4))
    state = play(state, moves.Play("fire"), moves.Prize("oracle"))
    assert "return" in state.gone


def test_without_a_marker_in_the_supply_nothing_is_gained() -> None:
    state = put(at(table(), red="8"), "guild-hall", red=tuple(range(15)))
    after = play(state, moves.Roll("water"))
    assert (after.slots, after.turn) == (state.slots, "blue")
    after = play(state, moves.Roll("maginor"))
    assert (after.slots, after.steps) == (state.slots, 1), "Maginor moves all the same"


def test_the_last_marker_can_be_laid_and_be_fought_with() -> None:
    state = put(at(table(), red="8"), "guild-hall", red=tuple(range(14)))
    laid = play(state, moves.Play("earth"), moves.Slot(4))
    assert laid.slots["8"][4] == "red"
    state = put(state, "8", blue=(4, 5))
    fighting = play(state, moves.Play("earth"), moves.Slot(4))
    assert waits(fighting) == "duel"


def test_nobody_has_to_fight() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0, 2, 6))
    state = play(state, moves.Play("water"), moves.Enough())
    assert (state.duels, state.todo, state.turn) == (0, (), "red")


def test_a_free_symbol_has_to_be_taken() -> None:
    state = play(at(table(), red=EAGLE), moves.Play("water"))
    assert refused(state, moves.Enough())
    assert not open_now(state, moves.Enough)


# AMB-MAG-11: Challenge with nothing but the Guild Hall left


def test_challenge_is_not_open_with_an_empty_ring() -> None:
    state = has(table(), "red", "challenge")
    state = won(state, "blue", *state.ring)
    assert not open_now(state, moves.Spell)
    assert why(state, moves.Spell("challenge"))[0] == "challenge"


# AMB-MAG-14: in the centre


def test_in_the_centre_magic_cards_and_telekinesis_still_work() -> None:
    state = has(at(table(), red=""), "red", "telekinesis", "domination", "persuasion")
    assert {move.card for move in open_now(state, moves.Play)} == {"wand"}
    assert {move.spell for move in open_now(state, moves.Spell)} == {"telekinesis"}
    for spell in ("domination", "persuasion"):
        assert why(state, moves.Spell(spell)) == ("centre", "Playing Spells")
    assert not open_now(state, moves.Roll)
    assert len(open_now(state, moves.Go)) == 11


# All of them


@pytest.mark.parametrize("reading", WAYS)
def test_a_reading_that_was_settled_is_not_asked(reading: str) -> None:
    for way in WAYS[reading]:
        state = replace(table(**{reading: way}), todo=(Ask(reading),))  # type: ignore[arg-type]
        after = play(state, moves.Reading(reading, way))  # type: ignore[arg-type]
        assert after.todo == ()


def test_a_way_that_is_none_of_that_reading() -> None:
    assert why(equal(), moves.Read("tie", "adds"))[0] == "reading"
    assert why(equal(), moves.Reading("tie", "adds"))[0] == "reading"
    assert why(table(), moves.Read("tie", "first"))[0] == "reading"
