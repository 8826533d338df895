"""Synthetic boxes: what the book leaves to pictures, drawn by chance.

Rule: no real match ever sees these. The profile holds what one may learn before a
game, codes of an empty plate and the printed symbols, and nothing else of the truth.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from companion.geometry import CORNERS, FIELDS, edge, neighbours
from companion.simulator.signal import FULL, Sensors

SYMBOLS = (
    "snail", "key", "moon", "mushroom", "crown", "bell", "boat", "cup",
    "candle", "fish", "apple", "book", "bottle", "cat", "cloud", "feather",
    "frog", "hat", "lantern", "owl", "ring", "sun", "tree", "hourglass",
)  # fmt: skip

EDGES = tuple(sorted({edge(one, other) for one in FIELDS for other in neighbours(one)}))
MOST_WALLS = len(EDGES) - (len(FIELDS) - 1)  # more would cut a field off

BASELINE_FRAMES = 32


class Box(Struct, frozen=True):
    """One copy of the game as it stands on the table."""

    walls: tuple[str, ...]
    symbols: dict[str, str]
    bag: tuple[str, ...]


def synthetic(rng: Random, walls: int = 24, corner_symbols: bool | None = None) -> Box:
    """A box by chance; None leaves it to chance, too, whether corners carry symbols."""
    corners = rng.random() < 0.5 if corner_symbols is None else corner_symbols
    return Box(layout(rng, walls), symbols(rng, corners), SYMBOLS)


def layout(rng: Random, walls: int = 24) -> tuple[str, ...]:
    """So many walls that every field can still be reached."""
    if not 0 <= walls <= MOST_WALLS:
        raise ValueError(f"{walls} walls cut a field off; a box takes 0 to {MOST_WALLS}.")
    free = sorted(set(EDGES) - _tree(rng))
    return tuple(sorted(rng.sample(free, walls)))


def is_connected(walls: tuple[str, ...]) -> bool:
    """Can every field be reached from every other?"""
    reached, edge_of = {FIELDS[0]}, list(FIELDS[:1])
    while edge_of:
        field = edge_of.pop()
        new = {to for to in neighbours(field) if edge(field, to) not in walls} - reached
        reached |= new
        edge_of += sorted(new)
    return len(reached) == len(FIELDS)


def symbols(rng: Random, corners: bool) -> dict[str, str]:
    """The 24 symbols on 24 of the fields, each once."""
    fields = [field for field in FIELDS if corners or field not in CORNERS]
    return dict(sorted(zip(rng.sample(fields, len(SYMBOLS)), SYMBOLS, strict=True)))


def profile(sensors: Sensors, printed: dict[str, str]) -> dict[str, Any]:
    """What is learned of a plate before the game: its codes while it is empty."""
    empty = sensors.steady(np.zeros(len(FIELDS)))
    frames = [_codes(sensors.frame(empty, 10 * number)) for number in range(BASELINE_FRAMES)]
    baseline = [round(float(code)) for code in np.mean(frames, axis=0)]
    return {
        "baseline": baseline,
        "full": [round(FULL, 1)] * len(FIELDS),
        "symbols": dict(printed),
    }


def _codes(frame: str) -> list[int]:
    return [int(frame[at : at + 3], 16) for at in range(0, len(frame), 3)]


def _tree(rng: Random) -> set[str]:
    # Passages that are never built over: each joins two groups of fields that were apart.
    group, tree = {field: field for field in FIELDS}, set()
    for passage in rng.sample(EDGES, len(EDGES)):
        one, other = (group[field] for field in passage.split("-"))
        if one != other:
            tree.add(passage)
            group = {field: one if of == other else of for field, of in group.items()}
    return tree
