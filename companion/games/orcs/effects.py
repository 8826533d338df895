"""Support spells, what the trophy boards print, and bonus actions (lines 10, 11 and 14).

Rule: a figure that is moved stays the same figure; what is about cards is left to the table where
decks are not kept.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.orcs import arriving, board, decks, moves
from companion.games.orcs.kinds import Kind
from companion.games.orcs.pieces import ABILITIES, BONUSES
from companion.games.orcs.state import State, everything
from companion.games.orcs.todo import Asks, Bonds, Drop, Extra, Move, Switch, Take, Voodoo
from companion.games.orcs.waiting import dropped, first, instead
from companion.vocabulary import Refusal


def switch(state: State, move: moves.Figure, todo: Switch) -> State | Refusal:
    """Two monsters change places, wherever they stand."""
    where = board.found(state, move.figure)
    if where is None or move.figure == todo.first:
        return Refusal("orcs.no.figure", {}, "line 10")
    if not todo.first:
        return instead(state, Switch(move.figure))
    other = board.found(state, todo.first)
    if other is None:
        return Refusal("orcs.no.figure", {}, "line 10")
    state = board.taken(board.taken(state, move.figure), todo.first)
    state = board.put(state, other[2], where[0], where[1])
    return dropped(board.put(state, where[2], other[0], other[1]))


def chosen(state: State, move: moves.Figure, _: Move) -> State | Refusal:
    """Any monster; then the segment."""
    if board.found(state, move.figure) is None:
        return Refusal("orcs.no.figure", {}, "line 10")
    return instead(state, Move(move.figure))


def moved(state: State, move: moves.At, todo: Move) -> State | Refusal:
    """To a segment of the path of the mage on turn."""
    where = board.found(state, todo.figure)
    if where is None:
        return Refusal("orcs.no.figure", {}, "line 10")
    state = board.taken(state, todo.figure)
    return dropped(board.put(state, where[2], state.mages[state.turn], move.segment))


def bonds(state: State, move: moves.Figure, todo: Bonds) -> State | Refusal:
    """One or two segments forward; the tower is what it is with a fate card."""
    if board.found(state, move.figure) is None:
        return Refusal("orcs.no.figure", {}, "line 10")
    return dropped(arriving.forward(state, move.figure, todo.steps))


def victim(state: State, move: moves.Victim, _: Voodoo) -> State | Refusal:
    """One opponent with more than three cards discards one."""
    if move.seat == state.turn:
        return Refusal("orcs.no.victim", {}, "line 11")
    if not everything(state):
        return dropped(state)
    if len(state.decks[move.seat].hand) <= decks.SHORTER:
        return Refusal("orcs.no.few_cards", {"name": state.names[move.seat]}, "line 11")
    return instead(state, Drop((move.seat,)))


def drops(state: State, move: moves.Drops) -> State | Refusal:
    """A mage discards a card of the own choice."""
    todo = first(state)
    if not isinstance(todo, Drop) or todo.seats[:1] != (move.seat,):
        return Refusal("orcs.no.phase", {}, "line 11")
    if move.card not in state.decks[move.seat].hand:
        return Refusal("orcs.no.hand", {}, "line 11")
    return instead(decks.discarded(state, move.seat, (move.card,)), Drop(todo.seats[1:]))


def prints(state: State, move: moves.Prints, todo: Asks) -> State | Refusal:
    """What the trophy boards print for a kind: learned once, for the match."""
    after = traited(state, todo.kind, **{todo.what: move.what})
    return after if isinstance(after, Refusal) else dropped(after)


def traited(state: State, kind: Kind, **told: Any) -> State | Refusal:
    """The same with that on the trophy boards (lines 4, 13 and 14); empty: nobody knows."""
    known = {"ability": ("", *ABILITIES), "bonus": ("", *BONUSES)}
    if any(told.get(what, "") not in words for what, words in known.items()):
        return Refusal("orcs.no.trait", {}, "line 4")
    trait = replace(state.traits[kind], **told)
    return replace(state, traits={**state.traits, kind: trait})


def extra(state: State, move: moves.Extra, todo: Extra) -> State | Refusal:
    """The bonus action of a monster just won (line 14)."""
    if move.kind not in todo.kinds or not state.traits[move.kind].bonus:
        return Refusal("orcs.no.phase", {}, "line 14")
    place = todo.kinds.index(move.kind)
    state = instead(state, Extra(todo.kinds[:place] + todo.kinds[place + 1 :]))
    return _BONUS[state.traits[move.kind].bonus](state)


def _draw(state: State) -> State:
    if not everything(state):
        return state
    return replace(state, todo=(Take(state.turn, 1), *state.todo))


def _action(state: State) -> State:
    return replace(state, actions=state.actions + 1)


def _discard(state: State) -> State:
    """All others, however few cards they have."""
    if not everything(state):
        return state
    others = tuple(seat for seat in state.seats if seat != state.turn)
    return replace(state, todo=(Drop(others), *state.todo))


def _power(state: State) -> State:
    """For the next action of this turn; unused it is lost."""
    return replace(state, power=state.power + 1)


_BONUS = {"draw": _draw, "action": _action, "discard": _discard, "power": _power}
