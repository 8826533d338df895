"""Flags, apart from the one that leads a knight back (page 12), and the shield-bearer's favour.

Rule: each in its time; any number in a turn. After use a flag lies on its county again.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.merlin import goods, moves, rondel
from companion.games.merlin.counties import FLAGS, ROUND, County, Flag
from companion.games.merlin.spaces import used
from companion.games.merlin.state import (
    State,
    earned,
    has_die,
    has_flag,
    has_seal,
    is_known,
    own,
    with_castle,
)
from companion.games.merlin.todo import Act, Asks, Lands
from companion.games.merlin.turns import SIDES, spent
from companion.vocabulary import Refusal


def in_turn(state: State) -> bool:
    """Any time in the own turn, between its steps (page 12)."""
    waits = state.todo[:1]
    return state.phase in ("choose", "act") and (not waits or isinstance(waits[0], Act))


def _flag(state: State, flag: Flag) -> County | Refusal:
    county = has_flag(state, flag)
    return county or Refusal("merlin.no.flag", {"flag": flag}, "page 12")


# Where nobody told what a flag does


def uses(state: State, move: moves.Uses) -> State | Refusal:
    """It is asked, once."""
    if not in_turn(state) or move.county not in goods.unknown(state):
        return Refusal("merlin.no.phase", {}, "page 12")
    return replace(state, todo=(Asks(move.county), *state.todo))


def untold(state: State) -> tuple[Flag, ...]:
    """What the flags do of which nobody said it."""
    return tuple(flag for flag in FLAGS if flag not in state.flags.values())


def does(state: State, move: moves.Does, todo: Asks) -> State | Refusal:
    """From now on that is known; it is used by its own choice."""
    if move.flag not in untold(state):
        return Refusal("merlin.no.two_flags", {"flag": move.flag}, "page 12")
    flags = {**state.flags, todo.county: move.flag}
    return replace(state, flags=flags, todo=state.todo[1:])


# In a turn


def flips(state: State, move: moves.Flips) -> State | Refusal:
    """An own die shows its other side, before a figure goes."""
    county = _flag(state, "flip-die")
    if isinstance(county, Refusal):
        return county
    if state.phase != "choose" or state.todo:
        return Refusal("merlin.no.window", {}, "page 12")
    if not has_die(state, white=move.white, face=move.face):
        return Refusal("merlin.no.die", {}, "page 12")
    state = spent(state, county)
    other = SIDES - move.face
    if move.white:
        return with_castle(state, state.turn, white=other)
    dice = list(own(state).dice)
    dice[dice.index(move.face)] = other
    return with_castle(state, state.turn, dice=tuple(sorted(dice)))


def repels(state: State, move: moves.Repels) -> State | Refusal:
    """All own traitors with one shield go, and no shield is paid."""
    county = _flag(state, "repel")
    if isinstance(county, Refusal):
        return county
    if not in_turn(state):
        return Refusal("merlin.no.window", {}, "page 12")
    count = own(state).traitors.get(move.county, 0)
    if not count:
        return Refusal("merlin.no.traitor", {"county": move.county}, "page 12")
    return goods.rid(spent(state, county), state.turn, move.county, count)


def copies(state: State, move: moves.Copies, todo: Act) -> State | Refusal:
    """The action of another space, where another player's knight is, instead of this one."""
    county = _flag(state, "other-knight")
    if isinstance(county, Refusal):
        return county
    if not rondel.may_turn_aside(state):
        return Refusal("merlin.no.window", {}, "page 12")
    if move.seat not in rondel.copyable(state):
        return Refusal("merlin.no.knight", {}, "page 12")
    return _instead(spent(state, county), state.on[move.seat], todo)


def _instead(state: State, space: str, todo: Act) -> State:
    return replace(state, todo=(replace(todo, space=space), *state.todo[1:]))


def mirrors(state: State, _: moves.Mirrors, todo: Act) -> State | Refusal:
    """The knight stands on the opposite space from now on, and acts there."""
    county = _flag(state, "mirror")
    if isinstance(county, Refusal):
        return county
    if not rondel.may_mirror(state):
        return Refusal("merlin.no.window", {}, "page 12")
    state = spent(state, county)
    if not is_known(state, state.turn):
        return replace(state, todo=(Lands(state.turn), *state.todo[1:]))
    space = (state.at[state.turn] + ROUND // 2) % ROUND
    return rondel.landed(state, state.turn, space)


def spares(state: State, move: moves.Spares) -> State | Refusal:
    """By the shield-bearer's favour one traitor goes without a shield, for a point (page 11)."""
    if not has_seal(state, "shieldbearer", 3):
        return Refusal("merlin.no.favour", {}, "page 11")
    if not in_turn(state):
        return Refusal("merlin.no.window", {}, "page 11")
    if not own(state).traitors.get(move.county):
        return Refusal("merlin.no.traitor", {"county": move.county}, "page 11")
    state = goods.rid(used(state, "shieldbearer"), state.turn, move.county)
    return earned(state, state.turn, "favour", 1)
