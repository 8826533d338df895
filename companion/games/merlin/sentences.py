"""What a move says by itself, for the history.

Rule: from the move, the state it was played in and the one it led to. Places are counted from 1,
as people do; what was gained is found by comparing.
"""

from __future__ import annotations

from typing import Any

from companion.games.merlin import moves, said_at_scoring, said_in_turn, said_right
from companion.games.merlin.consequences import Tells, Told, gained, waited
from companion.games.merlin.counties import good
from companion.games.merlin.state import State


def alone(state: State, after: State, move: Any) -> Told:
    """The end of its key, and what fills its sentence."""
    return _TELLS[type(move)](state, after, move)


def _plain(key: str, **values: str | int) -> Tells:
    return lambda state, after, move: (key, values)


# Setting up


def _gives(state: State, after: State, move: moves.Gives) -> Told:
    what = waited(state, "what")
    if what in ("knight", "influence"):
        return f"gives_{what}", {"county": move.county}
    return "gives", {"good": good(move.county, what)}


def _starts(state: State, after: State, move: moves.Starts) -> Told:
    known = move.tile < len(state.starts)
    return "starts", {"county": state.starts[move.tile].knight if known else ""}


# Missions


def _fulfils(state: State, after: State, move: Any) -> Told:
    """With its points, where no favour is chosen instead of them."""
    count = gained(state, after)
    if not count:
        return "fulfils", {}
    return "fulfils_both" if state.fulfilled else "fulfils_for", {"count": count}


def _seals(state: State, after: State, move: moves.Seals) -> Told:
    count = gained(state, after)
    if not move.row:
        return "earns", {"count": count}
    told: Any = {"henchman": waited(state, "henchman"), "row": move.row}
    return ("seals_for", {**told, "count": count}) if count else ("seals", told)


def _county(key: str) -> Tells:
    return lambda state, after, move: (key, {"county": move.county})


_TELLS: dict[type, Tells] = {
    moves.Tile: lambda state, after, move: (
        "tile",
        {"place": move.place + 1, "kind": move.kind},
    ),
    moves.Shift: lambda state, after, move: (f"shift_{move.side}", {}),
    moves.Starts: _starts,
    moves.Gives: _gives,
    moves.Traitor: _county("traitor"),
    moves.Shows: _plain("shows"),
    moves.Draws: _plain("draws"),
    moves.Die: lambda state, after, move: (
        "die_white" if move.white else "die",
        {"face": move.face},
    ),
    moves.Again: _plain("again"),
    **said_in_turn.TELLS,
    moves.Drops: _plain("drops"),
    moves.Takes: _plain("takes"),
    moves.Fulfils: _fulfils,
    moves.Claims: _fulfils,
    moves.Corner: lambda state, after, move: ("corner", {"henchman": move.henchman}),
    moves.Seals: _seals,
    moves.Spares: _county("spares"),
    moves.Ends: _plain("ends"),
    **said_at_scoring.TELLS,
    **said_right.TELLS,
}
