"""How likely each way of a drop is, on a floor that the table's own drops make known.

Rule: every drop is weighed with all the others, whatever their order; the same drops
always weigh the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.walls.evidence import Drop, Way
from companion.walls.rolling import ANY, expected, timely

Numbers = NDArray[np.float64]

REMEMBERED = 512  # drops whose likelihoods are kept; a game has some forty
MOST = 16  # ways of a drop that are kept
DIGITS = 4  # of a weight: what is below is no way at all
JERKED = 0.003  # chance that a ball falls without any reason that can be seen


class Loose(Struct, frozen=True):
    """A ball may have come off without any wall: mm to its tray, ms till it was there, and
    how likely that was, besides the delay."""

    far: float
    delay: int
    besides: float


def weigh(ways: Sequence[Way], loose: Sequence[Loose], others: Sequence[Drop]) -> Drop:
    """A drop out of the ways in which it may have come off. ``others``: what else fell on
    this table and makes its floor known."""
    shares = _shares(expected() + _all(others))
    walled = [way.besides * _likely(way, shares) for way in ways]
    freely = [one.besides * _likely(one, shares) for one in loose]
    none = (sum(freely) + JERKED / ANY) / (sum(walled) + sum(freely) + JERKED / ANY)
    return _weighed(Drop(tuple(ways), round(none, DIGITS)), shares)


def weighed(drops: Sequence[Drop]) -> tuple[Drop, ...]:
    """Every drop anew, each with all that the others tell of the floor."""
    together = expected() + _all(drops)
    return tuple(_weighed(drop, _shares(together - _told(drop))) for drop in drops)


def _all(drops: Sequence[Drop]) -> Numbers:
    return sum((_told(drop) for drop in drops), np.zeros_like(expected()))


def _shares(told: Numbers) -> Numbers:
    likely = np.exp(told - told.max())
    shares: Numbers = likely / likely.sum()
    return shares


@lru_cache(maxsize=REMEMBERED)
def _told(drop: Drop) -> Numbers:
    """What one drop says of the floor, as a logarithm; nothing where nobody measured."""
    ways = [way for way in drop.ways if way.far]
    besides = np.array([way.besides for way in ways])
    if not besides.any():
        return np.zeros_like(expected())
    walled = np.array([timely(way.far, way.delay) for way in ways])
    told = besides @ walled / besides.sum() * (1 - drop.none) + drop.none / ANY
    return np.asarray(np.log(told))


def _likely(way: Way | Loose, shares: Numbers) -> float:
    return float(timely(way.far, way.delay) @ shares)


def _weighed(drop: Drop, shares: Numbers) -> Drop:
    if not all(way.far for way in drop.ways):
        return drop
    likely = [way.besides * _likely(way, shares) for way in drop.ways]
    room = (1 - drop.none) / (sum(likely) or 1.0)
    ways = (
        replace(way, weight=round(one * room, DIGITS))
        for way, one in zip(drop.ways, likely, strict=True)
    )
    return replace(drop, ways=_plainest([way for way in ways if way.weight]))


def _plainest(ways: Sequence[Way]) -> tuple[Way, ...]:
    """The likeliest, in their order; more a drop does not hold."""
    least = sorted((way.weight for way in ways), reverse=True)[MOST - 1 : MOST]
    return tuple(way for way in ways if not least or way.weight >= least[0])[:MOST]
