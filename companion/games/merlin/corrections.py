"""What people put right, within what the box holds.

Rule: the cardboard is the truth; only what no box allows is refused. What was waited for and can
no longer be is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import goods, holding, mending, taking, turns
from companion.games.merlin.building import manors
from companion.games.merlin.counties import SPACES, THINGS, good
from companion.games.merlin.pieces import APPLES, EACH, MANORS, SEALS, STAFFS
from companion.games.merlin.setting_up import laid, left
from companion.games.merlin.state import NOWHERE, State, Tile, points, with_castle
from companion.games.merlin.todo import Act, Lands
from companion.vocabulary import Refusal

NOT_NOW = Refusal("merlin.no.phase", {}, "page 4")
PLAYED = ("choose", "act", "refill")
"""While somebody is on turn."""


def marker(state: State, move: mending.Marker) -> State:
    """The score is that, wherever it came from."""
    by = move.points - points(state, move.seat)
    told = dict(state.castles[move.seat].earned)
    told["told"] = told.get("told", 0) + by
    return with_castle(state, move.seat, earned={k: n for k, n in told.items() if n})


def holds(state: State, move: mending.Holds) -> State | Refusal:
    """So many, as far as the box has them."""
    if move.what in ("apples", "staffs"):
        return _plain(state, move)
    if not move.county:
        return NOT_NOW
    if move.what == "influence":
        return _influence(state, move)
    return _traitors(state, move) if move.what == "traitor" else _goods(state, move)


def _plain(state: State, move: mending.Holds) -> State | Refusal:
    others = sum(c.apples for seat, c in state.castles.items() if seat != move.seat)
    most = APPLES - others if move.what == "apples" else STAFFS
    if move.count > most:
        return Refusal(f"merlin.no.{move.what}", {"most": most}, "page 1")
    return with_castle(state, move.seat, **{move.what: move.count})


def _goods(state: State, move: mending.Holds) -> State | Refusal:
    word = good(move.county, move.what)
    others = sum(c.goods.get(word, 0) for seat, c in state.castles.items() if seat != move.seat)
    if move.count + others > EACH:
        return Refusal("merlin.no.goods", {"thing": move.what, "most": EACH - others}, "page 1")
    by = move.count - state.castles[move.seat].goods.get(word, 0)
    thing = next(one for one in THINGS if one == move.what)
    return goods.put(state, move.seat, move.county, thing, by)  # type: ignore[arg-type]


def _influence(state: State, move: mending.Holds) -> State | Refusal:
    held = state.castles[move.seat].influence
    told: Any = {**held, move.county: move.count}
    most = state.options.markers
    if sum(told.values()) > most:
        values: dict[str, str | int] = {"most": most, "count": sum(told.values())}
        return Refusal("merlin.no.influence", {"colour": move.seat, **values}, "page 2")
    return with_castle(state, move.seat, influence={c: n for c, n in told.items() if n})


def _traitors(state: State, move: mending.Holds) -> State | Refusal:
    """From the stacks, or from those that were discarded, and back to these."""
    county: Any = move.county
    held = state.castles[move.seat].traitors
    by = move.count - held.get(county, 0)
    told = {**held, county: move.count}
    if sum(told.values()) > taking.DRAWN:
        return Refusal("merlin.no.traitors", {"most": taking.DRAWN}, "page 3")
    hidden = goods.hidden(state).get(county, 0)
    gone = state.discarded.get(county, 0)
    if by > hidden + gone:
        return Refusal("merlin.no.traitor", {"county": county}, "page 1")
    state = with_castle(state, move.seat, traitors={c: n for c, n in told.items() if n})
    back = max(-gone, -max(0, by - hidden)) if by > 0 else -by
    return replace(state, discarded=goods.counted(state.discarded, county, back))


def stands(state: State, move: mending.Stands) -> State:
    """A henchman is there; another of his kind goes home, and no duty is done."""
    others = state.castles.items() if move.county else ()
    for seat, castle in others:
        if seat != move.seat and castle.henchmen[move.henchman] == move.county:
            state = _at(state, seat, move.henchman, "")
    return _at(state, move.seat, move.henchman, move.county)


def _at(state: State, seat: str, henchman: Any, county: Any) -> State:
    return with_castle(state, seat, henchmen={**state.castles[seat].henchmen, henchman: county})


def on(state: State, move: mending.On) -> State | Refusal:
    """A figure is there; where it has just come to, the action is that of the space now."""
    if move.figure not in state.at:
        return Refusal("merlin.no.seat", {}, "page 2")
    if move.space not in SPACES:
        return Refusal("merlin.no.space", {}, "page 4")
    places = [at for at, one in enumerate(state.rondel) if one == move.space]
    if move.at is not None and places and move.at not in places:
        return Refusal("merlin.no.space", {}, "page 4")
    at = move.at if move.at in places else (places[0] if len(places) == 1 else NOWHERE)
    state = replace(
        state, at={**state.at, move.figure: at}, on={**state.on, move.figure: move.space}
    )
    waits = state.todo[0] if state.todo else None
    if move.figure != state.moved or not isinstance(waits, Act | Lands):
        return state
    act = replace(waits, space=move.space) if isinstance(waits, Act) else Act(move.space)
    return replace(state, todo=(act, *state.todo[1:]))


def owner(state: State, move: mending.Owner) -> State | Refusal:
    """A manor, or none; nothing is paid."""
    if move.place >= len(state.tiles):
        return NOT_NOW
    built = manors(state, move.seat) if move.seat else 0
    if built == MANORS and state.tiles[move.place].owner != move.seat:
        return Refusal("merlin.no.manors", {"most": MANORS}, "page 7")
    return laid(state, move.place, Tile(state.tiles[move.place].kind, move.seat))


def ground(state: State, move: mending.Ground) -> State | Refusal:
    """The tile is another one. If all of its kind lie already, one of them changes places."""
    if move.place >= len(state.tiles):
        return NOT_NOW
    was = state.tiles[move.place]
    if not left(state)[move.kind] and was.kind != move.kind:
        other = next(n for n, tile in enumerate(state.tiles) if tile.kind == move.kind)
        state = laid(state, other, Tile(was.kind, state.tiles[other].owner))
    return taking.resurveyed(laid(state, move.place, Tile(move.kind, was.owner)))


def treasure(state: State, move: mending.Treasure) -> State:
    """Who has it."""
    return replace(state, **{move.what: move.seat})


def dice(state: State, move: mending.Dice) -> State:
    """What is in the castle."""
    return with_castle(state, move.seat, dice=tuple(sorted(move.dice)), white=move.white)


def sealed(state: State, move: mending.Sealed) -> State | Refusal:
    """A seal lies there or not; four at most."""
    seal = f"{move.henchman}-{move.row}"
    castle = state.castles[move.seat]
    seals = tuple(one for one in castle.seals if one != seal)
    used = tuple(one for one in castle.used if one != seal)
    if not move.lies:
        return with_castle(state, move.seat, seals=seals, used=used)
    if len(seals) == SEALS:
        return Refusal("merlin.no.seals", {"most": SEALS}, "page 11")
    turned = (*used, seal) if move.used else used
    return with_castle(state, move.seat, seals=(*seals, seal), used=turned)


def banner(state: State, move: mending.Banner) -> State:
    """What a flag does; whichever was thought to do so changes with it."""
    had = state.flags.get(move.county)
    flags = {c: flag for c, flag in state.flags.items() if flag != move.flag}
    other = next((c for c, flag in state.flags.items() if flag == move.flag), None)
    if other and had and other != move.county:
        flags[other] = had
    return replace(state, flags={**flags, move.county: move.flag})


def turn(state: State, move: mending.Turn) -> State | Refusal:
    """Somebody else is on turn, from its beginning; without a die left, from the action on."""
    if state.phase not in PLAYED:
        return NOT_NOW
    castle = state.castles[move.seat]
    if castle.dice or castle.white:
        return turns.begun(state, move.seat)
    return replace(turns.over(state), phase="act", turn=move.seat)


def round_(state: State, move: mending.Round) -> State | Refusal:
    """Which round it is; a scoring ends as that round does."""
    if move.starter not in state.seats:
        return Refusal("merlin.no.seat", {}, "page 2")
    state = replace(state, round=move.round, starter=move.starter)
    return taking.retimed(state) if state.phase == "score" else state


def stops(state: State, _: mending.Stops) -> State | Refusal:
    """It ends here, as the points are."""
    if state.phase == "over":
        return Refusal("merlin.no.over", {}, "page 10")
    return replace(turns.over(state), phase="over")


def lies(state: State, move: mending.Lies) -> State | Refusal:
    """Where a mission is."""
    return holding.lies(state, move)


def way(state: State, move: mending.Way) -> State | Refusal:
    """More or less is kept."""
    if state.phase == "over":
        return Refusal("merlin.no.over", {}, "page 10")
    return holding.way(state, move)


PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    mending.Marker: marker,
    mending.Holds: holds,
    mending.Stands: stands,
    mending.On: on,
    mending.Owner: owner,
    mending.Ground: ground,
    mending.Treasure: treasure,
    mending.Dice: dice,
    mending.Sealed: sealed,
    mending.Lies: lies,
    mending.Banner: banner,
    mending.Turn: turn,
    mending.Round: round_,
    mending.Way: way,
    mending.Stops: stops,
}
