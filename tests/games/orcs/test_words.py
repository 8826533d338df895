# ruff: noqa: RUF001
"""Whatever Orcs Orcs Orcs says has words, in English and in the Greek of its rulebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from companion.games.orcs import GAME, moves, pieces, spells
from companion.games.orcs.sentences import _TELLS
from companion.games.orcs.state import KINDS, Options
from companion.languages import TOGETHER, words
from tests.games.orcs.table import at_fate, begun, put, table

HOUSE = Path(__file__).parent.parent.parent.parent / "companion" / "games" / "orcs"
WORDS = words("en", HOUSE / "words")
GREEK = words("el", HOUSE / "words")


def test_every_move_has_its_line_in_the_history() -> None:
    assert set(_TELLS) == set(get_args(moves.Move))


KEY = re.compile(r"[\"'](orcs(?:\.[a-z_0-9-]+){2,})[\"']")
"""A whole key; what is put together of parts is named below."""
DOES = re.compile(r"does\(f?\"([a-z_]+)\"")
TOLD = re.compile(r"(?:return|lambda state, move: \() *\"([a-z_]+)\", \{")

MADE = {
    "monster": KINDS,
    "earns": pieces.MISSIONS,
    "fate": pieces.RULES,
    "lay": (
        "mages", "hands", "reveal", "draw",
        *(f"{phase}{how}" for phase in ("markers", "open", "missions", "fate", "sheet")
          for how in ("", ".how")),
    ),
    "wait": (
        "boost", "jump", "strike", "sweep", "side", "extra", "learn", "bonds", "voodoo", "drop",
        "show", "choose", "asks_ability", "asks_bonus",
    ),
    "see": pieces.CATEGORIES,
    "counted": (*KINDS, "poison", "support", "learned", "abilities"),
    "rule": pieces.RULES,
    "mission": pieces.MISSIONS,
    "score.mission": pieces.MISSIONS,
    "segment": ("1", "2", "3"),
    "moving": (
        "nobody", "weak", "strong", "mighty", "weak-strong", "weak-mighty", "strong-mighty",
        "weak-strong-mighty",
    ),
    "word": (*pieces.NAMES, *pieces.ABILITIES, *pieces.BONUSES, "poison"),
    "do": (
        "damage", "side_left", "side_right", "falls", "stays", "prints_ability",
        "prints_bonus", "boost_teleport", "boost_draw", "learns_support", "learns_other",
        *(f"row_{name}_{row}" for name in (*spells.BESIDE, "switch", "replenish",
                                           "magical-bonds", "voodoo") for row in (1, 2)),
        *(f"extra_{bonus}" for bonus in pieces.BONUSES),
        *(f"remove_{what}" for what in ("poison", "support", "other")),
    ),
    "did": (
        "defeats", "defeats_and", "defeats_many", "defeats_many_and", "over", "over_shared",
        "last", "draws_one", "keeps_one", "lies", "prints_ability", "prints_bonus",
        "boost_teleport", "boost_draw", "side_left", "side_right",
        *(f"{by}{what}" for by in ("", "fate_", "advance_") for what in ("arrived", "lost")),
        *(f"counts_{what}" for what in ("poison", "support", "learned", "abilities")),
        *(f"remove_{what}" for what in ("poison", "support", "other")),
    ),
}  # fmt: skip
"""What is put together of a kind and one of these."""


def options() -> set[str]:
    """What the start page asks: each rule, and its answers."""
    found = set()
    for name, usual in ((f, getattr(Options(), f)) for f in Options.__struct_fields__):
        found.add(f"orcs.option.{name}")
        ways = ("yes", "no") if isinstance(usual, bool) else READ.get(name, ())
        found |= {f"orcs.option.{name}.{way}" for way in ways}
    return found


READ = {
    "way": ("everything", "board", "score"),
    "cleared": ("markers", "figures"),
    "lost": ("kept", "back"),
    "own_path": ("skip", "reveal"),
}


def keys() -> set[str]:
    """What the rules and the pages say."""
    texts = [p.read_text() for p in HOUSE.rglob("*") if p.suffix in (".py", ".html")]
    found = {key for text in texts for key in KEY.findall(text) if key[-1] != "_"}
    found |= {
        f"orcs.do.{end}" for text in texts for end in DOES.findall(text) if end[-1] != "_"
    }
    found |= {f"orcs.did.{end}" for end in TOLD.findall((HOUSE / "sentences.py").read_text())}
    return (
        found
        | options()
        | {f"orcs.{kind}.{end}" for kind, ends in MADE.items() for end in ends}
    )


@pytest.mark.parametrize("key", sorted(keys()))
def test_whatever_is_said_has_words(key: str) -> None:
    assert key in WORDS


def test_greek_counts_one_and_many() -> None:
    says = GAME.says(at_fate(put(table(), "5", path=1, segment=2)), moves.Advance(("strong",)))
    assert GREEK.say(says) == "Το τέρας 5 φτάνει στον πύργο και αξίζει 4."
    counted = {n: GREEK.word("orcs.score.poison", count=n) for n in (1, 2)}
    assert counted == {1: f"1{TOGETHER}κάρτα δηλητηρίου", 2: f"2{TOGETHER}κάρτες δηλητηρίου"}


def test_what_is_open_in_the_first_moves_is_said_in_greek() -> None:
    state = begun()
    lines = {GREEK.say(choice.says) for choice in GAME.choices(state)}
    assert lines == {f"Ada: θέση {place}" for place in range(1, 7)}
