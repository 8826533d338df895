"""One class of layouts, met with all facts.

Rule: plain numbers first, and believed only while the total is far from the smallest that
a computer knows: what was lost on the way is then too little to be seen. Facts that
contradict each other by the hundred are worked out in logs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from msgspec import Struct

from companion.walls.arithmetic import LOGS, PLAIN, Arithmetic, logsum
from companion.walls.board import Numbers
from companion.walls.plan import Plan
from companion.walls.prior import Class
from companion.walls.remembering import Swept, swept
from companion.walls.sweep import Sweep

SAFE = 1e-150  # far above 1e-308, and far below any total that people's games come to
HELD = 2**19  # numbers of one sweep, 4 MB: several times what people's games come to


class Part(Struct, frozen=True, eq=False):
    """``total``: the log weight of all its layouts; ``arrivals``: of those at each end, but
    for the end's own weight. ``walls``: the probability of each step's edge. ``joint``: for a
    step, the probability of each row, with its edge open or a wall: (rows, 2)."""

    layouts: Class
    arithmetic: Arithmetic
    total: float
    arrivals: Numbers
    walls: Numbers
    joint: Callable[[int], Numbers]


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
        lambda step: np.array([[1 - walls[step], walls[step]]]),
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
    walls = np.exp(arithmetic.log(done.walls) - total).clip(max=1)  # rounding
    return Part(layouts, arithmetic, total, arrivals, walls, _joints(done))


def _joints(done: Swept) -> Callable[[int], Numbers]:
    """Worked out when asked; or all at once, to let go of a sweep that takes much room."""
    joint = partial(_joint, done)
    if sum(after.size for after in done.after) <= HELD:
        return joint
    return [joint(step) for step in range(len(done.walls))].__getitem__


def _joint(done: Swept, step: int) -> Numbers:
    joint = done.joint(step)
    weights = joint if done.by is PLAIN else np.exp(joint - joint.max())
    shares: Numbers = weights / weights.sum()
    return shares
