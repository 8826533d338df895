"""Synthetic boards, spells and fates keep to what the book counts, and say that they are not the
printed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.orcs.pieces import (
    ABILITIES,
    BONUSES,
    COLOURS,
    NAMES,
    PIECES,
    RULES,
    STRENGTHS,
)
from companion.registry.printed import printed
from companion.simulator import monsters
from companion.simulator.made_up import PRINTED

UP_TO = {
    "smash": 4, "zap": 4, "cold-snap": 4, "fire-spark": 4, "fireball": 5, "lightning-bolt": 4,
}  # fmt: skip
"""Damage to one monster (lines 8 and 9)."""
CATEGORY = {
    **dict.fromkeys([*UP_TO, "earthquake", "ice-storm"], "attack"),
    **dict.fromkeys(["book-of-magic", "wisdom"], "knowledge"),
    **dict.fromkeys(["switch", "replenish", "magical-bonds", "voodoo"], "support"),
}
"""Under which heading the book explains each (lines 8 to 11)."""

SEEDS = range(40)
SILENT = ("mage", "monster", "marker", "poison", "mission")
"""Nothing stands on these that the rules would need."""

Facts = dict[str, Any]


def boxes() -> Iterator[dict[str, Facts]]:
    return (monsters.synthetic(Random(seed)) for seed in SEEDS)


def of(box: dict[str, Facts], front: str) -> list[Facts]:
    return [facts for id, facts in box.items() if id.startswith(front)]


def test_they_are_all_that_the_box_has_and_can_be_printed_there() -> None:
    pieces = {piece.id: piece for piece in PIECES if piece.kind not in SILENT}
    for box in boxes():
        assert set(box) == set(pieces)
        assert all(printed(pieces[id], facts) == facts for id, facts in box.items())


def test_nothing_needed_is_left_out() -> None:
    needed = {p.id: {fact.key for fact in p.facts if fact.needed} for p in PIECES}
    for box in boxes():
        assert all(needed[id] <= facts.keys() for id, facts in box.items())


def test_the_boards_are_alike_with_every_ability_once_and_every_bonus() -> None:
    for box in boxes():
        first, *others = of(box, "board/")
        assert others == [first] * 3
        assert sorted(first["abilities"]) == sorted(ABILITIES)
        assert set(first["bonuses"]) == set(BONUSES)
        assert len(first["bonuses"]) == len(first["hits"]) == 6


def test_the_stronger_a_monster_the_more_hits_it_takes() -> None:
    for box in boxes():
        hits = box["board/1"]["hits"]
        assert hits == sorted(set(hits))
        assert 2 <= hits[0] < hits[-1] <= 9


def cards(facts: list[Facts]) -> list[str]:
    """The same cards, whatever their order."""
    return sorted(map(repr, facts))


def test_every_colour_has_the_same_eight_first_spells() -> None:
    for box in boxes():
        decks = [of(box, f"starter/{colour}/") for colour in COLOURS]
        assert {len(deck) for deck in decks} == {8}
        assert all(cards(deck) == cards(decks[0]) for deck in decks)


def test_first_spells_are_an_attack_of_each_magic_and_knowledge() -> None:
    for box in boxes():
        attacks = [one for one in of(box, "starter/red/") if one["category"] == "attack"]
        assert sorted(one["magic"][0] for one in attacks) == [
            "earth", "fire", "lightning", "water",
        ]  # fmt: skip
        names = Counter(one["name"] for one in of(box, "starter/red/"))
        assert (names["book-of-magic"], names["wisdom"]) == (2, 2)


def test_forty_spells_lie_in_two_piles_and_each_name_is_among_them() -> None:
    for box in boxes():
        spells = of(box, "spell/")
        assert Counter(one["pile"] for one in spells) == {1: 20, 2: 20}
        assert {one["name"] for one in spells} == set(NAMES)


def test_each_spell_is_of_the_category_of_the_book_and_does_at_most_what_it_says() -> None:
    """ "Up to 4", "up to 5" (lines 8 and 9); two effects, where there are two (lines 9 to 11)."""
    for box in boxes():
        for one in (*of(box, "spell/"), *of(box, "starter/")):
            name = one["name"]
            assert one["category"] == CATEGORY[name]
            assert max(one.get("damage", [0])) == UP_TO.get(name, 0)
            if name in UP_TO:
                assert len(one["damage"]) == len(one["power"])
            elif CATEGORY[name] != "knowledge":
                assert len(one["power"]) == 2


def test_wisdom_gives_every_magic_and_both_boosts_and_a_book_two_magics() -> None:
    """Lines 10 and 11."""
    for box in boxes():
        for one in of(box, "spell/"):
            if one["name"] == "wisdom":
                assert len(one["magic"]) == 4
                assert one["boost"] == ["teleport", "draw"]
            else:
                assert len(one["magic"]) == (2 if one["name"] == "book-of-magic" else 1)


def test_every_rule_and_every_category_is_on_some_fate_card() -> None:
    for box in boxes():
        fates = of(box, "fate/")
        assert len(fates) == 15
        assert {one["rule"] for one in fates} == set(RULES)
        assert {moving for one in fates for moving in one["moves"]} == set(STRENGTHS)


def test_the_same_number_gives_the_same_box() -> None:
    assert monsters.synthetic(Random(7)) == monsters.synthetic(Random(7))
    assert monsters.synthetic(Random(7)) != monsters.synthetic(Random(8))


def test_a_demo_and_a_simulated_evening_find_it_by_the_name_of_its_game() -> None:
    assert PRINTED["orcs"](Random(7)) == monsters.synthetic(Random(7))


def test_it_says_that_it_is_not_the_printed_one() -> None:
    assert "printed ones" in (monsters.__doc__ or "")
