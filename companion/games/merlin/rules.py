"""The rules of Merlin, by the pages of its book.

Rule: facts in, facts out. No clock and no chance: tiles, dice and cards that come are moves like
any other. ``play`` gives the next state, or the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import (
    building,
    corrections,
    counting,
    flags,
    fulfilling,
    mending,
    moves,
    setting_up,
    spaces,
    taking,
    turns,
)
from companion.games.merlin.state import State
from companion.games.merlin.todo import (
    Act,
    Asks,
    Drop,
    Favour,
    Get,
    Icon,
    Lands,
    Pay,
    Pot,
    Rid,
    Send,
    Take,
    Worth,
)
from companion.games.merlin.turns import settled
from companion.vocabulary import Refusal, Setup

VERSION = 1

NOT_NOW = Refusal("merlin.no.phase", {}, "page 4")
WINDOW = Refusal("merlin.no.window", {}, "page 12")
Plays = Callable[[State, Any], State | Refusal]
Answers = dict[type, Callable[[State, Any, Any], State | Refusal]]


def new(setup: Setup) -> State | Refusal:
    """A game set up as far as it is known (pages 2 and 3)."""
    state = setting_up.new(setup)
    return state if isinstance(state, Refusal) else settled(state)


def play(state: State, move: Any) -> State | Refusal:
    """The state after a move, or why it cannot be."""
    if state.phase == "over" and not isinstance(move, mending.Correction):
        return Refusal("merlin.no.over", {}, "page 10")
    if getattr(move, "seat", "") not in ("", *state.seats):
        return Refusal("merlin.no.seat", {}, "page 2")
    after = _PLAYS[type(move)](state, move)
    return after if isinstance(after, Refusal) else settled(after)


def leaves(state: State, _: moves.Leaves) -> State | Refusal:
    """The action can be left (page 4), and so can the rest of it; missions that were discarded
    are replaced."""
    match state.todo[:1]:
        case (Drop(taken=taken),):
            return replace(state, todo=(Take(state.turn, taken), *state.todo[1:]))
        case (Act() | Get(things=building.BONUS),):
            return replace(state, todo=state.todo[1:])
    return NOT_NOW


def _for(answers: Answers, otherwise: Refusal = NOT_NOW) -> Plays:
    """What a move answers depends on what is waited for."""

    def plays(state: State, move: Any) -> State | Refusal:
        todo = state.todo[0] if state.todo else None
        answer = answers.get(type(todo))
        return answer(state, move, todo) if answer else otherwise

    return plays


def _builds(state: State, move: moves.Builds) -> State | Refusal:
    """On a manor space that was passed by, since nothing can be built: why not (page 7)?"""
    if state.todo or state.on.get(state.moved) != "manor" or state.acted:
        return _BUILDS(state, move)
    after = building.builds(state, move, Act("manor"))
    return after if isinstance(after, Refusal) else _BUILDS(state, move)


def _acts(act: Callable[[State, Any, Any], State | Refusal]) -> Callable[..., State | Refusal]:
    """The action of a space is taken by that: a staff may repeat it (page 4)."""

    def acts(state: State, move: Any, todo: Act) -> State | Refusal:
        after = act(state, move, todo)
        return after if isinstance(after, Refusal) else replace(after, acted=todo.space)

    return acts


_BUILDS = _for({Act: _acts(building.builds)})
_PLAYS: dict[type, Plays] = {
    moves.Tile: setting_up.tile,
    moves.Shift: setting_up.shift,
    moves.Starts: setting_up.starts,
    moves.Gives: setting_up.gives,
    moves.Traitor: setting_up.traitor,
    moves.Shows: setting_up.shows,
    moves.Draws: setting_up.draws,
    moves.Takes: setting_up.takes,
    moves.Die: turns.die,
    moves.Again: turns.again,
    moves.Goes: turns.goes,
    moves.Apple: turns.apple,
    moves.Turned: _for({Worth: turns.turned}),
    moves.Lands: _for({Lands: lambda state, move, _: turns.lands(state, move)}),
    moves.Flips: flags.flips,
    moves.Repels: flags.repels,
    moves.Copies: _for({Act: flags.copies}, WINDOW),
    moves.Mirrors: _for({Act: flags.mirrors}, WINDOW),
    moves.Uses: flags.uses,
    moves.Does: _for({Asks: flags.does}),
    moves.Acts: _for({Act: _acts(spaces.acts)}),
    moves.Leaves: leaves,
    moves.Sends: _for({Act: _acts(spaces.sends)}),
    moves.To: _for({Send: spaces.to}),
    moves.Counts: _for({Act: _acts(spaces.counts)}),
    moves.Gets: _for({Act: _acts(spaces.gets), Get: spaces.gets}),
    moves.Returns: _for({Act: _acts(spaces.returns)}),
    moves.Builds: _builds,
    moves.Pays: _for({Pay: building.pays}),
    moves.Rids: _for({Rid: spaces.rids}),
    moves.Drops: _for({Act: _acts(spaces.drops), Drop: spaces.drops}),
    moves.Twice: _for({Act: spaces.twice}),
    moves.Spares: flags.spares,
    moves.Staff: turns.staff,
    moves.Fulfils: fulfilling.fulfils,
    moves.Claims: fulfilling.claims,
    moves.Corner: _for({Icon: fulfilling.corner}),
    moves.Seals: _for({Favour: fulfilling.seals}),
    moves.Ends: turns.ends,
    moves.Spends: taking.spends,
    moves.SpendsAll: taking.spends_all,
    moves.Keeps: taking.keeps,
    moves.Grail: _for({Pot: taking.grail}),
    moves.Next: taking.taken,
    moves.Tally: counting.tally,
    moves.Adds: counting.adds,
    moves.Omits: counting.omits,
    moves.Manor: counting.manor,
    moves.Has: counting.has,
    moves.Lays: counting.lays,
    moves.Counted: counting.counted,
    **corrections.PLAYS,
}

FURTHER = (
    moves.Turned, moves.Lands, moves.Does, moves.To, moves.Pays, moves.Rids, moves.Corner,
    moves.Seals, moves.Gives,
)  # fmt: skip
"""Small choices of one action."""


def follows(state: State, move: Any) -> bool:
    """A further choice of the action before it."""
    if isinstance(move, moves.Gets | moves.Drops):
        return not isinstance(state.todo[0], Act) if state.todo else False
    return isinstance(move, FURTHER)
