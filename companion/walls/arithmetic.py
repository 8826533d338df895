"""Three ways to add up: plainly, in logs, or only the best.

Rule: a sweep says what is weighed and what is met; an arithmetic says how. Plain numbers
are fast and may become too small; logs never do; the best of all finds one layout.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct

from companion.walls.board import Numbers


class Arithmetic(Struct, frozen=True, eq=False):
    """``nothing``: the number of what cannot be; ``of``: a log as a number, ``log``: a number
    as a log. ``joined``: of two. ``weighed(weights, parts)``: (ways, rows) or (ways, 1), and
    (ways, states, rows) make (states, rows). ``dot(after, before)``: what follows and what
    leads there, added up; ``met``: the same for each kind and row, (kinds, states, rows) and
    (states, rows). ``linear``: whether matrices do the same."""

    nothing: float
    of: Callable[[Numbers], Numbers]
    log: Callable[[Numbers], Numbers]
    times: np.ufunc
    joined: np.ufunc
    weighed: Callable[[Numbers, Numbers], Numbers]
    dot: Callable[[Numbers, Numbers], Numbers]
    met: Callable[[Numbers, Numbers], Numbers]
    linear: bool = False


def logsum(logs: Numbers, axis: int) -> Numbers:
    """The log of the sum of what these are the logs of."""
    most = logs.max(axis=axis, keepdims=True)
    most[np.isneginf(most)] = 0
    summed = np.exp(logs - most).sum(axis=axis)
    summed_logs: Numbers = _log(summed) + most.squeeze(axis)
    return summed_logs


def _log(numbers: Numbers) -> Numbers:
    with np.errstate(divide="ignore"):  # the log of nothing is what it should be
        logs: Numbers = np.log(numbers)
    return logs


def _best(logs: Numbers, axis: int) -> Numbers:
    most: Numbers = np.maximum.reduce(logs, axis=axis)
    return most


def _weighed(weights: Numbers, parts: Numbers) -> Numbers:
    if weights.shape[1] > 1:
        each: Numbers = np.add.reduce(parts * weights[:, None], axis=0)
        return each
    alike: Numbers = weights[:, 0].dot(parts.reshape(len(parts), -1))
    return alike.reshape(parts.shape[1:])


def _met(after: Numbers, before: Numbers) -> Numbers:
    met: Numbers = np.ones((1, len(before))) @ (after * before)  # faster than a sum
    return met[:, 0]


def _in_logs(joined: np.ufunc, added: Callable[[Numbers, int], Numbers]) -> Arithmetic:
    return Arithmetic(
        nothing=-np.inf,
        of=lambda logs: logs,
        log=lambda numbers: numbers,
        times=np.add,
        joined=joined,
        weighed=lambda weights, parts: added(parts + weights[:, None], 0),
        dot=lambda after, before: added(after + before, 0),
        met=lambda after, before: added(after + before, 1),
    )


PLAIN = Arithmetic(0.0, np.exp, _log, np.multiply, np.add, _weighed, np.dot, _met, linear=True)
LOGS = _in_logs(np.logaddexp, logsum)
BEST = _in_logs(np.maximum, _best)
