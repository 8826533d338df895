"""What lies in the supply, and what goes to a castle and back: goods, influence, apples, traitors.

Rule: the box holds so many of each, and what is taken from it is what was there. Where nothing is
left, nothing is taken, and the rest of the action goes on (page 5: "if there is one").
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.merlin.counties import COUNTIES, THINGS, County, Owned, Thing, good
from companion.games.merlin.pieces import APPLES, EACH, TRAITORS
from companion.games.merlin.state import State, own, with_castle

WORDS: dict[str, tuple[str, ...]] = {
    thing: tuple(good(county, thing) for county in COUNTIES) for thing in THINGS
}
"""All there are of each thing."""


def counted(held: dict[County, int], county: County, by: int) -> dict[County, int]:
    """One count more or less; none is left out."""
    told = {**held, county: held.get(county, 0) + by}
    return {county: count for county, count in told.items() if count}


def supply(state: State, county: County, thing: Thing) -> int:
    """What lies on a county (page 1: six of each)."""
    word = good(county, thing)
    return EACH - sum(castle.goods.get(word, 0) for castle in state.castles.values())


def owned(state: State, seat: str, thing: str) -> int:
    """Shields, flags or stones in a castle, or influence on counties (page 5)."""
    castle = state.castles[seat]
    if thing == "influence":
        return sum(castle.influence.values())
    held = castle.goods
    return sum(held[word] for word in WORDS[thing] if word in held)


def taken(state: State, seat: str, county: County, thing: Owned) -> State:
    """It comes to the castle, if there is one; influence goes from there to the county."""
    if thing == "influence":
        return placed(state, seat, county)
    return put(state, seat, county, thing, 1) if supply(state, county, thing) else state


def put(state: State, seat: str, county: County, thing: Thing, by: int) -> State:
    """So many more in the castle; the rest lies on the county."""
    goods = state.castles[seat].goods
    word = good(county, thing)
    told = {**goods, word: goods.get(word, 0) + by}
    return with_castle(state, seat, goods={word: n for word, n in told.items() if n})


def in_castle(state: State, seat: str) -> int:
    """Influence markers that a player can still put on a county."""
    return state.options.markers - owned(state, seat, "influence")


def placed(state: State, seat: str, county: County, by: int = 1) -> State:
    """Influence on a county, if a marker is left (page 5)."""
    if by > in_castle(state, seat):
        return state
    influence = counted(state.castles[seat].influence, county, by)
    return with_castle(state, seat, influence=influence)


def apples(state: State) -> int:
    """Apples that nobody has (page 1: eleven)."""
    return APPLES - sum(castle.apples for castle in state.castles.values())


def apple(state: State, seat: str) -> State:
    """One apple, if there is one (page 6)."""
    if not apples(state):
        return state
    return with_castle(state, seat, apples=state.castles[seat].apples + 1)


def unknown(state: State) -> tuple[County, ...]:
    """Counties with an own flag of which nobody told what it does (page 12)."""
    held = own(state).goods
    return tuple(c for c in COUNTIES if c not in state.flags and held.get(good(c, "flag")))


# Traitors


def hidden(state: State) -> dict[County, int]:
    """Traitors that lie face down (page 1: four of each county)."""
    held = {c: sum(k.traitors.get(c, 0) for k in state.castles.values()) for c in COUNTIES}
    left = {c: TRAITORS - held[c] - state.discarded.get(c, 0) for c in COUNTIES}
    return {c: count for c, count in left.items() if count > 0}


def drawable(state: State) -> dict[County, int]:
    """Traitors that can be taken: when none lies face down any more, those that were discarded
    are shuffled (page 8)."""
    return hidden(state) or state.discarded


def drawn(state: State, seat: str, county: County) -> State:
    """A traitor comes to a castle."""
    if not hidden(state):
        state = replace(state, discarded={})
    traitors = counted(state.castles[seat].traitors, county, 1)
    return with_castle(state, seat, traitors=traitors)


def rid(state: State, seat: str, county: County, count: int = 1) -> State:
    """Traitors of a player are discarded."""
    traitors = counted(state.castles[seat].traitors, county, -count)
    state = with_castle(state, seat, traitors=traitors)
    return replace(state, discarded=counted(state.discarded, county, count))
