"""What a mission asks for, and whether a player has it (pages 7 and 12).

Rule: what it names has to be owned, and nothing of it is paid. What is asked for twice has to be
there twice; any flag is another one than a flag that is named beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.merlin.counties import COUNTIES, HENCHMEN, OWNED
from companion.games.merlin.state import Castle

AND = "-and-"


def is_fulfilled(castle: Castle, needs: Iterable[str]) -> bool:
    """Does a player have all that a mission asks for?"""
    asked = Counter(needs)
    return all(_has(castle, need, count) for need, count in asked.items()) and all(
        _total(castle, thing) >= _asked(asked, thing) for thing in OWNED
    )


def _has(castle: Castle, need: str, count: int) -> bool:
    """One need by itself; those without a county are counted together with the others."""
    if need in OWNED:
        return True
    if AND in need:
        return _together(castle, *need.split(AND))
    county, _, what = need.partition("-")
    if what == "influence":
        return castle.influence.get(county, 0) >= count  # type: ignore[call-overload,no-any-return]
    if what == "two":
        return len(_in(castle, county)) > 1
    if what in HENCHMEN:
        return what in _in(castle, county)
    return castle.goods.get(need, 0) >= count


def _in(castle: Castle, county: str) -> list[str]:
    return [name for name, where in castle.henchmen.items() if where == county]


def _together(castle: Castle, one: str, other: str) -> bool:
    """These two in one county, whichever it is (page 12)."""
    return any({one, other} <= set(_in(castle, county)) for county in COUNTIES)


def _total(castle: Castle, thing: str) -> int:
    if thing == "influence":
        return sum(castle.influence.values())
    return sum(n for word, n in castle.goods.items() if word.endswith(f"-{thing}"))


def _asked(asked: Counter[str], thing: str) -> int:
    """Those of a named county and any others together."""
    return sum(n for need, n in asked.items() if need == thing or need.endswith(f"-{thing}"))
