"""Every language says all that English says, with the same holes, where it says anything.

A game without a file in a language borrows English; a file with a gap in it is a mistake.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.languages import NATIVE, languages

HOUSE = Path(__file__).parent.parent / "companion"
HOLE = re.compile(r"\{\w+(?::\w+)?\}")
OTHERS = [language for language in languages() if language != NATIVE]

Forms = tuple[str, ...]


def pairs() -> list[tuple[Path, Path]]:
    """The English file and that of another language."""
    house = HOUSE / "languages"
    found = [(house / NATIVE / "house.po", house / other / "house.po") for other in OTHERS]
    for words in sorted(HOUSE.glob("games/*/words")):
        found += [(words / f"{NATIVE}.po", words / f"{other}.po") for other in OTHERS]
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


def test_the_house_speaks_greek_for_a_greek_book() -> None:
    assert "el" in OTHERS


@BOTH
def test_nothing_is_missing_and_nothing_is_too_much(english: Path, other: Path) -> None:
    assert list(forms(other)) == list(forms(english)), "the same keys, in the same order"


@BOTH
def test_every_form_has_words_and_the_same_holes(english: Path, other: Path) -> None:
    native = forms(english)
    for key, said in forms(other).items():
        assert all(form.strip() for form in said), f"{key} has a form without words"
        assert holes(said) == holes(native[key]), key


@BOTH
def test_what_is_counted_in_english_is_counted_by_the_rule_of_the_language(
    english: Path, other: Path
) -> None:
    native = forms(english)
    for key, said in forms(other).items():
        assert len(said) >= len(native[key]), f"{key} has fewer forms than English"
