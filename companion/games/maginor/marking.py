"""Influence markers on the symbols of an Oracle ("Playing Mage Cards", "Crossing Out").

Rule: each symbol has at most one marker; a mage has fifteen.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.maginor.pieces import MARKERS
from companion.games.maginor.state import State, free, lying


def supply(state: State, seat: str) -> int:
    """Markers that a mage has not on an Oracle ("Setup" 7)."""
    return MARKERS - lying(state, seat)


def laid(state: State, oracle: str, slot: int, seat: str) -> State:
    """The state with this mage's marker on that symbol, or nobody's."""
    slots = list(state.slots[oracle])
    slots[slot] = seat
    since = tuple(other for other in state.since[oracle] if other != slot)
    return replace(
        state,
        slots={**state.slots, oracle: tuple(slots)},
        since={**state.since, oracle: (*since, slot) if seat else since},
    )


def open_for(state: State, oracle: str, symbol: str) -> tuple[int, ...]:
    """Symbols of this kind without a marker."""
    symbols = state.oracles[oracle].symbols
    return tuple(slot for slot in free(state, oracle) if symbols[slot] == symbol)


def others_on(state: State, oracle: str, symbol: str = "") -> tuple[int, ...]:
    """Symbols, of this kind or of any, with a marker of somebody else than who is on turn."""
    symbols = state.oracles[oracle].symbols
    return tuple(
        slot
        for slot, seat in enumerate(state.slots[oracle])
        if seat not in ("", state.turn) and symbol in ("", symbols[slot])
    )


def own_on(state: State, oracle: str) -> tuple[int, ...]:
    """Symbols with a marker of whoever is on turn."""
    return tuple(s for s, seat in enumerate(state.slots[oracle]) if seat == state.turn)


def is_full(state: State, oracle: str) -> bool:
    """Has every symbol a marker?"""
    return all(state.slots[oracle])


def kinds(state: State, oracle: str) -> Iterator[str]:
    """The symbols of an Oracle for which a vote can be gained now, each once."""
    for symbol in dict.fromkeys(state.oracles[oracle].symbols):
        if open_for(state, oracle, symbol) or others_on(state, oracle, symbol):
            yield symbol
