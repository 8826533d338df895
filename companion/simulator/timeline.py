"""Doings that take time: generators that yield the moment they go on.

Rule: nobody sleeps and nobody looks at a clock; the watch is set from outside before
anything goes on.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import TypeVar

T = TypeVar("T")
Timeline = Generator[int, None, T]
"""Yields in whole milliseconds when it wants to go on; returns what came of it."""


class Watch:
    """What time it is, and how long people take."""

    def __init__(self, rng: Random) -> None:
        self.now = 0
        self._rng = rng

    def soon(self, within: tuple[int, int]) -> int:
        """A moment between so many and so many ms from now."""
        return self.now + self._rng.randint(*within)


class Doings:
    """Everything that is being done at the same time."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._waiting: list[tuple[int, Timeline[None]]] = []

    def begin(self, doing: Timeline[None]) -> None:
        """From the next moment on this is done, too."""
        self._waiting.append((self._watch.now, doing))

    def go_on(self, now: int) -> None:
        """Whatever is due by now happens."""
        self._watch.now = now
        due = [doing for doing in self._waiting if doing[0] <= now]
        self._waiting = [doing for doing in self._waiting if doing[0] > now]
        for _, doing in due:
            wakes = next(doing, None)
            if wakes is not None:
                self._waiting.append((wakes, doing))

    def idle_until(self) -> int:
        """Up to then nothing happens."""
        return min((wakes for wakes, _ in self._waiting), default=self._watch.now)
