"""How fast the hidden walls are worked out, beside others who can do the same.

Figures only: nothing here asserts on seconds. Every peer is given the same facts in the same
run, and how far its answer lies from ours stands beside its time.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from companion.walls import Sensing, Walls, edges, prior
from companion.walls.evidence import Drop, Way
from companion.walls.partitions import chain
from companion.walls.prior import connected as class_of
from tests.bench import walls_peers as peers
from tests.bench import walls_turn_100
from tests.bench.walls_plot import plot

WALLS = {4: 8, 5: 15, 6: 24, 7: 35, 8: 47, 9: 61}
"""For each size as many walls as leave the same share of doors; 24 is the book's number."""
ROUNDS = {4: 400, 5: 400, 6: 400, 7: 200, 8: 40, 9: 10}
PEER_ROUNDS = {4: 5, 5: 5, 6: 5, 7: 1, 8: 1}
PEER_EDGES = {8: 6}  # so many edges of 112, then reckoned up: all of them take half a minute
SEED = 5
BUILD = Path(__file__).parents[2] / "build"


def run() -> dict[str, Any]:
    """Every row, and a picture of the sizes in the build folder."""
    sizes = {f"{n}x{n}": {**ours(n), **beside(n)} for n in WALLS}
    BUILD.mkdir(exist_ok=True)
    (BUILD / "walls.svg").write_text(picture(sizes))
    return {"walls_of_any_size": sizes} | {
        "walls_sampled": sampled(6),
        "walls_metropolis": wandered(6),
        "walls_other_priors": other_priors(),
        "walls_at_turn_100": walls_turn_100.run(),
    }


@cache
def truth(size: int) -> frozenset[str]:
    """The walls of the board that is asked about."""
    drawn = Walls(prior(size, WALLS[size], 1.0)).posterior()
    (layout,) = drawn.samples(1, np.random.default_rng(SEED))
    return frozenset(edge for edge, wall in zip(edges(size), layout, strict=True) if wall)


@cache
def happened(size: int) -> tuple[tuple[str, bool], ...]:
    """Something at half of the edges, up to three times: crossed, or (True) held back."""
    chance = Random(SEED)
    met = chance.sample(edges(size), len(edges(size)) // 2) * 2
    return tuple((edge, edge in truth(size)) for edge in met[: len(edges(size))])


def ledger(size: int, connected: float = 1.0, known: bool = True) -> Walls:
    """What happened, noted, and asked about for the first time."""
    noted = Walls(prior(size, WALLS[size] if known else None, connected), Sensing())
    for edge, held in happened(size):
        note(noted, edge, held)
    return noted


def note(noted: Walls, edge: str, held: bool) -> None:
    """One more fact about one edge."""
    if held:
        noted.drop(Drop((Way((edge,), 1.0),)))
    else:
        noted.cross(edge)


def timed(work: Callable[[], Any], rounds: int) -> float:
    """Median ms of a core: others may work on this machine, too."""
    took = []
    for _ in range(rounds):
        began = process_time()
        work()
        took.append((process_time() - began) * 1000)
    return median(took)


def update(noted: Walls, rounds: int) -> float:
    """One more fact and everything that follows from it, median ms."""
    noted.posterior()
    chance = Random(SEED)
    size = noted.prior.size

    def work() -> None:
        edge = chance.choice(edges(size))
        note(noted, edge, edge in truth(size))
        noted.posterior()

    return timed(work, rounds)


def ours(size: int) -> dict[str, Any]:
    """One size: how much there is to go through, what the first time and every other cost."""
    happened(size)
    forget()
    first = timed(lambda: ledger(size).posterior(), 1)
    again = update(ledger(size), ROUNDS[size])
    forget()
    tracemalloc.start()
    ledger(size).posterior()
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        "walls": WALLS[size],
        "edges": len(edges(size)),
        "partitions": comb(2 * size, size) // (size + 1),
        "levels": (size - 1) ** 2 - WALLS[size] + 1,
        "states_most": max(chain(size, (WALLS[size],)).sizes),
        "first_ms": round(first, 1),
        "update_ms": round(again, 3),
        "memory_mb": round(memory / 1e6, 1),
    }


def forget() -> None:
    """As when the program has just begun: no tables yet."""
    chain.cache_clear()
    class_of.cache_clear()


def beside(size: int) -> dict[str, Any]:
    """Graphillion on the same facts: its time, the ratio, and how far the answers differ."""
    if size not in PEER_ROUNDS:
        return {}
    noted = ledger(size)
    chances = peers.chances(size, happened(size), Sensing())
    told = peers.graphillion(
        size, WALLS[size], chances, PEER_ROUNDS[size], PEER_EDGES.get(size)
    )
    if "skipped" in told:
        return told
    posterior, answers = noted.posterior(), told.pop("marginals")
    apart = max(abs(posterior.of(edge) - answer) for edge, answer in answers.items())
    own = update(noted, ROUNDS[size])
    return {
        **told, "ratio": round(told["graphillion_ms"] / own), "apart": float(f"{apart:.1e}"),
    }  # fmt: skip


def sampled(size: int) -> dict[str, Any]:
    """Layouts drawn instead of everything summed: how far off, and in which time."""
    posterior = ledger(size).posterior()
    exact = np.array([posterior.of(edge) for edge in edges(size)])
    fresh = iter([ledger(size).posterior() for _ in range(5)])
    rows: dict[str, Any] = {"best_ms": round(timed(lambda: next(fresh).best, 5), 2)}
    for count in (1_000, 10_000):
        chance = np.random.default_rng(SEED)
        began = process_time()
        drawn = posterior.samples(count, chance)
        rows[f"{count}_ms"] = round((process_time() - began) * 1000, 2)
        rows[f"{count}_error"] = round(float(abs(drawn.mean(axis=0) - exact).max()), 4)
    return rows


def wandered(size: int) -> dict[str, Any]:
    """The random walk that most would write first."""
    posterior = ledger(size).posterior()
    exact = {edge: posterior.of(edge) for edge in edges(size)}
    chance = peers.chances(size, happened(size), Sensing())
    return peers.metropolis(size, WALLS[size], chance, exact, Random(SEED))


def other_priors() -> dict[str, Any]:
    """The same update where less is known beforehand."""
    return {
        "24_walls_mixed_ms": round(update(ledger(6, 0.9), 100), 3),
        "24_walls_rulebook_ms": round(update(ledger(6, 0.0), 100), 3),
        "any_number_connected_ms": round(update(ledger(6, 1.0, known=False), 100), 3),
        "any_number_mixed_ms": round(update(ledger(6, 0.9, known=False), 100), 3),
    }


def picture(sizes: dict[str, dict[str, Any]]) -> str:
    """Time by size: ours, the peer's."""
    lines = {
        name: [(int(size[0]), row[key]) for size, row in sizes.items() if key in row]
        for name, key in (("companion", "update_ms"), ("graphillion", "graphillion_ms"))
    }
    return plot(
        "All walls of an n x n board after one more fact", "n", "ms",
        {name: points for name, points in lines.items() if points},
    )  # fmt: skip


def table(rows: dict[str, dict[str, Any]]) -> str:
    """The sizes beside each other, a line for each figure."""
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    lines = [["", *rows]]
    lines += [[name, *(str(row.get(name, "")) for row in rows.values())] for name in names]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
