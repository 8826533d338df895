"""Where the score alone is kept: what people count at each scoring and at the end.

Rule: one up or down within what the box holds; the same sheet as in a file, and the same refusals.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import goods, landscape, moves
from companion.games.merlin.counties import COUNTIES, HENCHMEN, TERRAINS, Thing, good
from companion.games.merlin.pieces import EACH, MANORS, STAFFS
from companion.games.merlin.reckoning import first
from companion.games.merlin.scoring import SCORINGS, TAKEN, sheet_player, unfit
from companion.games.merlin.sheets import Laid, Region, Scoring, Sheet
from companion.games.merlin.state import State, with_castle
from companion.vocabulary import Refusal

LEAST, MOST = -99, 999  # of the marker
NOT_NOW = Refusal("merlin.no.phase", {}, "page 8")
GOODS: dict[str, Thing] = {"shields": "shield", "flags": "flag", "stones": "stone"}
"""Of whichever county: three of any are a point (page 10)."""
END = ("apples", "staffs", "shields", "flags", "stones", "marker")
TALLY: Any = moves.Tally


def is_end(state: State) -> bool:
    """All three scorings were told; now the end is."""
    return len(state.counted) > SCORINGS


def now(state: State) -> Scoring:
    """The scoring that is told."""
    return state.counted[-1] if state.counted else Scoring()


def number(state: State) -> int:
    """Of the scoring that is told, from 1."""
    return max(1, len(state.counted))


def tally(state: State, move: moves.Tally) -> State | Refusal:
    """One more or one fewer."""
    if state.phase != "sheet" or is_end(state) != (move.what in END):
        return NOT_NOW
    by = 1 if move.more else -1
    if move.what in END:
        return _fits(state, _end(state, move, by))
    scoring = _scored(now(state), move, by)
    return _fits(state, _told(state, scoring) if scoring else None)


def _fits(state: State, after: State | None) -> State | Refusal:
    """Nothing under none, and nothing that no box holds."""
    return _whole(after) if after else NOT_NOW


def _whole(state: State) -> State | Refusal:
    """What was told before this scoring was looked at then."""
    players = tuple(sheet_player(state, seat) for seat in state.seats)
    scorings = () if is_end(state) else state.counted[-1:]
    sheet = Sheet(players, scorings, state.options.markers)
    wrong = unfit(sheet, landscape.laid_for(len(state.tiles)))
    return wrong or state


def _end(state: State, move: moves.Tally, by: int) -> State | None:
    seat, castle = move.seat, state.castles[move.seat]
    if move.what == "marker":
        told = castle.earned.get("told", 0) + by
        fits = LEAST <= sum(castle.earned.values()) + by <= MOST
        return (
            with_castle(state, seat, earned={**castle.earned, "told": told}) if fits else None
        )
    if move.what in GOODS:
        return _good(state, seat, GOODS[move.what], by)
    count = getattr(castle, move.what) + by
    return None if count < 0 else with_castle(state, seat, **{move.what: count})


def _good(state: State, seat: str, thing: Thing, by: int) -> State | None:
    """From the first county that has one, or back to the first that it is of."""
    held = state.castles[seat].goods
    for county in COUNTIES:
        if goods.supply(state, county, thing) if by > 0 else held.get(good(county, thing)):
            return goods.put(state, seat, county, thing, by)
    return None


def _scored(scoring: Scoring, move: moves.Tally, by: int) -> Scoring | None:
    if move.what == "influence":
        return _influence(scoring, move, by)
    key = {"traitors": "traitors_left", "henchmen": "henchmen"}[move.what]
    held = getattr(scoring, key)
    count = held.get(move.seat, 0) + by
    return None if count < 0 else replace(scoring, **{key: {**held, move.seat: count}})


def _influence(scoring: Scoring, move: moves.Tally, by: int) -> Scoring | None:
    if not move.county:
        return None
    there: dict[Any, int] = scoring.influence.get(move.county, {})
    count = there.get(move.seat, 0) + by
    if count < 0:
        return None
    told = {**scoring.influence, move.county: {**there, move.seat: count}}
    return _unlaid(replace(scoring, influence=told))


def _unlaid(scoring: Scoring) -> Scoring:
    """A Grail lies where its owner is tied; the counts came first."""
    return replace(scoring, grail=None)


def _told(state: State, scoring: Scoring) -> State:
    return replace(state, counted=(*state.counted[:-1], scoring))


def adds(state: State, move: moves.Adds) -> State | Refusal:
    """An area that somebody lives in."""
    if state.phase != "sheet" or is_end(state):
        return NOT_NOW
    scoring = now(state)
    region = Region(move.terrain, move.tiles)
    return _whole(_told(state, replace(scoring, areas=(*scoring.areas, region))))


def omits(state: State, move: moves.Omits) -> State | Refusal:
    """It is none."""
    areas = now(state).areas
    if state.phase != "sheet" or is_end(state) or move.area >= len(areas):
        return NOT_NOW
    left = (*areas[: move.area], *areas[move.area + 1 :])
    return _told(state, replace(now(state), areas=left))


def manor(state: State, move: moves.Manor) -> State | Refusal:
    """One manor more or fewer in that area."""
    areas = now(state).areas
    if state.phase != "sheet" or is_end(state) or move.area >= len(areas):
        return NOT_NOW
    region = areas[move.area]
    held: dict[Any, int] = region.manors
    count = held.get(move.seat, 0) + (1 if move.more else -1)
    if count < 0:
        return NOT_NOW
    region = replace(region, manors={**held, move.seat: count})
    told = (*areas[: move.area], region, *areas[move.area + 1 :])
    return _whole(_told(state, replace(now(state), areas=told)))


def has(state: State, move: moves.Has) -> State | Refusal:
    """Who has Excalibur."""
    if state.phase != "sheet" or is_end(state):
        return NOT_NOW
    return _whole(_told(state, replace(now(state), excalibur=move.seat or None)))


def lays(state: State, move: moves.Lays) -> State | Refusal:
    """Where the Grail lies, and whose it is."""
    if state.phase != "sheet" or is_end(state):
        return NOT_NOW
    laid: Any = Laid(move.seat, move.county) if move.seat and move.county else None  # type: ignore[arg-type]
    return _whole(_told(state, replace(now(state), grail=laid)))


def counted(state: State, _: moves.Counted) -> State | Refusal:
    """The next scoring, the end, and then it is over."""
    if state.phase != "sheet":
        return NOT_NOW
    if is_end(state):
        return replace(state, phase="over", counted=state.counted[:SCORINGS])
    return replace(state, counted=(*(state.counted or (Scoring(),)), _next(state)))


def _next(state: State) -> Scoring:
    """Most of a board stays as it was: henchmen where they stand, manors, one marker each."""
    last = now(state)
    influence: Any = {
        county: {seat: min(count, 1) for seat, count in there.items()}
        for county, there in last.influence.items()
    }
    sword = last.excalibur if state.options.excalibur == "stays" else None
    return Scoring(
        excalibur=sword, areas=last.areas, influence=influence, henchmen=last.henchmen
    )


# What is open


def tallies(state: State) -> Iterator[moves.Tally]:
    """One up or down of everything that is counted now, within the box."""
    for seat in state.seats:
        for what, county, count, most in _counts(state, seat):
            if count < most:
                yield TALLY(seat, what, True, county)
            if count > (LEAST if what == "marker" else 0):
                yield TALLY(seat, what, False, county)


def _counts(state: State, seat: str) -> Iterator[tuple[str, str, int, int]]:
    """What is counted of a player: how many there are, and can be."""
    if is_end(state):
        yield from _ends(state, seat)
        return
    scoring: Any = now(state)
    yield "traitors", "", scoring.traitors_left.get(seat, 0), TAKEN
    yield "henchmen", "", scoring.henchmen.get(seat, 0), len(HENCHMEN)
    placed = sum(there.get(seat, 0) for there in scoring.influence.values())
    for county in COUNTIES:
        count = scoring.influence.get(county, {}).get(seat, 0)
        yield "influence", county, count, count + state.options.markers - placed


def _ends(state: State, seat: str) -> Iterator[tuple[str, str, int, int]]:
    castle = state.castles[seat]
    yield "apples", "", castle.apples, castle.apples + goods.apples(state)
    yield "staffs", "", castle.staffs, STAFFS
    for what, thing in GOODS.items():
        others = sum(goods.owned(state, one, thing) for one in state.seats if one != seat)
        yield what, "", goods.owned(state, seat, thing), EACH * len(COUNTIES) - others
    yield "marker", "", sum(castle.earned.values()), MOST


def openings(state: State) -> Iterator[Any]:
    """Areas, manors, Excalibur and the Grail, as far as they can be."""
    scoring = now(state)
    yield from _adds(state)
    free = {seat for seat in state.seats if _built(scoring, seat) < MANORS}
    for area, region in enumerate(scoring.areas):
        yield moves.Omits(area)
        yield from _manors(state.seats, area, region, free)
    for seat in ("", *state.seats):
        if seat != (scoring.excalibur or ""):
            yield moves.Has(seat)
    yield from _lays(scoring)


def _adds(state: State) -> Iterator[Any]:
    """As many tiles of each terrain as no area has yet."""
    totals = landscape.totals(landscape.laid_for(len(state.tiles)))
    for terrain in TERRAINS:
        told = sum(one.tiles for one in now(state).areas if one.terrain == terrain)
        most = totals[terrain] + totals[terrain + landscape.TOWER] - told
        yield from (moves.Adds(terrain, tiles) for tiles in range(1, most + 1))


def _built(scoring: Scoring, seat: str) -> int:
    """Manors of a player in all areas."""
    return sum(region.manors.get(seat, 0) for region in scoring.areas)  # type: ignore[call-overload]


def _manors(
    seats: tuple[str, ...], area: int, region: Region, free: Container[str]
) -> Iterator[Any]:
    """One more of whoever has any left, while a tile is free; one fewer of whoever has one."""
    held: Any = region.manors
    has_room = sum(held.values()) < region.tiles
    for seat in seats:
        if has_room and seat in free:
            yield moves.Manor(area, seat, True)
        if held.get(seat):
            yield moves.Manor(area, seat, False)


def _lays(scoring: Scoring) -> Iterator[Any]:
    """On a county where its owner is tied for the most (page 9)."""
    if scoring.grail:
        yield moves.Lays("")
    for county, there in scoring.influence.items():
        counts: Any = there
        tied = first(counts)
        for seat in tied if len(tied) > 1 else ():
            if scoring.grail is None or (scoring.grail.owner, scoring.grail.county) != (
                seat,
                county,
            ):
                yield moves.Lays(seat, county)
