"""Maginor's final sheet ("End of the Game"): votes, then the most valuable single Oracle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from companion.games.maginor.scoring import BLANK, Sheet, final, score, winners
from companion.games.maginor.state import Options, Oracle, State
from companion.vocabulary import Line, Refusal, Says, Scores

CAULDRON, SUPREME = "golden-cauldron", "supreme-mage"


def sheet(**players: dict[str, Any]) -> Sheet:
    return convert({"players": [{"name": name, **p} for name, p in players.items()]}, Sheet)


def scored(**players: dict[str, Any]) -> Scores:
    scores = score(sheet(**players))
    assert isinstance(scores, Scores)
    return scores


def oracles(*votes: int) -> dict[str, Any]:
    return {"oracles": [{"votes": count} for count in votes]}


def test_with_equal_votes_the_most_valuable_single_oracle_wins() -> None:
    """Vector G12: both 20, the best 9 and 12."""
    scores = scored(A=oracles(9, 6, 5), B=oracles(12, 8))

    assert [player.total for player in scores.players] == [20, 20]
    assert scores.winners == ("B",)


def test_a_ritual_adds_its_votes() -> None:
    """Vector G13: an Oracle of 7 and the Golden Cauldron, against one of 9."""
    scores = scored(A={**oracles(7), "rituals": [CAULDRON]}, B=oracles(9))

    assert [player.total for player in scores.players] == [10, 9]
    assert scores.winners == ("A",)


@pytest.mark.parametrize(
    ("a", "b", "won"),
    [
        ((7, 7, 6, 5), (5, 5, 5, 5, 5), ("A",)),
        ((7, 7, 6, 5), (7, 6, 6, 6), ("A", "B")),
    ],
    ids=["the best are 7 and 5", "the best are 7 and 7"],
)
def test_whoever_is_equal_to_the_last_has_won_together(
    a: tuple[int, ...], b: tuple[int, ...], won: tuple[str, ...]
) -> None:
    """Case G03: 25 votes each."""
    assert sum(a) == sum(b) == 25
    assert scored(A=oracles(*a), B=oracles(*b), C=oracles(15)).winners == won


def test_a_ritual_is_no_oracle_where_votes_are_equal() -> None:
    scores = scored(A={**oracles(6, 5), "rituals": [SUPREME]}, B=oracles(8, 8))

    assert [player.total for player in scores.players] == [16, 16]
    assert scores.winners == ("B",)


def test_a_count_that_is_left_out_is_none() -> None:
    scores = scored(A={}, B=oracles(5))

    assert [player.total for player in scores.players] == [0, 5]
    assert scored(A={}, B={}).winners == ("A", "B")


def test_the_blank_sheet_is_a_sheet() -> None:
    assert isinstance(score(convert(BLANK, Sheet)), Scores)


EAGLE = {"oracles": [{"name": "Great Eagle", "votes": 7}]}


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ({"A": {"rituals": [CAULDRON, CAULDRON]}},
         Refusal("maginor.no.ritual_twice", {"spell": CAULDRON}, "Playing Spells")),
        ({"A": {"rituals": [SUPREME]}, "B": {"rituals": [CAULDRON, SUPREME]}},
         Refusal("maginor.no.ritual_twice", {"spell": SUPREME}, "Playing Spells")),
        ({"A": EAGLE, "B": {"oracles": [{"name": "great eagle ", "votes": 9}]}},
         Refusal("maginor.no.oracle_twice", {"oracle": "great eagle"}, "Crossing Out")),
        ({"A": oracles(*[5] * 6), "B": oracles(*[5] * 6)},
         Refusal("maginor.no.oracles", {"count": 12}, "Components")),
    ],
)  # fmt: skip
def test_there_is_one_of_everything(players: dict[str, Any], why: Refusal) -> None:
    assert score(sheet(**players)) == why


def test_eleven_oracles_without_a_name_are_a_whole_box() -> None:
    assert scored(A=oracles(*[5] * 5), B=oracles(*[5] * 6)).winners == ("B",)


# A match.

UNICORN = Oracle("unicorn", 9, ("fire",) * 9)
OWL = Oracle("3", 6, ("air",) * 6, "Night Owl")


def match(**more: Any) -> State:
    """Ada has the Unicorn and the Supreme Mage; Bo the Night Owl and two that nobody named."""
    state = State(
        seats=("red", "blue"),
        names={"red": "Ada", "blue": "Bo"},
        options=Options(),
        oracles={"unicorn": UNICORN, "3": OWL},
        hands={},
        turn="red",
        phase="over",
        won={"red": ("unicorn",), "blue": ("3",)},
        others={"blue": (5, 5)},
        spells={"red": ("return", SUPREME)},
    )
    return replace(state, **more)


def test_a_match_is_scored_line_by_line() -> None:
    ada, bo = final(match()).players

    assert (ada.name, ada.total, bo.name, bo.total) == ("Ada", 14, "Bo", 16)
    assert ada.lines == (
        Line(9, Says("maginor.score.oracle", {"oracle": "unicorn"}, "Crossing Out")),
        Line(5, Says("maginor.score.ritual", {"spell": SUPREME}, "Playing Spells")),
    )
    assert bo.lines == (
        Line(6, Says("maginor.score.oracle", {"oracle": "Night Owl"}, "Crossing Out")),
        *[Line(5, Says("maginor.score.oracle_unnamed", book="Crossing Out"))] * 2,
    )
    assert final(match()).winners == ("Bo",)


def test_a_house_that_pays_for_rituals_takes_their_votes_off() -> None:
    ada = final(match(options=Options(ritual="costs"))).players[0]

    assert (ada.total, ada.lines[-1].points) == (4, -5)


def test_nobody_has_won_before_the_end() -> None:
    assert winners(match(phase="turn")) == ()
    assert final(match(phase="turn")).winners == ()
    assert winners(match()) == ("blue",)


def test_those_who_are_equal_have_won_together_in_a_match_too() -> None:
    """The Unicorn and a ritual of 5 are 14; a nameless 9 and a 5 are 14, too."""
    assert winners(match(won={"red": ("unicorn",)}, others={"blue": (9, 5)})) == ("red", "blue")
