"""The final sheet, told item by item, where the companion keeps the score alone.

Rule: each Oracle and each ritual is somebody's once, or nobody's. Oracles without a name count
by the number on top.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.pieces import ORACLES
from companion.games.maginor.state import RITUALS, State
from companion.games.maginor.todo import (
    Ask,
    Over,
)
from companion.vocabulary import Refusal

BOOK = "End of the Game"


def unsaid(state: State) -> Iterator[str]:
    """Oracles and rituals of which nobody said who has them."""
    out = set(state.gone)
    out.update(
        item for items in (*state.won.values(), *state.spells.values()) for item in items
    )
    return (item for item in (*state.oracles, *RITUALS) if item not in out)


def keeps(state: State, move: moves.Keeps) -> State | Refusal:
    """Somebody has that Oracle or ritual, or nobody."""
    if state.phase != "sheet":
        return Refusal("maginor.no.phase", {}, BOOK)
    if move.item not in unsaid(state):
        key = "ritual_twice" if move.item in RITUALS else "oracle_twice"
        return Refusal(f"maginor.no.{key}", {"spell": move.item, "oracle": move.item}, BOOK)
    if not move.seat:
        return replace(state, gone=(*state.gone, move.item))
    if move.item in RITUALS:
        spells = {**state.spells, move.seat: (*state.spells[move.seat], move.item)}
        return replace(state, spells=spells)
    return replace(state, won={**state.won, move.seat: (*state.won[move.seat], move.item)})


def nameless(state: State) -> int:
    """How many Oracles without a name can still be somebody's."""
    told = sum(len(votes) for votes in state.others.values())
    return ORACLES - len(state.oracles) - told


def adds(state: State, move: moves.Adds) -> State | Refusal:
    """Somebody has an Oracle with that number on top."""
    if state.phase != "sheet":
        return Refusal("maginor.no.phase", {}, BOOK)
    if nameless(state) < 1:
        return Refusal("maginor.no.oracles", {"most": ORACLES}, "Components")
    mine = (*state.others[move.seat], move.votes)
    return replace(state, others={**state.others, move.seat: mine})


def done(state: State, _: moves.Done) -> State | Refusal:
    """The sheet is complete."""
    if state.phase != "sheet":
        return Refusal("maginor.no.phase", {}, BOOK)
    return replace(state, todo=(Ask("ritual"), Over()))
