"""Through all layouts at once, where every fact is about a single edge.

Rule: one look-up and one product an edge, forth and back, in arrays that are made once;
what a new fact does not touch stands as it was. What comes out is right only if the total
is far from the smallest number that a computer knows; who calls looks at it.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from companion.walls.board import Index, Numbers
from companion.walls.chain import WALL, Back, Chain


class _Forth(NamedTuple):
    """The arrays of one step forth: where from, room for what is taken, where to."""

    state: Numbers
    sources: Index
    taken: Numbers
    one: Numbers
    several: Numbers
    row: Numbers
    summed: Numbers
    head: Numbers
    first: Numbers


class Sweep:
    """``ends`` are the weights of the ends. Kept are, for each step and state, the summed
    weight of what leads there, and, for open and wall, of what follows."""

    def __init__(self, chain: Chain, ends: Numbers) -> None:
        self._chain = chain
        self._states = [np.zeros(size + 1) for size in chain.sizes]
        self._before = [state[:-1] for state in self._states]
        self._rests = [np.zeros(size + 1) for size in chain.sizes]
        self._following = [rest[:-1] for rest in self._rests]
        self._after = [np.empty(leads.shape) for leads in chain.onward]
        self._walled = [after[WALL] for after in self._after]
        self._singles = [2 * step + back.single for step, back in enumerate(chain.back)]
        self._others = np.repeat(
            [2 * step + 1 - back.single for step, back in enumerate(chain.back)],
            [back.ways for back in chain.back],
        )
        self._row = np.empty(len(self._others))
        self._steps = self._made()
        self._weights = np.full((len(chain.onward), 2), np.nan)
        self._states[0][0] = 1
        self._rests[-1][chain.ends] = ends

    def run(self, weights: Numbers) -> Numbers:
        """For each step, the summed weight of all layouts in which its edge is a wall.
        ``weights``: (steps, open or wall)."""
        changed = (weights != self._weights).any(axis=1).nonzero()[0]
        self._weights = weights
        if len(changed):
            self._forth(int(changed[0]))
            self._fro(int(changed[-1]))
        pairs = zip(self._walled, self._before, strict=False)
        met = np.array([walled.dot(before) for walled, before in pairs])
        walls: Numbers = met * weights[:, WALL]
        return walls

    @property
    def arrivals(self) -> Numbers:
        """The summed weight of the layouts at each end, before the end's own."""
        arrived: Numbers = self._before[-1][self._chain.ends]
        return arrived

    def _made(self) -> list[_Forth]:
        cuts = pairwise(accumulate((back.ways for back in self._chain.back), initial=0))
        rows = [self._row[start:end] for start, end in cuts]
        return [
            _forth(state, back, row, head)
            for state, back, row, head in zip(
                self._states, self._chain.back, rows, self._before[1:], strict=False
            )
        ]

    def _forth(self, first: int) -> None:
        flat = self._weights.ravel()
        flat.take(self._others, out=self._row, mode="clip")
        singles = flat[self._singles].tolist()
        for single, step in zip(singles[first:], self._steps[first:], strict=True):
            state, sources, taken, one, several, row, summed, head, targets = step
            state.take(sources, out=taken, mode="clip")  # clip: numpy fills in place
            np.multiply(one, single, out=head)
            row.dot(several, out=summed)
            np.add(targets, summed, out=targets)

    def _fro(self, last: int) -> None:
        for row, rest, leads, taken, head in zip(
            self._weights[last::-1],
            self._rests[last + 1 : 0 : -1],
            self._chain.onward[last::-1],
            self._after[last::-1],
            self._following[last::-1],
            strict=True,
        ):
            rest.take(leads, out=taken, mode="clip")
            row.dot(taken, out=head)


def _forth(state: Numbers, back: Back, row: Numbers, head: Numbers) -> _Forth:
    taken = np.empty(len(back.sources))
    several = taken[len(head) :].reshape(back.ways, back.targets)
    return _Forth(
        state,
        back.sources,
        taken,
        taken[: len(head)],
        several,
        row,
        np.empty(back.targets),
        head,
        head[: back.targets],
    )
