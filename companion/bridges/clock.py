"""The table's clock: a tick every 50 milliseconds.

Rule: it counts from the start of the service by a clock that never jumps, so whoever
sets the time of day changes nothing in a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread

from companion.vocabulary import Tick

EVERY = 50  # ms; what waits is never late by more than that


class Clock:
    """Ticks into the inbox from a thread of its own."""

    def __init__(self, put: Callable[[Tick], None]) -> None:
        self._put = put
        self._begun = time.monotonic_ns()
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="clock", daemon=True)

    def now(self) -> int:
        """Whole ms since the start."""
        return (time.monotonic_ns() - self._begun) // 1_000_000

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """No tick comes any more when this returns."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait((EVERY - self.now() % EVERY) / 1000):
            self._put(Tick(self.now()))
