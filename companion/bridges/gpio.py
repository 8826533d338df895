"""The sensor plate on the Pi's own pins: a matrix of switches, looked at all the time.

Rule: one thread looks and tells; it never debounces and never decides. Pins that cannot
be had are tried again for ever. Time and sleep come from outside, so that a test or the
simulator is in charge of both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any

import msgspec

from companion.bridges.chip import Chip, Trouble, lgpio, no_chip, opened, refusals
from companion.bridges.matrix import Telling, wiring
from companion.geometry import table
from companion.vocabulary import Condition, Signal

PERIOD = table()["scan"]["period"] / 1000  # s from scan to scan
RETRY = 3.0  # s until pins that could not be had are tried again


class Pins:
    """A bridge like any other: ``start``, ``stop``, and signals in between."""

    plate = True

    def __init__(
        self,
        put: Callable[[Signal], None],
        now: Callable[[], int],
        *,
        name: str = "pins",
        pins: Mapping[str, int] | None = None,
        factory: Callable[[], Any] = lgpio,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``pins``: those wired elsewhere, see ``wiring``; ``factory`` makes a factory of
        gpiozero's; ``sleep`` and ``clock`` reckon in seconds."""
        self.name = name
        self._put, self._now = put, now
        self._factory, self._sleep, self._clock = factory, sleep, clock
        self._wiring = wiring(pins)
        self.sources = self._wiring.sources
        self._chip: Chip | None = None
        self._telling = Telling()
        self._condition = Condition()
        self._scans, self._late, self._slow = 0, 0, 0.0
        self._stopped = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """No signal comes any more when this returns, and no row is powered."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._let_go()

    def condition(self) -> Condition:
        """How the wire is, and what happened on the way; ``slow``: ms of the longest scan."""
        counters = {
            "scans": self._scans, "changes": self._telling.changes,
            "slow": round(1000 * self._slow), "late": self._late,
        }  # fmt: skip
        return msgspec.structs.replace(self._condition, counters=counters)

    def step(self) -> bool:
        """One look at everything; False while there are no pins to look at."""
        if self._chip is None and not self._open():
            return False
        return self._look()

    def _run(self) -> None:
        due = self._clock()
        while not self._stopped.wait(max(due - self._clock(), 0)):
            wait = PERIOD if self.step() else RETRY
            late = self._clock() > due + wait
            self._late += late
            due = self._clock() if late else due + wait

    def _open(self) -> bool:
        chip = opened(self._factory, self._wiring)
        if isinstance(chip, Trouble):
            self._became(Condition("absent", chip.why, chip.values))
            return False
        self._chip, self._telling = chip, Telling()
        return True

    def _look(self) -> bool:
        assert self._chip is not None
        began = self._clock()
        try:
            levels = self._chip.read(self._sleep)
        except refusals() as error:
            trouble = no_chip(error)
            self._let_go()
            self._became(Condition("absent", trouble.why, trouble.values))
            return False
        self._slow = max(self._slow, self._clock() - began)
        self._scans += 1
        at = self._now()
        self._became(Condition("live"))
        for signal in self._telling.tell(levels, at):
            self._put(signal)
        return True

    def _let_go(self) -> None:
        chip, self._chip = self._chip, None
        if chip:
            chip.close()

    def _became(self, condition: Condition) -> None:
        """Say how the wire is, whenever that changes."""
        before, self._condition = self._condition, condition
        if (before.state, before.why) != (condition.state, condition.why):
            said = {"state": condition.state, "why": condition.why, "values": condition.values}
            self._put(Signal(f"wire/{self.name}", said, self._now()))
