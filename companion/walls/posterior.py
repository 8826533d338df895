"""What all facts together say of the walls.

Rule: exact. Nothing is left out, rounded or guessed; whatever is asked comes from the same
sum over all layouts. Chance for the samples comes in from outside.
"""

from __future__ import annotations

from functools import cached_property
from math import exp, log

import numpy as np
from msgspec import Struct
from numpy.random import Generator
from numpy.typing import NDArray

from companion.walls.blaming import blamed, scenarios, together
from companion.walls.board import Index, Numbers, edges
from companion.walls.evidence import Drop
from companion.walls.layouts import best, samples
from companion.walls.ledger import Ledger
from companion.walls.plan import Plan, planned
from companion.walls.scenarios import apart
from companion.walls.solving import Part
from companion.walls.surprise import entropy


class Answer(Struct, frozen=True, eq=False):
    """Both classes of layouts, as far as they take part, met with the facts. ``order``: the
    edge of each step. ``offset``: the log that all weights were made smaller by."""

    connected: Part | None
    entered: Part | None
    order: Index
    offset: float
    plan: Plan | None = None


class Posterior:
    """``marginals``: the probability of a wall for each of ``edges``. ``log_z``: how likely
    all facts were beforehand, as a log. ``connected``: the probability of the class in which
    every field can be reached."""

    def __init__(self, size: int, facts: Ledger, light: float, answer: Answer) -> None:
        self.edges = edges(size)
        self._size, self._facts, self._light, self._answer = size, facts, light, answer
        self._parts = tuple(part for part in (answer.connected, answer.entered) if part)
        self._total = _logsum([part.total for part in self._parts])
        self._shares = tuple(exp(part.total - self._total) for part in self._parts)
        self.log_z = self._total + answer.offset
        self.connected: float = self._shares[0] if answer.connected else 0.0
        self.marginals: Numbers = np.empty(len(self.edges))
        self.marginals[answer.order] = self._mixed([part.walls for part in self._parts])

    def of(self, edge: str) -> float:
        """The probability that this edge is a wall."""
        return float(self.marginals[self._facts.place(edge)])

    @cached_property
    def numbers(self) -> Numbers:
        """The probability of each number of walls, from none upwards."""
        numbers = np.zeros(len(self.edges) + 1)
        for part in self._parts:
            weights = part.arrivals + part.layouts.logs - self._total
            numbers[part.layouts.chain.numbers] += np.exp(weights)
        return numbers

    @cached_property
    def entropy(self) -> float:
        """How much is still open, in nats."""
        answer = self._answer
        return entropy(answer.connected, answer.entered, self._plan, self._joints, self._total)

    @property
    def effective(self) -> float:
        """As many equally likely layouts would leave as much open."""
        return exp(self.entropy)

    @cached_property
    def best(self) -> tuple[tuple[str, ...], float]:
        """The walls of the most probable layout, and its probability."""
        layout, weight = best(self._answer.connected, self._answer.entered, self._plan)
        names = tuple(self.edges[place] for place in layout.nonzero()[0])
        return names, exp(weight - self._total)

    def samples(self, count: int, chance: Generator) -> NDArray[np.bool_]:
        """Layouts drawn as likely as they are, (count, edges), with a wall or not."""
        return samples(self._parts, self._shares, self._plan, count, chance)

    def blame(self, drop: Drop) -> tuple[float, ...]:
        """For each way of a drop that is among the facts, the probability that the ball fell
        so and a wall held it back; and last, that there was no wall."""
        ways, kept = scenarios(drop, self._light)
        places = self._facts.among(apart(kept))
        joint = together(places, self._plan, self._joint)
        wall = self.of(kept[0].met) if kept[0].met else 0.0
        blame = [0.0] * len(drop.ways)
        for way, share in zip(
            ways, blamed(kept, self._facts.sensing, joint, wall), strict=True
        ):
            if way < len(blame):
                blame[way] = share
        return *blame, max(0.0, 1 - sum(blame))

    @cached_property
    def _plan(self) -> Plan:
        facts = self._facts
        return self._answer.plan or planned(self._size, facts.alone, facts.tables)

    @cached_property
    def _joints(self) -> list[Numbers]:
        return [self._joint(step) for step in range(len(self.edges))]

    def _joint(self, step: int) -> Numbers:
        """The probability of the remembered edges, and of the step's own being open or a
        wall: (rows, open or wall)."""
        return self._mixed([part.joint(step) for part in self._parts])

    def _mixed(self, each: list[Numbers]) -> Numbers:
        parts = [share * one for share, one in zip(self._shares, each, strict=True)]
        return parts[0] if len(parts) == 1 else parts[0] + parts[1]


def _logsum(logs: list[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(one - most) for one in logs))
