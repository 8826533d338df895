"""What is believed of the walls before anything was seen.

Rule: two classes of layouts, mixed by one number: every field can be reached, or, as the
book asks, each has an entry. In a class, every number of walls has its weight, and all
layouts with as many walls are equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log

import numpy as np
from msgspec import Struct

from companion.walls import entries, partitions
from companion.walls.arithmetic import logsum
from companion.walls.board import Numbers, checked, edges
from companion.walls.chain import Chain
from companion.walls.scenarios import is_weight
from companion.walls.sweep import Sweep

CONNECTED = 0.9  # people build mazes that can be walked; now and then one shuts a corner off


class Prior(Struct, frozen=True):
    """``walls``: how likely each number of walls is, from none upwards; empty: every number
    that fits as likely as any other. ``connected``: the share of the layouts in which every
    field can be reached."""

    size: int = 6
    walls: tuple[float, ...] = ()
    connected: float = CONNECTED

    def __post_init__(self) -> None:
        checked(self.size)
        _check_share(self.connected)
        _check_weights(self.walls)
        _check_fit(self)


def most_reached(size: int) -> int:
    """The most walls with which every field can be reached."""
    return partitions.most(checked(size))


def most_entered(size: int) -> int:
    """The most walls with which each field has an entry."""
    return entries.most(checked(size))


def prior(
    size: int = 6,
    walls: int | Mapping[int, float] | None = None,
    connected: float = CONNECTED,
) -> Prior:
    """The number of walls: known, or how likely each is, or (None) any."""
    if walls is None:
        return Prior(size, (), connected)
    weights = walls if isinstance(walls, Mapping) else {walls: 1.0}
    return Prior(size, _listed(checked(size), weights), connected)


class Class(Struct, frozen=True, eq=False):
    """One class of layouts: how to go through them; how many have each of the chain's
    numbers of walls; and the log of how likely a single one of these is."""

    chain: Chain
    layouts: Numbers
    logs: Numbers


@cache
def connected(prior: Prior) -> Class | None:
    """The layouts in which every field can be reached; None if they are left out."""
    if prior.connected == 0:
        return None
    chain = partitions.chain(prior.size, _numbers(prior, partitions.most(prior.size)))
    return _class(prior, chain, prior.connected)


@cache
def entered(prior: Prior) -> Class | None:
    """The layouts in which each field has an entry; None if they are left out."""
    if prior.connected == 1:
        return None
    chain = entries.chain(prior.size, _numbers(prior, entries.most(prior.size)))
    return _class(prior, chain, 1 - prior.connected)


def _numbers(prior: Prior, most: int) -> tuple[int, ...]:
    if not prior.walls:
        return tuple(range(most + 1))
    return tuple(number for number, weight in enumerate(prior.walls) if weight > 0)


def _class(prior: Prior, chain: Chain, share: float) -> Class:
    layouts = _layouts(chain)
    weights = prior.walls or (1.0,) * (int(chain.numbers.max()) + 1)
    logs = np.log([weights[number] for number in chain.numbers])
    return Class(chain, layouts, log(share) + logs - logsum(logs, 0) - np.log(layouts))


def _layouts(chain: Chain) -> Numbers:
    sweep = Sweep(chain, np.ones(len(chain.ends)))
    sweep.run(np.ones((len(chain.onward), 2)))
    return sweep.arrivals


def _listed(size: int, weights: Mapping[int, float]) -> tuple[float, ...]:
    total = len(edges(size))
    for number in weights:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= total:
            raise ValueError(
                f"{number!r} walls: a board of {size} x {size} has {total} edges; "
                f"take a whole number, 0 to {total}."
            )
    return tuple(weights.get(number, 0.0) for number in range(total + 1)) if weights else (0.0,)


def _check_share(share: float) -> None:
    if not is_weight(share) or share > 1:
        raise ValueError(
            f"connected={share!r}: the share of layouts in which every field can be reached "
            "is a number from 0 to 1."
        )


def _check_weights(walls: tuple[float, ...]) -> None:
    for number, weight in enumerate(walls):
        if not is_weight(weight):
            raise ValueError(
                f"{number} walls have weight {weight!r}: take a finite number, 0 or more."
            )
    if walls and not any(walls):
        raise ValueError("No number of walls has any weight: give at least one above 0.")


def _check_fit(prior: Prior) -> None:
    number = max((number for number, weight in enumerate(prior.walls) if weight), default=0)
    size = prior.size
    if prior.connected > 0 and number > partitions.most(size):
        raise ValueError(
            f"{number} walls on {size} x {size}: at most {partitions.most(size)} leave every "
            "field in reach; take fewer, or only layouts in which each field has an entry "
            "(rulebook)."
        )
    if number > entries.most(size):
        raise ValueError(
            f"{number} walls on {size} x {size}: at most {entries.most(size)} leave each field "
            "an entry; take fewer."
        )
