"""What is printed on the owner's pieces becomes the box of a match; half of it becomes nothing, and
what does not add up begins no match."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.merlin import GAME
from companion.games.merlin.boxing import boxed
from companion.games.merlin.choices import choices
from companion.games.merlin.rules import new
from companion.games.merlin.state import Box, Mission, Options, Start, State
from companion.simulator import knights
from companion.vocabulary import Player, Refusal, Setup

PLAYERS = (Player("Ada", "red"), Player("Bo", "blue"))
RONDEL = (
    "black", "points-flag", "gain-stone", "manor", "orange", "excalibur", "mission", "swap",
    "blue", "grail", "manor", "gain-flag", "purple", "points-shield", "relocate", "mission",
    "brown", "gain-shield", "manor", "points-stone", "grey", "swap", "gain-henchman",
    "points-influence",
)  # fmt: skip
"""24 spaces, so many of each as the book counts (pages 4 to 7); made up."""
FLAGS = ["mirror", "backwards", "repel", "flip-die", "two-missions", "other-knight"]
UPPER = ["grey", "blue", "none", "black", "brown", "purple", "orange"]
LOWER = ["black", "orange", "grey", "none", "none", "blue", "blue"]
START = {
    "knight": "blue",
    "flag": "grey",
    "shield": "black",
    "stone": "blue",
    "influence": "grey",
}


def box(printed: dict[str, Any]) -> Box:
    """As a match reads it, with nothing left to chance."""
    return msgspec.convert(boxed(printed, _never), Box)


def _never(words: list[str]) -> list[str]:
    raise AssertionError(words)


def begun(told: Box, way: Any = "board") -> State | Refusal:
    return new(Setup(PLAYERS, Options(way=way), told))


def why(told: Box) -> tuple[str, dict[str, str | int], str]:
    refusal = begun(told)
    assert isinstance(refusal, Refusal)
    return refusal.key.removeprefix("merlin.no."), refusal.values, refusal.book


def test_nothing_told_is_a_box_of_which_nothing_is_known() -> None:
    assert box({}) == Box()
    assert box({"grail": {}, "mission/3": {}, "tile/lake/1": {}}) == Box()


def test_the_board_and_the_frames_are_learned_as_they_lie() -> None:
    told = box({
        "board": {"rondel": list(RONDEL), "flags": FLAGS},
        "frame/upper": {"stones": UPPER, "shift": "right"}, "frame/lower": {"stones": LOWER},
    })  # fmt: skip

    assert told.rondel == RONDEL
    assert told.flags == {
        "black": "mirror", "grey": "backwards", "blue": "repel", "purple": "flip-die",
        "orange": "two-missions", "brown": "other-knight",
    }  # fmt: skip
    assert (told.upper, told.lower, told.shift) == (tuple(UPPER), tuple(LOWER), "right")


def test_the_counties_follow_one_another_as_on_the_rondel() -> None:
    state = begun(box({"board": {"rondel": list(RONDEL)}}))

    assert isinstance(state, State)
    assert state.order == ("black", "orange", "blue", "purple", "brown", "grey")
    assert state.at["merlin"] == 0


@pytest.mark.parametrize(
    "half",
    [
        {"board": {"rondel": list(RONDEL[:23]), "flags": FLAGS[:5]}},
        {"frame/upper": {"stones": UPPER[:6]}, "frame/lower": {"stones": []}},
        {f"start/{number}": START for number in (1, 2, 3)},
        {"start/1": START, "start/2": START, "start/3": START, "start/4": {"knight": "blue"}},
        {"mission/1": {"needs": ["flag"]}, "mission/2": {"points": 2, "henchman": "lady"}},
    ],
)
def test_half_of_it_is_asked_in_the_match(half: dict[str, Any]) -> None:
    assert box(half) == Box()
    assert isinstance(begun(box(half)), State)


def test_one_frame_alone_shows_no_line_to_its_end() -> None:
    """A manor is paid with a stone of any line, so both frames are needed (page 7)."""
    state = begun(box({"frame/upper": {"stones": UPPER, "shift": "left"}}))

    assert isinstance(state, State)
    assert (state.upper, state.lower, state.shift) == ((), (), "left")


def test_four_start_tiles_are_told_and_any_comes() -> None:
    told = box({f"start/{number}": START for number in range(1, 5)})

    assert told.starts == (Start("blue", "grey", "black", "blue", "grey"),) * 4


def test_a_mission_is_a_card_as_it_was_told() -> None:
    told = box({
        "mission/12": {"needs": ["flag", "flag"], "points": 1},
        "mission/55": {"needs": ["grey-two"], "points": 3, "henchman": "builder"},
    })  # fmt: skip

    assert told.missions == (
        Mission("mission-12", ("flag", "flag"), 1),
        Mission("mission-55", ("grey-two",), 3, "builder"),
    )


def test_hands_need_all_55_missions() -> None:
    whole = knights.synthetic(Random(1))
    refusal = begun(
        box({id: it for id, it in whole.items() if id != "mission/9"}), "everything"
    )

    assert isinstance(begun(box(whole), "everything"), State)
    assert isinstance(refusal, Refusal)
    assert (refusal.key, refusal.values) == ("merlin.no.unknown", {"count": 1})


def test_what_a_flag_does_is_never_presumed() -> None:
    """Our book shows it in a picture; what a stranger's list says is proposed by nothing."""
    state = begun(Box())

    assert isinstance(state, State)
    assert state.flags == {}


def _swapped(one: int, other: str) -> tuple[str, ...]:
    return (*RONDEL[:one], other, *RONDEL[one + 1 :])


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (Box(rondel=RONDEL[:23]), ("rondel", {"count": 24, "said": 23}, "page 4")),
        (Box(rondel=(*RONDEL, "manor")), ("rondel", {"count": 24, "said": 25}, "page 4")),
        (
            Box(rondel=_swapped(3, "swap")),
            ("rondel_space", {"space": "swap", "count": 2, "said": 3}, "page 4"),
        ),
        (
            Box(rondel=_swapped(9, "dungeon")),
            ("rondel_space", {"space": "grail", "count": 1, "said": 0}, "page 4"),
        ),
        (
            Box(rondel=(*RONDEL[1:], RONDEL[0])),
            ("rondel_first", {"space": "black"}, "page 2"),
        ),
        (
            Box(flags={"blue": "repel", "grey": "repel"}),
            ("two_flags", {"flag": "repel"}, "page 12"),
        ),
        (
            Box(upper=("blue",) * 8),
            ("frame", {"place": "upper", "count": 7, "said": 8}, "page 7"),
        ),
        (
            Box(lower=(*LOWER[:6], "gold")),
            ("frame", {"place": "lower", "count": 7, "said": 6}, "page 7"),
        ),
        (
            Box(missions=(Mission("a", ("dragon",), 1),)),
            ("need", {"need": "dragon"}, "page 12"),
        ),
        (Box(missions=(Mission("a", ("flag",), 1),) * 2), ("twice", {}, "page 7")),
    ],
)
def test_what_does_not_add_up_begins_no_match(told: Box, said: tuple[str, Any, str]) -> None:
    assert why(told) == said


@pytest.mark.parametrize("way", ["everything", "board", "score"])
def test_a_synthetic_copy_adds_up_and_is_marked(way: Any) -> None:
    for seed in range(20):
        plain = boxed(knights.synthetic(Random(seed)), _never) | {"synthetic": True}
        state = begun(msgspec.convert(plain, GAME.Box), way)

        assert isinstance(state, State)
        assert state.synthetic and choices(state)
