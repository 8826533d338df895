"""The same answers by looking at every single layout: slow, and hard to get wrong.

A layout is one whole number: bit i is set where the i-th of the sorted edges is a wall.
The likelihoods stand as they are written in the plan, one line a fact.
"""

from functools import cache, cached_property
from itertools import pairwise

import numpy as np

KNOCK, MISS = 0.01, 0.002


def names(size):
    letters = "abcdefghi"[:size]
    beside = [
        f"{one}{row}-{two}{row}" for row in range(1, size + 1) for one, two in pairwise(letters)
    ]
    below = [f"{column}{row}-{column}{row + 1}" for column in letters for row in range(1, size)]
    return sorted(beside + below)


@cache
def layouts(size):
    """Every layout in which each field has an entry, and whether all can be reached."""
    edges = [edge.split("-") for edge in names(size)]
    fields = sorted({field for edge in edges for field in edge})
    masks = np.arange(1 << len(edges), dtype=np.int32)
    for field in fields:
        around = sum(1 << at for at, edge in enumerate(edges) if field in edge)
        masks = masks[masks & around != around]
    return masks, _reached(masks, edges, fields)


def _reached(masks, edges, fields):
    reached = np.ones_like(masks)  # the first field
    pairs = [(at, *map(fields.index, edge)) for at, edge in enumerate(edges)]
    before = None
    while before is None or (before != reached).any():
        before = reached.copy()
        for at, one, other in pairs:
            open_ = ~(masks >> at) & 1
            touched = open_ & (reached >> one | reached >> other)
            reached |= touched << one | touched << other
    return reached == (1 << len(fields)) - 1


def counts(size, connected):
    masks, reached = layouts(size)
    walls = ones(masks[reached] if connected else masks)
    return np.bincount(walls, minlength=len(names(size)) + 1).tolist()


def ones(masks):
    """How many bits are set."""
    few = np.array([mask.bit_count() for mask in range(1 << 12)])
    return few[masks & 4095] + few[masks >> 12]


class Brute:
    """``numbers``: how likely each number of walls is (None: any); ``connected``: the share
    of the layouts in which every field can be reached."""

    def __init__(self, size, numbers=None, connected=1.0, knock=KNOCK, miss=MISS):
        self.edges = names(size)
        self.knock, self.miss = knock, miss
        self.masks, self.reached = layouts(size)
        self.walls = ones(self.masks)
        one = connected * self._class(numbers, self.reached)
        other = (1 - connected) * self._class(numbers, np.ones_like(self.reached))
        possible = one + other > 0
        self.masks, self.walls = self.masks[possible], self.walls[possible]
        self.prior = (one + other)[possible]
        self.from_connected = one[possible] / self.prior
        self.logs = np.log(self.prior)

    def _class(self, numbers, within):
        found = np.bincount(self.walls[within], minlength=len(self.edges) + 1)
        wanted = np.array([float(found[k] > 0) for k in range(len(found))])
        if numbers is not None:
            wanted = np.array([numbers.get(k, 0.0) for k in range(len(found))])
        each = wanted / wanted.sum() / np.maximum(found, 1)
        return np.where(within, each[self.walls], 0.0)

    def hit(self, edge):
        """h of this edge, in every layout."""
        wall = self.masks >> self.edges.index(edge) & 1
        return np.where(wall, 1 - self.miss, self.knock)

    def passed(self, path):
        product = np.ones(len(self.masks))
        for edge in path:
            product = product * (1 - self.hit(edge))
        return product

    def add(self, likelihood):
        self.logs = self.logs + np.log(likelihood)

    def cross(self, edge, times=1):
        self.logs = self.logs + times * np.log(1 - self.hit(edge))

    def drop(self, ways, none=0.0, over=()):
        self.add(self.ways(ways, none, over).sum(axis=0))

    def ways(self, ways, none, over):
        fell = [weight * self.hit(way[-1]) * self.passed(way[:-1]) for way, weight in ways]
        return np.array([*fell, none * self.passed(over)])

    def either(self, paths, weights):
        pairs = zip(paths, weights, strict=True)
        self.add(sum(weight * self.passed(path) for path, weight in pairs))

    @property
    def log_z(self):
        return self.logs.max() + np.log(np.exp(self.logs - self.logs.max()).sum())

    @cached_property
    def shares(self):
        """The probability of every layout; ask once all facts are told."""
        return np.exp(self.logs - self.log_z)

    def wall(self, edge):
        return (self.masks >> self.edges.index(edge) & 1).astype(bool)

    def marginals(self):
        return np.array([self.shares[self.wall(edge)].sum() for edge in self.edges])

    def numbers(self):
        return np.bincount(self.walls, self.shares, len(self.edges) + 1)

    def connected(self):
        return (self.from_connected * self.shares).sum()

    def entropy(self):
        return -(self.shares * (self.logs - self.log_z)).sum()

    def share(self, walls):
        """The probability of one layout."""
        mask = sum(1 << self.edges.index(edge) for edge in walls)
        return self.shares[self.masks == mask].sum()

    def best(self):
        """That of the most probable one."""
        return self.shares.max()

    def blame(self, ways, none, over):
        """Of a drop that was added: each way with its last edge a wall; and the rest."""
        each = self.ways(ways, none, over)
        given = each / each.sum(axis=0) * self.shares
        lasts = [way[-1] for way, _ in ways]
        walled = [
            share[self.wall(last)].sum() for last, share in zip(lasts, given, strict=False)
        ]
        return *walled, 1 - sum(walled)
