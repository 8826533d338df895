"""A synthetic board, frames, start tiles and missions for Merlin: drawn by chance, and not the
printed ones.

Rule: no real match ever sees these. They keep to what the book counts and explains (24 spaces, six
flags, seven places of a frame, four start tiles, 55 missions of one to three points), and
everything else is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from random import Random
from typing import Any

Facts = dict[str, Any]

COUNTIES = ("black", "grey", "blue", "purple", "orange", "brown")
FLAGS = ("repel", "two-missions", "backwards", "flip-die", "other-knight", "mirror")
HENCHMEN = ("lady", "shieldbearer", "builder", "flagbearer")
THINGS = ("shield", "flag", "stone")
OTHERS = (
    *(f"points-{what}" for what in (*THINGS, "influence")),
    *(f"gain-{what}" for what in (*THINGS, "henchman")),
    "excalibur", "grail", "relocate", "swap", "swap", "mission", "mission", *["manor"] * 3,
)  # fmt: skip
"""Spaces that are no county (pages 5 to 7)."""
BETWEEN = 3  # of them after each county: a guess, as all are evenly spread
TEETH, STARTS, MISSIONS = 7, 4, 55

EASY = (*THINGS, "influence")
"""Any of them: half of a mission that is worth a point."""
NAMED = tuple(f"{county}-{thing}" for county in COUNTIES for thing in (*THINGS, "influence"))
PLACED = tuple(f"{county}-{henchman}" for county in COUNTIES for henchman in HENCHMEN)
HARD = (
    *(f"{county}-two" for county in COUNTIES),
    *("-and-".join(two) for two in combinations(HENCHMEN, 2)),
)


def synthetic(rng: Random) -> dict[str, Facts]:
    """What is printed on the pieces of nobody's box, by the piece: ``mission/12``."""
    board: Facts = {"rondel": _rondel(rng), "flags": rng.sample(FLAGS, len(FLAGS))}
    upper: Facts = {"stones": _frame(rng), "shift": rng.choice(("left", "right"))}
    frames: dict[str, Facts] = {"frame/upper": upper, "frame/lower": {"stones": _frame(rng)}}
    return {"board": board, **frames, **_starts(rng), **_missions(rng)}


def _rondel(rng: Random) -> list[str]:
    """The black county first; then the others, and three spaces after each."""
    first, *rest = COUNTIES
    order = [first, *rng.sample(rest, len(rest))]
    others = iter(rng.sample(OTHERS, len(OTHERS)))
    groups = ([county, *(next(others) for _ in range(BETWEEN))] for county in order)
    return [*chain.from_iterable(groups)]


def _frame(rng: Random) -> list[str]:
    """A stone of every county, and one place without."""
    stones = (*COUNTIES, "none")
    return rng.sample(stones, TEETH)


def _starts(rng: Random) -> dict[str, Facts]:
    """No two tiles give the same."""
    given = ("knight", "flag", "shield", "stone", "influence")
    columns = [rng.sample(COUNTIES, STARTS) for _ in given]
    return {
        f"start/{number}": dict(zip(given, tile, strict=True))
        for number, tile in enumerate(zip(*columns, strict=True), 1)
    }


def _missions(rng: Random) -> dict[str, Facts]:
    """The more it asks for, the more it is worth; each henchman is in many corners."""
    points = [1 + number % 3 for number in range(MISSIONS)]
    return {
        f"mission/{number}": {
            "needs": [*_needs(rng, worth)],
            "points": worth,
            "henchman": HENCHMEN[number % len(HENCHMEN)],
        }
        for number, worth in enumerate(rng.sample(points, MISSIONS), 1)
    }


def _needs(rng: Random, points: int) -> Iterator[str]:
    """A point for one or two easy things, two for a henchman or two goods, three for both."""
    if points == 1:
        yield from rng.choice(([rng.choice(EASY)] * 2, [rng.choice(NAMED)]))
        return
    named = rng.sample(NAMED, 2)
    yield from rng.choice((named, [rng.choice((*PLACED, *HARD)), named[0]]))
    if points > 2:
        yield rng.choice(EASY)
