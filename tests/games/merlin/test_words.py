"""Whatever Merlin says has words."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from companion.games.merlin import mending, pieces
from companion.games.merlin.counties import COUNTIES, FLAGS, HENCHMEN, OWNED, SPACES, THINGS
from companion.games.merlin.scoring import BOOK
from companion.games.merlin.sentences import _TELLS
from companion.games.merlin.state import Options
from companion.languages import TOGETHER, words

HOUSE = Path(__file__).parent.parent.parent.parent / "companion" / "games" / "merlin"
WORDS = words("en", HOUSE / "words")
KEY = re.compile(r"[\"'](merlin(?:\.[a-z_0-9-]+){2,})[\"']")
"""A whole key; what is put together of parts is named below."""
DOES = re.compile(r"does\(\s*f?\"([a-z_]+)\"")
TOLD = re.compile(r"(?:return|lambda state, after, move: \()\s*\"([a-z_]+)\", \{")
PLAIN = re.compile(r"(?:_plain|_county)\(\"([a-z_]+)\"\)")
FIGURES = [f"{one}{back}" for one, back in product(("knight", "merlin"), ("", "_back"))]
GOODS = [f"{county}-{thing}" for county, thing in product(COUNTIES, (*THINGS, "influence"))]
COUNTED = ("traitors", "henchmen", "apples", "staffs", "shields", "flags", "stones", "marker")
OPTIONS = {
    "way": ("everything", "board", "score"),
    "favour": ("yes", "no"),
    "markers": ("6", "7"),
    "below": ("minus", "zero"),
    "excalibur": ("stays", "returns"),
}

MADE = {
    "county": COUNTIES,
    "space": tuple(SPACES),
    "thing": (*THINGS, "influence"),
    "owned": (*OWNED, "apples", "staffs"),
    "gain": OWNED,
    "henchman": HENCHMEN,
    "counted": (*COUNTED, *(f"{county}-influence" for county in COUNTIES)),
    "verb": ("shows", "draws", "takes", "drops", "fulfils"),
    "word": (*COUNTIES, *FLAGS, *GOODS, *pieces.NEEDS, *set(SPACES) - set(COUNTIES)),
    "earned": tuple(BOOK),
    "score": (
        "traitors", "excalibur", "area", "area_shared", "county", "county_shared", "grail",
        "henchmen", "apples", "staffs", "goods", "marker",
    ),
    "option": (*OPTIONS, *(f"{name}.{way}" for name, ways in OPTIONS.items() for way in ways)),
    "do": (
        *FIGURES, *(f"turned_{figure}" for figure in FIGURES),
        *(f"gives_{what}" for what in ("knight", "flag", "shield", "stone", "influence")),
        *(f"acts_{space}" for space in ("excalibur", "grail", "mission")),
        *(f"mission_{room}" for room in ("0", "1", "2", "3", "more")),
        *(f"seals_{row}" for row in ("1", "2", *HENCHMEN)),
        *(f"{what}_{way}" for what in ("tally", "manor") for way in ("more", "fewer")),
        "rolls", "rolls_white", "apple", "apple_white", "flips", "flips_white", "counts",
        "counts_more", "twice_manor", "twice_lady", "lays", "unlays", "has", "has_nobody", "puts",
        "gets", "shift_left", "shift_right",
    ),
    "did": (
        *FIGURES, *(f"{figure}_to" for figure in FIGURES),
        *(f"sent{home}{also}" for home in ("", "_home") for also in ("", "_and")),
        *(f"next_{step}" for step in ("none", "losses", "area", "pot", "henchmen", "ending")),
        *(f"treasure_{what}{whose}" for what in ("grail", "excalibur")
          for whose in ("", "_nobody")),
        "landscape", "round", "scoring", "over", "over_shared", "gives_knight",
        "gives_influence", "die_white", "lands", "lands_merlin", "mirrors", "grail",
        "grail_apple", "excalibur", "mission", "no_more", "leaves", "twice_manor", "twice_lady",
        "fulfils_for", "fulfils_both", "earns", "seals", "seals_for", "lays_none", "has_nobody",
        "shift_left", "shift_right", "stands_home", "on_merlin", "owner_nobody", "unsealed",
    ),
}  # fmt: skip
"""What is put together of a kind and one of these."""


def keys() -> set[str]:
    """What the rules and the pages say."""
    texts = [p.read_text() for p in HOUSE.rglob("*") if p.suffix in (".py", ".html")]
    found = {key for text in texts for key in KEY.findall(text) if key[-1] not in "_-"}
    found |= {f"merlin.do.{it}" for text in texts for it in DOES.findall(text) if it[-1] != "_"}
    for module in (
        "sentences",
        "said_in_turn",
        "said_right",
        "said_at_scoring",
        "consequences",
    ):
        text = (HOUSE / f"{module}.py").read_text()
        found |= {f"merlin.did.{it}" for it in (*TOLD.findall(text), *PLAIN.findall(text))}
    made = {f"merlin.{kind}.{end}" for kind, ends in MADE.items() for end in ends}
    return (found | made) - {"merlin.did.stops"}  # its sentence is that of the end


def test_every_move_has_its_line_in_the_history() -> None:
    assert set(_TELLS) == set(get_args(mending.Tap))


def test_every_option_has_words_for_each_answer() -> None:
    assert set(OPTIONS) == set(Options.__struct_fields__)


@pytest.mark.parametrize("key", sorted(keys()))
def test_whatever_is_said_has_words(key: str) -> None:
    assert key in WORDS


def test_one_and_many_are_counted() -> None:
    said = {n: WORDS.word("merlin.score.traitors", count=n) for n in (1, 2)}
    assert said == {1: f"1{TOGETHER}traitor left", 2: f"2{TOGETHER}traitors left"}


def test_a_button_is_at_most_about_five_words() -> None:
    """Words of two parts as they are on the longest buttons; a mission is told in full."""
    values = {
        "name": "Ada", "kind": "mountain-tower", "county": "purple", "space": "points-influence",
        "what": "purple-influence", "thing": "shield", "henchman": "lady", "flag": "mirror",
        "terrain": "mountain",
    }  # fmt: skip
    numbers = dict.fromkeys(("face", "other", "points", "count", "tiles", "number", "place"), 3)
    missions = {f"merlin.do.mission_{room}" for room in ("0", "1", "2", "3", "more")}
    long = {
        key: said
        for key in keys() - missions
        if key.startswith("merlin.do.")
        and len((said := WORDS.word(key, **values, **numbers)).replace(TOGETHER, " ").split())
        > 7
    }
    assert long == {}
