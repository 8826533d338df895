"""Through all layouts at once, remembering the edges that facts still speak of.

Rule: for each state there is one row for each combination of remembered edges. First back
from the ends, keeping what follows each step; then forth, meeting it. How numbers are added
up is not decided here. On the way the newest edge stands first, for what is then looked up
lies side by side; what is handed out has the oldest first, as the plan has.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import Struct

from companion.walls.arithmetic import Arithmetic
from companion.walls.board import Index, Numbers
from companion.walls.chain import OPEN, WALL, Back, Chain
from companion.walls.plan import Plan, Stage

WIDE = 64  # rows; for up to so many, a product of matrices is the fastest way to weigh each


class Swept(Struct, frozen=True, eq=False):
    """For each step and at the end, (states, rows): ``before``, the weight of what leads
    there, and ``after``, of what follows. ``walls``: for each step, the weight of all layouts
    with a wall there. All in the numbers of the arithmetic ``by``."""

    chain: Chain
    plan: Plan
    by: Arithmetic
    weights: list[Numbers]
    before: list[Numbers]
    after: list[Numbers]
    walls: Numbers

    @property
    def arrivals(self) -> Numbers:
        """The weight of the layouts at each end, before the end's own."""
        arrived: Numbers = self.before[-1][self.chain.ends, 0]
        return arrived

    def joint(self, step: int) -> Numbers:
        """The weight of each row, with the step's edge open or a wall: (rows, 2)."""
        stage = self.plan.stages[step]
        taken = _spread(stage, _taken(stage, self.chain.rows[step], self.after[step + 1]))
        met = self.by.met(taken, self.before[step])
        joint = self.by.times(met, self.weights[step])
        turned: Numbers = joint.take(_turned(joint.size)).reshape(-1, 2)
        return turned


def swept(chain: Chain, plan: Plan, ends: Numbers, by: Arithmetic) -> Swept:
    """``ends``: the log weight of each end."""
    each = [_weights(stage, by) for stage in plan.stages]
    after = _followed(chain, plan, each, by.of(ends), by)
    before = [np.array([[by.of(np.zeros(1))[0]], [by.nothing]])]
    walls = []
    for stage, weights, back, rest in zip(
        plan.stages, each, chain.back, after[1:], strict=True
    ):
        parts = _led(stage, weights, back, before[-1], by)
        walls.append(_walled(stage, back, parts, rest, by))
        before.append(_reached(stage, back, parts, by))
    return Swept(chain, plan, by, each, before, after, np.array(walls))


def followed(chain: Chain, plan: Plan, ends: Numbers, by: Arithmetic) -> list[Numbers]:
    """For each step, (rows, open or wall, states): the weight of what follows."""
    each = [_weights(stage, by) for stage in plan.stages]
    after = _followed(chain, plan, each, by.of(ends), by)
    spread = [
        _spread(stage, _taken(stage, rows, rest))
        for stage, rows, rest in zip(plan.stages, chain.rows, after[1:], strict=True)
    ]
    return [taken.take(_turned(taken.shape[2]), axis=2).transpose(2, 0, 1) for taken in spread]


def _weights(stage: Stage, by: Arithmetic) -> Numbers:
    """Of open and wall in each row, or (2, 1) where all rows are alike."""
    logs = stage.logs.take(_turned(stage.logs.size)).reshape(2, -1)
    return by.of(logs)


@lru_cache(maxsize=64)
def _turned(size: int) -> Index:
    """Where each combination of so many stands if the newest edge comes first."""
    edges = size.bit_length() - 1
    turned: Index = np.arange(size).reshape((2,) * edges).T.ravel()
    return turned


def _followed(
    chain: Chain, plan: Plan, each: list[Numbers], ends: Numbers, by: Arithmetic
) -> list[Numbers]:
    """For each step and at the end, (states, rows): the weight of what follows."""
    state = np.full((chain.sizes[-1] + 1, 1), by.nothing)
    state[chain.ends, 0] = ends
    after = [state]
    for stage, weights, rows in zip(
        reversed(plan.stages), reversed(each), reversed(chain.rows), strict=True
    ):
        after.append(_before(stage, weights, _taken(stage, rows, after[-1]), by))
    return after[::-1]


def _taken(stage: Stage, rows: tuple[Index, Index], state: Numbers) -> Numbers:
    """What follows an open edge, and a wall: (open or wall, states, rows left)."""
    each = state.reshape(2 * len(state), -1) if stage.kept else state
    taken: Numbers = each.take(rows[stage.kept], axis=0)
    return taken


def _before(stage: Stage, weights: Numbers, taken: Numbers, by: Arithmetic) -> Numbers:
    """The weight of what follows, open or wall together, for each row before the step."""
    if not (by.linear and 1 < weights.shape[1] <= WIDE):
        return by.weighed(weights, _spread(stage, taken))
    each = taken @ _matrices(stage, weights).transpose(0, 2, 1)
    both: Numbers = each[OPEN] + each[WALL]
    return both


def _matrices(stage: Stage, weights: Numbers) -> Numbers:
    """For open and wall, the weight of each row in the row that it becomes."""
    matrices: Numbers = weights[:, :, None] * _becoming(len(stage.memory), stage.gone)
    return matrices


@lru_cache(maxsize=1024)
def _becoming(edges: int, gone: tuple[int, ...]) -> Numbers:
    becoming: Numbers = np.eye(2 ** (edges - len(gone)))[_again(edges, gone)]
    return becoming


def _spread(stage: Stage, taken: Numbers) -> Numbers:
    """What follows, for each row before the step."""
    if not stage.gone:
        return taken
    return taken.take(_again(len(stage.memory), stage.gone), axis=2)


@lru_cache(maxsize=4096)
def _again(edges: int, gone: tuple[int, ...]) -> Index:
    """Which row each becomes when these edges are forgotten."""
    lasting = [1 if place in gone else 2 for place in reversed(range(edges))]
    left = np.arange(np.prod(lasting, dtype=int)).reshape(lasting)
    again: Index = np.broadcast_to(left, (2,) * edges).ravel()
    return again


def _led(
    stage: Stage, weights: Numbers, back: Back, state: Numbers, by: Arithmetic
) -> tuple[Numbers, Numbers]:
    """What leads to each state by the single kind of edge; and to the first by the other."""
    apart = weights.shape[1] > 1
    if apart:  # each row is weighed for itself, and then all are alike
        state, weights = _weighed(stage, weights, state, by), by.of(np.zeros((2, 1)))
    taken = state.take(back.rows[apart], axis=0)
    size = len(taken) - back.ways * back.targets
    others = taken[size:].reshape(back.ways, back.targets, taken.shape[1])
    several = by.weighed(weights.take(back.others, axis=0), others)
    return by.times(taken[:size], weights[back.single, 0]), several


def _weighed(stage: Stage, weights: Numbers, state: Numbers, by: Arithmetic) -> Numbers:
    """What leads over an open edge, below it what leads over a wall, in the rows left."""
    if by.linear and weights.shape[1] <= WIDE:
        led = state @ _matrices(stage, weights)
    else:
        led = by.times(state, weights[:, None])
        for place in reversed(stage.gone):
            pairs = led.reshape(-1, 2, 2**place)
            led = by.joined(pairs[:, 0], pairs[:, 1])
    return led.reshape(2 * len(state), -1)


def _walled(
    stage: Stage, back: Back, parts: tuple[Numbers, Numbers], rest: Numbers, by: Arithmetic
) -> Numbers:
    """The weight of all layouts with a wall here."""
    led = parts[back.single != WALL]
    follows = rest.reshape(len(rest), 1 + stage.kept, -1)[: len(led), -1]
    return by.dot(led.ravel(), follows.ravel())


def _reached(
    stage: Stage, back: Back, parts: tuple[Numbers, Numbers], by: Arithmetic
) -> Numbers:
    """For each row, open or wall apart if that is kept: what leads to each state."""
    one, several = parts
    if not stage.kept:
        first = one[: back.targets]
        by.joined(first, several, out=first)
        return one
    reached = np.empty((len(one), 2, one.shape[1]))
    reached[:, back.single] = one
    reached[: back.targets, 1 - back.single] = several
    reached[back.targets :, 1 - back.single] = by.nothing
    return reached.reshape(len(one), -1)
