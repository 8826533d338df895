"""What a piece of Maginor means when it is shown to a reader.

Mages 1 and 2 on the labels are red and blue; nobody has said which colour mage 3 has. What is
expected follows from the book: what may be done now, and by whom.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.state import Card, State
from companion.vocabulary import Meaning, Refusal, Shown
from tests.games.contract import has_words, means_what_plays
from tests.games.maginor.table import at, has, new, play, put, table, used, whole_play

MAGES = {"1": "red", "2": "blue"}


def shown(state: State, piece: str, **facts: Any) -> tuple[Meaning, ...] | Refusal:
    assert GAME.means
    return GAME.means(replace(state, mages=MAGES), Shown(piece, 0, facts=facts))


def meant(state: State, piece: str, **facts: Any) -> list[Any]:
    """Each move that it can mean; all of them play."""
    meanings = shown(state, piece, **facts)
    assert not isinstance(meanings, Refusal), meanings
    for meaning in meanings:
        has_words(GAME, meaning.says)
        play(state, *meaning.moves)
    return [move for meaning in meanings for move in meaning.moves]


def why(state: State, piece: str, **facts: Any) -> str:
    refusal = shown(state, piece, **facts)
    assert isinstance(refusal, Refusal), refusal
    has_words(GAME, refusal)
    return refusal.key.removeprefix("maginor.no.")


# Oracles and spells


def test_setting_up_by_showing_what_stands_next() -> None:
    state = play(new(), moves.Begins("red"))
    assert meant(state, "oracle/1") == [moves.Stands("1")]
    state = play(state, moves.Stands("1"), moves.Stands("2"))
    assert why(state, "oracle/1") == "piece", "it stands already"
    for oracle in ("great-eagle", "unicorn", "3", "4", "5", "6", "7"):
        state = play(state, moves.Stands(oracle))
    assert state.phase == "spells"
    assert meant(state, "spell/return") == [moves.Beside("return")]
    assert why(state, "spell/supreme-mage") == "piece", "it is beside the Guild Hall"


def test_in_a_turn_an_oracle_is_where_the_mage_goes_and_for_a_wand_what_it_is_for() -> None:
    state = table()
    assert meant(state, "oracle/unicorn") == [moves.Go("unicorn")]
    assert why(state, "oracle/guild-hall") == "piece", "the mage stands there"
    aiming = play(state, moves.Play("wand"))
    assert meant(aiming, "oracle/guild-hall") == [moves.At("guild-hall")]


def test_whoever_comes_first_shows_what_to_take() -> None:
    state = at(put(table(), "1", red=(0, 1, 2), blue=(3,)), red="1")
    state = play(state, moves.Play("fate"))
    assert meant(state, "oracle/1") == [moves.Prize("oracle")]
    assert meant(state, "spell/return") == [moves.Prize("spell")]
    assert why(state, "oracle/2") == why(state, "spell/challenge") == "piece"


def test_a_spell_is_played_by_whoever_has_it_and_is_on_turn() -> None:
    state = has(has(table(), "red", "telekinesis"), "blue", "restoration")
    assert meant(state, "spell/telekinesis") == [moves.Spell("telekinesis")]
    assert why(state, "spell/restoration") == "piece"
    assert why(state, "spell/challenge") == "piece", "it lies beside an Oracle"


def test_inversion_is_for_its_holder_in_a_duel() -> None:
    state = has(at(put(table(), "1", blue=(0,)), red="1"), "blue", "inversion")
    assert why(state, "spell/inversion") == "piece"
    dueling = play(state, moves.Play("fire"), moves.Slot(0))
    assert meant(dueling, "spell/inversion") == [moves.Invert("blue")]


def test_on_the_sheet_an_oracle_or_a_ritual_may_be_anybodys() -> None:
    state = new(way="score")
    whose = [("red", "red"), ("blue", "blue"), ("", "red")]
    assert meant(state, "oracle/unicorn") == [moves.Keeps(seat, "unicorn") for seat, _ in whose]
    meanings = shown(state, "spell/golden-cauldron")
    assert isinstance(meanings, tuple)
    assert [one.seat for one in meanings] == [seat for _, seat in whose]
    assert why(state, "spell/return") == "piece", "it has no votes"
    assert why(play(state, moves.Keeps("", "unicorn")), "oracle/unicorn") == "piece"


def test_an_oracle_that_nobody_told_counts_by_its_number() -> None:
    state = new(way="score", box=replace(GAME.Box(), oracles=()))
    expected = [moves.Adds("red", 8), moves.Adds("blue", 8)]
    assert meant(state, "oracle/4", votes=8, symbols=["fire"] * 8) == expected


# Mage cards


def test_a_card_is_played_by_whoever_is_on_turn() -> None:
    state = at(table(), red="1")
    assert meant(state, "card/1/symbol/2", symbol="fire") == [moves.Play("fire")]
    assert meant(state, "card/1/wand/4") == [moves.Play("wand")]
    assert why(state, "card/2/wand/1") == "not_now"
    assert why(state, "card/3/wand/1") == "colour"
    assert why(replace(state, seats=("red", "green")), "card/2/wand/1") == "seat"


def test_a_card_of_a_closed_hand_is_a_secret_of_its_seat() -> None:
    state = at(table(way="everything"), red="1")
    assert meant(state, "card/1/symbol/2", symbol="fire") == [moves.Play("fire")]
    (meaning,) = shown(state, "card/1/wand/4")
    assert isinstance(meaning, Meaning)
    assert (meaning.seat, meaning.secret) == ("red", True)
    assert meaning.moves == (moves.Play("wand-1"),), "one wand is as good as another"


TOLD = tuple(
    Card(f"1/symbol/{n}", symbol)
    for n, symbol in enumerate(("fire", "fire", "water", "air", "fate"), 1)
)
"""A hand as it was told by its labels: fire twice, and no earth."""


def told(way: str) -> State:
    state = at(table(way=way), red="1")
    return replace(state, hands={**state.hands, "red": TOLD})


@pytest.mark.parametrize("way", ["everything", "board"])
def test_where_the_hand_was_told_a_card_is_that_very_card(way: str) -> None:
    state = told(way)
    assert meant(state, "card/1/symbol/2", symbol="fire") == [moves.Play("1/symbol/2")]
    state = replace(state, played={**state.played, "red": ("1/symbol/2",)})
    assert meant(state, "card/1/symbol/1", symbol="fire") == [moves.Play("1/symbol/1")]
    assert why(state, "card/1/symbol/2", symbol="fire") == "not_this"


def test_a_used_card_comes_back_by_being_shown() -> None:
    state = has(used(table(), "red", "fire", "water", "air"), "red", "return")
    state = play(replace(state, options=replace(state.options, returned="hand")),
                 moves.Spell("return"))  # fmt: skip
    assert meant(state, "card/1/symbol/5", symbol="air") == [moves.Back("air")]
    assert why(state, "card/1/symbol/4", symbol="earth") == "not_this", "it was never used"


def test_why_a_card_means_nothing_is_the_same_whichever_it_is() -> None:
    state = told("everything")
    state = replace(state, played={**state.played, "red": tuple(card.id for card in TOLD)})
    centre = at(told("everything"), red="")
    for now in (state, centre):
        cards = [
            (f"card/1/symbol/{n}", {"symbol": card.shows}) for n, card in enumerate(TOLD, 1)
        ]
        cards += [("card/1/symbol/5", {"symbol": "earth"}), ("card/1/symbol/5", {})]
        assert len({str(shown(now, piece, **facts)) for piece, facts in cards}) == 1
    dueling = play(put(told("everything"), "1", blue=(0,)), moves.Play("1/symbol/1"))
    assert {why(dueling, f"card/1/symbol/{n}", symbol="air") for n in range(1, 6)} == {
        "not_this"
    }


# The rest


def test_a_corner_of_a_triangle_is_what_somebody_points_in_secret() -> None:
    state = at(put(table(3), "1", blue=(0,)), red="1")
    assert why(state, "triangle/1/earth") == "duel"
    state = play(state, moves.Play("fire"), moves.Slot(0))
    both = [moves.Point("red", "earth"), moves.Point("blue", "earth")]
    assert meant(state, "triangle/2/earth") == both
    meanings = shown(state, "triangle/2/earth")
    assert isinstance(meanings, tuple)
    assert [(one.seat, one.secret) for one in meanings] == [("red", True), ("blue", True)]
    state = play(state, moves.Point("red", "earth"))
    assert meant(state, "triangle/1/water") == [moves.Point("blue", "water")]


@pytest.mark.parametrize("piece", ["mage/1", "marker/1/3", "maginor", "die/fire"])
def test_what_only_stands_or_lies_there_means_nothing(piece: str) -> None:
    assert why(table(), piece) == "piece"


def test_after_the_end_nothing_is_meant() -> None:
    over = play(new(way="score"), moves.Done())
    for piece in ("oracle/1", "spell/return", "card/1/wand/1", "card/3/wand/1", "mage/1"):
        assert why(over, piece) == "over"


def test_a_piece_counts_once_in_a_turn() -> None:
    assert GAME.turn
    state = table()
    first = GAME.turn(state)
    assert GAME.turn(play(state, moves.Play("wand"))) == first
    assert GAME.turn(play(state, moves.Go("1"))) != first
    assert GAME.turn(new()) != first


@pytest.mark.parametrize("way", ["everything", "board", "score"])
@pytest.mark.parametrize("count", [2, 4])
def test_in_any_play_what_is_meant_plays_and_tells_nothing(way: str, count: int) -> None:
    rng = Random(f"{way} {count}")
    state = new(count, way=way)
    state = replace(state, mages={str(n): seat for n, seat in enumerate(state.seats, 1)})
    found = 0
    for now, _ in whole_play(state, rng)[::15]:
        found += means_what_plays(GAME, now, rng, len(GAME.pieces))
    assert found >= 11 + 2, "the Oracles in the first state alone, on the sheet the rituals too"
