"""What a scoring gives, and what is told for one, as lines of the history.

Rule: points are those that a player has more or fewer of afterwards; counts are those that stand
there then.
"""

from __future__ import annotations

from typing import Any

from companion.games.merlin import counting, landscape, moves, taking
from companion.games.merlin.consequences import Tells, Told
from companion.games.merlin.counties import good
from companion.games.merlin.scoring import sheet_player
from companion.games.merlin.state import State, points
from companion.games.merlin.todo import Area, Losses, Pot

MINUS = "\u2212"


def _next(state: State, after: State, move: moves.Next) -> Told:
    """Which step it was, and its points for each."""
    told = ", ".join(_shares(state, after))
    waits = state.todo[0] if state.todo else None
    if not told:
        return "next_none", {}
    match waits:
        case Area(tile=tile):
            terrain = landscape.terrain(state.tiles[tile].kind)
            tiles = len(taking.area_of(state, waits))
            return "next_area", {"tiles": tiles, "terrain": terrain, "points": told}
        case Pot(county=county):
            pot = sum(taking.influence(state, county).values())
            return "next_pot", {"county": county, "pot": pot, "points": told}
    return f"next_{type(waits).__name__.lower()}", {"points": told}


def _shares(state: State, after: State) -> list[str]:
    by = {seat: points(after, seat) - points(state, seat) for seat in state.seats}
    return [f"{state.names[seat]} {_signed(count)}" for seat, count in by.items() if count]


def _signed(count: int) -> str:
    return f"+{count}" if count > 0 else f"{MINUS}{-count}"


def _spends_all(state: State, after: State, move: moves.SpendsAll) -> Told:
    return "spends_all", {"count": sum(taking.spendable(state, move.seat).values())}


def _grail(state: State, after: State, move: moves.Grail) -> Told:
    waits = state.todo[0] if state.todo else Losses()
    if isinstance(waits, Pot) and not waits.grail:
        return "lays", {"county": waits.county}
    return "unlays", {}


# Where the score alone is kept


def _tally(state: State, after: State, move: moves.Tally) -> Told:
    what = good(move.county, move.what) if move.county else move.what
    return "tally", {"what": what, "total": str(_count(after, move)).replace("-", MINUS)}


def _count(after: State, move: moves.Tally) -> int:
    """How many there are now."""
    if move.what in counting.END:
        key = "score" if move.what == "marker" else move.what
        return int(getattr(sheet_player(after, move.seat), key))
    scoring: Any = counting.now(after)
    counts = {
        "traitors": scoring.traitors_left,
        "henchmen": scoring.henchmen,
        "influence": scoring.influence.get(move.county, {}),
    }[move.what]
    return int(counts.get(move.seat, 0))


def _manor(state: State, after: State, move: moves.Manor) -> Told:
    areas: Any = counting.now(after).areas
    count = areas[move.area].manors.get(move.seat, 0) if move.area < len(areas) else 0
    return "manor", {"count": count, "number": move.area + 1}


def _lays(state: State, after: State, move: moves.Lays) -> Told:
    return ("lays", {"county": move.county}) if move.seat and move.county else ("lays_none", {})


TELLS: dict[type, Tells] = {
    moves.Spends: lambda state, after, move: ("spends", {"county": move.county}),
    moves.SpendsAll: _spends_all,
    moves.Keeps: lambda state, after, move: ("keeps", {}),
    moves.Grail: _grail,
    moves.Next: _next,
    moves.Tally: _tally,
    moves.Adds: lambda state, after, move: (
        "adds",
        {"tiles": move.tiles, "terrain": move.terrain},
    ),
    moves.Omits: lambda state, after, move: ("omits", {"number": move.area + 1}),
    moves.Manor: _manor,
    moves.Has: lambda state, after, move: ("has" if move.seat else "has_nobody", {}),
    moves.Lays: _lays,
    moves.Counted: lambda state, after, move: ("counted", {"number": counting.number(state)}),
}
