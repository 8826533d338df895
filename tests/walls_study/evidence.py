"""What each who tells the walls goes by: the companion, one who knows what held every ball
back, one who knows all that happened, and one who believes the last edge for ever.

Rule: all of them look at the same games; only the evidence differs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from companion.walls import Walls, edges, prior
from companion.walls.evidence import Drop, Either, Found, Way
from companion.walls.learning import weighed
from tests.walls_study.record import Record, Walked

SIZE, WALLS = 6, 24
PRIOR = prior(SIZE, WALLS)
EDGES = edges(SIZE)
OUTSET = WALLS / len(EDGES)
SURE_WALL, SURE_OPEN = 1.0, 0.0
EDGES_MOST = 16  # of a way

Map = dict[str, float]


def found(record: Record, turn: int) -> Found:
    """As the companion has it."""
    return record.found[turn]


def anew(record: Record, turn: int) -> Found:
    """The same, each drop weighed with all the others."""
    return replace(record.found[turn], drops=weighed(record.found[turn].drops))


def perfect(record: Record, turn: int) -> Found:
    """The companion's crossings, and the true wall of every ball that fell."""
    falls = (fall for fall in record.falls if fall.turn <= turn)
    return replace(record.found[turn], drops=tuple(map(_true_drop, falls)))


def all_true(record: Record, turn: int) -> Found:
    """True crossings and true walls."""
    walks = (walk for walk in record.walks if walk.turn <= turn)
    crossed = Counter(edge for walk in walks for edge in dict.fromkeys(walk.edges))
    return Found(dict(crossed), (), perfect(record, turn).drops)


def _true_drop(fall: Walked) -> Drop:
    before = tuple(dict.fromkeys(fall.edges))
    if not fall.wall:
        return Drop((), 1.0, before)
    return Drop((Way((*before, fall.wall)[-EDGES_MOST:], 1.0),))


GROUNDS: dict[str, Callable[[Record, int], Found]] = {
    "ours": found, "ours anew": anew, "perfect": perfect, "all true": all_true,
}  # fmt: skip


def exact(facts: Found) -> tuple[Map, Walls]:
    """The probability of each wall, by all facts."""
    walls = Walls(PRIOR)
    walls.add(facts)
    marginals = walls.posterior().marginals
    return dict(zip(EDGES, map(float, marginals), strict=True)), walls


def naive(facts: Found) -> Map:
    """The last edge that the magician crossed was it, and stays it; other crossed edges are
    open, and of the rest nothing is known."""
    walls = {last for drop in facts.drops if (last := last_edge(drop))}
    crossed = {*facts.crossed, *(edge for drop in facts.drops for edge in drop.over)}
    told = dict.fromkeys(crossed, SURE_OPEN) | dict.fromkeys(walls, SURE_WALL)
    return {edge: told.get(edge, OUTSET) for edge in EDGES}


def last_edge(drop: Drop) -> str:
    """The edge that a magician had crossed last when the ball was seen in its tray."""
    longest = max((way.edges for way in drop.ways), key=len, default=())
    return (*drop.over, "")[len(drop.over) - 1] if drop.over else (*longest, "")[-1]


def lines(facts: Found) -> Iterator[str]:
    """The facts as ``companion walls`` reads them. A drop's edges stand there in one row:
    where two of its ways part, the row follows the longer one."""
    for edge, times in facts.crossed.items():
        yield from (json.dumps({"cross": edge}) for _ in range(times))
    yield from (json.dumps(_either(either)) for either in facts.either)
    yield from (json.dumps(_row(drop)) for drop in facts.drops if drop.ways)


def _either(either: Either) -> dict[str, object]:
    paths: dict[str, object] = {"either": either.paths}
    return paths | {"weights": either.weights} if either.weights else paths


def _row(drop: Drop) -> dict[str, object]:
    row: dict[str, float] = {}
    for way in sorted(drop.ways, key=lambda way: -len(way.edges)):
        row |= {edge: row.get(edge, 0.0) for edge in way.edges}
    for way in drop.ways:
        row[way.edges[-1]] += way.weight
    shares = [round(weight, 4) for weight in row.values()]
    return {"drop": list(row), "weights": shares, "none": drop.none}
