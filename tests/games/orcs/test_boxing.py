"""What is printed on the owner's pieces becomes the box of a match; half of it becomes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.orcs.boxing import boxed
from companion.games.orcs.rules import new
from companion.games.orcs.state import Box, Card, Fate, Options, State, Trait
from companion.simulator import monsters
from companion.vocabulary import Player, Refusal, Setup

PLAYERS = (Player("Ada", "red"), Player("Bo", "blue"))
ROW = {"category": "attack", "magic": ["fire"], "power": [1, 2], "damage": [3, 5]}
BALL = {"name": "fireball", "boost": ["draw"], **ROW}
ABILITIES = [
    "extra-spell", "extra-action", "poison", "no-rule-change", "remove-card", "no-loss",
]  # fmt: skip


def box(printed: dict[str, Any]) -> Box:
    """As a match reads it, with nothing left to chance."""
    return msgspec.convert(boxed(printed, _never), Box)


def _never(words: list[str]) -> list[str]:
    raise AssertionError(words)


def begun(printed: dict[str, Any], way: Any = "everything") -> State | Refusal:
    return new(Setup(PLAYERS, Options(way=way), box(printed)))


def whole(seed: int = 1) -> dict[str, Any]:
    return monsters.synthetic(Random(seed))


def test_nothing_told_is_a_box_of_which_nothing_is_known() -> None:
    assert box({}) == Box()
    assert box({"mage/red": {}, "poison/1": {}, "marker/1/3": {"print": "four"}}) == Box()


def test_a_row_of_a_trophy_board_is_of_the_kinds_in_their_order() -> None:
    told = box({
        "board/2": {"hits": [2, 3, 5, 6, 8, 9]},
        "board/4": {"abilities": ABILITIES, "bonuses": ["draw", "draw", *["power"] * 4]},
    })  # fmt: skip

    assert told.traits == {
        "1": Trait(2, "extra-spell", "draw"), "2": Trait(3, "extra-action", "draw"),
        "4": Trait(5, "poison", "power"), "5": Trait(6, "no-rule-change", "power"),
        "7": Trait(8, "remove-card", "power"), "8": Trait(9, "no-loss", "power"),
    }  # fmt: skip


def test_half_a_row_may_begin_anywhere_and_is_asked() -> None:
    """The next board has it whole."""
    half = {"board/1": {"hits": [2, 3, 5], "abilities": ABILITIES[:5]}}

    assert box(half).traits == {}
    assert box({**half, "board/2": {"hits": [2, 3, 5, 6, 8, 9]}}).traits["4"] == Trait(5)


def test_a_spell_is_a_card_as_it_was_told() -> None:
    told = box({"spell/12": {**BALL, "pile": 2}})

    assert told.spells == (
        Card("spell-12", "fireball", "attack", ("fire",), (1, 2), (3, 5), ("draw",), 2),
    )


@pytest.mark.parametrize("name", ["Fireball", "FIREBALL", " fireball "])
def test_however_its_name_is_written_it_is_the_spell_of_the_book(name: str) -> None:
    assert box({"spell/1": {**BALL, "name": name, "pile": 1}}).spells[0].name == "fireball"
    assert box({"starter/blue/1": {**BALL, "name": "Ice  Storm"}}).starters[0].name == (
        "ice-storm"
    )


@pytest.mark.parametrize("key", ["name", "category", "magic", "pile"])
def test_a_spell_of_which_something_needed_is_missing_is_not_told(key: str) -> None:
    facts = {**BALL, "pile": 1}
    del facts[key]

    assert box({"spell/1": facts}).spells == ()


def test_a_name_that_the_book_does_not_know_has_no_effect_and_counts_as_not_told() -> None:
    printed = whole()
    printed["spell/7"] = {**printed["spell/7"], "name": "Fog of Sleep"}

    assert len(box(printed).spells) == 39
    assert begun(printed) == Refusal("orcs.no.unknown", {"count": 1}, "line 4")
    assert isinstance(begun(printed, "board"), State)


def test_first_spells_are_those_of_the_colour_of_which_most_are_told() -> None:
    """Number 1 of one colour is another card than number 1 of the next."""
    plain = {"name": "smash", "category": "attack", "magic": ["earth"]}
    told = box({"starter/red/1": BALL, "starter/green/3": plain, "starter/green/4": plain})

    assert told.starters == (
        Card("starter-3", "smash", "attack", ("earth",)),
        Card("starter-4", "smash", "attack", ("earth",)),
    )


def test_a_few_fate_cards_are_not_the_pile() -> None:
    """If only some could come, none of the others ever would."""
    fates = {f"fate/{n}": {"moves": ["mighty", "weak"], "rule": "none"} for n in range(1, 16)}

    assert box(fates).fates == (Fate(("weak", "mighty"), "none"),) * 15
    del fates["fate/9"]
    assert box(fates).fates == ()


def test_a_whole_box_keeps_everything_and_gives_every_mage_the_same_first_cards() -> None:
    state = begun(whole())

    assert isinstance(state, State)
    assert [len(pile) for pile in state.piles] == [20, 20]
    assert len(state.decks["red"].draw) == 8
    alike = [card.replace("red", "blue") for card in state.decks["red"].draw]
    assert alike == list(state.decks["blue"].draw)
    assert len(state.known) == 15
    assert all(trait.hits and trait.ability and trait.bonus for trait in state.traits.values())


def faces(state: State, seat: str) -> list[Card]:
    """What stands on the cards of a mage, whoever's they are."""
    return [replace(state.cards[id], id="") for id in state.decks[seat].draw]


def test_without_first_spells_decks_cannot_be_kept() -> None:
    printed = {id: facts for id, facts in whole().items() if not id.startswith("starter")}

    assert begun(printed) == Refusal("orcs.no.unknown", {"count": 8}, "line 4")


def test_ids_of_cards_are_short_enough_for_a_move() -> None:
    told = box(whole())

    ids = [card.id for card in (*told.starters, *told.spells)]
    assert len(set(ids)) == 48
    assert max(map(len, ids)) <= 24
