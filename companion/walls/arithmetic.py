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
    as a log. ``joined``: of two. ``weighed(weights, parts)``: (rows, ways) and (rows, ways,
    states) make (rows, states). ``met(taken, state)``: what follows, (rows, kinds, states),
    and what leads to each state, (rows, states), make (rows, kinds)."""

    nothing: float
    of: Callable[[Numbers], Numbers]
    log: Callable[[Numbers], Numbers]
    times: np.ufunc
    joined: np.ufunc
    weighed: Callable[[Numbers, Numbers], Numbers]
    met: Callable[[Numbers, Numbers], Numbers]

    def room(self, rows: int, states: int) -> Numbers:
        """Room for a number for each row and state, and nothing after the last state."""
        room = np.empty((rows, states + 1))
        room[:, -1] = self.nothing
        return room


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
    weighed: Numbers = weights[:, None] @ parts
    return weighed[:, 0]


def _met(taken: Numbers, state: Numbers) -> Numbers:
    met: Numbers = taken @ state[:, :, None]
    return met[:, :, 0]


def _in_logs(joined: np.ufunc, added: Callable[[Numbers, int], Numbers]) -> Arithmetic:
    return Arithmetic(
        nothing=-np.inf,
        of=lambda logs: logs,
        log=lambda numbers: numbers,
        times=np.add,
        joined=joined,
        weighed=lambda weights, parts: added(weights[:, :, None] + parts, 1),
        met=lambda taken, state: added(taken + state[:, None], 2),
    )


PLAIN = Arithmetic(0.0, np.exp, _log, np.multiply, np.add, _weighed, _met)
LOGS = _in_logs(np.logaddexp, logsum)
BEST = _in_logs(np.maximum, _best)
