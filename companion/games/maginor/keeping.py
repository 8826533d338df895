"""How much the companion keeps, changed in the middle of a game.

Rule: what was won stays won. A ring that was laid is not forgotten while the score alone is
kept; whatever left it meanwhile is out of it afterwards.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.maginor import laying_out, moves
from companion.games.maginor.holding import RING, SUPREME, has, lifted
from companion.games.maginor.state import (
    BEFORE,
    END,
    GUILD_HALL,
    Box,
    State,
)
from companion.vocabulary import Refusal

SCORE = "score"
OVER = Refusal("maginor.no.over", {}, "End of the Game")


def way(state: State, move: moves.Way) -> State | Refusal:
    """Everything, the board or the score alone, from now on."""
    was = state.options.way
    after = replace(state, options=replace(state.options, way=move.way))
    if SCORE not in (was, move.way) or was == move.way:
        return after
    if state.phase == "over":
        return OVER
    return _sheet(after) if move.way == SCORE else _on_board(after)


def _sheet(state: State) -> State:
    """A ring of which only a part was told is told again another time."""
    order = state.order if state.slots else ()
    beside = state.beside if state.slots else {}
    return replace(state, phase="sheet", todo=(), order=order, beside=beside)


def _on_board(state: State) -> State | Refusal:
    """The Guild Hall is the last: where somebody has it there is nothing to play on."""
    wrong = laying_out.unfit(Box(oracles=tuple(state.oracles.values())))
    if wrong or has(state, GUILD_HALL) not in (RING, None):
        return wrong or OVER
    return _gone_on(state) if state.slots else _laid_anew(state)


def _gone_on(state: State) -> State:
    """With the ring as it was, without what is with somebody or out of the game by now."""
    beside = {id: spell for id, spell in state.beside.items() if _is_left(state, spell)}
    maginor = BEFORE if state.maginor == END else state.maginor
    state = replace(state, phase="turn", todo=(), beside=beside, maginor=maginor)
    for oracle in state.slots:
        state = state if _is_left(state, oracle) else lifted(state, oracle)
    return state


def _is_left(state: State, item: str) -> bool:
    return has(state, item) == RING


def _laid_anew(state: State) -> State | Refusal:
    """Nobody has told of a ring yet: with all that is in nobody's hands."""
    if not any((*state.won.values(), *state.spells.values(), state.gone)):
        return replace(state, phase="begin", todo=())
    return _ring(replace(state, phase="ring", todo=(), proposed=(), proposed_spells={}))


def _ring(state: State) -> State | Refusal:
    """Where one Oracle is left, or none, nobody has to say how they stand."""
    left = tuple(laying_out.waiting(state))
    if len(left) > 1:
        return state
    if left:
        return laying_out.stands(state, moves.Stands(left[0]))
    supreme = {} if has(state, SUPREME) is not None else {GUILD_HALL: SUPREME}
    return laying_out.ready(replace(state, beside=supreme))
