"""Every decision that is open now, and to whom.

Rule: asks the rules instead of repeating them; the list is finite, so that a page is
always buttons and places on the drawing.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.labyrinth import moves
from companion.games.labyrinth.rules import stumbles
from companion.games.labyrinth.state import State, following, left, occupied, sought
from companion.geometry import neighbours
from companion.vocabulary import Choice, Says

FACES = (1, 2, 3, 4)


def choices(state: State) -> tuple[Choice, ...]:
    """Answers first, then the decision that the game waits for."""
    return (*_answers(state), *_OPEN[state.phase](state))


def _answers(state: State) -> tuple[Choice, ...]:
    if state.question is None:
        return ()
    return tuple(
        Choice(state.turn, moves.Answer(number), option.says)
        for number, option in enumerate(state.question.options)
    )


def _draws(state: State) -> tuple[Choice, ...]:
    seat = state.blind[0] if state.blind else state.turn
    return tuple(
        Choice(seat, moves.Draw(symbol), Says("labyrinth.do.draw", {"symbol": symbol}))
        for symbol in state.bag
    )


def _rolls(seat: str, early: bool = False) -> tuple[Choice, ...]:
    return tuple(
        Choice(seat, moves.Roll(face), Says("labyrinth.do.roll", {"face": face}), early=early)
        for face in FACES
    )


def _before(state: State) -> tuple[Choice, ...]:
    return (*_rolls(state.turn), *_late(state), *_backs(state))


def _late(state: State) -> tuple[Choice, ...]:
    if state.late is None:
        return ()
    seat = state.late.seat
    says = Says("labyrinth.do.late_fall", {"name": state.names[seat]})
    return (Choice(seat, moves.Fall(seat), says),)


def _backs(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(seat, moves.Back(seat), Says("labyrinth.do.back", {"name": state.names[seat]}))
        for seat in state.seats
        if state.balls[seat] == "unknown"
    )


def _walks(state: State) -> tuple[Choice, ...]:
    stops = _stops(state)
    fall = Choice(state.turn, moves.Fall(), Says("labyrinth.do.fall"))
    reached = state.path and sought(state, state.at[state.turn])
    after = _rolls(following(state), early=True) if stops and not reached else ()
    return (*stops, fall, *_steps(state), *_backs(state), *after)


def _stops(state: State) -> tuple[Choice, ...]:
    here = state.at[state.turn]
    if state.path and occupied(state, here):
        return ()
    if not state.path and not state.used and not state.options.staying:
        return ()
    if state.path and sought(state, here):
        return (Choice(state.turn, moves.Stop(), Says("labyrinth.do.take"), usual=True),)
    key = "labyrinth.do.stop" if left(state) else "labyrinth.do.next"
    stop = Choice(state.turn, moves.Stop(), Says(key), usual=True)
    if not state.path or state.wanted in state.symbols.values():
        return (stop,)
    says = Says("labyrinth.do.found", {"symbol": state.wanted})
    return (stop, Choice(state.turn, moves.Found(), says))


def _steps(state: State) -> tuple[Choice, ...]:
    here = state.at[state.turn]
    paths = ((*state.path, field) for field in neighbours(here))
    return tuple(
        Choice(state.turn, moves.Walk(path), Says("labyrinth.do.step"), place=path[-1])
        for path in paths
        if stumbles(state, path) is None
    )


_OPEN: dict[str, Callable[[State], tuple[Choice, ...]]] = {
    "draw": _draws,
    "roll": _before,
    "walk": _walks,
    "over": lambda _: (),
}
