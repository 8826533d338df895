"""The rules of Maginor, by the headings of its book.

Rule: facts in, facts out. No clock and no chance: the die is a move like any other. ``play``
gives the next state, or the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.maginor import (
    acting,
    cards,
    corrections,
    dueling,
    laying_out,
    moves,
    placing,
    sheet,
)
from companion.games.maginor.pieces import MAGES
from companion.games.maginor.state import (
    HAND,
    Box,
    Options,
    State,
)
from companion.games.maginor.turns import settled
from companion.vocabulary import Refusal, Setup

VERSION = 1
SEATS = ("red", "blue", "yellow", "green")


def new(setup: Setup) -> State | Refusal:
    """Nothing is laid out yet; where the score alone is kept, nothing will be."""
    options: Options = setup.options
    box: Box = setup.box
    seats = tuple(player.seat for player in setup.players)
    if not 2 <= len(seats) <= MAGES or len(set(seats)) < len(seats) or set(seats) - set(SEATS):
        return Refusal("maginor.no.seats", {}, "Setup")
    wrong = laying_out.unfit(box)
    if wrong and (options.way != "score" or wrong.key != "maginor.no.unknown"):
        return wrong
    ring, spells = laying_out.proposed(box)
    return State(
        seats=seats,
        names={player.seat: player.name for player in setup.players},
        options=options,
        oracles={oracle.id: oracle for oracle in box.oracles},
        hands={seat: box.hands.get(seat) or HAND for seat in seats},
        spare={seat: hand for seat, hand in box.hands.items() if seat not in seats},
        turn=seats[0],
        phase="sheet" if options.way == "score" else "begin",
        played=dict.fromkeys(seats, ()),
        spells=dict.fromkeys(seats, ()),
        won=dict.fromkeys(seats, ()),
        others=dict.fromkeys(seats, ()),
        proposed=ring,
        proposed_spells=spells,
        mages={number: seat for number, seat in box.mages.items() if seat in SEATS},
        synthetic=box.synthetic,
    )


def play(state: State, move: Any) -> State | Refusal:
    """The state after a move, or why it cannot be."""
    if state.phase == "over" and not isinstance(move, moves.Correction):
        return Refusal("maginor.no.over", {}, "End of the Game")
    if getattr(move, "seat", "") not in ("", "ring", *state.seats):
        return Refusal("maginor.no.seat", {}, "Setup")
    after = _PLAYS[type(move)](state, move)
    return after if isinstance(after, Refusal) else settled(after)


def _in_turn(act: Callable[[State, Any], State | Refusal]) -> Callable[[State, Any], Any]:
    """Only where the turn waits for nothing else."""

    def acts(state: State, move: Any) -> State | Refusal:
        if state.phase != "turn" or state.todo:
            return placing.busy(state)
        return act(state, move)

    return acts


_PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    moves.Begins: laying_out.begins,
    moves.Stands: laying_out.stands,
    moves.Beside: laying_out.beside,
    moves.Laid: laying_out.laid_out,
    moves.Roll: acting.roll,
    moves.Play: _in_turn(cards.play),
    moves.Spell: _in_turn(cards.cast),
    moves.Go: _in_turn(acting.go),
    moves.At: acting.at,
    moves.As: acting.chosen,
    moves.Slot: placing.slot,
    moves.Enough: acting.enough,
    moves.Back: acting.back,
    moves.Point: dueling.point,
    moves.Fought: dueling.fought,
    moves.Invert: dueling.invert,
    moves.Accept: dueling.accept,
    moves.Prize: acting.prize,
    moves.Read: acting.read,
    moves.Keeps: sheet.keeps,
    moves.Adds: sheet.adds,
    moves.Done: sheet.done,
    **corrections.PLAYS,
}
