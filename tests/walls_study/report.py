"""All tables together: the figures, and beside them what was asked for.

Rule: figures only; whoever reads them decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.walls_study.evidence import EDGES
from tests.walls_study.judging import Judged
from tests.walls_study.measures import Claim, Numbers, of_drops, of_map, reliability

LAST = 100
WANTED = (
    ("right edge first", "ours", "right_first", ">=", 0.95),
    ("log-loss of the right edge", "ours", "log_loss", "<=", 0.12),
    ("drops told with more than 0.95", "ours", "told", ">=", 0.80),
    ("… and right", "ours", "told_right", ">=", 0.99),
)
WANTED_OF_MAP = (
    ("calibration error", "calibration_error", 0.01),
    ("certain edges that are wrong", "certain_wrong", 0.003),
)
BRIER = 0.004  # at most above perfect attribution's


def figures(tables: Sequence[Judged]) -> dict[str, Any]:
    """Everything that is measured."""
    whos, turns = list(tables[0].maps), sorted({t for one in tables for t in one.maps["ours"]})
    counts: Counter[str] = Counter()
    for table in tables:
        counts.update(table.counts)
    return {
        "tables": len(tables),
        "reached_turn_100": sum(LAST in table.maps["ours"] for table in tables),
        "counts": dict(counts),
        "drops": {who: of_drops(_claims(tables, who)) for who in tables[0].claims},
        "maps": {
            who: {turn: of_map(*_edges(tables, who, (turn,))) for turn in turns} for who in whos
        },
        "calibration_error_over_all_looks": {
            who: of_map(*_edges(tables, who, turns))["calibration_error"] for who in whos
        },
        "brier_by_table": [_brier(table) for table in tables],
        "odd": [line for table in tables for line in table.odd],
    }


def curves(tables: Sequence[Judged]) -> dict[str, list[tuple[float, float, int]]]:
    """For the picture."""
    return {who: reliability(*_edges(tables, who, (LAST,))) for who in ("ours", "perfect")}


def verdict(said: dict[str, Any]) -> list[str]:
    """What was asked for, what it is, and whether that is enough."""
    lines = [
        _line(what, said["drops"][who][key], sign, limit)
        for what, who, key, sign, limit in WANTED
    ]
    at_last = {who: said["maps"][who][LAST] for who in said["maps"]}
    above = at_last["ours"]["brier"] - at_last["perfect"]["brier"]
    lines.append(_line("Brier above perfect attribution", above, "<=", BRIER))
    lines += [
        _line(what, at_last["ours"][key], "<=", limit) for what, key, limit in WANTED_OF_MAP
    ]
    lines += [_map_line(who, of) for who, of in at_last.items()]
    lines += [_drop_line(who, of) for who, of in said["drops"].items()]
    return [*lines, *(f"{what}: {count}" for what, count in said["counts"].items())]


def _line(what: str, value: float, sign: str, limit: float) -> str:
    enough = value >= limit if sign == ">=" else value <= limit
    return f"{'ok  ' if enough else 'NO  '}{what}: {value:.4f} ({sign} {limit})"


def _map_line(who: str, of: dict[str, float]) -> str:
    return (
        f"map at turn {LAST}, {who}: accuracy {of['accuracy']:.4f}, Brier {of['brier']:.4f}, "
        f"calibration error {of['calibration_error']:.4f}, certain {of['certain']:.3f}, "
        f"of them wrong {of['certain_wrong']:.4f} ({of['certain_wrong_edges']} edges)"
    )


def _drop_line(who: str, of: dict[str, float]) -> str:
    return (
        f"drops, {who}: right first {of['right_first']:.4f}, log-loss {of['log_loss']:.4f}, "
        f"told {of['told']:.3f}, right {of['told_right']:.4f}, of {of['drops']:.0f}; "
        f"the right edge not among them {of['not_among']:.4f}"
    )


def _claims(tables: Sequence[Judged], who: str) -> list[Claim]:
    return [claim for table in tables for claim in table.claims.get(who, ())]


def _edges(tables: Sequence[Judged], who: str, turns: Sequence[int]) -> tuple[Numbers, Numbers]:
    maps = [
        (t.maps[who][turn], t.truth) for t in tables for turn in turns if turn in t.maps[who]
    ]
    said = np.array([[said[edge] for edge in EDGES] for said, _ in maps]).ravel()
    return said, np.array([truth for _, truth in maps], dtype=float).ravel()


def _brier(table: Judged) -> dict[str, float]:
    return {"seed": table.seed} | {
        who: float(of_map(*_edges((table,), who, (LAST,)))["brier"])
        for who in ("ours", "perfect")
        if LAST in table.maps[who]
    }
