"""One class of layouts, met with all facts.

Rule: plain numbers first, and believed only while the total is far from the smallest that
a computer knows: what was lost on the way is then too little to be seen. Facts that
contradict each other by the hundred are worked out in logs.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from companion.walls.arithmetic import LOGS, PLAIN, Arithmetic, logsum
from companion.walls.board import Index, Numbers
from companion.walls.plan import Plan
from companion.walls.prior import Class
from companion.walls.remembering import swept
from companion.walls.sweep import Sweep

SAFE = 1e-150  # far above 1e-308, and far below any total that people's games come to


class Part(Struct, frozen=True, eq=False):
    """``total``: the log weight of all its layouts; ``arrivals``: of those at each end, but
    for the end's own weight. ``walls``: the probability of each step's edge. ``joints``: with
    the remembered edges, all rows of all steps one below the other, open and wall; ``firsts``:
    the first row of each step."""

    layouts: Class
    arithmetic: Arithmetic
    total: float
    arrivals: Numbers
    walls: Numbers
    joints: Numbers
    firsts: Index

    def joint(self, step: int) -> Numbers:
        """The probability of each row, with the step's edge open or a wall."""
        return self.joints[slice(*self.firsts[step : step + 2])]


def alone(layouts: Class, sweep: Sweep, weights: Numbers) -> Part | None:
    """Where every fact is about one edge; None if plain numbers do not reach."""
    walls = sweep.run(weights)
    arrivals = sweep.arrivals
    total = float(arrivals.dot(np.exp(layouts.logs)))
    if total < SAFE:
        return None
    walls = (walls / total).clip(max=1)  # rounding
    return Part(
        layouts,
        PLAIN,
        float(np.log(total)),
        PLAIN.log(arrivals),
        walls,
        np.array([1 - walls, walls]).T,
        np.arange(len(walls) + 1),
    )


def together(layouts: Class, plan: Plan) -> Part:
    """Whatever the facts are."""
    return _part(layouts, plan, PLAIN) or _in_logs(layouts, plan)


def _in_logs(layouts: Class, plan: Plan) -> Part:
    part = _part(layouts, plan, LOGS)
    assert part  # logs know no smallest number
    return part


def _part(layouts: Class, plan: Plan, arithmetic: Arithmetic) -> Part | None:
    done = swept(layouts.chain, plan, layouts.logs, arithmetic)
    arrivals = arithmetic.log(done.arrivals)
    total = float(logsum(arrivals + layouts.logs, 0))
    if arithmetic is PLAIN and not total > np.log(SAFE):
        return None
    joints = np.concatenate(done.joints)
    shares = joints if arithmetic is PLAIN else np.exp(joints - total)
    rows = [len(joint) for joint in done.joints]
    firsts = np.cumsum([0, *rows])
    opened, walled = np.add.reduceat(shares, firsts[:-1]).T
    shares = shares / np.repeat(opened + walled, rows)[:, None]
    walls = walled / (opened + walled)
    return Part(layouts, arithmetic, total, arrivals, walls, shares, firsts)
