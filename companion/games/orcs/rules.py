"""The rules of Orcs Orcs Orcs, by the lines of its book.

Rule: facts in, facts out. No clock and no chance: markers, fates and cards that come are moves
like any other. ``play`` gives the next state, or the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.orcs import (
    acting,
    casting,
    corrections,
    effects,
    moves,
    setting_up,
    sheet,
    striking,
)
from companion.games.orcs.rounds import gained, settled
from companion.games.orcs.state import State
from companion.games.orcs.todo import (
    Asks,
    Bonds,
    Boost,
    Choose,
    Extra,
    Fells,
    Learn,
    Move,
    Side,
    Strike,
    Sweep,
    Switch,
    Unveil,
    Voodoo,
)
from companion.games.orcs.waiting import choosable, dropped, first, instead
from companion.vocabulary import Refusal, Setup

VERSION = 1

Plays = Callable[[State, Any], State | Refusal]
Answers = dict[type, Callable[[State, Any, Any], State | Refusal]]


def new(setup: Setup) -> State | Refusal:
    """A game set up as far as it is known (lines 2 to 4)."""
    state = setting_up.new(setup)
    return state if isinstance(state, Refusal) else settled(state)


def play(state: State, move: Any) -> State | Refusal:
    """The state after a move, or why it cannot be."""
    if state.phase == "over" and not isinstance(move, moves.Correction):
        return Refusal("orcs.no.over", {}, "line 12")
    if getattr(move, "seat", "") not in ("", *state.seats):
        return Refusal("orcs.no.seat", {}, "line 4")
    after = _PLAYS[type(move)](state, move)
    return after if isinstance(after, Refusal) else settled(gained(state, after))


def turns(state: State, move: moves.Turns) -> State | Refusal:
    """A path, other than the own one, and a marker of it (line 6)."""
    if not isinstance(first(state), Choose):
        return Refusal("orcs.no.phase", {}, "line 6")
    if move.path not in choosable(state):
        return Refusal("orcs.no.markers", {}, "line 6")
    return instead(state, Unveil(move.path))


MAY = (Boost, Extra, Learn, Switch, Move, Bonds)
"""Of these the book says that a player "may" (lines 10, 11 and 14)."""


def leave(state: State, _: moves.Leave) -> State | Refusal:
    """What one may do is not done."""
    if isinstance(first(state), MAY):
        return dropped(state)
    return Refusal("orcs.no.phase", {}, "line 11")


def _for(answers: Answers) -> Plays:
    """What a move answers depends on what is waited for."""

    def plays(state: State, move: Any) -> State | Refusal:
        todo = first(state)
        answer = answers.get(type(todo))
        return answer(state, move, todo) if answer else Refusal("orcs.no.phase", {}, "line 6")

    return plays


_FIGURES: Answers = {
    Strike: striking.strike,
    Switch: effects.switch,
    Move: effects.chosen,
    Bonds: effects.bonds,
}

_PLAYS: dict[type, Plays] = {
    moves.Stands: setting_up.stands,
    moves.Reveal: setting_up.reveal,
    moves.Opens: setting_up.opens,
    moves.Draws: setting_up.draws,
    moves.Keeps: setting_up.keeps,
    moves.Fate: setting_up.fate,
    moves.Advance: setting_up.advance,
    moves.Ruled: setting_up.ruled,
    moves.Turns: turns,
    moves.Teleport: acting.teleport,
    moves.Cast: casting.cast,
    moves.Add: casting.add,
    moves.Row: casting.row,
    moves.Nothing: casting.nothing,
    moves.Boost: casting.boost,
    moves.Leave: leave,
    moves.Figure: _for(_FIGURES),
    moves.At: _for({Sweep: striking.sweep, Move: effects.moved}),
    moves.Side: _for({Side: striking.side}),
    moves.Victim: _for({Voodoo: effects.victim}),
    moves.Drops: effects.drops,
    moves.Learns: casting.learns,
    moves.Give: acting.give,
    moves.Remove: acting.remove,
    moves.Pass: acting.passes,
    moves.Falls: _for({Fells: striking.falls}),
    moves.Prints: _for({Asks: effects.prints}),
    moves.Extra: _for({Extra: effects.extra}),
    moves.Tells: sheet.tells,
    moves.Tally: sheet.tally,
    moves.Done: sheet.done,
    **corrections.PLAYS,
}

FURTHER = (
    moves.Add, moves.Row, moves.Nothing, moves.Boost, moves.Leave, moves.Figure, moves.At,
    moves.Side, moves.Victim, moves.Drops, moves.Learns, moves.Falls, moves.Prints, moves.Extra,
    moves.Teleport,
)  # fmt: skip
"""Small choices of one action."""


def follows(state: State, move: Any) -> bool:
    """A further choice of the action before it."""
    return state.phase == "act" and bool(state.todo) and isinstance(move, FURTHER)
