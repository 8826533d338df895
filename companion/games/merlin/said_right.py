"""What is put right, as a line of the history.

Rule: it says what is true now, and nothing of what was believed. Where a mission is that lies in
no hand to see is told without which.
"""

from __future__ import annotations

from companion.games.merlin import mending
from companion.games.merlin.consequences import Tells, Told
from companion.games.merlin.counties import THINGS, good
from companion.games.merlin.state import MERLIN, State

OF_A_COUNTY = (*THINGS, "influence")


def _holds(state: State, after: State, move: mending.Holds) -> Told:
    told: dict[str, str | int] = {"count": move.count}
    if move.what == "traitor":
        return "holds_traitor", {**told, "county": move.county}
    if move.what in OF_A_COUNTY:
        return "holds_of", {**told, "good": good(move.county, move.what)}
    return "holds", {**told, "what": move.what}


def _stands(state: State, after: State, move: mending.Stands) -> Told:
    told: dict[str, str | int] = {"henchman": move.henchman}
    return ("stands", {**told, "county": move.county}) if move.county else ("stands_home", told)


def _on(state: State, after: State, move: mending.On) -> Told:
    key = "on_merlin" if move.figure == MERLIN else "on"
    return key, {"other": state.names.get(move.figure, ""), "space": move.space}


def _owner(state: State, after: State, move: mending.Owner) -> Told:
    return "owner" if move.seat else "owner_nobody", {"place": move.place + 1}


def _treasure(state: State, after: State, move: mending.Treasure) -> Told:
    return f"treasure_{move.what}{'' if move.seat else '_nobody'}", {}


def _sealed(state: State, after: State, move: mending.Sealed) -> Told:
    return "sealed" if move.lies else "unsealed", {"henchman": move.henchman, "row": move.row}


def _round(state: State, after: State, move: mending.Round) -> Told:
    first = state.names.get(move.starter, "")
    return "round_told", {"round": move.round, "first": first}


def _plain(key: str) -> Tells:
    return lambda state, after, move: (key, {})


TELLS: dict[type, Tells] = {
    mending.Marker: lambda state, after, move: ("marker", {"count": move.points}),
    mending.Holds: _holds,
    mending.Stands: _stands,
    mending.On: _on,
    mending.Owner: _owner,
    mending.Ground: lambda state, after, move: (
        "tile",
        {"place": move.place + 1, "kind": move.kind},
    ),
    mending.Treasure: _treasure,
    mending.Dice: _plain("dice"),
    mending.Sealed: _sealed,
    mending.Lies: _plain("lies"),
    mending.Banner: lambda state, after, move: (
        "banner",
        {"county": move.county, "flag": move.flag},
    ),
    mending.Turn: _plain("turn"),
    mending.Round: _round,
    mending.Way: lambda state, after, move: ("way", {"way": f"way.{move.way}"}),
    mending.Stops: _plain("stops"),
}
"""Every correction, by its kind."""
