"""The box of a match: what the owner's copy is, and a proposal for tonight's table.

Rule: what is printed comes from the owner alone; the order on the table is a matter of chance,
which comes from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.maginor.pieces import ORACLES, SPELLS, SYMBOL_CARDS, WANDS
from companion.games.maginor.state import GUILD_HALL, RITUALS, WAND
from companion.vocabulary import Printed, Shuffle

SMALL = 2
"""Small Oracles that stand next to the Guild Hall ("Setup" 2)."""
NOTHING = "none"


def boxed(printed: Printed, shuffle: Shuffle) -> dict[str, Any]:
    """The box as ``Box`` reads it. ``printed``: facts by the piece, ``oracle/unicorn``;
    ``shuffle``: the same words in an order of chance."""
    oracles = [_oracle(id, facts) for id, facts in printed.items() if _is_told(id, facts)]
    box = {"oracles": oracles, "mages": _mages(printed), "hands": _hands(printed)}
    return box | (proposal(oracles, shuffle) if len(oracles) == ORACLES else {})


def _is_told(id: str, facts: Mapping[str, Any]) -> bool:
    kind, _, _ = id.partition("/")
    return kind == "oracle" and {"votes", "symbols"} <= facts.keys()


def _oracle(id: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    oracle = {"id": id.partition("/")[2], "votes": facts["votes"]}
    return {**oracle, "symbols": list(facts["symbols"]), "name": facts.get("name", "")}


def _mages(printed: Printed) -> dict[str, str]:
    """Which colour the mage of each number on the labels has."""
    mages = ((id.split("/"), facts) for id, facts in printed.items())
    return {
        id[1]: facts["colour"] for id, facts in mages if id[0] == "mage" and "colour" in facts
    }


def _hands(printed: Printed) -> dict[str, list[dict[str, str]]]:
    """The cards of each colour whose five symbol cards were all told."""
    hands = {}
    for number, seat in _mages(printed).items():
        cards = [
            {"id": f"{number}/{kind}/{which}", "shows": facts.get("symbol", WAND)}
            for kind, which, facts in _cards(printed, number)
        ]
        if len(cards) == SYMBOL_CARDS:
            wands = [{"id": f"{number}/{WAND}/{n}", "shows": WAND} for n in range(1, WANDS + 1)]
            hands[seat] = [*cards, *wands]
    return hands


def _cards(printed: Printed, number: str) -> list[tuple[str, str, Mapping[str, Any]]]:
    found = []
    for id, facts in printed.items():
        match id.split("/"):
            case ["card", mage, "symbol", which] if mage == number and "symbol" in facts:
                found.append(("symbol", which, facts))
    return found


def proposal(oracles: Sequence[Mapping[str, Any]], shuffle: Shuffle) -> dict[str, Any]:
    """The two small ones first, the others in any order; the spells beside them ("Setup" 2 to
    6). There are nine Oracles for eight spells: one has none."""
    others = [one for one in oracles if one["id"] != GUILD_HALL]
    by_votes = [one["id"] for one in sorted(others, key=lambda one: int(one["votes"]))]
    ring = [*shuffle(by_votes[:SMALL]), *shuffle(by_votes[SMALL:])]
    spells = shuffle([*(spell for spell in SPELLS if spell not in RITUALS), NOTHING])
    beside = zip(ring[:-1], spells, strict=True)
    return {"ring": ring, "beside": {id: spell for id, spell in beside if spell != NOTHING}}
