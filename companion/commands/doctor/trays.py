"""What lies in the trays, and what moved there while the doctor looked.

Rule: a level that was said again is no change; what had waited in the board is none, either.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from companion.commands.doctor.finding import OK, WARN, Check, listed
from companion.commands.doctor.listening import Heard
from companion.geometry import TRAYS

ALL = "all"  # on the pins one line may stand for all of them
ORDER = (*TRAYS, ALL)


def levels(heard: Heard, kind: str) -> dict[str, dict[str, int]]:
    """The level of each tray or switch by now, and how often it changed during the look."""
    told: dict[str, list[tuple[int, bool]]] = {}
    for one in heard.signals:
        of, _, which = one.source.partition("/")
        if of == kind and one.value in (0, 1):
            told.setdefault(which or ALL, []).append((one.value, one.at >= heard.since))
    return {
        which: {"level": said[-1][0], "changes": _changes(said)} for which, said in told.items()
    }


def _changes(said: list[tuple[int, bool]]) -> int:
    return sum(
        is_fresh and level != before for (before, _), (level, is_fresh) in pairwise(said)
    )


def trays(name: str, levels: Mapping[str, Mapping[str, int]]) -> Check:
    """What lies in the trays, and what moved there meanwhile."""
    check, values = f"trays/{name}", {"trays": levels}
    missing = [tray for tray in TRAYS if tray not in levels and ALL not in levels]
    if missing:
        told = f"Nothing was heard of the tray{'s' if missing[1:] else ''} {listed(missing)}."
        return Check(check, WARN, told, "Look at the light beams and their wires.", values)
    lies = [f"{_called(tray)} {_state(levels[tray])}" for tray in ORDER if tray in levels]
    moved = [f"{tray} {one['changes']} times" for tray, one in levels.items() if one["changes"]]
    hint = "To test one, drop a ball into it while companion doctor looks: it counts."
    counted = f"Changed meanwhile: {listed(moved)}." if moved else hint
    return Check(check, OK, f"{listed(lies)}. {counted}", values=values)


def _called(tray: str) -> str:
    return "the line of all trays" if tray == ALL else tray


def _state(one: Mapping[str, int]) -> str:
    return "has a ball" if one["level"] else "is empty"
