"""Corrections: what people say about the table is true, within what the box holds.

Rule: a correction says how the cardboard lies; of the book only that follows which is due at
once. Whether the seat plays along at all was looked at before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.holding import holds
from companion.games.maginor.keeping import way
from companion.games.maginor.lapsing import still, uncrossed
from companion.games.maginor.marking import is_full, laid, supply
from companion.games.maginor.state import (
    CENTRE,
    END,
    GUILD_HALL,
    ON,
    WAYS,
    State,
    standing,
)
from companion.games.maginor.todo import (
    Again,
    Cross,
    Over,
)
from companion.vocabulary import Refusal

SETUP, CARDS, END_BOOK = "Setup", "Playing Mage Cards", "End of the Game"


def _off_board(state: State, oracle: str) -> Refusal | None:
    """Is there no such Oracle on the table now?"""
    if state.phase == "over":
        return Refusal("maginor.no.over", {}, END_BOOK)
    if state.phase != "turn":
        return Refusal("maginor.no.phase", {}, SETUP)
    return (
        None if oracle in standing(state) else Refusal("maginor.no.oracle", {}, "Crossing Out")
    )


def marker(state: State, move: moves.Marker) -> State | Refusal:
    """Whose marker lies there. With the last symbol the Oracle is crossed out at once."""
    if wrong := _off_board(state, move.oracle):
        return wrong
    if move.slot >= len(state.slots[move.oracle]):
        return Refusal("maginor.no.slot", {}, "Components")
    if state.slots[move.oracle][move.slot] == move.seat:
        return state
    after = still(laid(state, move.oracle, move.slot, move.seat))
    if move.seat and supply(after, move.seat) < 0:
        return Refusal("maginor.no.marker", {}, SETUP)
    return (
        _filled(after, move.oracle)
        if is_full(after, move.oracle)
        else _opened(state, after, move)
    )


def _filled(state: State, oracle: str) -> State:
    """The Guild Hall is the last in any case."""
    crossing = tuple(todo for todo in state.todo if isinstance(todo, Cross))
    if oracle == GUILD_HALL or Cross(oracle) in crossing:
        return state
    return replace(state, todo=(*crossing, Cross(oracle), Over()))


def _opened(was: State, state: State, move: moves.Marker) -> State:
    """What is crossed out since it is full, is not when it turns out to have been open."""
    if move.oracle == GUILD_HALL or not is_full(was, move.oracle):
        return state
    return still(uncrossed(state, move.oracle))


def mage(state: State, move: moves.Mage) -> State | Refusal:
    """Where a mage stands; nowhere: in the centre."""
    if wrong := _off_board(state, move.oracle or GUILD_HALL):
        return wrong
    return replace(state, at={**state.at, move.seat: move.oracle or CENTRE})


def maginor(state: State, move: moves.Maginor) -> State | Refusal:
    """Where Maginor is. What he has passed is out of the ring already."""
    if wrong := _off_board(state, GUILD_HALL):
        return wrong
    if move.at == ON and not state.ring:
        return Refusal("maginor.no.oracle", {}, "Movement of Maginor")
    if move.at == state.maginor:
        return state
    after = replace(state, maginor=move.at)
    if state.maginor == ON and not is_full(state, state.ring[0]):
        after = uncrossed(after, state.ring[0])
    return still(after)


def used(state: State, move: moves.Used) -> State | Refusal:
    """A card has left the game, or has not; the first of those that look alike."""
    cards = [card for card in state.hands[move.seat] if move.card in (card.id, card.shows)]
    if not cards:
        return Refusal("maginor.no.card_none", {}, CARDS)
    played = state.played[move.seat]
    changing = [card.id for card in cards if (card.id in played) is not move.used]
    if not changing:
        key = "card" if move.used else "card_none"
        return Refusal(f"maginor.no.{key}", {"card": cards[0].shows}, CARDS)
    left = tuple(id for id in played if id != changing[0])
    played = (*left, changing[0]) if move.used else left
    return still(replace(state, played={**state.played, move.seat: played}))


def turn(state: State, move: moves.Turn) -> State | Refusal:
    """That player is on turn, and nothing is waited for."""
    if state.phase == "over" or (state.phase == "turn" and state.maginor == END):
        return Refusal("maginor.no.over", {}, END_BOOK)
    return replace(state, turn=move.seat, todo=())


def reading(state: State, move: moves.Reading) -> State | Refusal:
    """The table reads its book otherwise; what it read before stays as it came out."""
    if move.way not in WAYS[move.reading]:
        return Refusal("maginor.no.reading")
    if move.reading == "returned":
        state = _in_hand(state)
    options = replace(state.options, **{move.reading: move.way})
    return still(replace(state, options=options))


def _in_hand(state: State) -> State:
    """Cards that were chosen to come back are in the hand, and no more are played for them."""
    back = [id for todo in state.todo if isinstance(todo, Again) for id in todo.back]
    played = tuple(id for id in state.played[state.turn] if id not in back)
    todo = (replace(one, back=()) if isinstance(one, Again) else one for one in state.todo)
    return replace(state, played={**state.played, state.turn: played}, todo=tuple(todo))


PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    moves.Marker: marker,
    moves.Mage: mage,
    moves.Maginor: maginor,
    moves.Holds: holds,
    moves.Used: used,
    moves.Turn: turn,
    moves.Way: way,
    moves.Reading: reading,
}
