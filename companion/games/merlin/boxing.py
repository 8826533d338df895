"""The box of a match: what stands on the owner's board, frames, start tiles and missions.

Rule: what is printed comes from the owner alone, and nothing is made of half of it. A rondel or
a frame with a gap, flags of a few counties and some of the start tiles are left out, and asked
in the match instead. Missions are cards: each that was told is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.merlin.counties import COUNTIES, FLAGS, ROUND
from companion.games.merlin.pieces import MISSIONS, START, STARTS, TEETH
from companion.vocabulary import Printed, Shuffle

Facts = Mapping[str, Any]

MISSION = {"needs", "points"}
"""Without these it is none. Only the King's favour asks who is in the corner (page 10)."""
NOTHING: Facts = {}


def boxed(printed: Printed, shuffle: Shuffle) -> dict[str, Any]:
    """The box as ``Box`` reads it. ``printed``: facts by the piece, ``mission/12``. Nothing is
    left to chance: cards and tiles come to the table as they are drawn."""
    board, upper = printed.get("board", NOTHING), printed.get("frame/upper", NOTHING)
    lower = printed.get("frame/lower", NOTHING)
    flags = _whole(board, "flags", len(FLAGS))
    return {
        "rondel": _whole(board, "rondel", ROUND),
        "flags": dict(zip(COUNTIES, flags, strict=False)),
        "upper": _whole(upper, "stones", TEETH),
        "lower": _whole(lower, "stones", TEETH),
        "shift": upper.get("shift", ""),
        "starts": _starts(printed),
        "missions": [*_missions(printed)],
    }


def _whole(facts: Facts, key: str, count: int) -> list[str]:
    """A row of so many words, or none."""
    row = list(facts.get(key, ()))
    return row if len(row) == count else []


def _starts(printed: Printed) -> list[dict[str, Any]]:
    """All four tiles, each with its five counties, or none: any may come to anybody."""
    keys = {fact.key for fact in START}
    tiles = (printed.get(f"start/{number}", NOTHING) for number in range(1, STARTS + 1))
    told = [{key: tile[key] for key in keys} for tile in tiles if tile.keys() >= keys]
    return told if len(told) == STARTS else []


def _missions(printed: Printed) -> Iterator[dict[str, Any]]:
    for number in range(1, MISSIONS + 1):
        facts = printed.get(f"mission/{number}", NOTHING)
        if facts.keys() >= MISSION:
            known = {"needs": list(facts["needs"]), "points": facts["points"]}
            yield {"id": f"mission-{number}", **known, "henchman": facts.get("henchman", "")}
