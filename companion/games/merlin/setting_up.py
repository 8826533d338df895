"""Setting up (pages 2 and 3): the environs, start tiles, traitors, missions.

Rule: what the owner told is not asked; what our book leaves to pictures, or to chance, is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import adding_up, goods, landscape, moves, rondel
from companion.games.merlin.counties import COUNTIES, HENCHMEN, Thing
from companion.games.merlin.pieces import MISSIONS, STARTS
from companion.games.merlin.state import (
    MERLIN,
    NOWHERE,
    SEATS,
    Box,
    Castle,
    Options,
    Start,
    State,
    Tile,
    everything,
    with_castle,
)
from companion.games.merlin.todo import Begin, Given, Show, Take, Todo, Traitors
from companion.vocabulary import Refusal, Setup

DRAWN, HAND, DISPLAY = 3, 4, 3
"""Traitors that a player takes, missions of a hand, and those that lie open (pages 2 and 3)."""
GIVEN: tuple[Given, ...] = ("knight", "flag", "shield", "stone", "influence")


def new(setup: Setup) -> State | Refusal:
    """Nothing lies there yet; where the score alone is kept, nothing will."""
    options: Options = setup.options
    box: Box = setup.box
    seats = tuple(player.seat for player in setup.players)
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats) or set(seats) - set(SEATS):
        return Refusal("merlin.no.seats", {}, "page 2")
    if wrong := adding_up.wrong(box):
        return wrong
    if options.way == "everything" and (wrong := unfit(box)):
        return wrong
    score = options.way == "score"
    castle = Castle(henchmen=dict.fromkeys(HENCHMEN, ""), apples=0 if score else 1)
    castle = replace(castle, staffs=0) if score else castle
    figures = dict.fromkeys((*seats, MERLIN), NOWHERE)
    state = State(
        seats=seats,
        names={player.seat: player.name for player in setup.players},
        options=options,
        castles=dict.fromkeys(seats, castle),
        turn=seats[0],
        starter=seats[0],
        tiles=(Tile(),) * landscape.size(len(seats)),
        at=figures,
        on=dict.fromkeys(figures, ""),
        phase="sheet" if score else "land",
        synthetic=box.synthetic,
        **_told(box),
        **(_missions(box.missions) if options.way == "everything" else {}),
    )
    return rondel.placed(state, MERLIN, "black")


def _told(box: Box) -> dict[str, Any]:
    """What stands on the owner's board, frames and start tiles, as far as it was told: lines end
    at both frames, and of the start tiles any may come."""
    framed = bool(box.upper and box.lower)
    return {
        "rondel": box.rondel,
        "order": rondel.order(box.rondel) or COUNTIES,
        "flags": box.flags,
        "upper": box.upper if framed else (),
        "lower": box.lower if framed else (),
        "shift": box.shift,
        "starts": box.starts if len(box.starts) == STARTS else (),
    }


def unfit(box: Box) -> Refusal | None:
    """Why hands cannot be kept: nobody told what stands on the missions (pages 1 and 7)."""
    if missing := MISSIONS - len({mission.id for mission in box.missions}):
        return Refusal("merlin.no.unknown", {"count": missing}, "page 7")
    return None


def _missions(missions: Iterable[Any]) -> dict[str, Any]:
    cards = {mission.id: mission for mission in missions}
    return {"cards": cards, "pile": tuple(cards), "display": ("",) * DISPLAY}


# The environs (page 3, 9)


def tile(state: State, move: moves.Tile) -> State | Refusal:
    """A tile lies there; of each sort there are so many."""
    if state.phase != "land" or move.place >= len(state.tiles):
        return Refusal("merlin.no.phase", {}, "page 3")
    if state.tiles[move.place].kind:
        return Refusal("merlin.no.covered", {}, "page 3")
    if not left(state)[move.kind]:
        most = landscape.totals(landscape.laid_for(len(state.tiles)))[move.kind]
        return Refusal("merlin.no.kind", {"kind": move.kind, "most": most}, "page 3")
    return laid(state, move.place, Tile(move.kind))


def laid(state: State, place: int, tile: Tile) -> State:
    """The same with another tile there."""
    return replace(state, tiles=(*state.tiles[:place], tile, *state.tiles[place + 1 :]))


def left(state: State) -> dict[str, int]:
    """Tiles of each kind that are still to come."""
    totals = landscape.totals(landscape.laid_for(len(state.tiles)))
    kinds = [tile.kind for tile in state.tiles]
    return {kind: count - kinds.count(kind) for kind, count in totals.items()}


def shift(state: State, move: moves.Shift) -> State | Refusal:
    """Which way the rows are set off, asked once where nobody told it."""
    if state.phase != "land" or state.shift:
        return Refusal("merlin.no.phase", {}, "page 3")
    return replace(state, shift=move.side)


def anew(state: State) -> State:
    """Setting up begins, with the points that are told already."""
    figures = dict.fromkeys((*state.seats, MERLIN), NOWHERE)
    for seat, castle in state.castles.items():
        fresh = Castle(castle.earned, apples=1, henchmen=dict.fromkeys(HENCHMEN, ""))
        state = replace(state, castles={**state.castles, seat: fresh})
    state = replace(state, at=figures, on=dict.fromkeys(figures, ""), dealt=(), discarded={})
    return rondel.placed(replace(state, phase="land", grail="", excalibur=""), MERLIN, "black")


# Start tiles (page 3, B)


def starts(state: State, move: moves.Starts) -> State | Refusal:
    """All that a start tile says, at once."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, Begin) or not state.starts or todo.what != "knight":
        return Refusal("merlin.no.phase", {}, "page 3")
    if move.seat != todo.seat or move.tile not in unused(state):
        return Refusal("merlin.no.start", {}, "page 3")
    start = state.starts[move.tile]
    for what in GIVEN:
        state = _given(state, move.seat, what, start)
    return replace(state, dealt=(*state.dealt, move.tile), todo=state.todo[1:])


def unused(state: State) -> tuple[int, ...]:
    """Start tiles that nobody has yet."""
    return tuple(at for at in range(len(state.starts)) if at not in state.dealt)


def _given(state: State, seat: str, what: Given, start: Start) -> State:
    return given(state, seat, what, getattr(start, what))


def given(state: State, seat: str, what: Given, county: Any) -> State:
    """The knight on its space, a thing in the castle, or influence on a county."""
    if what == "knight":
        return rondel.placed(state, seat, county)
    if what == "influence":
        return goods.placed(state, seat, county)
    thing: Thing = what
    return goods.taken(state, seat, county, thing)


def gives(state: State, move: moves.Gives) -> State | Refusal:
    """What a start tile says next."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, Begin) or move.seat != todo.seat or state.starts:
        return Refusal("merlin.no.phase", {}, "page 3")
    state = given(state, todo.seat, todo.what, move.county)
    rest = GIVEN[GIVEN.index(todo.what) + 1 :]
    then = (Begin(todo.seat, rest[0]),) if rest else ()
    return replace(state, todo=(*then, *state.todo[1:]))


# Traitors and missions


def drawing(state: State) -> tuple[Todo, ...]:
    """Three traitors a player; the display and four missions a hand, where they are kept."""
    traitors = tuple(Traitors(seat, DRAWN) for seat in state.seats)
    if not everything(state):
        return traitors
    shown = tuple(Show(place) for place in range(DISPLAY))
    return (*shown, *traitors, *(Take(seat, HAND, pile=True) for seat in state.seats))


def traitor(state: State, move: moves.Traitor) -> State | Refusal:
    """A traitor comes to a castle (pages 3 and 8)."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, Traitors) or todo.seat != move.seat:
        return Refusal("merlin.no.phase", {}, "page 8")
    if not goods.drawable(state).get(move.county):
        return Refusal("merlin.no.traitor", {"county": move.county}, "page 1")
    state = goods.drawn(state, move.seat, move.county)
    return replace(state, todo=(replace(todo, count=todo.count - 1), *state.todo[1:]))


def shows(state: State, move: moves.Shows) -> State | Refusal:
    """A mission lies open (pages 2 and 6)."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, Show):
        return Refusal("merlin.no.phase", {}, "page 2")
    if move.card not in drawable(state):
        return Refusal("merlin.no.card", {}, "page 2")
    state = _from_pile(state, move.card)
    display = (*state.display[: todo.place], move.card, *state.display[todo.place + 1 :])
    return replace(state, display=display, todo=state.todo[1:])


def drawable(state: State, seat: str = "") -> tuple[str, ...]:
    """Missions that can come, as far as this seat can know: all that lie neither in the open nor
    in its own hand. A list without those of other hands would tell what they hold. When the pile
    is used up, those that were discarded come (page 6)."""
    if not (state.pile or state.discard):
        return ()
    seen = {*state.display, *(state.discard if state.pile else ())}
    seen |= {*state.castles[seat].hand} if seat else set()
    return tuple(card for card in state.cards if card not in seen)


def _from_pile(state: State, card: str) -> State:
    """One less lies there. If another hand was thought to hold it, somebody told it wrongly,
    and nobody is told who."""
    if not state.pile:
        state = replace(state, pile=tuple(sorted(state.discard)), discard=())
    left = tuple(one for one in state.pile if one != card)
    return replace(state, pile=left if card in state.pile else state.pile[1:])


def draws(state: State, move: moves.Draws) -> State | Refusal:
    """A mission from the pile comes to a hand."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, Take) or todo.seat != move.seat:
        return Refusal("merlin.no.phase", {}, "page 7")
    if move.card not in drawable(state, move.seat):
        return Refusal("merlin.no.card", {}, "page 7")
    return _to_hand(_from_pile(state, move.card), todo, move.card)


def takes(state: State, move: moves.Takes) -> State | Refusal:
    """One from the display, whose place is filled at once (pages 6 and 7)."""
    todo = state.todo[0] if state.todo else None
    if not isinstance(todo, Take) or todo.pile:
        return Refusal("merlin.no.phase", {}, "page 7")
    card = state.display[move.place] if move.place < len(state.display) else ""
    if not card:
        return Refusal("merlin.no.display", {}, "page 7")
    display = (*state.display[: move.place], "", *state.display[move.place + 1 :])
    state = _to_hand(replace(state, display=display), todo, card)
    return replace(state, todo=(Show(move.place), *state.todo))


def _to_hand(state: State, todo: Take, card: str) -> State:
    hand = tuple(sorted((*state.castles[todo.seat].hand, card)))
    state = with_castle(state, todo.seat, hand=hand)
    return replace(state, todo=(replace(todo, count=todo.count - 1), *state.todo[1:]))
