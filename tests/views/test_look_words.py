"""What the companion says: every key has words, holes are filled safely, plurals are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.languages import languages, words
from tests.views.look import GAME, ROOT, SYMBOLS, WORDS

SAID = re.compile(r"""["']((?:house|labyrinth)\.[a-z_0-9]+(?:\.[a-z_0-9]+)*)["'](?!\s*~)""")
FILES = {".html", ".po", ".css", ".js"}


def keys() -> set[str]:
    texts = [*ROOT.rglob("*.py"), *ROOT.rglob("*.html")]
    found = {key for text in texts for key in SAID.findall(text.read_text())}
    return {key for key in found if f".{key.rpartition('.')[2]}" not in FILES}


@pytest.mark.parametrize("key", sorted(keys()))
def test_whatever_is_said_has_words(key: str) -> None:
    assert key in WORDS


@pytest.mark.parametrize("family", ["name", "symbol"])
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_every_symbol_has_a_name(symbol: str, family: str) -> None:
    assert f"labyrinth.{family}.{symbol}" in WORDS


@pytest.mark.parametrize(("count", "said"), [(1, "One step."), (3, "3\u00a0steps.")])
def test_steps_are_counted_and_a_number_keeps_its_noun(count: int, said: str) -> None:
    assert WORDS.word("labyrinth.did.walked", count=count) == said


def test_a_symbol_is_called_by_its_name_and_an_unknown_one_by_the_owners() -> None:
    assert WORDS.word("labyrinth.did.chip", symbol="snail") == "The snail chip."
    assert WORDS.word("labyrinth.did.chip", symbol="sword") == "The sword chip."


def test_a_name_cannot_reach_into_the_program() -> None:
    said = WORDS.word("labyrinth.no.occupied", name="{name.__class__} {0}")

    assert said == "{name.__class__} {0} stands there. Stop earlier or go another way."


def test_a_name_from_right_to_left_keeps_to_itself() -> None:
    said = WORDS.word("labyrinth.turn.rolls", name="\u05e0\u05d5\u05e2\u05d4")

    assert said == "\u2068\u05e0\u05d5\u05e2\u05d4\u2069 rolls"


def test_a_key_without_words_is_said_plainly_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fresh = words("en", None)

    assert [fresh.word("labyrinth.no.not_there"), fresh.word("labyrinth.no.not_there")] == [
        "not there"
    ] * 2
    assert len([r for r in caplog.records if "labyrinth.no.not_there" in r.getMessage()]) == 1


def test_a_language_borrows_from_english_and_counts_by_its_own_rule(tmp_path: Path) -> None:
    czech = tmp_path / "cs.po"
    czech.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n'
        'msgid "labyrinth.did.walked"\nmsgid_plural "labyrinth.did.walked"\n'
        'msgstr[0] "Jeden krok."\nmsgstr[1] "{count} kroky."\nmsgstr[2] "{count} kroků."\n',
        "utf-8",
    )
    spoken = words("cs", tmp_path, GAME / "words")

    told = [spoken.word("labyrinth.did.walked", count=n) for n in (1, 2, 5)]

    assert told == ["Jeden krok.", "2\u00a0kroky.", "5\u00a0kroků."]
    assert "house.undo" in spoken


def test_english_is_spoken() -> None:
    assert "en" in languages()
