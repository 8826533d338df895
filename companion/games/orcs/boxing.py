"""The box of a match: what stands on the owner's trophy boards, spells and fate cards.

Rule: what is printed comes from the owner alone, and nothing is made of half of it. A row of
fewer than the six kinds may begin anywhere, and a few fate cards are not the pile: these are
left out, and people are asked. A card with a name that is not in the book has no effect that
the companion knows; it counts as not told.

Where mages begin, and for how many new spells there are points, is not here: the first is
asked in each match, the second is an option of it. What is printed on poison gives no power.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.orcs.kinds import KINDS
from companion.games.orcs.pieces import COLOURS, FATES, NAMES, STRENGTHS
from companion.vocabulary import Printed, Shuffle

Facts = Mapping[str, Any]

TRAITS = {"hits": "hits", "abilities": "ability", "bonuses": "bonus"}
"""What the trophy boards print in a row, and what it is of each kind (lines 4 and 14)."""
SPELL = {"name", "category", "magic"}
"""Without these a spell cannot be cast. Rows that nobody told are people's to say."""
ROWS = ("power", "damage", "boost")


def boxed(printed: Printed, shuffle: Shuffle) -> dict[str, Any]:
    """The box as ``Box`` reads it. ``printed``: facts by the piece, ``spell/12``. Nothing is left
    to chance: cards come to the table as they are drawn."""
    return {
        "traits": _traits(printed),
        "starters": _starters(printed),
        "spells": _spells(printed),
        "fates": _fates(printed),
    }


def _of(printed: Printed, front: str) -> Iterator[tuple[str, Facts]]:
    """Facts of the pieces whose names begin so, by what comes after that."""
    for id, facts in printed.items():
        if id.startswith(front):
            yield id.removeprefix(front), facts


def _traits(printed: Printed) -> dict[str, dict[str, Any]]:
    """All trophy boards are alike (line 4): each row from the first where it is whole."""
    traits: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for row, trait in TRAITS.items():
        rows = (facts.get(row, ()) for _, facts in _of(printed, "board/"))
        whole = next((told for told in rows if len(told) == len(KINDS)), ())
        for kind, told in zip(KINDS, whole, strict=False):
            traits[kind][trait] = told
    return {kind: told for kind, told in traits.items() if told}


def _starters(printed: Printed) -> list[dict[str, Any]]:
    """The first eight of every mage are alike: those of the colour of which most are told. Each
    number is another card in another colour, so that these are never mixed."""
    by_colour = [
        [_card(f"starter-{n}", facts) for n, facts in _told(printed, f"starter/{colour}/")]
        for colour in COLOURS
    ]
    return max(by_colour, key=len)


def _spells(printed: Printed) -> list[dict[str, Any]]:
    """Those to be learned, each from one of two piles (line 2)."""
    return [
        {**_card(f"spell-{n}", facts), "pile": facts["pile"]}
        for n, facts in _told(printed, "spell/")
        if "pile" in facts
    ]


def _told(printed: Printed, front: str) -> Iterator[tuple[str, Facts]]:
    """Cards of which enough is told, with a name of the book."""
    for number, facts in _of(printed, front):
        if facts.keys() >= SPELL and named(facts["name"]) in NAMES:
            yield number, facts


def _card(id: str, facts: Facts) -> dict[str, Any]:
    rows = {row: list(facts[row]) for row in ROWS if row in facts}
    known = {"category": facts["category"], "magic": list(facts["magic"])}
    return {"id": id, "name": named(facts["name"]), **known, **rows}


def named(name: str) -> str:
    """The spell as the book's list has it: ``Ice Storm`` is ``ice-storm``."""
    return "-".join(name.casefold().split())


def _fates(printed: Printed) -> list[dict[str, Any]]:
    """The whole pile, or none: what is not in it could not be turned."""
    told = [
        {"moves": sorted(facts["moves"], key=STRENGTHS.index), "rule": facts["rule"]}
        for _, facts in _of(printed, "fate/")
        if {"moves", "rule"} <= facts.keys()
    ]
    return told if len(told) == FATES else []
