"""Setting up the table ("Setup"): who begins, the ring of Oracles, the spells beside them.

Rule: what lies on the table is told, or proposed by chance from outside; nothing is decided
here. Nine Oracles wait for eight spells, so one has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.boxing import NOTHING, SMALL
from companion.games.maginor.pieces import ORACLES, SPELLS
from companion.games.maginor.state import (
    GUILD_HALL,
    RITUALS,
    Box,
    Oracle,
    State,
)
from companion.vocabulary import Refusal

BOOK = "Setup"
SHUFFLED = tuple(spell for spell in SPELLS if spell not in RITUALS)
"""Those that lie beside any Oracle but the last ("Setup" 6)."""


def unfit(box: Box) -> Refusal | None:
    """Why this box cannot be played with: Oracles are missing, or not what they say."""
    known = {oracle.id for oracle in box.oracles}
    if len(known) < len(box.oracles):
        return Refusal("maginor.no.twice", {}, "Components")
    for oracle in box.oracles:
        if len(oracle.symbols) != oracle.votes:
            return _unequal(oracle)
    missing = ORACLES - len(known) or GUILD_HALL not in known
    return (
        Refusal("maginor.no.unknown", {"count": int(missing)}, "Components")
        if missing
        else None
    )


def _unequal(oracle: Oracle) -> Refusal:
    """ "Each symbol is 1 vote. The number at the top shows how many votes"."""
    name = oracle.name or oracle.id
    return Refusal(
        "maginor.no.symbols",
        {"oracle": name, "votes": oracle.votes, "count": len(oracle.symbols)},
        "Components",
    )


def proposed(box: Box) -> tuple[tuple[str, ...], dict[str, str]]:
    """The proposal of the box, if it is one for all of its Oracles."""
    others = {oracle.id for oracle in box.oracles} - {GUILD_HALL}
    spells = sorted(box.beside.values())
    fits = set(box.ring) == others and len(box.ring) == len(others)
    fits = fits and spells == sorted(SHUFFLED) and set(box.beside) <= set(box.ring[:-1])
    return (box.ring, dict(box.beside)) if fits else ((), {})


def begins(state: State, move: moves.Begins) -> State | Refusal:
    """The lot has decided who takes the first turn ("Playing the Game")."""
    if state.phase != "begin":
        return Refusal("maginor.no.phase", {}, "Playing the Game")
    return replace(state, turn=move.seat, phase="ring")


def stands(state: State, move: moves.Stands) -> State | Refusal:
    """The next Oracle clockwise; the last one is clear by itself."""
    if state.phase != "ring":
        return Refusal("maginor.no.phase", {}, BOOK)
    if move.oracle not in waiting(state):
        return Refusal("maginor.no.oracle", {}, BOOK)
    state = replace(state, order=(*state.order, move.oracle))
    left = tuple(waiting(state))
    return _ringed(replace(state, order=(*state.order, *left))) if len(left) < 2 else state


def waiting(state: State) -> Iterator[str]:
    """Oracles that do not stand in the ring yet; small ones have the fewest votes."""
    out = {*state.order, *state.gone, GUILD_HALL}
    out.update(id for won in state.won.values() for id in won)
    return (id for id in state.oracles if id not in out)


def small(state: State) -> tuple[str, ...]:
    """The two small ones, which stand next to the Guild Hall ("Setup" 2)."""
    by_votes = sorted(state.oracles.values(), key=lambda oracle: oracle.votes)
    return tuple(oracle.id for oracle in by_votes[:SMALL])


def _ringed(state: State) -> State:
    """The ring is closed; the two rituals have their places ("Setup" 4 and 5)."""
    beside = {GUILD_HALL: "supreme-mage", state.order[-1]: "golden-cauldron"}
    held = {*state.gone, *(spell for spells in state.spells.values() for spell in spells)}
    beside = {id: spell for id, spell in beside.items() if spell not in held}
    return _spelled(replace(state, phase="spells", beside=beside))


def beside(state: State, move: moves.Beside) -> State | Refusal:
    """The spell beside the next Oracle, or that it has none."""
    if state.phase != "spells":
        return Refusal("maginor.no.phase", {}, BOOK)
    if move.spell not in lying(state):
        return Refusal("maginor.no.spell_beside", {"spell": move.spell}, BOOK)
    return _spelled(_with(state, move.spell))


def _with(state: State, spell: str) -> State:
    id = next(bare(state))
    return replace(state, beside={**state.beside, id: "" if spell == NOTHING else spell})


def bare(state: State) -> Iterator[str]:
    """Oracles of which nobody said yet what lies beside them."""
    return (id for id in state.order[:-1] if id not in state.beside)


def lying(state: State) -> tuple[str, ...]:
    """What can lie beside the next one."""
    out = {*state.beside.values(), *state.gone}
    out.update(spell for spells in state.spells.values() for spell in spells)
    spells = tuple(spell for spell in SHUFFLED if spell not in out)
    places = sum(True for _ in bare(state))
    return (*spells, NOTHING) if len(spells) < places else spells


def _spelled(state: State) -> State:
    """What can only be one thing is said by itself; then the game begins."""
    while next(bare(state), "") and len(lying(state)) == 1:
        state = _with(state, lying(state)[0])
    return state if next(bare(state), "") else ready(state)


def laid_out(state: State, _: moves.Laid) -> State | Refusal:
    """All lies as the companion proposed."""
    if state.phase != "ring" or state.order or not state.proposed:
        return Refusal("maginor.no.phase", {}, BOOK)
    beside = {**state.proposed_spells, state.proposed[-1]: "golden-cauldron"}
    beside[GUILD_HALL] = "supreme-mage"
    return ready(replace(state, order=state.proposed, beside=beside))


def ready(state: State) -> State:
    """Maginor and all mages stand on the Guild Hall ("Setup" 8)."""
    there = (GUILD_HALL, *state.order)
    return replace(
        state,
        phase="turn",
        ring=state.order,
        beside={id: spell for id, spell in state.beside.items() if spell},
        slots={id: ("",) * state.oracles[id].votes for id in there},
        since=dict.fromkeys(there, ()),
        at=dict.fromkeys(state.seats, GUILD_HALL),
        proposed=(),
        proposed_spells={},
    )
