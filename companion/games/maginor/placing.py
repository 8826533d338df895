"""A marker goes on a symbol: of a vote, of a spell, or beside somebody else's ("Duels").

Rule: a symbol has one marker; free ones come first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.maginor import dueling, moves
from companion.games.maginor.marking import laid, open_for
from companion.games.maginor.state import State
from companion.games.maginor.todo import (
    Gain,
    Persuade,
    Put,
    Todo,
)
from companion.games.maginor.turns import dropped, instead, marked, persuadable
from companion.vocabulary import Refusal

CARDS, SPELLS, DUELS = "Playing Mage Cards", "Playing Spells", "Duels"


def busy(state: State) -> Refusal:
    """Something else comes first."""
    if state.phase == "turn" and dueling.duel(state):
        return Refusal("maginor.no.first_duel", {}, DUELS)
    return Refusal("maginor.no.phase", {}, "Playing the Game")


def next_of(state: State, *kinds: type[Todo]) -> Any:
    """What the turn waits for, if it is one of these."""
    first = state.todo[0] if state.todo else None
    return first if isinstance(first, kinds) else None


def slot(state: State, move: moves.Slot) -> State | Refusal:
    """A marker goes on this symbol, or beside an opponent's there."""
    todo = next_of(state, Gain, Put, Persuade)
    if not todo:
        return busy(state)
    if move.slot >= len(state.slots[todo.oracle]):
        return Refusal("maginor.no.slot", {}, CARDS)
    return _ON_SLOT[type(todo)](state, todo, move.slot)


def _gained(state: State, todo: Gain, slot: int) -> State | Refusal:
    """A free symbol first; where all are taken, a duel with somebody else."""
    symbols, lying = state.oracles[todo.oracle].symbols, state.slots[todo.oracle]
    if symbols[slot] != todo.symbol:
        return Refusal("maginor.no.symbol", {"symbol": todo.symbol}, CARDS)
    if not lying[slot]:
        return marked(dropped(state), todo.oracle, slot)
    is_free = bool(open_for(state, todo.oracle, todo.symbol))
    if lying[slot] == state.turn:
        key, book = ("own", CARDS) if is_free else ("self", DUELS)
        return Refusal(f"maginor.no.{key}", {}, book)
    if is_free:
        return Refusal("maginor.no.taken", {"name": state.names[lying[slot]]}, CARDS)
    return dueling.begun(state, todo.oracle, slot)


def _put(state: State, todo: Put, slot: int) -> State | Refusal:
    """Domination and Telekinesis are for free symbols alone."""
    lying = state.slots[todo.oracle][slot]
    if lying == state.turn:
        return Refusal("maginor.no.own", {}, SPELLS)
    if lying:
        return Refusal("maginor.no.taken", {"name": state.names[lying]}, SPELLS)
    return marked(instead(state, replace(todo, left=todo.left - 1)), todo.oracle, slot)


def _persuaded(state: State, todo: Persuade, slot: int) -> State | Refusal:
    """An opponent's marker goes home for an own one; or an own one goes elsewhere here."""
    if slot not in persuadable(state, todo):
        mine = state.slots[todo.oracle][slot] == state.turn
        return Refusal("maginor.no.own" if mine else "maginor.no.slot", {}, SPELLS)
    if state.options.persuasion != "moved":
        return dropped(laid(state, todo.oracle, slot, state.turn))
    if todo.slot is None:
        return instead(state, replace(todo, slot=slot))
    return dropped(laid(laid(state, todo.oracle, todo.slot, ""), todo.oracle, slot, state.turn))


_ON_SLOT: dict[type, Callable[[State, Any, int], State | Refusal]] = {
    Gain: _gained,
    Put: _put,
    Persuade: _persuaded,
}
