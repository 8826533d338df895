"""Through all layouts at once, remembering the edges that facts still speak of.

Rule: for each state there is one row for each combination of remembered edges. First back
from the ends, keeping what follows each step; then forth, meeting it. How numbers are added
up is not decided here.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from companion.walls.arithmetic import Arithmetic
from companion.walls.board import Numbers
from companion.walls.chain import Back, Chain
from companion.walls.plan import Plan, Stage


class Swept(Struct, frozen=True, eq=False):
    """``joints``: for each step, (rows, open or wall), the weight of the layouts that are so;
    ``arrivals``: of those at each end, before the end's own weight. In the numbers of the
    arithmetic."""

    joints: list[Numbers]
    arrivals: Numbers


def swept(chain: Chain, plan: Plan, ends: Numbers, arithmetic: Arithmetic) -> Swept:
    """``ends``: the log weight of each end."""
    after = followed(chain, plan, ends, arithmetic)
    joints: list[Numbers] = []
    state = np.array([[arithmetic.of(np.zeros(1))[0], arithmetic.nothing]])
    for step, (stage, taken) in enumerate(zip(plan.stages, after, strict=True)):
        met = arithmetic.met(taken, state[:, :-1])
        joints.append(arithmetic.times(arithmetic.of(stage.logs), met))
        reached = _reached(chain, step, stage, state, arithmetic)
        for axis in reversed(stage.gone):
            pairs = reached.reshape(2**axis, 2, -1)
            reached = arithmetic.joined(pairs[:, 0], pairs[:, 1])
        state = reached.reshape(-1, chain.sizes[step + 1] + 1)
    return Swept(joints, state[0, chain.ends])


def followed(chain: Chain, plan: Plan, ends: Numbers, arithmetic: Arithmetic) -> list[Numbers]:
    """For each step, (rows, open or wall, states): the weight of what follows."""
    state = np.full((1, chain.sizes[-1] + 1), arithmetic.nothing)
    state[0, chain.ends] = arithmetic.of(ends)
    after: list[Numbers] = []
    for step in reversed(range(len(plan.stages))):
        stage = plan.stages[step]
        taken = _taken(chain, step, stage, state)
        state = arithmetic.room(len(taken), taken.shape[-1])
        state[:, :-1] = arithmetic.weighed(arithmetic.of(stage.logs), taken)
        after.append(taken)
    return after[::-1]


def _taken(chain: Chain, step: int, stage: Stage, state: Numbers) -> Numbers:
    """What follows, for each row before the step, whether it is open or a wall."""
    leads = chain.onward[step]
    if stage.kept:  # what follows an open edge and a wall stands in two rows
        leads = np.add(leads, [[0], [state.shape[1]]])
    each = state.reshape(-1, state.shape[1] * (1 + stage.kept))
    taken: Numbers = each.take(leads, axis=1, mode="clip")
    return taken if stage.rows is None else taken.take(stage.rows, axis=0)


def _reached(
    chain: Chain, step: int, stage: Stage, state: Numbers, arithmetic: Arithmetic
) -> Numbers:
    """For each row, open or wall apart if that is kept: what leads to each state."""
    back, size = chain.back[step], chain.sizes[step + 1]
    one, several = _led(back, size, arithmetic.of(stage.logs), state, arithmetic)
    reached = arithmetic.room(len(one) * (1 + stage.kept), size)
    apart = reached.reshape(len(one), -1, size + 1)
    apart[:, back.single * stage.kept, :-1] = one
    first = apart[:, (1 - back.single) * stage.kept, : back.targets]
    if stage.kept:
        first[:] = several
        apart[:, 1 - back.single, back.targets :] = arithmetic.nothing
    else:
        arithmetic.joined(first, several, out=first)
    return reached


def _led(
    back: Back, size: int, weights: Numbers, state: Numbers, arithmetic: Arithmetic
) -> tuple[Numbers, Numbers]:
    """What leads to each state by the single kind of edge; and to the first by the other."""
    taken = state.take(back.sources, axis=1, mode="clip")
    several = taken[:, size:].reshape(len(taken), back.ways, -1)
    single = weights[:, back.single, None]
    other = weights[:, [1 - back.single] * back.ways]
    return arithmetic.times(taken[:, :size], single), arithmetic.weighed(other, several)
