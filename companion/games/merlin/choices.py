"""Every decision that is open now, and to whom.

Rule: the list is finite, so that a page is always buttons and places on the drawing. What is in
a hand and what is drawn is for its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from companion.games.merlin import counting, goods, mending, moves
from companion.games.merlin.counties import good
from companion.games.merlin.flags import in_turn
from companion.games.merlin.fulfilling import may_fulfil
from companion.games.merlin.missions import is_fulfilled
from companion.games.merlin.pending import choice, pending, walks
from companion.games.merlin.pieces import PLAYER_DICE
from companion.games.merlin.saying import Choices, does, mission
from companion.games.merlin.setting_up import left
from companion.games.merlin.state import State, everything, has_flag, has_seal, own
from companion.games.merlin.turns import is_rolling, may_be_again, may_staff, shown
from companion.vocabulary import Choice, Says, Viewer


def choices(state: State) -> Choices:
    """What is waited for, what the phase is open to, and what can be done at any time."""
    waits = pending(state) if state.todo else tuple(_OPEN[state.phase](state))
    return (*waits, *_any_time(state)) if in_turn(state) else waits


def _land(state: State) -> Iterator[Choice]:
    """Which way the rows are set off, then tile by tile, wherever."""
    if not state.shift:
        for side in ("left", "right"):
            yield choice(state, moves.Shift(side), does(f"shift_{side}"))
        return
    kinds: Any = [kind for kind, count in left(state).items() if count]
    for place, tile in enumerate(state.tiles):
        if not tile.kind:
            for kind in kinds:
                says = does("tile", kind=kind, place=place + 1)
                yield choice(state, moves.Tile(place, kind), says, f"tile/{place}")


def _roll(state: State) -> Iterator[Choice]:
    """The own dice first, then the white one."""
    for seat in state.seats:
        if is_rolling(state, seat):
            yield from _dice(state, seat)


def _dice(state: State, seat: str) -> Iterator[Choice]:
    white = len(state.castles[seat].dice) == PLAYER_DICE
    faces = shown(state, seat)
    for face in range(1, 7):
        if faces.count(face) < 2:
            says = does("rolls_white" if white else "rolls", name=state.names[seat], face=face)
            yield Choice(seat, moves.Die(seat, face, white), says)
    if may_be_again(state, seat):
        yield Choice(seat, moves.Again(seat), does("again", name=state.names[seat]))


def _choose(state: State) -> Iterator[Choice]:
    yield from walks(state)
    castle = own(state)
    dice = [(False, face) for face in dict.fromkeys(castle.dice)]
    dice += [(True, castle.white)] if castle.white else []
    for white, face in dice:
        if castle.apples:
            says = does("apple_white" if white else "apple", face=face)
            yield choice(state, moves.Apple(white, face), says)
        if has_flag(state, "flip-die"):
            says = does("flips_white" if white else "flips", face=face, other=7 - face)
            yield choice(state, moves.Flips(white, face), says)


def _act(state: State) -> Iterator[Choice]:
    """The action is over: a staff, or the end of the turn."""
    yield choice(state, moves.Ends(), does("ends"))
    if may_staff(state):
        yield choice(state, moves.Staff(), does("staff"))


def _any_time(state: State) -> Iterator[Choice]:
    """Missions, flags and a favour (pages 7, 11 and 12)."""
    yield from _missions(state)
    castle = own(state)
    for county in castle.traitors:
        if has_flag(state, "repel"):
            yield choice(state, moves.Repels(county), does("repels", county=county))
        if has_seal(state, "shieldbearer", 3):
            yield choice(state, moves.Spares(county), does("spares", county=county))
    for county in goods.unknown(state):
        yield choice(state, moves.Uses(county), does("uses", county=county))


def _missions(state: State) -> Iterator[Choice]:
    if not may_fulfil(state):
        return
    if not everything(state):
        for points in (1, 2, 3):
            yield choice(state, moves.Claims(points), does("claims", points=points))
        return
    for card in own(state).hand:
        if is_fulfilled(own(state), state.cards[card].needs):
            says = mission(state, "fulfils", card)
            yield choice(state, moves.Fulfils(card), says, secret=True)


def _sheet(state: State) -> Iterator[Choice]:
    yield choice(state, moves.Counted(), does("counted", number=counting.number(state)))
    for move in counting.tallies(state):
        yield _tally(move, state.names[move.seat])
    if not counting.is_end(state):
        for move in counting.openings(state):
            yield _opening(state.turn, move, state.names.get(getattr(move, "seat", ""), ""))


@lru_cache(maxsize=4096)
def _tally(move: moves.Tally, name: str) -> Choice:
    way = "more" if move.more else "fewer"
    what = good(move.county, move.what) if move.county else move.what
    return Choice(move.seat, move, does(f"tally_{way}", name=name, what=what))


@lru_cache(maxsize=4096)
def _opening(turn: str, move: Any, name: str) -> Choice:
    return Choice(turn, move, _opened(move, name))


def _opened(move: Any, name: str) -> Says:
    match move:
        case moves.Adds(terrain=terrain, tiles=tiles):
            return does("adds", terrain=terrain, tiles=tiles)
        case moves.Omits(area=area):
            return does("omits", number=area + 1)
        case moves.Manor(area=area, more=more):
            return does(f"manor_{'more' if more else 'fewer'}", number=area + 1, name=name)
        case moves.Has():
            return does("has", name=name) if name else does("has_nobody")
        case moves.Lays(county=county) if name:
            return does("lays_on", name=name, county=county)
    return does("lays_none")


_OPEN: dict[str, Callable[[State], Iterable[Choice]]] = {
    "land": _land,
    "roll": _roll,
    "choose": _choose,
    "act": _act,
    "sheet": _sheet,
    "over": lambda _: (),
}


# Corrections


def may_correct(state: State, viewer: Viewer, move: Any) -> bool:
    """How the table stands is said by whoever keeps it; where a mission lies, by the seat whose it
    is or becomes, or a host could feel for the hands."""
    if not isinstance(move, mending.Lies) or not everything(state):
        return viewer.role == "host"
    if move.seat != viewer.seat or viewer.seat not in state.seats:
        return False
    known = (*state.castles[viewer.seat].hand, *state.display, *state.discard)
    return move.where == "hand" or move.card in known
