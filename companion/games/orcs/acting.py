"""The other actions of a turn: teleport, poison, a card back into the box, pass (lines 6 and 13).

Rule: each costs one of the turn's actions; a pass ends them all.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.orcs import board, decks, moves
from companion.games.orcs.casting import acted, acting
from companion.games.orcs.pieces import POISONS
from companion.games.orcs.state import POISON, State, can, everything
from companion.games.orcs.todo import Jump
from companion.games.orcs.waiting import dropped, first, may_jump
from companion.vocabulary import Refusal


def teleport(state: State, move: moves.Teleport) -> State | Refusal:
    """The mage goes to a position where nobody stands: as an action, or by a boost."""
    jumps = isinstance(first(state), Jump)
    if not jumps and (wrong := acting(state)):
        return wrong
    if not may_jump(state):
        return Refusal("orcs.no.no_teleport", {}, "line 13")
    if move.path not in board.free(state):
        return Refusal("orcs.no.occupied", {}, "line 6")
    after = replace(state, mages={**state.mages, state.turn: move.path})
    return dropped(after) if jumps else acted(after)


def give(state: State, move: moves.Give) -> State | Refusal:
    """A poison card of the common pile goes to an opponent's discard pile."""
    if wrong := acting(state):
        return wrong
    if not can(state, state.turn, "poison"):
        return Refusal("orcs.no.ability", {"ability": "poison"}, "line 13")
    if move.seat == state.turn:
        return Refusal("orcs.no.victim", {}, "line 13")
    if not state.pile_left:
        return Refusal("orcs.no.poison", {"most": POISONS}, "line 13")
    return acted(poisoned(state, move.seat))


def poisoned(state: State, seat: str) -> State:
    """One poison card more in that deck."""
    state = replace(state, pile_left=state.pile_left - 1)
    if everything(state):
        return decks.gained(state, seat, _unheld(state))
    return replace(state, poison={**state.poison, seat: state.poison[seat] + 1})


def _unheld(state: State) -> str:
    """A poison card that is in no deck; a player who leaves gives theirs back."""
    held = {card for other in state.seats for card in decks.whole(state, other)}
    cards = (f"{POISON}-{number}" for number in range(POISONS, 0, -1))
    return next(card for card in cards if card not in held)


def remove(state: State, move: moves.Remove) -> State | Refusal:
    """A card of the hand goes back into the box."""
    if wrong := acting(state):
        return wrong
    if not can(state, state.turn, "remove-card"):
        return Refusal("orcs.no.ability", {"ability": "remove-card"}, "line 13")
    if not everything(state):
        return _told(state, move.card)
    seat = state.turn
    if move.card not in state.decks[seat].hand:
        return Refusal("orcs.no.hand", {}, "line 13")
    deck = state.decks[seat]
    deck = replace(deck, hand=decks.less(deck.hand, move.card))
    return acted(decks.with_deck(state, seat, deck))


def _told(state: State, what: str) -> State | Refusal:
    """Where decks stay at the table, only what counts at the end is told."""
    seat = state.turn
    if what == "other":
        return acted(state)
    counts = {"poison": state.poison, "support": state.support}.get(what)
    if not counts or not counts[seat]:
        return Refusal("orcs.no.hand", {}, "line 13")
    left = {**counts, seat: counts[seat] - 1}
    if what == "poison":
        return acted(replace(state, poison=left))
    return acted(replace(state, support=left))


def passes(state: State, _: moves.Pass) -> State | Refusal:
    """No more actions, extra ones included."""
    return acting(state) or replace(state, actions=0, power=0)
