"""A scoring, step by step (pages 8 to 10).

Rule: each step is shown with its reasons before it is taken, and what it gives is reckoned in one
place, for the page and for the taking.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import goods, landscape, moves, reckoning
from companion.games.merlin.counties import County, good
from companion.games.merlin.reckoning import Told
from companion.games.merlin.state import ROUNDS, State, earned, with_castle
from companion.games.merlin.todo import (
    Area,
    Ending,
    Henchmen,
    Losses,
    Pot,
    Shields,
    Todo,
    Traitors,
)
from companion.vocabulary import Refusal

DRAWN = 3
STEPS = (Losses, Area, Pot, Henchmen, Ending)
NOT_NOW = Refusal("merlin.no.phase", {}, "page 8")


def steps(state: State) -> tuple[Todo, ...]:
    """All of a scoring, in the order of the book; after the last there are no new traitors."""
    return (
        *(Shields(seat) for seat in state.seats),
        Losses(),
        *_new(state),
        *_areas(state),
        *(Pot(county) for county in state.order),
        Henchmen(),
        *_last(state),
    )


def _new(state: State) -> tuple[Todo, ...]:
    last = state.round == ROUNDS
    return () if last else tuple(Traitors(seat, DRAWN) for seat in state.seats)


def _areas(state: State) -> tuple[Area, ...]:
    kinds = [tile.kind for tile in state.tiles]
    return tuple(Area(area[0]) for area in landscape.areas(kinds, state.shift))


def _last(state: State) -> tuple[Todo, ...]:
    return (Ending(),) if state.round == ROUNDS else ()


def resurveyed(state: State) -> State:
    """A tile was put right: areas that are still to come are those of the tiles as they lie."""
    coming = [at for at, todo in enumerate(state.todo) if isinstance(todo, Area)]
    if not coming:
        return state
    one, first, end = state.todo[coming[0]], coming[0], coming[-1] + 1
    areas = (area for area in _areas(state) if isinstance(one, Area) and area.tile >= one.tile)
    return replace(state, todo=(*state.todo[:first], *areas, *state.todo[end:]))


def retimed(state: State) -> State:
    """The round was put right: after the last there is an end, and there are no new traitors."""
    todo = [one for one in state.todo if not isinstance(one, Traitors | Ending)]
    after = todo.index(Losses()) + 1 if Losses() in todo else 0
    told = (*todo[:after], *_new(state), *todo[after:], *_last(state))
    return replace(state, todo=told)


# Traitors (page 8)


def spendable(state: State, seat: str) -> dict[County, int]:
    """Shields that a player can give back: for each traitor one of its county."""
    castle = state.castles[seat]
    pairs = {
        c: min(n, castle.goods.get(good(c, "shield"), 0)) for c, n in castle.traitors.items()
    }
    return {county: count for county, count in pairs.items() if count}


def spends(state: State, move: moves.Spends) -> State | Refusal:
    """One shield, one traitor."""
    if not _is_asked(state, move.seat):
        return NOT_NOW
    if not spendable(state, move.seat).get(move.county):
        return Refusal("merlin.no.shield", {"county": move.county}, "page 8")
    return _repelled(state, move.seat, move.county)


def _repelled(state: State, seat: str, county: County) -> State:
    state = goods.put(state, seat, county, "shield", -1)
    return goods.rid(state, seat, county)


def spends_all(state: State, move: moves.SpendsAll) -> State | Refusal:
    """As many as there are traitors for."""
    if not _is_asked(state, move.seat):
        return NOT_NOW
    for county, count in spendable(state, move.seat).items():
        for _ in range(count):
            state = _repelled(state, move.seat, county)
    return state


def keeps(state: State, move: moves.Keeps) -> State | Refusal:
    """No more: nobody has to (page 8: "can")."""
    if not _is_asked(state, move.seat):
        return NOT_NOW
    return replace(state, todo=state.todo[1:])


def _is_asked(state: State, seat: str) -> bool:
    return state.todo[:1] == (Shields(seat),)


def lapsed_losses(state: State, _: Losses) -> State | None:
    """Nothing is to be said where it gives nothing."""
    return None if next(_losses(state), None) else replace(state, todo=state.todo[1:])


def _losses(state: State) -> Iterator[Told]:
    left = {seat: sum(castle.traitors.values()) for seat, castle in state.castles.items()}
    yield from reckoning.traitors(left, state.excalibur)


# The other categories


def has_manors(state: State, todo: Area) -> bool:
    """Does anybody live there?"""
    return any(_manors(state, todo).values())


def area_of(state: State, todo: Area) -> tuple[int, ...]:
    """The tiles of that area."""
    kinds = [tile.kind for tile in state.tiles]
    areas = landscape.areas(kinds, state.shift)
    return next((area for area in areas if area[0] == todo.tile), ())


def _manors(state: State, todo: Area) -> dict[str, int]:
    owners = [state.tiles[tile].owner for tile in area_of(state, todo)]
    return {seat: owners.count(seat) for seat in state.seats}


def influence(state: State, county: County) -> dict[str, int]:
    """Markers of each player there."""
    return {seat: castle.influence.get(county, 0) for seat, castle in state.castles.items()}


def lapsed_pot(state: State, todo: Pot) -> State | None:
    """A county without markers gives nothing."""
    return None if any(influence(state, todo.county).values()) else _after(state, todo)


def has_henchmen(state: State, _: Henchmen) -> bool:
    """Is anybody out?"""
    return any(any(castle.henchmen.values()) for castle in state.castles.values())


def may_lay(state: State, todo: Pot) -> bool:
    """The Grail's owner is tied for the most here, and has not used it (page 9)."""
    tied = reckoning.first(influence(state, todo.county))
    return len(tied) > 1 and state.grail in tied and not state.laid


def grail(state: State, _: moves.Grail, todo: Pot) -> State | Refusal:
    """It is laid on the county, or taken up again."""
    if not may_lay(state, todo):
        return Refusal("merlin.no.tie", {"county": todo.county}, "page 9")
    return replace(state, todo=(replace(todo, grail=not todo.grail), *state.todo[1:]))


def reckoned(state: State) -> tuple[Told, ...]:
    """What the step that is shown gives, and why."""
    return tuple(_reckoned(state, state.todo[0])) if state.todo else ()


def _reckoned(state: State, todo: Any) -> Iterator[Told]:
    match todo:
        case Losses():
            yield from _losses(state)
        case Area():
            kind = landscape.terrain(state.tiles[todo.tile].kind)
            yield from reckoning.area(kind, len(area_of(state, todo)), _manors(state, todo))
        case Pot():
            laid = state.grail if todo.grail else ""
            yield from reckoning.pot(todo.county, influence(state, todo.county), laid)
        case Henchmen():
            yield from reckoning.henchmen(
                {s: sum(map(bool, c.henchmen.values())) for s, c in state.castles.items()}
            )
        case Ending():
            yield from _ending(state)


def _ending(state: State) -> Iterator[Told]:
    for seat, castle in state.castles.items():
        left = sum(castle.goods.values())
        for line in reckoning.ending(castle.apples, castle.staffs, left):
            yield seat, line.points, line.reason


EARNED = {
    Losses: "traitors", Area: "environs", Pot: "influence", Henchmen: "henchmen", Ending: "end",
}  # fmt: skip


def taken(state: State, _: moves.Next) -> State | Refusal:
    """The points of the step, and what goes back after it."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, STEPS):
        return NOT_NOW
    for seat, points, _says in reckoned(state):
        state = earned(state, seat, EARNED[type(todo)], points)
    return _after(state, todo)


def _after(state: State, todo: Any) -> State:
    """Traitors are discarded, influence returns but for one marker each, and after the last
    county the Grail; seals are turned back (pages 8, 9 and 11)."""
    state = replace(state, todo=state.todo[1:])
    match todo:
        case Losses():
            return _discarded(state)
        case Pot(county=county, grail=laid):
            return _returned(replace(state, laid=state.laid or laid), county)
    return state


def _discarded(state: State) -> State:
    for seat, castle in state.castles.items():
        for county, count in castle.traitors.items():
            state = goods.rid(state, seat, county, count)
    return state


def _returned(state: State, county: County) -> State:
    for seat, castle in state.castles.items():
        if castle.influence.get(county, 0) > 1:
            influence = {**castle.influence, county: 1}
            state = with_castle(state, seat, influence=influence)
    if county != state.order[-1]:
        return state
    return replace(state, grail="", laid=False)


def cleaned(state: State) -> State:
    """After a scoring: seals are turned back (page 11), and Excalibur, where that is played."""
    for seat in state.seats:
        state = with_castle(state, seat, used=())
    return replace(state, excalibur="") if state.options.excalibur == "returns" else state
