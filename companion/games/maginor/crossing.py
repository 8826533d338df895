"""Crossing out an Oracle: who comes first, who gets what, and the ring closes ("Crossing Out").

Rule: an Oracle is crossed out once, and the turn ends with it. The Guild Hall is the last.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from msgspec.structs import replace

from companion.games.maginor.state import (
    BEFORE,
    CENTRE,
    GUILD_HALL,
    ON,
    State,
)
from companion.games.maginor.todo import (
    Ask,
    Cross,
)


def counts(state: State, oracle: str) -> dict[str, int]:
    """Markers of each mage who has any there, in turn order."""
    lying = Counter(state.slots[oracle])
    return {seat: lying[seat] for seat in state.seats if lying[seat]}


def ranked(state: State, oracle: str) -> tuple[str, ...]:
    """Mages by their markers there; among as many, by the reading of the tie. "The player who
    first filled the Oracle from top to bottom, clockwise": whose marker comes first from the
    top clockwise, or who laid the first in time."""
    lying = counts(state, oracle)
    slots = state.slots[oracle]
    order = state.since[oracle] if state.options.tie == "earliest" else range(len(slots))
    places = [slots[slot] for slot in order if slots[slot]]
    return tuple(sorted(lying, key=lambda seat: (-lying[seat], places.index(seat))))


def is_tied(state: State, oracle: str) -> bool:
    """Does the reading of a tie decide who gets anything here? Behind the second nobody does."""
    most = sorted(counts(state, oracle).values(), reverse=True)
    if len(most) < 2:
        return False
    prizes = 2 if state.beside.get(oracle) else 1
    return any(one == other for one, other in pairwise(most[: prizes + 1]))


def cross(state: State, todo: Cross) -> State | None:
    """Everything that follows by itself; None while the first has to choose."""
    if state.options.tie == "ask" and is_tied(state, todo.oracle):
        return replace(state, todo=(Ask("tie"), *state.todo))
    if not todo.first:
        first, second, *_ = (*ranked(state, todo.oracle), "", "")
        if first and state.beside.get(todo.oracle):
            named = replace(todo, first=first, second=second)
            return replace(state, todo=(named, *state.todo[1:]))
        return closed(state, todo.oracle, first, "")
    return None


def prized(state: State, todo: Cross, take: str) -> State:
    """The first takes the Oracle or the spell; the second gets what is left, if there is one."""
    if take == "oracle":
        return closed(state, todo.oracle, todo.first, todo.second)
    return closed(state, todo.oracle, todo.second, todo.first)


def closed(state: State, oracle: str, winner: str, speller: str) -> State:
    """The Oracle goes to one, its spell to another; what nobody takes leaves the game. Markers
    go home, mages to the centre, and the ring closes."""
    state = _given(state, oracle, winner, speller)
    maginor = state.maginor
    if state.ring[:1] == (oracle,) and maginor == ON:
        maginor = BEFORE
    return replace(
        state,
        todo=state.todo[1:],
        ring=tuple(other for other in state.ring if other != oracle),
        slots={id: slots for id, slots in state.slots.items() if id != oracle},
        since={id: since for id, since in state.since.items() if id != oracle},
        beside={id: spell for id, spell in state.beside.items() if id != oracle},
        at={seat: CENTRE if at == oracle else at for seat, at in state.at.items()},
        maginor=maginor,
    )


def _given(state: State, oracle: str, winner: str, speller: str) -> State:
    spell = state.beside.get(oracle, "")
    won, spells, gone = state.won, state.spells, state.gone
    if winner:
        won = {**won, winner: (*won[winner], oracle)}
    else:
        gone = (*gone, oracle)
    if speller:
        spells = {**spells, speller: (*spells[speller], spell)}
    elif spell:
        gone = (*gone, spell)
    return replace(state, won=won, spells=spells, gone=gone)


def is_last(state: State) -> bool:
    """Is the Guild Hall crossed out, and with it all?"""
    return GUILD_HALL not in state.slots
