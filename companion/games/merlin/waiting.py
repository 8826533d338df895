"""What of the next thing happens or lapses by itself.

Rule: nobody is asked where there is nothing to choose; whatever can come to nothing is dropped
here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import goods, rondel, taking
from companion.games.merlin.building import manors, payable
from companion.games.merlin.counties import COUNTIES, County, Owned
from companion.games.merlin.pieces import MANORS
from companion.games.merlin.setting_up import DRAWN, HAND, drawable
from companion.games.merlin.spaces import can_act
from companion.games.merlin.state import State, has_die, has_flag, own
from companion.games.merlin.todo import (
    Act,
    Area,
    Drop,
    Get,
    Henchmen,
    Losses,
    Pay,
    Pot,
    Rid,
    Send,
    Shields,
    Show,
    Take,
    Traitors,
    Worth,
)


def lapsed(state: State) -> State | None:
    """The state without the next thing, if it needs nobody; None if somebody has to say it."""
    goes = _GOES.get(type(state.todo[0]))
    return goes(state, state.todo[0]) if goes else None


def dropped(state: State) -> State:
    """The next thing is done."""
    return replace(state, todo=state.todo[1:])


def _lapses(is_open: Callable[[State, Any], object]) -> Callable[[State, Any], State | None]:
    return lambda state, todo: None if is_open(state, todo) else dropped(state)


def _act(state: State, todo: Act) -> bool:
    """Something can be done there, or a flag leads elsewhere, or might."""
    return bool(
        can_act(state, todo)
        or (has_flag(state, "other-knight") and rondel.copyable(state))
        or (has_flag(state, "mirror") and rondel.may_mirror(state))
        or (goods.unknown(state) and rondel.may_turn_aside(state))
    )


def _takes(state: State, todo: Take) -> bool:
    """A hand is no more than full."""
    full = len(state.castles[todo.seat].hand) == HAND
    lying = drawable(state) or (not todo.pile and any(state.display))
    return bool(todo.count and not full and lying)


def _attached(state: State, todo: Traitors) -> bool:
    """Three at a castle, and no more."""
    full = sum(state.castles[todo.seat].traitors.values()) >= DRAWN
    return bool(todo.count and not full and goods.drawable(state))


def _send(state: State, todo: Send) -> State | None:
    """He goes nowhere where he is already."""
    at = own(state).henchmen[todo.henchman]
    return _narrowed(state, todo, tuple(one for one in todo.counties if one != at))


def _pay(state: State, todo: Pay) -> State | None:
    """The tile is still free, and the stones are there."""
    free = not state.tiles[todo.tile].owner and manors(state, state.turn) < MANORS
    return _narrowed(state, todo, payable(state, todo.tile) if free else ())


def _narrowed(state: State, todo: Send | Pay, counties: tuple[County, ...]) -> State | None:
    """What people put right leaves fewer counties, or none."""
    if counties == todo.counties:
        return None
    left = (replace(todo, counties=counties),) if counties else ()
    return replace(state, todo=(*left, *state.todo[1:]))


def _pot(state: State, todo: Pot) -> State | None:
    """A Grail that can lie there no longer is taken up."""
    if todo.grail and not taking.may_lay(state, todo):
        return replace(state, todo=(replace(todo, grail=False), *state.todo[1:]))
    return taking.lapsed_pot(state, todo)


def gettable(state: State, todo: Get) -> bool:
    """Is any of it left (page 5)?"""
    return any(_some(state, thing) for thing in todo.things)


def _some(state: State, thing: Owned) -> bool:
    if thing == "influence":
        return goods.in_castle(state, state.turn) > 0
    return any(goods.supply(state, county, thing) for county in COUNTIES)


_GOES: dict[type, Callable[[State, Any], State | None]] = {
    Traitors: _lapses(_attached),
    Show: _lapses(lambda state, _: drawable(state)),
    Take: _lapses(_takes),
    Act: _lapses(_act),
    Worth: _lapses(lambda state, todo: has_die(state, white=todo.white, face=todo.face)),
    Send: _send,
    Pay: _pay,
    Get: _lapses(gettable),
    Rid: _lapses(lambda state, _: own(state).traitors),
    Drop: _lapses(lambda state, todo: todo.left and own(state).hand),
    Shields: _lapses(lambda state, todo: taking.spendable(state, todo.seat)),
    Losses: taking.lapsed_losses,
    Area: _lapses(taking.has_manors),
    Pot: _pot,
    Henchmen: _lapses(taking.has_henchmen),
}
