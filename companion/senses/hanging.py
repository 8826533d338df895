"""Whether a ball hangs under a magnet, and until when.

Rule: a ball that fell hangs there no more, so in one window there is one such moment at
most. It guides the fit and no more than that: near it, each frame says what it sees.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from companion.senses.response import Numbers

HALF, ANY = 0.5, 0.6  # of a ball, and sd: with one or without is not known …
SURE = 0.15  # sd, once it is known when it fell …
SLACK = 3  # … but for so many rows around


class Hung(Struct, frozen=True):
    """By frames and magnets: the ball there should be, as a share of the magnet's strength,
    and how surely (inverse variance)."""

    much: Numbers
    sure: Numbers


def open_question(size: tuple[int, ...]) -> Hung:
    """Nothing is known yet."""
    return Hung(np.full(size, HALF), np.full(size, ANY**-2))


def until_it_fell(seen: Numbers, count: Numbers) -> Hung:
    """By frames and magnets, the ball that was seen: the moment that parts those with a
    ball from those without."""
    much, sure = np.zeros(seen.shape), np.full(seen.shape, SURE**-2)
    sums = np.vstack([np.zeros(seen.shape[1]), ((seen - HALF) * count[:, None]).cumsum(axis=0)])
    for number, fell in enumerate(sums.argmax(axis=0).tolist()):
        around = slice(max(fell - SLACK, 0), fell + SLACK)
        much[:fell, number], much[around, number] = 1.0, HALF
        sure[around, number] = ANY**-2
    return Hung(much, sure)
