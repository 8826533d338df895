"""The figures of the study, from probabilities and truths alone.

Rule: every measure says over how much it was taken, and nothing is left out because it is
inconvenient: what has no probability counts as the least there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.walls.evidence import Drop

LEAST = 1e-4  # a drop's weights are rounded to that
TOLD, SURE = 0.95, 0.99  # of a drop that is told; of an edge that is called certain
BINS = 20

Numbers = NDArray[np.float64]


class Claim(Struct, frozen=True):
    """What was said of one drop: the shares of its edges (empty: no wall), and the truth."""

    shares: dict[str, float]
    truth: str

    @property
    def right(self) -> float:
        return max(self.shares.get(self.truth, 0.0), LEAST)

    @property
    def first(self) -> str:
        return max(self.shares, key=lambda edge: self.shares[edge])


def claim(drop: Drop, truth: str, blame: Sequence[float] = ()) -> Claim:
    """By the drop's own weights, or by what all facts together say of its ways."""
    given = blame or (*(way.weight for way in drop.ways), drop.none)
    shares = {"": given[-1]}
    for way, share in zip(drop.ways, given[:-1], strict=True):
        shares[way.edges[-1]] = shares.get(way.edges[-1], 0.0) + share
    whole = sum(shares.values()) or 1.0
    return Claim({edge: share / whole for edge, share in shares.items()}, truth)


def of_drops(claims: Sequence[Claim]) -> dict[str, float]:
    """How well the drops were told."""
    told = [claim for claim in claims if claim.shares[claim.first] > TOLD]
    return {
        "drops": len(claims),
        "right_first": _share([claim.first == claim.truth for claim in claims]),
        "log_loss": -float(np.mean([log(claim.right) for claim in claims])) if claims else 0.0,
        "told": len(told) / max(len(claims), 1),
        "told_right": _share([claim.first == claim.truth for claim in told]),
        "not_among": _share([claim.right <= LEAST for claim in claims]),
    }


def of_map(said: Numbers, truth: Numbers) -> dict[str, float]:
    """How well the walls are told, over all edges of all tables."""
    certain = (said > SURE) | (said < 1 - SURE)
    wrong = (said > 0.5) != truth
    return {
        "edges": said.size,
        "brier": float(np.mean((said - truth) ** 2)),
        "accuracy": 1 - float(np.mean(wrong)),
        "calibration_error": _calibration(said, truth),
        "certain": float(np.mean(certain)),
        "certain_wrong": _share(list(wrong[certain])),
        "certain_wrong_edges": int(wrong[certain].sum()),
    }


def reliability(said: Numbers, truth: Numbers) -> list[tuple[float, float, int]]:
    """For each bin what was said, what was so, and how often."""
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    bins = ((place == number) for number in range(BINS))
    return [
        (float(said[inside].mean()), float(truth[inside].mean()), int(inside.sum()))
        for inside in bins
        if inside.any()
    ]


def _calibration(said: Numbers, truth: Numbers) -> float:
    bins = reliability(said, truth)
    return sum(count * abs(mean - seen) for mean, seen, count in bins) / said.size


def _share(hits: Sequence[bool]) -> float:
    return float(np.mean(hits)) if len(hits) else 0.0
