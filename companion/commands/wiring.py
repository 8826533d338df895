"""What lies between the simulated plate and the inbox: nothing, real bytes, driven pins.

Rule: however it is wired, the same people play on the same plate; only the way from its
sensors to the loop differs, and that way is the one a real table has.
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
from companion.simulator.pico import Board, micropython
from companion.simulator.plate import Plate
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
    """The plate says by itself what wires would say."""

    def __init__(self, plate: Plate) -> None:
        self.step = plate.step

    def taken(self, _: Signal) -> Taken:
        """Nobody waits for it."""
        return None

    def close(self) -> None:
        """There is nothing to unplug."""


class Bytes:
    """Through the plate's firmware, a pseudo-terminal, and the reader of its lines."""

    def __init__(self, plate: Plate) -> None:
        self._plate, self._flash = plate, TemporaryDirectory(prefix="companion-plate-")
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
        self._board.scan(now + self._ahead, codes, "".join(self._trays.values()))
        said: list[Signal] = []
        while not any(one.source == "hall" for one in said):
            got = self._port.read(max(1, self._port.in_waiting))
            if not got:
                raise RuntimeError(
                    f"the firmware said nothing for {PATIENCE} s: {self.condition()}"
                )
            said += self._link.feed(got, now)
        return said

    def _learn(self) -> None:
        """Before anything stands on it, the plate learns what it reads then."""
        self._link.ask("learn")
        empty = self._plate.sensors.steady(np.zeros(len(FIELDS)))
        for number in range(LEARNING):
            now = PERIOD * (number - LEARNING)
            self._through(now, self._plate.sensors.frame(empty, now))


class Driven:
    """Through the bridge of the pins, over pretended ones that are wired as the matrix is."""

    def __init__(self, plate: Plate, rng: Generator, noise: Noise) -> None:
        from companion.bridges.pretended import Pretended  # noqa: PLC0415 - only who has gpiozero

        self._pretended = Pretended(plate, rng, noise)

    def step(self, now: int) -> list[Signal]:
        """What the bridge made of the pins."""
        return self._pretended.step(now)

    def taken(self, _: Signal) -> Taken:
        """A level is said again and again; nobody keeps it until it is taken."""
        return None

    def close(self) -> None:
        """Let go of the pins."""
        self._pretended.close()


def build(wires: str) -> Build:
    """Which plate these wires are for."""
    return SWITCHES if wires == "gpio" else CODES


def wired(wires: str, plate: Plate, rng: Generator, noise: Noise) -> Wiring:
    """The plate on these wires; chance is what switches do where they may do either."""
    if wires == "gpio":
        return Driven(plate, rng, noise)
    return Bytes(plate) if wires == "pico" else Straight(plate)
