"""What a player remembers of the hidden walls, and the way they would go.

Rule: knows only what was seen at the table, imperfectly; chance comes from outside.
"""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

from companion.geometry import edge, neighbours
from companion.simulator.ledger import Truth

FORGET = 0.02  # chance of a remembered wall, each turn
MISPLACE = 0.1  # chance that a bump is remembered at another side of the field
WATCHED = 0.5  # chance to take in a passage that another one used
OWN, SEEN = 0.95, 0.7  # chance to take in one's own bump, somebody else's
WALL_COST = 40.0  # steps of detour that one takes rather than try a wall again
MOOD = 1.4  # at most, by which a way looks longer today than it is
KNOWN_COST = 0.8  # a passage known to be open looks shorter


class Memories:
    """What each of the players remembers."""

    def __init__(self, seats: tuple[str, ...], rng: Random) -> None:
        self._rng = rng
        self._memories = {seat: Memory(rng) for seat in seats}

    def plan(self, truth: Truth, early: float) -> tuple[str, ...]:
        """Where the player on turn walks; with a chance of ``early`` not as far as possible."""
        seat, memory = truth.turn, self._memories[truth.turn]
        memory.fade()
        goal = next(field for field, symbol in truth.symbols.items() if symbol == truth.wanted)
        taken = {truth.at[other] for other in truth.seats if other != seat}
        hasty = self._rng.random() < early
        roll = self._rng.randrange(truth.roll) if hasty else truth.roll
        return steps(memory.way(truth.at[seat], goal, taken), roll, taken)

    def learn(self, seat: str, way: tuple[str, ...], fell_on: str = "") -> None:
        """Everybody saw a walk, start and all; the ball fell on the way out of a field."""
        if fell_on:
            way = way[: way.index(fell_on) + 2] if fell_on in way else way[:1]
        for who, memory in self._memories.items():
            if who == seat or self._rng.random() < WATCHED:
                memory.passed(way[:-1] if fell_on else way)
            if fell_on and len(way) > 1:
                memory.bumped(way[-2], way[-1], who == seat)


class Memory:
    """Walls bumped into and passages used, as far as they were not forgotten."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._walls: set[str] = set()
        self._open: set[str] = set()

    def bumped(self, before: str, beyond: str, own: bool) -> None:
        """Somebody's ball fell between two fields."""
        if self._rng.random() > (OWN if own else SEEN):
            return
        if self._rng.random() < MISPLACE:
            beyond = self._rng.choice(neighbours(before))
        self._open.discard(edge(before, beyond))
        self._walls.add(edge(before, beyond))

    def passed(self, fields: tuple[str, ...]) -> None:
        """Somebody walked there, and the ball did not fall."""
        for one, other in pairwise(fields):
            self._walls.discard(edge(one, other))
            self._open.add(edge(one, other))

    def fade(self) -> None:
        """A turn goes by."""
        self._walls -= {wall for wall in sorted(self._walls) if self._rng.random() < FORGET}

    def way(self, start: str, goal: str, taken: Collection[str] = ()) -> tuple[str, ...]:
        """The fields to walk over, without the start; out and back if one is there already."""
        if start == goal:
            return self._out_and_back(start, taken)
        came = self._search(start, goal)
        way = [goal]
        while came[way[-1]] != start:
            way.append(came[way[-1]])
        return tuple(reversed(way))

    def _out_and_back(self, start: str, taken: Collection[str]) -> tuple[str, ...]:
        free = [field for field in neighbours(start) if field not in taken]
        free = free or list(neighbours(start))  # over somebody: passing is allowed (page 12)
        return min(free, key=lambda field: self._cost(start, field)), start

    def _search(self, start: str, goal: str) -> dict[str, str]:
        queue, came, done = [(0.0, start, start)], dict[str, str](), set[str]()
        while queue and goal not in done:
            cost, field, before = heappop(queue)
            if field in done:
                continue
            done.add(field)
            came[field] = before
            for to in neighbours(field):
                if to not in done:
                    heappush(queue, (cost + self._cost(field, to), to, field))
        return came

    def _cost(self, one: str, other: str) -> float:
        wall = edge(one, other)
        mood = self._rng.uniform(1.0, MOOD)
        if wall in self._walls:
            return WALL_COST * mood
        return mood * (KNOWN_COST if wall in self._open else 1.0)


def steps(way: tuple[str, ...], roll: int, taken: set[str]) -> tuple[str, ...]:
    """As much of a way as the roll allows, ending where nobody stands (page 12)."""
    for count in range(min(roll, len(way)), 0, -1):
        if way[count - 1] not in taken:
            return way[:count]
    return ()
