"""Sums of many numbers on one core.

Rule: numpy's library wakes the other cores for anything large; for a few milliseconds of
work they cost more than they save, and everything else on a small computer waits. So it
only ever gets parts that it does by itself.
"""

from __future__ import annotations

import numpy as np

from companion.senses.response import Numbers

ENOUGH = 240_000  # products in one go; from 262,144 on others are woken


def product(some: Numbers, others: Numbers) -> Numbers:
    """The first, turned over, times the second."""
    part = max(ENOUGH // (some.shape[1] * others.shape[1]), 1)
    parts = [some[n : n + part].T @ others[n : n + part] for n in range(0, len(some), part)]
    whole: Numbers = np.sum(parts, axis=0)
    return whole


def solved(firm: Numbers, pull: Numbers) -> Numbers:
    """What ``firm``, a symmetric form above nothing, must be multiplied with to give
    ``pull``: by elimination, strip after strip."""
    size = len(firm)
    both = np.column_stack([firm, pull])
    strip = max(ENOUGH // size**2, 1)
    strips = [(first, min(first + strip, size)) for first in range(0, size, strip)]
    for first, end in strips:
        own = both[first:end, first:end]
        both[first:end, end:] = np.linalg.solve(own, both[first:end, end:])
        both[end:, end:] -= both[end:, first:end] @ both[first:end, end:]
    step: Numbers = both[:, -1]
    for first, end in reversed(strips):
        step[first:end] -= both[first:end, end:size] @ step[end:]
    return step
