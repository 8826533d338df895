"""How much is still open: the entropy of all layouts, in nats.

Rule: the mean surprise of a layout, from the probabilities that stand already: the facts'
weights, and what was believed beforehand.
"""

from __future__ import annotations

import numpy as np

from companion.walls.board import Numbers
from companion.walls.layouts import both
from companion.walls.plan import Plan
from companion.walls.solving import Part


def entropy(
    connected: Part | None,
    entered: Part | None,
    plan: Plan,
    joints: list[Numbers],
    total: float,
) -> float:
    facts = sum(
        float((joint * stage.logs).sum())
        for joint, stage in zip(joints, plan.stages, strict=True)
    )
    return max(0.0, total - facts - _believed(connected, entered, total))


def _believed(connected: Part | None, entered: Part | None, total: float) -> float:
    """The mean log of how likely a layout was beforehand. One in which every field can be
    reached is of both classes."""
    if not connected:
        assert entered
        return _mean(entered.arrivals - total, entered.layouts.logs)
    mean = _mean(connected.arrivals - total, both(connected, entered))
    return mean + (_alone(connected, entered, total) if entered else 0.0)


def _alone(connected: Part, entered: Part, total: float) -> float:
    """The part of the layouts in which some field cannot be reached."""
    arrivals = np.exp(entered.arrivals - total + entered.layouts.logs)
    at = np.searchsorted(entered.layouts.chain.numbers, connected.layouts.chain.numbers)
    reached = connected.arrivals - total + entered.layouts.logs[at]
    arrivals[at] -= np.exp(reached)
    return float(arrivals.clip(0).dot(entered.layouts.logs))


def _mean(weights: Numbers, logs: Numbers) -> float:
    return float(np.exp(weights + logs).dot(logs))
