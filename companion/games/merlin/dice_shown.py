"""Dice that are shown: rolled, or chosen to go.

Rule: a die of a colour is that player's. A white one is whoever's it can be: if several roll at
once, people say whose.
"""

from __future__ import annotations

from companion.games.merlin import moves
from companion.games.merlin.meant import NOTHING, Meant, either, first, one, those
from companion.games.merlin.pending import walks
from companion.games.merlin.pieces import PLAYER_DICE
from companion.games.merlin.saying import does
from companion.games.merlin.state import State
from companion.games.merlin.todo import Worth
from companion.games.merlin.turns import ALIKE, is_rolling
from companion.games.merlin.turns import shown as faces
from companion.vocabulary import Choice, Meaning, Refusal

WHITE = "white"


def die(state: State, colour: str, face: int) -> Meant:
    """This side of it lies up."""
    if colour not in (WHITE, *state.seats):
        return Refusal("merlin.no.seat", {}, "page 2")
    if state.phase == "roll":
        return _rolled(state, colour, face)
    return _goes(state, colour, face)


# Rolled


def _rolled(state: State, colour: str, face: int) -> Meant:
    rolling = [seat for seat in state.seats if is_rolling(state, seat)]
    if colour == WHITE:
        own = [s for s in rolling if len(state.castles[s].dice) == PLAYER_DICE]
        if not own:
            return Refusal("merlin.no.white_later", {}, "page 3")
        return either(*(_shows(state, seat, face, white=True) for seat in own))
    if len(state.castles[colour].dice) == PLAYER_DICE:
        return Refusal("merlin.no.dice", {}, "page 8")
    return _shows(state, colour, face, white=False)


def _shows(state: State, seat: str, face: int, *, white: bool) -> Meant:
    """A third one alike means that all four are rolled again (page 3, D)."""
    name = state.names[seat]
    if faces(state, seat).count(face) == ALIKE:
        return one(state, seat, moves.Again(seat), does("again", name=name))
    says = does("rolls_white" if white else "rolls", name=name, face=face)
    return one(state, seat, moves.Die(seat, face, white), says)


# Chosen


def _goes(state: State, colour: str, face: int) -> Meant:
    """By whoever is on turn; after an apple, what it was turned to (page 4)."""
    waits, white = first(state), colour == WHITE
    if not white and colour != state.turn:
        return Refusal("merlin.no.not_now", {"name": state.names[colour]}, "page 4")
    if isinstance(waits, Worth):
        return _turned(state, face) if waits.white == white else NOTHING
    if state.phase != "choose" or waits:
        return Refusal("merlin.no.phase", {}, "page 4")
    goes = (choice for choice in walks(state) if _is(choice, face, white=white))
    found = tuple(Meaning(choice.says, (choice.move,), choice.seat) for choice in goes)
    return found or Refusal("merlin.no.die", {}, "page 4")


def _is(choice: Choice, face: int, *, white: bool) -> bool:
    return bool((choice.move.white, choice.move.face) == (white, face))


def _turned(state: State, face: int) -> Meant:
    def is_meant(choice: Choice) -> bool:
        return isinstance(choice.move, moves.Turned) and choice.move.face == face

    return those(state, is_meant)
