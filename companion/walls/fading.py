"""Whether the magnet looked weaker from a moment on, as it does without its ball.

Rule: the errors of one frame are those of the next, so a hundred frames say hardly more
than a few would; they are tempered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.geometry import table
from companion.vocabulary import Spot

Numbers = NDArray[np.float64]

LOST: float = table()["magnet"]["bare"] / table()["magnet"]["full"]  # of the share, no ball
SPREAD = 0.04  # sd of the share of a magnet with its ball: magnets and gains differ
ERROR = 0.03  # sd of the share in one frame: a mm to the side, a gain, a neighbour
ODD = 6.0  # such a misfit at most for a strength that is: some magnets are not like the rest
TEMPER = 0.02  # of what a frame would say if it were on its own
DOUBT = 0.02  # chance that all this tells nothing: a magnet or a sensor of another make


def faded(spots: Sequence[Spot], moments: Sequence[float]) -> list[float]:
    """How well each moment explains the shares seen, the best of them 1."""
    if not spots or not moments:
        return [1.0] * len(moments)
    at = np.array([spot.at for spot in spots], dtype=float)
    share = np.array([spot.share for spot in spots])
    told = np.array([_misfit(share, at > moment) for moment in moments])
    likely = (1 - DOUBT) * np.exp(-(told - told.min()) / 2) + DOUBT
    return [float(one) for one in likely]


def _misfit(share: Numbers, after: NDArray[Any]) -> float:
    """Squares left over once the magnet's own strength is fitted, besides what is known."""
    step = np.where(after, LOST, 1.0)
    weight, known = TEMPER / ERROR**2, 1 / SPREAD**2
    strength = float((weight * (step @ share) + known) / (weight * (step @ step) + known))
    off = (share - strength * step) / ERROR
    return TEMPER * float(off @ off) + min(known * (strength - 1) ** 2, ODD)
