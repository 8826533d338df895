"""A turn: the mage moves or the die is rolled, and what a card or a roll leaves to choose.

Rule: each asks first whether the turn waits for just that.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.maginor import cards, crossing, moves
from companion.games.maginor.marking import open_for
from companion.games.maginor.placing import busy, next_of
from companion.games.maginor.state import (
    CENTRE,
    WAND,
    WAYS,
    State,
    standing,
)
from companion.games.maginor.todo import (
    Again,
    Aim,
    Ask,
    Cross,
    Gain,
    Over,
    Put,
    Step,
    Thrown,
    Todo,
    Wild,
)
from companion.games.maginor.turns import aims, dropped, instead, returnable, returned, vote
from companion.vocabulary import Refusal

CARDS, MOVING, ROLLING = "Playing Mage Cards", "Moving Your Mage", "Rolling the Die"
SPELLS, CROSSING = "Playing Spells", "Crossing Out"


def go(state: State, move: moves.Go) -> State | Refusal:
    """The mage moves to any other Oracle that is left, and the turn is over."""
    if move.oracle not in standing(state):
        return Refusal("maginor.no.oracle", {}, MOVING)
    if state.at[state.turn] == move.oracle:
        return Refusal("maginor.no.there", {}, MOVING)
    return replace(state, at={**state.at, state.turn: move.oracle}, todo=(Over(),))


def roll(state: State, move: moves.Roll) -> State | Refusal:
    """The die counts on the mage's Oracle and ends the turn, or on that of a magic card."""
    thrown = next_of(state, Thrown)
    if thrown:
        return instead(state, *_effect(state, thrown.oracle, move.side))
    if state.phase != "turn" or state.todo:
        return busy(state)
    here = state.at[state.turn]
    if here == CENTRE:
        return Refusal("maginor.no.roll_centre", {}, MOVING)
    return replace(state, todo=(*_effect(state, here, move.side), Over()))


def _effect(state: State, oracle: str, side: str) -> tuple[Todo, ...]:
    """A symbol is a vote; Maginor is a vote of any symbol, and then he moves."""
    return (Wild(oracle), Step()) if side == "maginor" else (vote(state, oracle, side),)


def at(state: State, move: moves.At) -> State | Refusal:
    """The Oracle that a magic card or a spell is for."""
    aim = next_of(state, Aim)
    if not aim:
        return busy(state)
    if move.oracle not in aims(state, aim.what):
        return Refusal("maginor.no.oracle", {}, CARDS if aim.what == WAND else SPELLS)
    if aim.what == WAND:
        return instead(state, Thrown(move.oracle))
    if aim.what == "telekinesis":
        return instead(state, Put(move.oracle, 1))
    return dropped(replace(state, at={**state.at, state.turn: move.oracle}))


def chosen(state: State, move: moves.As) -> State | Refusal:
    """Fate or Maginor stand for this symbol."""
    wild = next_of(state, Wild)
    if not wild:
        return busy(state)
    if move.symbol not in state.oracles[wild.oracle].symbols:
        return Refusal("maginor.no.symbol", {"symbol": move.symbol}, ROLLING)
    return instead(state, Gain(wild.oracle, move.symbol))


def enough(state: State, _: moves.Enough) -> State | Refusal:
    """No duel is fought; no further marker is put ("1 or 2")."""
    return dropped(state) if is_enough(state) else busy(state)


def is_enough(state: State) -> bool:
    """May it be left at that?"""
    gain, put = next_of(state, Gain), next_of(state, Put)
    if gain:
        return not open_for(state, gain.oracle, gain.symbol)
    return bool(put) and put.left < cards.MOST_DOMINATED


def back(state: State, move: moves.Back) -> State | Refusal:
    """This used card comes back."""
    again = next_of(state, Again)
    if not again:
        return busy(state)
    found = (card for card in returnable(state, again) if move.card in (card.id, card.shows))
    card = next(found, None)
    if card is None:
        return Refusal("maginor.no.card_none", {}, SPELLS)
    return returned(state, again, card)


def prize(state: State, move: moves.Prize) -> State | Refusal:
    """The first takes the Oracle or the spell."""
    todo = next_of(state, Cross)
    if not todo:
        return Refusal("maginor.no.prize", {}, CROSSING)
    return crossing.prized(state, todo, move.take)


def read(state: State, move: moves.Read) -> State | Refusal:
    """How this table reads its book; from now on it is no question any more."""
    ask = next_of(state, Ask)
    if not ask or ask.reading != move.reading or move.way not in WAYS[move.reading]:
        return Refusal("maginor.no.reading")
    return dropped(replace(state, options=replace(state.options, **{move.reading: move.way})))


def follows(state: State, move: Any) -> bool:
    """A further choice of a card or a spell. What follows a roll stands for itself: the roll was
    the world's word."""
    further = (moves.At, moves.As, moves.Slot, moves.Enough, moves.Back)
    return isinstance(move, further) and not any(isinstance(t, Over) for t in state.todo)
