"""Single layouts out of all: the most probable, and some drawn by chance.

Rule: both go through the steps once, from the first edge to the last, knowing for each
state what follows.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.walls.arithmetic import BEST, Arithmetic
from companion.walls.board import Index, Numbers
from companion.walls.chain import Chain
from companion.walls.plan import Plan, Stage
from companion.walls.remembering import followed
from companion.walls.solving import Part

Layout = NDArray[np.bool_]


def best(connected: Part | None, entered: Part | None, plan: Plan) -> tuple[Layout, float]:
    """The most probable layout and its log weight. One in which every field can be reached
    is of both classes, and weighs as much as both say."""
    found = []
    if connected:
        found.append(_best(connected.layouts.chain, both(connected, entered), plan))
    if entered:
        found.append(_best(entered.layouts.chain, entered.layouts.logs, plan))
    return max(found, key=lambda one: one[1])


def both(connected: Part, entered: Part | None) -> Numbers:
    """For each end of the connected layouts, the log weight of one from both classes."""
    logs = connected.layouts.logs
    if not entered:
        return logs
    at = np.searchsorted(entered.layouts.chain.numbers, connected.layouts.chain.numbers)
    together: Numbers = np.logaddexp(logs, entered.layouts.logs[at])
    return together


def _best(chain: Chain, ends: Numbers, plan: Plan) -> tuple[Layout, float]:
    after = followed(chain, plan, ends, BEST)
    layout = np.zeros(len(after), np.bool_)
    row = state = 0
    weight = 0.0
    for step, (stage, taken) in enumerate(zip(plan.stages, after, strict=True)):
        weights = stage.weights(np.array(row)) + taken[row, :, state]
        wall = int(weights.argmax())
        weight = weight or float(weights.max())
        layout[stage.edge] = bool(wall)
        row = int(_row(stage, np.array(row), np.array(wall)))
        state = int(chain.onward[step][wall, state])
    return layout, weight


def samples(
    parts: tuple[Part, ...],
    shares: tuple[float, ...],
    plan: Plan,
    count: int,
    chance: Generator,
) -> Layout:
    drawn = np.empty((count, len(plan.stages)), np.bool_)
    first = chance.random(count) < shares[0]
    for part, of_part in zip(parts, (first, ~first), strict=False):
        drawn[of_part] = _drawn(part, plan, int(of_part.sum()), chance)
    return drawn


def _drawn(part: Part, plan: Plan, count: int, chance: Generator) -> Layout:
    chain = part.layouts.chain
    after = followed(chain, plan, part.layouts.logs, part.arithmetic)
    drawn = np.empty((count, len(after)), np.bool_)
    rows, states = np.zeros(count, np.intp), np.zeros(count, np.intp)
    for step, (stage, taken) in enumerate(zip(plan.stages, after, strict=True)):
        shares = _shares(stage, taken, rows, states, part.arithmetic)
        walls = (chance.random(count) < shares).astype(np.intp)
        drawn[:, stage.edge] = walls
        rows, states = _row(stage, rows, walls), chain.onward[step][walls, states]
    return drawn


def _shares(
    stage: Stage, taken: Numbers, rows: Index, states: Index, arithmetic: Arithmetic
) -> Numbers:
    """How likely a wall is, given all before."""
    opened, walled = stage.weights(rows).T + arithmetic.log(taken[rows, :, states]).T
    shares: Numbers = np.exp(walled - np.logaddexp(opened, walled))
    return shares


def _row(stage: Stage, rows: Index, walls: Index) -> Index:
    after = rows if stage.rows is None else stage.rows[rows]
    return after * 2 + walls if stage.kept else after
