"""Dice that tell their face, as timelines: which of it is a roll, and when."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.senses import Senses
from companion.vocabulary import Rolled, Sighting, Signal, Tick, Unread

TICK = "tick"


def rolled(*words: tuple[int, Any]) -> list[tuple[int, int]]:
    """When, and which face."""
    return [(one.at, one.face) for one in seen(*words) if isinstance(one, Rolled)]


def seen(*words: tuple[int, Any]) -> list[Sighting]:
    senses = Senses()
    return [
        sighting
        for at, value in words
        for sighting in senses.see(Tick(at) if value == TICK else Signal("die/0", value, at))
    ]


STORIES: dict[str, tuple[list[tuple[int, Any]], list[tuple[int, int]]]] = {
    # Dice that say that they move.
    "C08: 3, 1, 4, 2 within 900 ms marked moving, then steady 2 for a second": (
        [(0, "~3"), (300, "~1"), (600, "~4"), (900, "~2"), (1000, 2), (1500, 2), (2000, 2)],
        [(1000, 2)],
    ),
    "C08: it is picked up later and put down on 4": (
        [(0, "~3"), (100, 2), (5000, "~2"), (5200, "~6"), (5900, 4)], [(100, 2), (5900, 4)],
    ),
    "the same face thrown twice": ([(0, "~3"), (100, 3), (900, "~3"), (1000, 3)],
        [(100, 3), (1000, 3)]),
    "it never comes to rest": ([(0, "~3"), (700, TICK), (60_000, TICK)], []),
    "it rests again and again": (
        [(0, "~3"), (100, 3), (1000, 3), (9000, 3), (60_000, 3), (70_000, TICK)], [(100, 3)],
    ),
    "its board starts anew and tells what is up": (
        [(0, "~3"), (100, 3), (500_000, 3), (501_000, TICK)], [(100, 3)],
    ),
    "it lies otherwise, and the word that it moved is lost": (
        [(0, "~3"), (100, 3), (9000, 5), (9600, TICK)], [(100, 3), (9600, 5)],
    ),
    "it is thrown before a face was up for long enough": (
        [(0, 5), (500, "~5"), (900, 2), (2000, TICK)], [(900, 2)],
    ),
    # Dice that do not.
    "a face that is up for 600 ms": ([(0, 3), (550, TICK), (600, TICK), (5000, TICK)], [(600, 3)]),
    "C08: 3, 1, 4, 2 within 900 ms, then steady": (
        [(0, 3), (300, 1), (600, 4), (900, 2), (1450, TICK), (1500, TICK), (1900, 2)], [(1500, 2)],
    ),
    "a face told every second while it lies": (
        [(n * 1000, 3) for n in range(60)], [(1000, 3)],
    ),
    "a face told every 100 ms while it lies": ([(n * 100, 3) for n in range(60)], [(600, 3)]),
    "told again at once after three seconds of silence": (
        [(0, 3), (600, TICK), (3600, 3), (4200, TICK)], [(600, 3), (4200, 3)],
    ),
    "told again a moment sooner": ([(0, 3), (600, TICK), (2999, 3), (4200, TICK)], [(600, 3)]),
    "the same face after another one": (
        [(0, 3), (600, TICK), (1000, 5), (1100, 3), (1700, TICK)], [(600, 3), (1700, 3)],
    ),
    "the next word is late: the face was up long enough before it": (
        [(0, 3), (700, 5), (1300, TICK)], [(700, 3), (1300, 5)],
    ),
    "the highest die that people have": ([(0, 20), (600, TICK)], [(600, 20)]),
    "the first word is a face at rest": ([(90_000, 4), (90_600, TICK)], [(90_600, 4)]),
}  # fmt: skip


@pytest.mark.parametrize(("words", "rolls"), STORIES.values(), ids=STORIES)
def test_a_story_of_a_die(words: list[tuple[int, Any]], rolls: list[tuple[int, int]]) -> None:
    assert rolled(*words) == rolls


@pytest.mark.parametrize("value", [0, 21, -1, 99, 10**30, "~0", "~21", "~99"])
def test_a_face_that_no_die_has_is_no_roll_and_is_said_once_in_a_while(value: Any) -> None:
    words = [(n * 100, value) for n in range(31)]
    complaint = [Unread("face", at, "die/0") for at in (0, 3000)]
    assert seen(*words, (9000, TICK)) == complaint


@pytest.mark.parametrize(
    "value", [3.0, True, None, "3", "~", "-3", [3], "~333", "~3 ", "~\u0663"]
)
def test_what_is_no_face_at_all_is_counted_and_nothing_else(value: Any) -> None:
    senses = Senses()
    assert senses.see(Signal("die/0", value, 0)) == ()
    assert senses.see(Tick(9000)) == ()
    assert senses.unread == 1


def test_what_makes_no_sense_leaves_the_roll_as_it_is() -> None:
    assert rolled((0, 3), (300, "?"), (599, TICK), (600, TICK)) == [(600, 3)]


def test_a_roll_names_its_die_and_who_told_it() -> None:
    senses = Senses()
    senses.see(Signal("die/7", "~2", 0))
    assert senses.see(Signal("die/7", 5, 40)) == (Rolled("7", 5, 40, "die/7"),)


def test_two_dice_know_nothing_of_each_other() -> None:
    senses = Senses()
    for at, source, value in ((0, "die/0", 3), (300, "die/1", 5), (500, "die/1", 6)):
        assert senses.see(Signal(source, value, at)) == ()
    assert senses.see(Tick(600)) == (Rolled("0", 3, 600, "die/0"),)
    assert senses.see(Tick(1100)) == (Rolled("1", 6, 1100, "die/1"),)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5000), st.sampled_from((1, 2, 3, "~1", "~2", TICK)))))
def test_a_roll_is_a_face_that_was_said_and_ticks_change_only_when_it_is_told(
    words: list[tuple[int, Any]],
) -> None:
    at, said = 0, []
    for later, value in words:
        at += later
        said.append((at, value))
    ticks = [(when, TICK) for when in range(0, at + 1, 50)]
    ticked = sorted([*said, *ticks], key=lambda word: word[0])
    faces = [face for _, face in rolled(*said, (at + 600, TICK))]
    assert [face for _, face in rolled(*ticked, (at + 600, TICK))] == faces
    assert set(faces) <= {value for _, value in said}
