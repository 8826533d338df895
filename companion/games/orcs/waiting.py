"""What the game waits for, and what of it happens or lapses by itself (lines 6 to 14).

Rule: nobody is asked where there is nothing to choose; whatever can come to nothing is dropped
here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.orcs import board, decks
from companion.games.orcs.kinds import FIGURES, KINDS, Kind
from companion.games.orcs.state import State, everything, obeys, standing
from companion.games.orcs.todo import (
    Bonds,
    Boost,
    Choose,
    Done,
    Drop,
    Effect,
    Extra,
    Fells,
    Jump,
    Learn,
    Move,
    Show,
    Strike,
    Switch,
    Take,
    Todo,
    Unveil,
    Voodoo,
)


def first(state: State) -> Todo | None:
    """What is waited for now."""
    return state.todo[0] if state.todo else None


def dropped(state: State) -> State:
    """The next thing is done."""
    return replace(state, todo=state.todo[1:])


def instead(state: State, *todo: Todo) -> State:
    """The next thing leads to these."""
    return replace(state, todo=(*todo, *state.todo[1:]))


def lapsed(state: State) -> State | None:
    """The state without the next thing, if it needs nobody; None if somebody has to say it."""
    goes = _GOES.get(type(state.todo[0]))
    return goes(state, state.todo[0]) if goes else None


def _lapses(is_open: Callable[[State, Any], object]) -> Callable[[State, Any], State | None]:
    """It is dropped where nothing is open to it."""
    return lambda state, todo: None if is_open(state, todo) else dropped(state)


# What is open


def turnable(state: State) -> tuple[Kind, ...]:
    """Kinds that a marker can still show: not all are turned, and there is a figure (line 1)."""
    box = board.box(state)
    return tuple(k for k in KINDS if state.revealed[k] < FIGURES[k] and box[k] > 0)


def choosable(state: State) -> tuple[int, ...]:
    """Paths with markers but the own one; that one, where a house rule says so (line 6)."""
    mine = state.mages[state.turn]
    paths = tuple(n for n, path in enumerate(state.paths) if path.markers)
    others = tuple(n for n in paths if n != mine)
    return others or (paths if state.options.own_path == "reveal" else ())


def boosts(state: State, todo: Boost) -> tuple[Effect, ...]:
    """What can be used of it now (lines 11 and 13)."""
    empty = everything(state) and not decks.pile(state, state.turn)
    out = {"teleport": not may_jump(state), "draw": empty}
    return tuple(what for what in todo.left if not out[what])


def may_jump(state: State) -> bool:
    """Can the mage on turn change the position at all (lines 6 and 13)?"""
    return bool(board.free(state)) and not obeys(state, state.turn, "no-teleport")


def targets(state: State, todo: Strike) -> bool:
    """Is anybody there to be hurt: on the own path, or anywhere (lines 8 and 9)?"""
    mine = state.mages[state.turn]
    return any(todo.anywhere or path == mine for path, *_ in standing(state))


def victims(state: State) -> tuple[str, ...]:
    """Opponents whom Voodoo can make discard a card: with more than three (line 11)."""
    others = tuple(seat for seat in state.seats if seat != state.turn)
    if not everything(state):
        return others
    return tuple(seat for seat in others if len(state.decks[seat].hand) > decks.SHORTER)


def _unveils(state: State, todo: Unveil) -> bool:
    return bool(state.paths[todo.path].markers and turnable(state))


def _takes(state: State, todo: Take) -> bool:
    """If both piles are empty one draws what there is (line 7)."""
    return bool(todo.count and decks.pile(state, todo.seat))


# What is more than dropped


def _switch(state: State, todo: Switch) -> State | None:
    """The other one is gone: it is chosen anew. One alone changes places with nobody."""
    if todo.first and board.found(state, todo.first) is None:
        return instead(state, Switch())
    two = len(tuple(standing(state))) > 1
    return None if two else dropped(state)


def _move(state: State, todo: Move) -> State | None:
    if todo.figure and board.found(state, todo.figure) is None:
        return instead(state, Move())
    return None if any(standing(state)) else dropped(state)


def _drop(state: State, todo: Drop) -> State | None:
    """Whoever has no card discards none."""
    if not todo.seats:
        return dropped(state)
    return None if state.decks[todo.seats[0]].hand else instead(state, Drop(todo.seats[1:]))


def _done(state: State, _: Done) -> State:
    """The cards of the action go to the discard pile (line 7)."""
    state = dropped(state)
    return decks.cleared(state) if state.table else state


_GOES: dict[type, Callable[[State, Any], State | None]] = {
    Unveil: _lapses(_unveils),
    Choose: _lapses(lambda state, _: choosable(state)),
    Show: _lapses(lambda state, todo: state.piles[todo.place // decks.OPEN]),
    Take: _lapses(_takes),
    Boost: _lapses(boosts),
    Jump: _lapses(lambda state, _: may_jump(state)),
    Learn: _lapses(lambda state, _: not everything(state) or any(state.open)),
    Fells: _lapses(lambda state, todo: board.found(state, todo.figure)),
    Bonds: _lapses(lambda state, _: any(standing(state))),
    Strike: _lapses(targets),
    Voodoo: _lapses(lambda state, _: victims(state)),
    Extra: _lapses(lambda state, todo: any(state.traits[kind].bonus for kind in todo.kinds)),
    Switch: _switch,
    Move: _move,
    Drop: _drop,
    Done: _done,
}
