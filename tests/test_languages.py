"""Every language says all that English says, with the same holes, where it says anything.

A game without a file in a language borrows English; a file with a gap in it is a mistake.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.languages import NATIVE, languages, words

HOUSE = Path(__file__).parent.parent / "companion"
HOLE = re.compile(r"\{\w+(?::\w+)?\}")
LEANS = re.compile(r"\b[Aa]z? \{|\}-?[^\W\d_]")
"""A Hungarian article before a hole, or an ending after one."""
OTHERS = [language for language in languages() if language != NATIVE]

Forms = tuple[str, ...]


def pairs() -> list[tuple[Path, Path]]:
    """The English file and that of another language."""
    house = HOUSE / "languages"
    found = [(house / NATIVE / "house.po", house / other / "house.po") for other in OTHERS]
    for folder in sorted(HOUSE.glob("games/*/words")):
        found += [(folder / f"{NATIVE}.po", folder / f"{other}.po") for other in OTHERS]
    return [(english, other) for english, other in found if other.exists()]


def forms(place: Path) -> dict[str, Forms]:
    """Each key with all its forms, in the order of the file."""
    with place.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    found = {}
    for one in messages:
        key = one.id if isinstance(one.id, str) else one.id[0]
        found[key] = (one.string,) if isinstance(one.string, str) else tuple(one.string or ())
    return found


def holes(said: Forms) -> set[str]:
    return {hole for form in said for hole in HOLE.findall(form)}


BOTH = pytest.mark.parametrize(
    ("english", "other"), pairs(), ids=lambda place: f"{place.parent.name}-{place.stem}"
)


@pytest.mark.parametrize(("language", "game"), [("el", "orcs"), ("hu", "merlin")])
def test_the_house_and_a_game_speak_the_language_of_its_book(language: str, game: str) -> None:
    assert language in OTHERS
    assert (HOUSE / "games" / game / "words" / f"{language}.po").is_file()


@BOTH
def test_nothing_is_missing_and_nothing_is_too_much(english: Path, other: Path) -> None:
    assert list(forms(other)) == list(forms(english)), "the same keys, in the same order"


@BOTH
def test_every_form_has_words_and_the_same_holes(english: Path, other: Path) -> None:
    native = forms(english)
    for key, said in forms(other).items():
        assert all(form.strip() for form in said), f"{key} has a form without words"
        assert holes(said) == holes(native[key]), key


@pytest.mark.parametrize(
    "hungarian", [other for _, other in pairs() if "hu" in (other.stem, other.parent.name)]
)
def test_no_ending_and_no_article_has_to_fit_what_fills_a_hole_in_hungarian(
    hungarian: Path,
) -> None:
    """Whether it is ``a`` or ``az``, ``-nak`` or ``-nek``, only the word itself would tell."""
    for key, said in forms(hungarian).items():
        assert not [form for form in said if LEANS.search(form)], key


@BOTH
def test_what_is_counted_in_english_is_counted_by_the_rule_of_the_language(
    english: Path, other: Path
) -> None:
    native = forms(english)
    for key, said in forms(other).items():
        assert len(said) >= len(native[key]), f"{key} has fewer forms than English"


@pytest.mark.parametrize(
    ("language", "ninth", "twelfth"),
    [
        ("en", "page 9", "line 12"),
        ("el", "σελίδα 9", "γραμμή 12"),
        ("hu", "9. oldal", "12. sor"),
    ],
)
def test_a_place_in_the_book_is_said_in_every_language(
    language: str, ninth: str, twelfth: str
) -> None:
    spoken = words(language)
    assert (spoken.place("page 9"), spoken.place("line 12")) == (ninth, twelfth)
    assert spoken.place("Playing Cards") == "Playing Cards", (
        "a heading stays as it stands there"
    )
