"""What lies between the simulated plate and the inbox: nothing, real bytes, driven pins.

Rule: however it is wired, the same people play on the same plate; only the way from its
sensors to the loop differs, and that way is the one a real table has. Readers of stickers and
codes are there where people show things to them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import numpy as np
from numpy.random import Generator
from serial import Serial

from companion.bridges.link import Link
from companion.geometry import FIELDS, TRAYS
from companion.simulator.builds import CODES, SWITCHES, Build
from companion.simulator.noise import Noise
from companion.simulator.pico import UNPLUGGED, Board, micropython
from companion.simulator.plate import Plate
from companion.simulator.readers import NOTHING, Readers
from companion.vocabulary import Answer, Condition, Signal

LEARNING = 100  # frames of the empty plate before the evening, more than learning takes
PERIOD = 10  # ms
PATIENCE = 5.0  # s of real time for the firmware's answer to one look at the sensors


Taken = Callable[[Answer], None] | None


class Wiring(Protocol):
    """How signals come from a plate. ``step`` says what came up to now; ``taken`` is whom
    to tell once a signal was written."""

    def step(self, now: int) -> list[Signal]: ...
    def taken(self, signal: Signal) -> Taken: ...
    def close(self) -> None: ...


class Straight:
    """The plate and the readers say by themselves what wires would say."""

    def __init__(self, plate: Plate, readers: Readers | None = None) -> None:
        self._plate, self._readers = plate, readers

    def step(self, now: int) -> list[Signal]:
        """What is new."""
        return self._plate.step(now) + _read(self._readers, now)

    def taken(self, _: Signal) -> Taken:
        """Nobody waits for it."""
        return None

    def close(self) -> None:
        """There is nothing to unplug."""


class Bytes:
    """Through the plate's firmware, a pseudo-terminal, and the reader of its lines."""

    def __init__(self, plate: Plate, readers: Readers | None = None) -> None:
        self._plate, self._readers = plate, readers
        self._flash = TemporaryDirectory(prefix="companion-plate-")
        self._board = Board(Path(self._flash.name), micropython())
        self._port = Serial(self._board.port, exclusive=True, timeout=PATIENCE)
        self._link = Link()
        self._now = -PERIOD * LEARNING
        self._link.opened(self._now)
        self._trays = dict.fromkeys(TRAYS, "0")
        self._ahead = PERIOD * LEARNING  # ms that the board has been on before the evening
        self._learn()

    def close(self) -> None:
        """Unplug it."""
        self._port.close()
        self._board.close()
        self._flash.cleanup()

    def step(self, now: int) -> list[Signal]:
        """What the firmware made of what the sensors read."""
        said: list[Signal] = []
        for signal in self._plate.step(now):
            if signal.source == "hall":
                said += self._through(now, signal.value)
            else:
                self._trays[signal.source.removeprefix("drop/")] = str(signal.value)
        return said

    def condition(self) -> Condition:
        """How the wire is, and all that was counted on it."""
        return self._link.condition(self._now)

    def taken(self, signal: Signal) -> Taken:
        """An event is acknowledged to the firmware."""
        boot, number = signal.boot, signal.sequence
        if not boot or number is None:
            return None
        return lambda _: self._link.taken(boot, number)

    def _through(self, now: int, codes: str) -> list[Signal]:
        """One look at the sensors, and everything that the board says of it."""
        self._now = now
        self._port.write(self._link.due(now))
        trays, (tags, code) = "".join(self._trays.values()), self._shown()
        self._board.scan(now + self._ahead, codes, trays, tags=tags, code=code)
        said: list[Signal] = []
        while not any(one.source == "hall" for one in said):
            got = self._port.read(max(1, self._port.in_waiting))
            if not got:
                raise RuntimeError(
                    f"the firmware said nothing for {PATIENCE} s: {self.condition()}"
                )
            said += self._link.feed(got, now)
        return said

    def _shown(self) -> tuple[tuple[str, str], str]:
        """What lies on each reader of stickers, and what the scanner reads in this look."""
        if self._readers is None:
            return UNPLUGGED, NOTHING
        return (self._readers.lying, UNPLUGGED[1]), self._readers.scanned()

    def _learn(self) -> None:
        """Before anything stands on it, the plate learns what it reads then. A reader that says
        meanwhile that nothing lies there says nothing new."""
        self._link.ask("learn")
        empty = self._plate.sensors.steady(np.zeros(len(FIELDS)))
        for number in range(LEARNING):
            now = PERIOD * (number - LEARNING)
            for signal in self._through(now, self._plate.sensors.frame(empty, now)):
                if taken := self.taken(signal):
                    taken(Answer(200, 0))


class Driven:
    """Through the bridge of the pins, over pretended ones that are wired as the matrix is.
    The readers are no part of it and speak beside it, as on wires of their own."""

    def __init__(
        self, plate: Plate, rng: Generator, noise: Noise, readers: Readers | None = None
    ) -> None:
        from companion.bridges.pretended import Pretended  # noqa: PLC0415 - only who has gpiozero

        self._pretended, self._readers = Pretended(plate, rng, noise), readers

    def step(self, now: int) -> list[Signal]:
        """What the bridge made of the pins, and what the readers say."""
        return self._pretended.step(now) + _read(self._readers, now)

    def taken(self, _: Signal) -> Taken:
        """A level is said again and again; nobody keeps it until it is taken."""
        return None

    def close(self) -> None:
        """Let go of the pins."""
        self._pretended.close()


def build(wires: str) -> Build:
    """Which plate these wires are for."""
    return SWITCHES if wires == "gpio" else CODES


def wired(
    wires: str, plate: Plate, rng: Generator, noise: Noise, readers: Readers | None = None
) -> Wiring:
    """The plate on these wires, and the readers if there are any; chance is what switches do
    where they may do either."""
    if wires == "gpio":
        return Driven(plate, rng, noise, readers)
    return Bytes(plate, readers) if wires == "pico" else Straight(plate, readers)


def _read(readers: Readers | None, now: int) -> list[Signal]:
    return readers.step(now) if readers else []
