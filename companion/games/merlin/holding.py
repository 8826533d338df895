"""Where missions are, put right; and hands that are kept no more.

Rule: each mission is in one place, as far as its seat and everybody can know: what another hand is
thought to hold is for that seat to put right, or it could be felt for. Whoever changes the way keeps everything that is on the board.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.merlin import mending
from companion.games.merlin.setting_up import DISPLAY, HAND, anew
from companion.games.merlin.sheets import Scoring
from companion.games.merlin.state import State, everything, with_castle
from companion.games.merlin.todo import Drop, Show, Take
from companion.games.merlin.turns import has_dice, over, passed
from companion.vocabulary import Refusal

ABOUT_CARDS = (Show, Take, Drop)


def lies(state: State, move: mending.Lies) -> State | Refusal:
    """That mission is there, and nowhere else that this seat can see."""
    if not everything(state) or move.card not in state.cards:
        return Refusal("merlin.no.card", {}, "page 7")
    if move.where == "hand" and move.seat not in state.seats:
        return Refusal("merlin.no.seat", {}, "page 2")
    state = _nowhere(state, move.card, move.seat)
    if move.where == "hand":
        hand = state.castles[move.seat].hand
        if len(hand) == HAND:
            return Refusal("merlin.no.full", {"most": HAND}, "page 3")
        return with_castle(state, move.seat, hand=tuple(sorted((*hand, move.card))))
    if move.where == "display":
        return _displayed(state, move.card)
    told: Any = {move.where: (*getattr(state, move.where), move.card)}
    return replace(state, **told)


def _nowhere(state: State, card: str, seat: str) -> State:
    """Not in this hand nor in the open; if it was in no pile either, one less lies there."""
    hand = state.castles[seat].hand if seat in state.seats else ()
    known = card in (*hand, *state.pile, *state.discard, *state.display)
    if card in hand:
        state = with_castle(state, seat, hand=tuple(c for c in hand if c != card))
    return replace(
        state,
        pile=tuple(c for c in state.pile if c != card) if known else state.pile[1:],
        discard=tuple(c for c in state.discard if c != card),
        display=tuple("" if c == card else c for c in state.display),
    )


def _displayed(state: State, card: str) -> State | Refusal:
    """On a free place of it."""
    if "" not in state.display:
        return Refusal("merlin.no.full", {"most": DISPLAY}, "page 2")
    place = state.display.index("")
    display = (*state.display[:place], card, *state.display[place + 1 :])
    todo = tuple(one for one in state.todo if one != Show(place))
    return replace(state, display=display, todo=todo)


def way(state: State, move: mending.Way) -> State | Refusal:
    """Less is kept from now on; more, only the board after the score alone."""
    if move.way == state.options.way:
        return state
    if move.way == "everything":
        return Refusal("merlin.no.way", {}, "page 2")
    counted = state.options.way == "score"
    state = _unkept(replace(state, options=replace(state.options, way=move.way)))
    if move.way == "score":
        scored = (Scoring(),) * ((state.round - 1) // 2 + 1)
        return replace(over(state), phase="sheet", counted=scored)
    return _board(over(replace(state, counted=()))) if counted else state


def _unkept(state: State) -> State:
    """Missions stay at the table; what was about them is people's."""
    for seat in state.seats:
        state = with_castle(state, seat, hand=())
    left = tuple(one for one in state.todo if not isinstance(one, ABOUT_CARDS))
    state = replace(state, cards={}, pile=(), display=(), discard=(), todo=left)
    return passed(state) if state.phase == "refill" else state


def _board(state: State) -> State:
    """A board that was set up goes on with the dice in the castles; another is set up now."""
    if not all(tile.kind for tile in state.tiles) or not all(state.on.values()):
        return anew(state)
    rolled = any(has_dice(state, seat) for seat in state.seats)
    return replace(state, phase="choose" if rolled else "roll")
