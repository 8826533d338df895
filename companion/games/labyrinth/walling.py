"""Where the walls are, as far as a game has found them out.

Rule: this is for nobody's eyes before the game is over. Who shows it looks at the phase first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from companion.games.labyrinth.finding import everything
from companion.games.labyrinth.pieces import SIDE
from companion.games.labyrinth.state import State
from companion.walls import CONNECTED, Found, Posterior, Prior, Walls, most_reached, prior

SURE = 0.99  # of a hundred edges told for sure, one is wrong at most
LIKELY = 0.5  # rather a wall than none
HARDLY = 0.05  # below that there is none
NO_WALL = 0.95  # so certain that a ball fell without a wall that the table is told

PICTURED = {24: 0.4, 19: 0.3}  # pictures A and B on page 6 of the book; most people copy one
REST = (1 - sum(PICTURED.values())) / (most_reached(SIDE) + 1 - len(PICTURED))
LIGHT = (1e-4, 1e-3, 1e-2, 0.05, 0.2, 0.9)
"""Share of a drop below which one of its ways is left out. Where much is told by hand and
little seen, the first leaves too much open together; then the next is taken. With the last
hardly more than the likeliest way of each drop is left."""
MEMORY = 32 * 2**20  # bytes; a Pi has other things to do


def beforehand(walls: int | None) -> Prior:
    """What is believed before the first step: how many walls, if anybody said so."""
    if walls is None:
        spread = dict.fromkeys(range(most_reached(SIDE) + 1), REST)
        return prior(SIDE, {**spread, **PICTURED})
    return prior(SIDE, walls, CONNECTED if walls <= most_reached(SIDE) else 0.0)


def walls(state: State) -> Posterior:
    """How probable a wall is, edge by edge, given all that this game has found."""
    return _believed(state.options.walls, msgspec.json.encode(everything(state)))


@lru_cache(8)
def _believed(number: int | None, found: bytes) -> Posterior:
    facts = msgspec.json.decode(found, type=Found)
    for light in LIGHT[:-1]:
        try:
            return _weighed(number, facts, light)
        except ValueError:  # too much would be left open
            continue
    return _weighed(number, facts, LIGHT[-1])


def _weighed(number: int | None, facts: Found, light: float) -> Posterior:
    table = Walls(beforehand(number), light=light, memory=MEMORY)
    table.add(facts)
    return table.posterior()


def knocks(state: State) -> tuple[int, ...]:
    """Which of the drops that the plate saw met no wall, counted from 0."""
    found = msgspec.json.encode(everything(state))
    return _knocks(state.options.walls, found, len(state.found.drops))


@lru_cache(8)
def _knocks(number: int | None, found: bytes, count: int) -> tuple[int, ...]:
    believed, drops = _believed(number, found), msgspec.json.decode(found, type=Found).drops
    return tuple(
        place for place, drop in enumerate(drops[:count]) if believed.blame(drop)[-1] > NO_WALL
    )


def revealed(state: State) -> dict[str, Any]:
    """All of it as plain values, for a page."""
    believed = walls(state)
    chance = dict(zip(believed.edges, map(float, believed.marginals), strict=True))
    return {
        "marginals": {edge: round(wall, 3) for edge, wall in chance.items()},
        "sure": [edge for edge, wall in chance.items() if wall >= SURE],
        "likely": [edge for edge, wall in chance.items() if LIKELY <= wall < SURE],
        "unknown": [edge for edge, wall in chance.items() if HARDLY <= wall < LIKELY],
        "knocks": [
            {"seat": state.fallen[number], "number": number + 1} for number in knocks(state)
        ],
    }
