"""Points, as a viewer sees them: a step of a scoring before it is taken, what was counted where the
score alone is kept, and the final sheet.

Rule: the reasons are those by which the points are reckoned; nothing here is anybody's secret.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.merlin import counting, rules, scoring, taking
from companion.games.merlin.moves import Next
from companion.games.merlin.state import State
from companion.games.merlin.todo import Area, Pot, Shields
from companion.vocabulary import Refusal, Score


def step(state: State) -> dict[str, Any] | None:
    """The step of a scoring that is shown: what it gives to whom, and why."""
    if state.phase != "score" or not state.todo:
        return None
    todo = state.todo[0]
    shown: dict[str, Any] = {"gives": _gives(state), "then": _then(state)}
    match todo:
        case Area():
            area = taking.area_of(state, todo)
            shown |= {"tiles": list(area), "manors": _owners(state, area)}
        case Pot(county=county):
            there = taking.influence(state, county)
            shown |= {"influence": there, "may_lay": taking.may_lay(state, todo)}
    return shown


def _then(state: State) -> Any:
    """What comes after the step; None after the last."""
    after = state if isinstance(state.todo[0], Shields) else rules.play(state, Next())
    if isinstance(after, Refusal) or after.phase != "score":
        return None
    return msgspec.to_builtins(after.todo[0])


def _owners(state: State, area: tuple[int, ...]) -> dict[str, int]:
    owners = [state.tiles[tile].owner for tile in area]
    return {seat: owners.count(seat) for seat in state.seats if seat in owners}


def _gives(state: State) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "points": points, "why": msgspec.to_builtins(why)}
        for seat, points, why in taking.reckoned(state)
    ]


def sheet(state: State) -> dict[str, Any] | None:
    """What was told, where the score alone is kept."""
    if state.phase != "sheet":
        return None
    plain: dict[str, Any] = msgspec.to_builtins(counting.now(state))
    return {"number": counting.number(state), "end": counting.is_end(state), **plain}


EARNED = {
    "marker": "marker", "excalibur": "traitors", "area": "environs", "county": "influence",
    "grail": "influence", "apples": "end", "staffs": "end", "goods": "end",
}  # fmt: skip
"""Under what the final sheet adds up the lines of a game of which the score alone was kept."""


def scores(state: State) -> list[dict[str, Any]]:
    """The final sheet, once it is over."""
    if state.phase != "over":
        return []
    told = zip(state.seats, scoring.final(state).players, strict=True)
    return [{"seat": seat, "lines": _lines(score)} for seat, score in told]


def _lines(score: Score) -> list[dict[str, Any]]:
    return [
        {
            "points": line.points,
            "why": msgspec.to_builtins(line.reason),
            "part": _part(line.reason.key),
        }
        for line in score.lines
    ]


def _part(key: str) -> str:
    word = key.rpartition(".")[2].removesuffix("_shared")
    return EARNED.get(word, word)
