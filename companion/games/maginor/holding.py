"""Who has an Oracle or a spell, as people say it is.

Rule: each thing is in one place: with a player, out of the game, or where it was on the ring.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.crossing import is_last
from companion.games.maginor.lapsing import still
from companion.games.maginor.pieces import SPELLS
from companion.games.maginor.state import (
    BEFORE,
    CENTRE,
    END,
    GUILD_HALL,
    ON,
    RITUALS,
    State,
    standing,
)
from companion.games.maginor.todo import (
    Ask,
    Over,
)
from companion.vocabulary import Refusal

RING = "ring"
NOBODY = ""
CAULDRON, SUPREME = RITUALS
SETUP, CROSSING = "Setup", "Crossing Out"


def holds(state: State, move: moves.Holds) -> State | Refusal:
    """That player has it, nobody has, or it is in the ring. What else was won of the same
    Oracle stays as it is."""
    if move.item not in (*state.oracles, *SPELLS):
        return Refusal("maginor.no.item", {}, "Oracles and Spells")
    if state.phase not in ("turn", "sheet", "over"):
        return Refusal("maginor.no.phase", {}, SETUP)
    if has(state, move.item) == move.seat:
        return state
    if state.options.way == "score":
        return _given(_from_hands(state, move.item), move.item, move.seat)
    if move.seat == RING:
        return _set_back(state, move.item)
    if move.item == GUILD_HALL and state.ring:
        return Refusal("maginor.no.oracle", {}, CROSSING)
    state = lifted(_from_hands(state, move.item), move.item)
    return still(_ended(_given(state, move.item, move.seat)))


def has(state: State, item: str) -> str | None:
    """The seat, nobody or the ring; None where people have not said."""
    for seat in state.seats:
        if item in (*state.won[seat], *state.spells[seat]):
            return seat
    if item in state.gone:
        return NOBODY
    return RING if item in (*state.slots, *state.beside.values()) else None


def _from_hands(state: State, item: str) -> State:
    """It is with no player, and in the game again."""
    return replace(
        state,
        won={seat: _without(won, item) for seat, won in state.won.items()},
        spells={seat: _without(spells, item) for seat, spells in state.spells.items()},
        gone=_without(state.gone, item),
    )


def _without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    return tuple(other for other in items if other != item)


def _given(state: State, item: str, seat: str) -> State:
    if seat == RING:
        return state
    if seat == NOBODY:
        return replace(state, gone=(*state.gone, item))
    if item in SPELLS:
        return replace(state, spells={**state.spells, seat: (*state.spells[seat], item)})
    return replace(state, won={**state.won, seat: (*state.won[seat], item)})


def lifted(state: State, item: str) -> State:
    """Off the table. Of an Oracle the markers go home and the mages to the centre; the spell
    beside it leaves the game, until people say who has it."""
    spell = state.beside.get(item, "")
    beside = {id: other for id, other in state.beside.items() if item not in (id, other)}
    passed = state.ring[:1] == (item,) and state.maginor == ON
    return replace(
        state,
        ring=_without(state.ring, item),
        slots={id: slots for id, slots in state.slots.items() if id != item},
        since={id: since for id, since in state.since.items() if id != item},
        beside=beside,
        gone=(*state.gone, spell) if spell else state.gone,
        at={seat: CENTRE if at == item else at for seat, at in state.at.items()},
        maginor=BEFORE if passed else state.maginor,
    )


def _ended(state: State) -> State:
    """Without the Guild Hall the game is over ("End of the Game")."""
    if state.phase != "turn" or not is_last(state):
        return state
    return replace(state, maginor=END, todo=(Ask("ritual"), Over()))


def _set_back(state: State, item: str) -> State | Refusal:
    if item in SPELLS:
        return _laid_beside(state, item)
    if item != GUILD_HALL and is_last(state):
        return Refusal("maginor.no.over", {}, "End of the Game")
    return _stands_again(_from_hands(state, item), item)


def _laid_beside(state: State, spell: str) -> State | Refusal:
    """The rituals by the book, any other at the first Oracle that has none."""
    last = state.order[-1:]
    places = {SUPREME: (GUILD_HALL,), CAULDRON: last}.get(spell, state.order[:-1])
    for oracle in places:
        if oracle in standing(state) and oracle not in state.beside:
            state = _from_hands(state, spell)
            return still(replace(state, beside={**state.beside, oracle: spell}))
    return Refusal("maginor.no.spell_beside", {"spell": spell}, SETUP)


def _stands_again(state: State, oracle: str) -> State:
    """At its place, without a marker. A game that was over goes on; and if this is the first
    now, Maginor is on his way to it."""
    there = {*state.ring, oracle}
    ring = tuple(id for id in state.order if id in there)
    leaves = state.maginor == END or (state.maginor == ON and ring[:1] != state.ring[:1])
    again = replace(
        state,
        phase="turn",
        ring=ring,
        slots={**state.slots, oracle: (NOBODY,) * state.oracles[oracle].votes},
        since={**state.since, oracle: ()},
        maginor=BEFORE if leaves else state.maginor,
    )
    return still(again)
