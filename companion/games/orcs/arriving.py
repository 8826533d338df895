"""Monsters go forward, and what happens when one reaches the tower (line 5).

Rule: each that arrives counts for itself, in the order of the paths, clockwise.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.orcs import board
from companion.games.orcs.kinds import STRENGTH, Kind
from companion.games.orcs.state import INNER, Figure, State, can, standing


def advanced(state: State, strengths: tuple[str, ...]) -> State:
    """All monsters of these categories go one segment towards the tower."""
    for _, _, figure in tuple(standing(state)):
        if STRENGTH[figure.kind] in strengths:
            state = forward(state, figure.id)
    return state


def forward(state: State, id: int, steps: int = 1) -> State:
    """One monster goes so many segments forward, at most into the tower."""
    where = board.found(state, id)
    if where is None:
        return state
    path, segment, figure = where
    state = board.taken(state, id)
    if segment + steps <= INNER:
        return board.put(state, figure, path, segment + steps)
    return arrived(state, figure, path)


def arrived(state: State, figure: Figure, path: int) -> State:
    """Its kind is worth one less, at least 1; the mage on that path loses one of the kind."""
    kind = figure.kind
    values = {**state.values, kind: max(1, state.values[kind] - 1)}
    state = replace(state, values=values)
    for seat in state.seats:
        if state.mages[seat] == path and not can(state, seat, "no-loss"):
            state = _lost(state, seat, kind)
    return state


def _lost(state: State, seat: str, kind: Kind) -> State:
    """A figure goes back into the box. Whether the cube goes back, too, is a house rule."""
    won = state.won[seat]
    if not won[kind]:
        return state
    left = won[kind] - 1
    state = replace(state, won={**state.won, seat: {**won, kind: left}})
    if state.options.lost == "kept":
        return state
    track = {**state.tracks[seat], kind: min(state.tracks[seat][kind], left)}
    return replace(state, tracks={**state.tracks, seat: track})
