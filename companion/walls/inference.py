"""The walls of one board: facts go in, what they say comes out.

Rule: adding a fact is a sum; the work is done when somebody asks, once for each state of
the facts. A table is only changed here; what was handed out stays as it was.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from companion.walls.board import places
from companion.walls.evidence import Drop, Either, Found
from companion.walls.ledger import Ledger
from companion.walls.plan import planned
from companion.walls.posterior import Answer, Posterior
from companion.walls.prior import Class, Prior, connected, entered
from companion.walls.scenarios import Sensing, is_weight, of_drop, of_either, weighty
from companion.walls.solving import alone, together
from companion.walls.sweep import Sweep

MEMORY = 2**30  # bytes for what follows each step; a Pi has this, and people never need it


class Walls:
    """The ledger of one board, to which facts are added. ``light``: what has less than this
    share of its fact's weight is left out; 0 leaves out nothing. ``memory``: bytes that an
    answer may take; facts that leave more open end in a ValueError."""

    def __init__(
        self,
        prior: Prior | None = None,
        sensing: Sensing | None = None,
        light: float = 0.0,
        memory: int = MEMORY,
    ) -> None:
        if not is_weight(light) or light >= 1:
            raise ValueError(f"light={light!r}: take a share from 0 to below 1.")
        self.prior = prior or Prior()
        self._light, self._memory = light, memory
        self._facts = Ledger(self.prior.size, sensing or Sensing())
        self._connected, self._entered = connected(self.prior), entered(self.prior)
        self._order = places(self.prior.size)[0].argsort()
        self._asked: Posterior | None = None

    def cross(self, edge: str, times: int = 1) -> None:
        """The edge was crossed and no ball fell."""
        if isinstance(times, bool) or not isinstance(times, int) or times < 0:
            raise ValueError(
                f"{edge} was crossed {times!r} times: take a whole number, 0 or more."
            )
        self._asked = None
        self._facts.cross(edge, times)

    def drop(self, drop: Drop) -> None:
        """A ball fell."""
        self._facts.check((*(way.edges for way in drop.ways), drop.over))
        self._asked = None
        self._facts.add(weighty(of_drop(drop), self._light))

    def either(self, either: Either) -> None:
        """One of several paths was crossed and no ball fell."""
        self._facts.check(either.paths)
        self._asked = None
        self._facts.add(weighty(of_either(either), self._light))

    def add(self, found: Found) -> None:
        """All that a game has found."""
        for edge, times in found.crossed.items():
            self.cross(edge, times)
        for either in found.either:
            self.either(either)
        for drop in found.drops:
            self.drop(drop)

    def posterior(self) -> Posterior:
        if self._asked is None:
            facts = self._facts.copy()
            answer = (None if facts.tables else self._alone(facts)) or self._together(facts)
            self._asked = Posterior(self.prior.size, facts, self._light, answer)
        return self._asked

    def _alone(self, facts: Ledger) -> Answer | None:
        """Where all facts are about single edges; None if they contradict each other too
        much for plain numbers."""
        logs = facts.alone[self._order]
        most = logs.max(axis=1)
        weights = np.exp(logs - most[:, None])
        one, other = (sweep and alone(*sweep, weights) for sweep in self._sweeps)
        if (self._connected and not one) or (self._entered and not other):
            return None
        return Answer(one, other, self._order, facts.offset + float(most.sum()))

    def _together(self, facts: Ledger) -> Answer:
        plan = planned(self.prior.size, facts.alone, facts.tables, self._room)
        one, other = (
            together(layouts, plan) if layouts else None
            for layouts in (self._connected, self._entered)
        )
        order = np.array([stage.edge for stage in plan.stages])
        return Answer(one, other, order, facts.offset + plan.offset, plan)

    @cached_property
    def _sweeps(self) -> tuple[tuple[Class, Sweep] | None, tuple[Class, Sweep] | None]:
        return _swept(self._connected), _swept(self._entered)

    @property
    def _room(self) -> int:
        """So many rows may be remembered in all steps together."""
        both = [layouts for layouts in (self._connected, self._entered) if layouts]
        return self._memory // (16 * max(max(layouts.chain.sizes) for layouts in both))


def _swept(layouts: Class | None) -> tuple[Class, Sweep] | None:
    return None if layouts is None else (layouts, Sweep(layouts.chain, np.exp(layouts.logs)))
