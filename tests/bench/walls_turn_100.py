"""How long the walls take with all the doubts of simulated people, at turn 100.

The games are played here, through senses and reading. A journal keeps weights in four
digits, and what is lighter not at all; here they have seven, so that it can be told what
leaving the light ones out does to the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import mean
from time import process_time
from typing import Any

from msgspec.structs import replace

from companion.games.labyrinth.reading import attributing
from companion.walls import Found, Posterior, Sensing, Walls, edges, learning, prior
from tests.walls_study.tables import TURNS, played

TABLES = range(700, 708)  # seeds; apart from those of the tests and of the study
LAST = 10  # drops of each game that are timed, one after the other
LIGHT = (1e-3, 1e-4, 1e-6, 0.0)  # what is below such a share of its drop is left out
FULL = 7  # digits of a weight
BELIEVED = {"known": prior(6, 24, 1.0), "mixed": prior(6, {19: 0.3, 24: 0.4}, 0.9)}
"""Every field can be reached and 24 walls; or what a house may know less than that."""

Timed = tuple[list[float], Posterior]


def run() -> dict[str, Any]:
    """Time by what is left out, and how far the answer then lies from the whole one."""
    found = [recorded(seed) for seed in TABLES]
    rows: dict[str, Any] = {
        "games": len(found),
        "drops": sum(len(game.drops) for game in found),
        "ways": sum(len(drop.ways) for game in found for drop in game.drops),
    }
    for name, believed in BELIEVED.items():
        blank = partial(Walls, believed, Sensing())
        whole = [last(blank(0.0), game)[1] for game in found]
        for light in LIGHT:
            took, answers = zip(*(last(blank(light), game) for game in found), strict=True)
            rows |= {
                f"{name}_light_{light:g}_mean_ms": round(mean(map(mean, took)), 2),
                f"{name}_light_{light:g}_max_ms": round(max(map(max, took)), 2),
                f"{name}_light_{light:g}_error": float(f"{furthest(answers, whole):.1e}"),
            }
    return rows


def recorded(seed: int) -> Found:
    """What the companion found on that table until turn 100."""
    kept = learning.DIGITS, attributing.DIGITS
    learning.DIGITS = attributing.DIGITS = FULL
    try:
        return played(seed).found[TURNS]
    finally:
        learning.DIGITS, attributing.DIGITS = kept


def last(noted: Walls, game: Found) -> Timed:
    """The ms of a core that each of the last drops took, and what follows from all facts."""
    noted.add(replace(game, drops=game.drops[:-LAST]))
    noted.posterior()
    took = []
    for drop in game.drops[-LAST:]:
        began = process_time()
        noted.drop(drop)
        noted.posterior()
        took.append((process_time() - began) * 1000)
    return took, noted.posterior()


def furthest(some: Sequence[Posterior], others: Sequence[Posterior]) -> float:
    """The largest difference of any edge in any game."""
    return max(
        abs(one.of(edge) - other.of(edge))
        for one, other in zip(some, others, strict=True)
        for edge in edges(6)
    )
