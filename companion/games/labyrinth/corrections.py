"""Corrections: what people say about the table is true, within what the box holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.finding import put_right, settled
from companion.games.labyrinth.state import State, left
from companion.games.labyrinth.winning import resolve
from companion.vocabulary import Refusal


def _absent(state: State, seat: str) -> Refusal | None:
    return None if seat in state.seats else Refusal("labyrinth.no.seat", {"seat": seat})


def place(state: State, move: moves.Place) -> State | Refusal:
    """A magician stands there. In the middle of a walk the steps already spent stay spent."""
    if wrong := _absent(state, move.seat):
        return wrong
    state = put_right(state, move.seat)
    state = replace(state, at={**state.at, move.seat: move.field})
    if state.phase != "walk" or move.seat != state.turn:
        return state
    used = state.roll - left(state)
    return replace(state, start=move.field, path=(), either=(), used=used)


def give(state: State, move: moves.Give) -> State | Refusal:
    """A chip from the bag, or the open one, lies with a player."""
    if wrong := _absent(state, move.seat):
        return wrong
    if move.symbol not in (*state.bag, state.wanted):
        return Refusal("labyrinth.no.chips", {"symbol": move.symbol})
    chips = {**state.chips, move.seat: (*state.chips[move.seat], move.symbol)}
    bag = tuple(symbol for symbol in state.bag if symbol != move.symbol)
    after = replace(settled(state), chips=chips, bag=bag)
    if move.symbol != state.wanted:
        return _ended(after)
    return _ended(replace(after, wanted="", phase="draw", roll=0, used=0, path=(), either=()))


def lose(state: State, move: moves.Lose) -> State | Refusal:
    """A chip goes back into the bag; a game that ended by it goes on."""
    if wrong := _absent(state, move.seat):
        return wrong
    if move.symbol not in state.chips[move.seat]:
        return Refusal("labyrinth.no.chips", {"symbol": move.symbol})
    kept = tuple(symbol for symbol in state.chips[move.seat] if symbol != move.symbol)
    after = replace(
        settled(state),
        chips={**state.chips, move.seat: kept},
        bag=tuple(sorted((*state.bag, move.symbol))),
    )
    return _ended(after) if after.phase != "over" else _reopened(after)


def _ended(state: State) -> State:
    phase = state.phase
    after = resolve(state, ())
    return after if after.phase == "over" else replace(after, phase=phase)


def _reopened(state: State) -> State:
    after = resolve(state, ())
    if after.phase == "over":
        return after
    return replace(after, winners=(), phase="roll" if after.wanted else "draw", roll=0, path=())


def want(state: State, move: moves.Want) -> State | Refusal:
    """That chip lies open; the one we thought of goes back into the bag."""
    if move.symbol == state.wanted:
        return state
    if move.symbol not in state.bag:
        return Refusal("labyrinth.no.chips", {"symbol": move.symbol})
    bag = {*state.bag, state.wanted} - {move.symbol, ""}
    phase = "roll" if state.phase == "draw" else state.phase
    return replace(settled(state), wanted=move.symbol, bag=tuple(sorted(bag)), phase=phase)


def turn(state: State, move: moves.Turn) -> State | Refusal:
    """That player is on turn and has not rolled yet."""
    if wrong := _absent(state, move.seat):
        return wrong
    if state.phase == "over":
        return Refusal("labyrinth.no.over")
    phase = "roll" if state.wanted else "draw"
    return replace(
        settled(state),
        turn=move.seat,
        phase=phase,
        roll=0,
        used=0,
        start="",
        path=(),
        either=(),
    )


def ball(state: State, move: moves.Ball) -> State | Refusal:
    """Where a player's ball is."""
    if wrong := _absent(state, move.seat):
        return wrong
    return replace(state, balls={**state.balls, move.seat: move.where})


def mask(state: State, move: moves.Mask) -> State | Refusal:
    """The sensor of a field is left out, or listened to again."""
    others = {field for field in state.masked if field != move.field}
    return replace(
        state, masked=tuple(sorted(others | ({move.field} if move.masked else set())))
    )


def turned(state: State, move: moves.Turned) -> State | Refusal:
    """How the box lies above the sensors."""
    return replace(state, turned=move.quarters)


def printed(state: State, move: moves.Printed) -> State | Refusal:
    """What is printed on a field of the owner's board."""
    others = {f: s for f, s in state.symbols.items() if f != move.field}
    if move.symbol:
        others[move.field] = move.symbol
    return replace(state, symbols=dict(sorted(others.items())))


PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    moves.Place: place,
    moves.Give: give,
    moves.Lose: lose,
    moves.Want: want,
    moves.Turn: turn,
    moves.Ball: ball,
    moves.Mask: mask,
    moves.Turned: turned,
    moves.Printed: printed,
}
