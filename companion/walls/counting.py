"""How many layouts there are, to the last one.

Rule: whole numbers of any length, so nothing is rounded. Six by six takes a tenth of a
second, eight by eight some seconds.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.walls import entries, partitions
from companion.walls.board import checked, edges


@cache
def counts(size: int, connected: bool = True) -> tuple[int, ...]:
    """For each number of walls, from none upwards: how many layouts leave every field in
    reach, or else each field an entry."""
    room = partitions if connected else entries
    chain = room.chain(checked(size), tuple(range(room.most(size) + 1)))
    state = np.array([1, 0], object)
    for step, back in enumerate(chain.back):
        taken = state[back.sources]
        states = chain.sizes[step + 1]
        ahead = taken[:states]
        ahead[: back.targets] += taken[states:].reshape(back.ways, -1).sum(axis=0)
        state = np.append(ahead, 0)
    at_end = dict(zip(chain.numbers.tolist(), state[chain.ends], strict=True))
    return tuple(int(at_end.get(number, 0)) for number in range(len(edges(size)) + 1))
