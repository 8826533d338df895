"""Manors in the environs (page 7).

Rule: a tile bears one, and it costs one stone that a line from there shows at a frame. For a
tower something comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import goods, landscape, moves
from companion.games.merlin.counties import COUNTIES, County, Owned, good
from companion.games.merlin.pieces import MANORS
from companion.games.merlin.setting_up import laid
from companion.games.merlin.state import State, Tile, instead, own
from companion.games.merlin.todo import Act, Get, Pay
from companion.vocabulary import Refusal

BONUS: tuple[Owned, ...] = ("shield", "flag", "influence")
"""For a tower (page 7)."""


def options(state: State, _: Act) -> Iterator[Any]:
    """Where a manor can be built and paid for; the eighth nowhere."""
    if manors(state, state.turn) == MANORS:
        return
    for place, tile in enumerate(state.tiles):
        if not tile.owner and payable(state, place):
            yield moves.Builds(place)


def manors(state: State, seat: str) -> int:
    """Manors of a player in the environs."""
    return sum(tile.owner == seat for tile in state.tiles)


def payable(state: State, place: int) -> tuple[County, ...]:
    """Own stones that pay for a manor there: of the colours at the ends of the lines; any, where
    nobody told the frames, and people see themselves."""
    held = own(state).goods
    mine = tuple(c for c in COUNTIES if held.get(good(c, "stone")))
    if not state.upper:
        return mine
    shown = landscape.stones(place, len(state.tiles), state.shift, state.upper, state.lower)
    return tuple(county for county in mine if county in shown)


def builds(state: State, move: moves.Builds, todo: Act) -> State | Refusal:
    """A manor, for one stone; at once where there is no choice."""
    if todo.space != "manor" or move.tile >= len(state.tiles):
        return Refusal("merlin.no.phase", {}, "page 4")
    if manors(state, state.turn) == MANORS:
        return Refusal("merlin.no.manors", {"most": MANORS}, "page 7")
    if state.tiles[move.tile].owner:
        return Refusal("merlin.no.taken", {}, "page 7")
    counties = payable(state, move.tile)
    if not counties:
        return Refusal("merlin.no.stone", {}, "page 7")
    if len(counties) > 1:
        return instead(state, Pay(move.tile, counties))
    return _built(instead(state), move.tile, counties[0])


def pays(state: State, move: moves.Pays, todo: Pay) -> State | Refusal:
    """… for that stone."""
    if move.county not in todo.counties:
        return Refusal("merlin.no.stone", {}, "page 7")
    return _built(instead(state), todo.tile, move.county)


def _built(state: State, place: int, county: County) -> State:
    """For a tower something more is taken, or influence placed."""
    state = goods.put(state, state.turn, county, "stone", -1)
    kind = state.tiles[place].kind
    state = laid(state, place, Tile(kind, state.turn))
    if not kind.endswith(landscape.TOWER):
        return state
    return replace(state, todo=(Get(BONUS), *state.todo))
