"""What the spaces of the rondel do (pages 4 to 7), and two favours that change it (page 11).

Rule: ``options`` of a space are what can be done there now; a space without any is passed by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import building, duties, goods, moves, rondel
from companion.games.merlin.counties import (
    COUNTIES,
    HENCHMEN,
    OWNED,
    THINGS,
    County,
    Henchman,
    Owned,
    good,
)
from companion.games.merlin.state import (
    State,
    earned,
    everything,
    has_seal,
    instead,
    own,
    with_castle,
)
from companion.games.merlin.todo import Act, Drop, Get, Rid, Send, Take
from companion.vocabulary import Refusal

POINTS, GAIN = "points-", "gain-"
GOODS: tuple[Owned, ...] = ("shield", "flag", "stone")
NOT_NOW = Refusal("merlin.no.phase", {}, "page 4")


def can_act(state: State, todo: Act) -> bool:
    """Is anything open there?"""
    return next(iter(options(state, todo)), None) is not None


def options(state: State, todo: Act) -> Iterator[Any]:
    """All moves that begin the action of a space."""
    yield from _options(todo.space)(state, todo)
    if may_be_twice(state, todo):
        yield moves.Twice()


def _options(space: str) -> Callable[[State, Act], Iterator[Any]]:
    if space in COUNTIES or space == "gain-henchman":
        return _henchmen
    if space.startswith(POINTS):
        return _points
    return _gain if space.startswith(GAIN) else _SPACES[space]


# Henchmen: a county, influence, relocation


def _henchmen(state: State, todo: Act) -> Iterator[Any]:
    for henchman in HENCHMEN:
        if destinations(state, todo, henchman):
            yield moves.Sends(henchman)


def destinations(state: State, todo: Act, henchman: Henchman) -> tuple[County, ...]:
    """Where he can go from that space: never where he is, and not he whom a staff repeats (pages
    4 to 6); by his favour from a county to any other (page 11)."""
    if henchman == todo.besides:
        return ()
    at = own(state).henchmen[henchman]
    return tuple(county for county in _open(state, todo.space, henchman) if county != at)


def _open(state: State, space: str, henchman: Henchman) -> tuple[County, ...]:
    if space == "gain-henchman":
        return tuple(c for c in state.order if own(state).influence.get(c))
    if space == "relocate":
        return _beside(state, henchman)
    if has_seal(state, henchman, 2):
        return state.order
    return tuple(county for county in COUNTIES if county == space)


def _beside(state: State, henchman: Henchman) -> tuple[County, ...]:
    """The next county either way; anywhere, where all are in the castle (page 6)."""
    at = own(state).henchmen[henchman]
    if at:
        return rondel.beside(state, at)
    return () if any(own(state).henchmen.values()) else state.order


def sends(state: State, move: moves.Sends, todo: Act) -> State | Refusal:
    """He goes, at once where there is one county alone."""
    if _options(todo.space) is not _henchmen and todo.space != "relocate":
        return NOT_NOW
    counties = destinations(state, todo, move.henchman)
    if not counties:
        return Refusal("merlin.no.henchman", {"henchman": move.henchman}, "page 4")
    state = replace(state, sent=move.henchman)
    if len(counties) > 1:
        return instead(state, Send(move.henchman, counties))
    return duties.sent(instead(state), state.turn, move.henchman, counties[0])


def to(state: State, move: moves.To, todo: Send) -> State | Refusal:
    """… to this county."""
    if move.county not in todo.counties:
        return Refusal("merlin.no.county", {"county": move.county}, "page 5")
    return duties.sent(instead(state), state.turn, todo.henchman, move.county)


# Points and gains (page 5)


def _points(state: State, todo: Act) -> Iterator[Any]:
    printed = todo.space.removeprefix(POINTS)
    for what in OWNED:
        if what == printed:
            yield moves.Counts(what)
        if has_seal(state, "flagbearer", 3):
            yield moves.Counts(what, favour=True)


def counts(state: State, move: moves.Counts, todo: Act) -> State | Refusal:
    """One point for each; by the flag-bearer's favour any of the four, that of the space as well,
    and one more (page 11)."""
    if not todo.space.startswith(POINTS) or move not in tuple(_points(state, todo)):
        return Refusal("merlin.no.points", {}, "page 5")
    seat = state.turn
    gained = goods.owned(state, seat, move.what)
    if move.favour:
        return used(earned(instead(state), seat, "spaces", gained + 1), "flagbearer")
    return earned(instead(state), seat, "spaces", gained)


def used(state: State, henchman: Henchman) -> State:
    """A favour of row three is turned over until the next scoring (page 11)."""
    return with_castle(state, state.turn, used=(*own(state).used, f"{henchman}-3"))


def _gain(state: State, todo: Act) -> Iterator[Any]:
    """From a county with an own influence marker."""
    for thing in THINGS:
        if todo.space == GAIN + thing:
            for county in state.order:
                if own(state).influence.get(county) and goods.supply(state, county, thing):
                    yield moves.Gets(thing, county)


def gets(state: State, move: moves.Gets, todo: Act | Get) -> State | Refusal:
    """It is taken from that county, or put there."""
    if isinstance(todo, Act):
        if not todo.space.startswith(GAIN) or move not in tuple(_gain(state, todo)):
            return Refusal("merlin.no.gain", {"county": move.county}, "page 5")
    elif move not in tuple(gettable(state, todo)):
        return Refusal("merlin.no.gone", {"county": move.county}, "page 6")
    return goods.taken(instead(state), state.turn, move.county, move.thing)


def gettable(state: State, todo: Get) -> Iterator[moves.Gets]:
    """What can be taken of it."""
    for thing in todo.things:
        for county in state.order:
            if _is_there(state, thing, county):
                yield moves.Gets(thing, county)


def _is_there(state: State, thing: Owned, county: County) -> bool:
    if thing == "influence":
        return goods.in_castle(state, state.turn) > 0
    return goods.supply(state, county, thing) > 0


# Excalibur, Grail, swap, missions (page 6)


def _once(state: State, todo: Act) -> Iterator[Any]:
    yield moves.Acts()


def acts(state: State, _: moves.Acts, todo: Act) -> State | Refusal:
    """Excalibur and a traitor less; the Grail and an apple; missions that stay at the table."""
    seat = state.turn
    match todo.space:
        case "excalibur":
            return instead(replace(state, excalibur=seat), Rid())
        case "grail":
            return goods.apple(instead(replace(state, grail=seat)), seat)
        case "mission" if not everything(state):
            return instead(state)
    return NOT_NOW


def rids(state: State, move: moves.Rids, _: Rid) -> State | Refusal:
    """A traitor is discarded, whatever its shield."""
    if not own(state).traitors.get(move.county):
        return Refusal("merlin.no.traitor", {"county": move.county}, "page 6")
    return goods.rid(instead(state), state.turn, move.county)


def _swap(state: State, todo: Act) -> Iterator[Any]:
    held = own(state).goods
    for thing in THINGS:
        for county in COUNTIES:
            if held.get(good(county, thing)):
                yield moves.Returns(thing, county)


def returns(state: State, move: moves.Returns, todo: Act) -> State | Refusal:
    """One thing goes back to its county, and any comes from any."""
    if todo.space != "swap" or move not in tuple(_swap(state, todo)):
        return Refusal("merlin.no.swap", {}, "page 6")
    state = goods.put(state, state.turn, move.county, move.thing, -1)
    return instead(state, Get(GOODS))


def _mission(state: State, todo: Act) -> Iterator[Any]:
    if not everything(state):
        yield moves.Acts()
        return
    for card in own(state).hand:
        yield moves.Drops(card)


def drops(state: State, move: moves.Drops, todo: Act | Drop) -> State | Refusal:
    """Up to two missions are discarded, for as many (page 6)."""
    if not everything(state) or (isinstance(todo, Act) and todo.space != "mission"):
        return NOT_NOW
    if move.card not in own(state).hand:
        return Refusal("merlin.no.hand", {}, "page 6")
    state = discarded(state, move.card)
    left, taken = (1, 1) if isinstance(todo, Act) else (todo.left - 1, todo.taken + 1)
    more = (Drop(left, taken),) if left and own(state).hand else ()
    return instead(state, *(more or (Take(state.turn, taken),)))


def discarded(state: State, card: str) -> State:
    """A mission of the hand lies on the discard pile."""
    hand = list(own(state).hand)
    hand.remove(card)
    state = with_castle(state, state.turn, hand=tuple(hand))
    return replace(state, discard=(*state.discard, card))


# Twice (page 11)


def may_be_twice(state: State, todo: Act) -> bool:
    """The builder's favour, or the lady's, on their spaces; never together with a staff."""
    if state.staff:
        return False
    if todo.space == "manor":
        return has_seal(state, "builder", 3) and any(building.options(state, todo))
    if not todo.space.startswith(GAIN) or not has_seal(state, "lady", 3):
        return False
    return any(_henchmen(state, INSTEAD))


def twice(state: State, _: moves.Twice, todo: Act) -> State | Refusal:
    """The builder builds twice; the lady sends twice instead of what the space gives. No staff
    repeats that."""
    if not may_be_twice(state, todo):
        return Refusal("merlin.no.favour", {}, "page 11")
    if todo.space == "manor":
        state = replace(used(state, "builder"), staff=True)
        return replace(state, todo=(todo, *state.todo))
    state = replace(used(state, "lady"), staff=True)
    return instead(state, INSTEAD, INSTEAD)


INSTEAD = Act("gain-henchman")

_SPACES: dict[str, Callable[[State, Act], Iterator[Any]]] = {
    "excalibur": _once,
    "grail": _once,
    "relocate": _henchmen,
    "swap": _swap,
    "mission": _mission,
    "manor": building.options,
}
