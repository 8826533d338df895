"""The boxes of the four games hold what their books count, and every piece has its words.

The numbers on the right are copied by hand from the rulebooks, not from the program.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.commands.found import folder, found, shelves
from companion.languages import Words, words
from companion.vocabulary import Fact, Piece

SHELVES = shelves()
ID = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)*")
VALUE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 38  # letters that a code of 25 modules has room for (ISO 18004, version 2-M)

SIX, FOUR = 6, 4

BOOKS: dict[str, dict[str, int]] = {
    # page 3: "24 chips with magic symbols", "1 dice with sides numbered 1, 2, 2, 3, 3, 4"
    "labyrinth": {"chip": 24, "die": 6},
    # "Components": 11 Oracles, 4 colours, a die of 5 + 1 symbols; "Playing Spells": 10 names;
    # "Setup" 7: 10 cards, 15 markers; "Duels": both mages take a triangle with 3 corners
    "maginor": {
        "oracle": 11,
        "spell": 10,
        "maginor": 1,
        "mage": 4,
        "card": 4 * 10,
        "marker": 4 * 15,
        "triangle": 2 * 3,
        "die": 6,
    },
    # line 1: 4 boards, 32 first spells, 72 markers, 72 figures, 40 spells, 8 missions,
    # 15 fates, 14 poisons, 4 mages
    "orcs": {
        "mage": 4,
        "board": 4,
        "starter": 32,
        "spell": 40,
        "poison": 14,
        "fate": 15,
        "monster": 72,
        "marker": 72,
        "mission": 8,
    },
    # page 1
    "merlin": {
        "board": 1,
        "mission": 55,
        "start": 4,
        "shield": 36,
        "flag": 36,
        "stone": 36,
        "traitor": 24,
        "apple": 11,
        "grail": 1,
        "excalibur": 1,
        "merlin": 1,
        "round": 1,
        "first": 1,
        "frame": 2,
        "tile": 24,
        "die": SIX * (4 + FOUR * 3),  # a label for each side
        "castle": 4,
        "knight": 4,
        "score": 4,
        "hundred": 4,
        "henchman": FOUR * 4,
        "influence": FOUR * 7,
        "manor": FOUR * 7,
        "staff": FOUR * 3,
        "favour": 4,
        "seal": 16,
    },
}


def pieces(game: str, kind: str = "") -> list[Piece]:
    return [piece for piece in SHELVES[game].pieces if kind in ("", piece.kind)]


def spoken(game: str) -> Words:
    return words("en", folder(SHELVES[game]) / "words")


def between(ids: list[str]) -> Counter[str]:
    """How many share what stands between the kind and the number."""
    return Counter("/".join(id.split("/")[1:-1]) for id in ids)


@pytest.mark.parametrize("game", BOOKS)
def test_a_box_holds_what_the_book_counts(game: str) -> None:
    assert Counter(piece.kind for piece in pieces(game)) == BOOKS[game]


def test_there_are_four_boxes_on_the_shelf() -> None:
    assert sorted(SHELVES) == ["labyrinth", "maginor", "merlin", "orcs"]


@pytest.mark.parametrize("game", BOOKS)
def test_no_two_pieces_have_one_id(game: str) -> None:
    assert len({piece.id for piece in pieces(game)}) == len(pieces(game))


@pytest.mark.parametrize("game", BOOKS)
def test_every_piece_is_spelled_as_agreed(game: str) -> None:
    for piece in pieces(game):
        assert ID.fullmatch(piece.id), piece.id
        assert len(f"CP:{game}/{piece.id}") <= LONGEST, piece.id


@pytest.mark.parametrize("game", BOOKS)
def test_every_piece_has_a_name_and_its_kind_has_one(game: str) -> None:
    told = spoken(game)
    for piece in pieces(game):
        assert piece.says.key in told, piece.id
        assert f"{game}.kind.{piece.kind}" in told, piece.id
        assert not set("{}") & set(told.say(piece.says)), piece.id


@pytest.mark.parametrize("game", BOOKS)
def test_every_question_and_every_answer_to_it_has_words(game: str) -> None:
    told = spoken(game)
    facts = {fact for piece in pieces(game) for fact in piece.facts}
    missing = [f"{game}.fact.{fact.key}" for fact in facts]
    assert [key for key in missing if key not in told] == []
    answers = [
        {f"{game}.{family}.{value}" for family in (fact.words or "word", fact.key)}
        for fact in facts
        for value in fact.of
    ]
    assert [keys for keys in answers if not any(key in told for key in keys)] == []


@pytest.mark.parametrize("game", BOOKS)
def test_a_fact_can_be_answered(game: str) -> None:
    for fact in {fact for piece in pieces(game) for fact in piece.facts}:
        assert all(VALUE.fullmatch(value) for value in fact.of), fact
        assert len(set(fact.of)) == len(fact.of), fact
        assert bool(fact.of) or fact.kind in ("number", "numbers", "text"), fact
        assert fact.least < fact.most or fact.kind not in ("number", "numbers"), fact


@pytest.mark.parametrize("game", BOOKS)
def test_people_tell_apart_what_is_not_told_apart_by_its_print(game: str) -> None:
    told = spoken(game)
    names = Counter(told.say(piece.says) for piece in pieces(game))
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("game", BOOKS)
def test_only_a_side_of_a_die_has_a_face(game: str) -> None:
    assert all(
        (piece.kind == "die") == bool(piece.die and piece.face) for piece in pieces(game)
    )


# The Magic Labyrinth.


def test_the_labyrinths_die_has_the_sides_of_page_3() -> None:
    assert [(piece.die, piece.face) for piece in pieces("labyrinth", "die")] == [
        ("0", face) for face in (1, 2, 2, 3, 3, 4)
    ]


def test_each_chip_asks_what_it_shows() -> None:
    chips = pieces("labyrinth", "chip")
    assert all(
        chip.numbered and [fact.key for fact in chip.facts] == ["symbol"] for chip in chips
    )
    assert len(chips[0].facts[0].of) == 24


# Maginor.


def test_an_oracle_has_from_5_to_15_votes_and_a_symbol_for_each() -> None:
    for oracle in pieces("maginor", "oracle"):
        facts = {fact.key: fact for fact in oracle.facts}
        assert (facts["votes"].least, facts["votes"].most) == (5, 15)
        assert facts["symbols"].of == ("fire", "water", "earth", "air", "fate")


def test_three_oracles_are_named_and_eight_are_told_by_their_print() -> None:
    oracles = pieces("maginor", "oracle")
    named = {oracle.id for oracle in oracles if not oracle.numbered}
    assert named == {"oracle/guild-hall", "oracle/great-eagle", "oracle/unicorn"}
    assert len(oracles) - len(named) == 8


def test_each_mage_has_ten_cards_and_fifteen_markers() -> None:
    cards = between([card.id for card in pieces("maginor", "card")])
    assert cards == {f"{mage}/{kind}": 5 for mage in range(1, 5) for kind in ("wand", "symbol")}
    markers = between([marker.id for marker in pieces("maginor", "marker")])
    assert markers == {str(mage): 15 for mage in range(1, 5)}


def test_maginors_die_has_six_sides_that_differ() -> None:
    sides = pieces("maginor", "die")
    assert [side.face for side in sides] == [1, 2, 3, 4, 5, 6]
    assert sides[-1].id == "die/maginor"


# Orcs Orcs Orcs.


@pytest.mark.parametrize("kind", ["monster", "marker"])
def test_the_monsters_are_split_as_line_1_says(kind: str) -> None:
    assert between([piece.id for piece in pieces("orcs", kind)]) == {
        "1": 16, "2": 16, "4": 12, "5": 12, "7": 8, "8": 8,
    }  # fmt: skip


def test_each_colour_has_eight_first_spells() -> None:
    starters = between([piece.id for piece in pieces("orcs", "starter")])
    assert starters == {"red": 8, "yellow": 8, "blue": 8, "green": 8}


def test_a_fate_card_moves_some_and_has_one_rule_of_six_or_none() -> None:
    moves, rule = pieces("orcs", "fate")[0].facts
    assert (moves.kind, len(moves.of)) == ("some", 3)
    assert (rule.kind, len(rule.of)) == ("one", 6 + 1)


# Merlin.


@pytest.mark.parametrize("kind", ["shield", "flag", "stone"])
def test_every_county_has_six_of_each(kind: str) -> None:
    counts = between([piece.id for piece in pieces("merlin", kind)])
    assert (len(counts), set(counts.values())) == (6, {6})


def test_every_county_has_four_traitors() -> None:
    counts = between([piece.id for piece in pieces("merlin", "traitor")])
    assert (len(counts), set(counts.values())) == (6, {4})


def test_each_terrain_has_five_plain_tiles_and_three_with_a_tower() -> None:
    tiles = between([piece.id for piece in pieces("merlin", "tile")])
    terrains = ("mountain", "forest", "lake")
    assert tiles == {**dict.fromkeys(terrains, 5), **{f"{it}-tower": 3 for it in terrains}}


def test_four_white_dice_and_three_of_each_player_have_six_sides() -> None:
    sides: dict[str, list[int]] = {}
    for side in pieces("merlin", "die"):
        sides.setdefault(side.die, []).append(side.face)
    assert Counter(die.partition("-")[0] for die in sides) == {
        "white": 4, "blue": 3, "yellow": 3, "red": 3, "green": 3,
    }  # fmt: skip
    assert all(faces == [1, 2, 3, 4, 5, 6] for faces in sides.values())


ASKED = {
    "a given thing": ("purple-flag", 6 * 3),
    "any thing": ("stone", 3),
    "influence in a given county": ("orange-influence", 6),
    "influence in any county": ("influence", 1),
    "any two in a given county": ("grey-two", 6),
    "two given ones in any county": ("lady-and-builder", 4 * 3 // 2),
    "a given one in a given county": ("black-shieldbearer", 6 * 4),
}
"""Page 12: the seven things that a mission asks for, and how many of each there can be."""


@pytest.mark.parametrize("asked", ASKED)
def test_whatever_a_mission_asks_for_can_be_said(asked: str) -> None:
    needs: Fact = pieces("merlin", "mission")[0].facts[0]
    assert ASKED[asked][0] in needs.of
    assert len(needs.of) == sum(count for _, count in ASKED.values())


RONDEL = {
    "a county": 6, "points for shields, flags, stones or influence": 4,
    "a shield, flag, stone or henchman by influence": 4, "Excalibur": 1, "the Grail": 1,
    "a henchman moves on": 1, "a swap": 2, "missions": 2, "a manor": 3,
}  # fmt: skip
"""Pages 4 to 7, with the numbers in their headings."""


def test_the_rondel_has_24_spaces_from_the_black_county_on() -> None:
    rondel: Fact = pieces("merlin", "board")[0].facts[0]
    assert rondel.length == sum(RONDEL.values()) == 24
    assert sorted(rondel.each) == [*[1] * (6 + 4 + 4 + 1 + 1 + 1), 2, 2, 3]
    assert (rondel.begins, rondel.book) == ("black", "page 4")
    counts = dict(zip(rondel.of, rondel.each, strict=True))
    assert [word for word, count in counts.items() if count > 1] == ["swap", "mission", "manor"]


def test_each_county_has_a_flag_that_does_something_else() -> None:
    flags: Fact = pieces("merlin", "board")[0].facts[1]
    assert (flags.length, set(flags.each), len(flags.places)) == (6, {1}, 6)


def test_a_frame_has_seven_places_with_a_stone_or_none() -> None:
    upper, lower = (piece.facts for piece in pieces("merlin", "frame"))
    assert upper[0] == lower[0]
    assert (upper[0].length, len(upper[0].of)) == (7, 6 + 1)
    assert upper[1].of == ("left", "right")


# The shelf.


def test_a_game_without_pieces_that_bear_labels_has_no_shelf() -> None:
    games = found()
    assert shelves({**games, "labyrinth": replace(games["labyrinth"], pieces=())}).keys() == {
        "maginor", "merlin", "orcs",
    }  # fmt: skip
