"""The rules of The Magic Labyrinth, book pages 8 to 15.

Rule: facts in, facts out. No clock, no chance, no sensor: a roll and a drawn chip are
moves like any other. ``play`` gives the next state, or the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.labyrinth import corrections, moves
from companion.games.labyrinth.asking import answer, ask, unask
from companion.games.labyrinth.finding import fallen, misread, settled, told
from companion.games.labyrinth.pieces import OPPOSITE, SEATS, SIDE
from companion.games.labyrinth.state import (
    Late,
    Options,
    State,
    following,
    left,
    occupied,
    sought,
)
from companion.games.labyrinth.winning import resolve
from companion.geometry import CORNERS, neighbours
from companion.vocabulary import Refusal, Setup
from companion.walls import most_entered

VERSION = 2
MOST_WALLS = most_entered(SIDE)  # so that each field can have an entry (page 6)


def new(setup: Setup) -> State | Refusal:
    """A game set up as on pages 8 to 11: chips in the bag, a magician in each corner."""
    options: Options = setup.options
    seats = tuple(player.seat for player in setup.players)
    corners = {player.seat: player.corner for player in setup.players}
    wrong = _unfit(seats, corners, options, len(setup.box.chips))
    if wrong:
        return wrong
    return State(
        seats=seats,
        names={player.seat: player.name for player in setup.players},
        corners=corners,
        goals={s: max(1, options.chips_to_win - options.handicap.get(s, 0)) for s in seats},
        options=options,
        symbols={f: s for f, s in sorted(setup.box.symbols.items()) if s},
        bag=tuple(sorted(setup.box.chips)),
        at=dict(corners),
        balls=dict.fromkeys(seats, "under"),
        chips=dict.fromkeys(seats, ()),
        turn=seats[0],
        masked=tuple(sorted(setup.box.masked)),
    )


def _unfit(
    seats: tuple[str, ...], corners: dict[str, str], options: Options, chips: int
) -> Refusal | None:
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats) or set(seats) - set(SEATS):
        return Refusal("labyrinth.no.seats", {}, "page 3")
    if set(corners.values()) - set(CORNERS) or len(set(corners.values())) < len(seats):
        return Refusal("labyrinth.no.corner", {}, "page 11")
    if len(seats) == 2 and OPPOSITE[corners[seats[0]]] != corners[seats[1]]:
        return Refusal("labyrinth.no.opposite", {}, "page 11")
    if options.walls is not None and options.walls > MOST_WALLS:
        return Refusal("labyrinth.no.walls", {"most": MOST_WALLS}, "page 6")
    most = (chips - 2) // len(seats) + 1  # the bag must not run dry, see the digest 4.4
    if options.chips_to_win > most:
        return Refusal("labyrinth.no.goal", {"most": most}, "page 15")
    return None


def play(state: State, move: Any) -> State | Refusal:
    """The state after a move, or why it cannot be."""
    if state.phase == "over" and not isinstance(move, moves.Correction):
        return Refusal("labyrinth.no.over", {}, "page 15")
    return _PLAYS[type(move)](state, move)


def draw(state: State, move: moves.Draw) -> State | Refusal:
    """A chip from the bag is laid open, or goes to somebody unseen (page 14)."""
    if state.phase != "draw":
        return Refusal("labyrinth.no.phase", {}, "page 14")
    if move.symbol not in state.bag:
        return Refusal("labyrinth.no.symbol", {"symbol": move.symbol})
    state = settled(state)
    bag = tuple(symbol for symbol in state.bag if symbol != move.symbol)
    if state.blind:
        seat, *others = state.blind
        won = {**state.chips, seat: (*state.chips[seat], move.symbol)}
        state = replace(state, chips=won, bag=bag, blind=tuple(others))
        return resolve(state, ())
    state = replace(state, bag=bag, wanted=move.symbol)
    standing = _standing(state)
    if not standing:
        return _next(state) if state.roll else replace(state, phase="roll")
    if (
        state.options.first_chip == "again"
        and not any(state.chips.values())
        and _untouched(state)
    ):
        return replace(state, bag=tuple(sorted((*bag, move.symbol))), wanted="")
    return resolve(state, standing)


def _untouched(state: State) -> bool:
    return state.at == state.corners and state.turn == state.seats[0]


def _standing(state: State) -> tuple[str, ...]:
    """Who stands on the wanted symbol, in turn order from the player on turn (page 14)."""
    first = state.seats.index(state.turn)
    order = state.seats[first:] + state.seats[:first]
    return tuple(seat for seat in order if sought(state, state.at[seat]))


def roll(state: State, move: moves.Roll) -> State | Refusal:
    """The die is thrown once (page 12). Thrown while somebody walks, it ends that walk."""
    if state.phase == "walk":
        after = stop(state, moves.Stop())
        if isinstance(after, Refusal):
            return after
        state = after
    if state.phase != "roll":
        return Refusal("labyrinth.no.phase", {}, "page 14")
    return replace(
        state,
        phase="walk",
        roll=move.face,
        used=0,
        start=state.at[state.turn],
        path=(),
        either=(),
        balls={**state.balls, state.turn: "under"},
    )


def walk(state: State, move: moves.Walk) -> State | Refusal:
    """Steps to neighbouring fields, never slantwise, as many as rolled or fewer (page 12)."""
    if move.seat and state.late and move.seat == state.late.seat:
        return _again(state, lambda opened: _walk_and_stop(opened, move))
    if state.phase != "walk":
        return Refusal("labyrinth.no.phase", {}, "page 12")
    if move.seat and move.seat != state.turn:
        return Refusal("labyrinth.no.turn", {"name": state.names[state.turn]}, "page 12")
    for path in (move.path, *move.either):
        wrong = stumbles(state, path)
        if wrong:
            return wrong
    end = move.path[-1] if move.path else state.start
    at = {**state.at, state.turn: end}
    state = settled(state) if move.path else state
    return replace(state, at=at, path=move.path, either=move.either)


def _walk_and_stop(state: State, move: moves.Walk) -> State | Refusal:
    walked = walk(state, moves.Walk(move.path, move.either))
    return walked if isinstance(walked, Refusal) else stop(walked, moves.Stop())


def stumbles(state: State, path: tuple[str, ...]) -> Refusal | None:
    """Why a walk from the start of this turn cannot be (pages 12 to 14)."""
    if len(path) > state.roll - state.used:
        return Refusal("labyrinth.no.steps", {"left": state.roll - state.used}, "page 12")
    here = state.start
    for number, field in enumerate(path):
        if field not in neighbours(here):
            return Refusal("labyrinth.no.neighbour", {}, "page 12")
        if number and sought(state, here):
            return Refusal("labyrinth.no.through_symbol", {}, "page 14")
        here = field
    other = occupied(state, here)
    if path and other and len(path) == state.roll - state.used:
        return Refusal("labyrinth.no.occupied", {"name": state.names[other]}, "page 12")
    return None


def stop(state: State, _: moves.Stop) -> State | Refusal:
    """The walk ends: on the wanted symbol with its chip (page 14), else for the next player."""
    if state.phase != "walk":
        return Refusal("labyrinth.no.phase", {}, "page 12")
    here = state.at[state.turn]
    other = occupied(state, here)
    if state.path and other:
        return Refusal("labyrinth.no.occupied", {"name": state.names[other]}, "page 12")
    if not state.path and not state.used and not state.options.staying:
        return Refusal("labyrinth.no.zero", {}, "page 12")
    state = replace(settled(state), late=_kept(state))
    if state.path and sought(state, here):
        return resolve(state, _standing(state))
    return _next(state)


def _kept(state: State) -> Late:
    return Late(
        state.turn, state.start, state.roll, state.used, state.path,
        state.chips, state.bag, state.wanted, state.either,
    )  # fmt: skip


def _next(state: State) -> State:
    """The next player is on turn (page 14)."""
    return replace(
        state, turn=following(state), phase="roll", roll=0, used=0, start="", path=(), either=()
    )


def found(state: State, _: moves.Found) -> State | Refusal:
    """The wanted symbol is printed where the magician stands; from now on it is known."""
    if state.phase != "walk" or not state.path:
        return Refusal("labyrinth.no.phase", {}, "page 14")
    if state.wanted in state.symbols.values():
        return Refusal("labyrinth.no.found", {"symbol": state.wanted})
    symbols = {**state.symbols, state.at[state.turn]: state.wanted}
    return stop(replace(state, symbols=symbols), moves.Stop())


def fall(state: State, move: moves.Fall) -> State | Refusal:
    """The ball fell: steps are lost, magician and ball go back to their corner (page 14)."""
    return _fell(state, move.seat, told, _bump)


def fell(state: State, move: moves.Fell) -> State | Refusal:
    """The same, as the plate saw it; where no wall was, a house rule may give it back."""
    if move.knock and state.options.knocked != "again":
        return Refusal("labyrinth.no.knock")
    if wrong := misread(move.drop):
        return wrong
    end = _given_back if move.knock else _bump
    return _fell(state, move.seat, lambda opened: fallen(opened, move.drop), end)


def _fell(
    state: State,
    whose: str | None,
    noted: Callable[[State], State],
    end: Callable[[State], State],
) -> State | Refusal:
    seat = whose or state.turn
    if state.late and seat == state.late.seat and not (state.phase == "walk" and state.path):
        return _again(state, lambda opened: end(noted(opened)))
    if state.phase != "walk":
        return Refusal("labyrinth.no.phase", {}, "page 14")
    if seat != state.turn:
        return Refusal("labyrinth.no.turn", {"name": state.names[state.turn]}, "page 14")
    if state.options.jolted == "again" and not state.path and not state.used:
        return _given_back(noted(state))
    return end(noted(settled(state)))


def _bump(state: State) -> State:
    seat = state.turn
    at = {**state.at, seat: state.corners[seat]}
    balls = {**state.balls, seat: "tray"}
    return _next(replace(state, at=at, balls=balls))


def _given_back(state: State) -> State:
    """House rule: magician and ball stand where this walk began, with all its steps."""
    at = {**state.at, state.turn: state.start}
    balls = {**state.balls, state.turn: "tray"}
    return replace(state, at=at, balls=balls, path=(), either=())


def _again(state: State, end: Callable[[State], State | Refusal]) -> State | Refusal:
    """The turn just ended ends another way; what the next player rolled stays rolled."""
    late = state.late
    if late is None:
        return Refusal("labyrinth.no.phase", {}, "page 14")
    here = late.path[-1] if late.path else late.start
    opened = replace(
        state, turn=late.seat, phase="walk", roll=late.roll, used=late.used, start=late.start,
        path=late.path, either=late.either, chips=late.chips, bag=late.bag,
        wanted=late.wanted, blind=(),
        at={**state.at, late.seat: here}, late=None, winners=(),
    )  # fmt: skip
    after = end(opened)
    if isinstance(after, Refusal) or state.phase != "walk" or after.phase != "roll":
        return after
    return roll(after, moves.Roll(state.roll))


def back(state: State, move: moves.Back) -> State | Refusal:
    """Magician and ball are put in again (page 14)."""
    if move.seat not in state.seats or state.balls[move.seat] == "under":
        return Refusal("labyrinth.no.ball")
    return replace(state, balls={**state.balls, move.seat: "under"})


_PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    moves.Draw: draw,
    moves.Roll: roll,
    moves.Walk: walk,
    moves.Stop: stop,
    moves.Found: found,
    moves.Fall: fall,
    moves.Fell: fell,
    moves.Back: back,
    moves.Ask: ask,
    moves.Unask: unask,
    moves.Answer: lambda state, move: answer(state, move, play),
    **corrections.PLAYS,
}

__all__ = ["VERSION", "left", "new", "play", "stumbles"]
