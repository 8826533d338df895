"""The virtual plate with switches, read by the real bridge over pretended pins.

Rule: everything between the switches and the signals is what runs on a real table; only
the copper, the time and the magnets are arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping

from numpy.random import Generator

from companion.bridges.gpio import Pins
from companion.bridges.matrix import wiring
from companion.simulator.noise import HOME, Noise
from companion.simulator.pins import Header, Matrix
from companion.simulator.plate import Plate
from companion.simulator.signal import Numbers
from companion.simulator.switches import Switches
from companion.vocabulary import Signal

LINE = "drop"  # the one line for all trays


class Pretended:
    """``step`` says what the wires say, as a plate does by itself. The plate should have
    been built with ``SWITCHES``."""

    def __init__(
        self,
        plate: Plate,
        rng: Generator,
        noise: Noise = HOME,
        pins: Mapping[str, int] | None = None,
    ) -> None:
        """``pins``: those wired elsewhere, as for ``Pins``; by them, one tray line or four."""
        wires = wiring(pins)
        self._plate, self._switches = plate, Switches(rng, noise)
        self._matrix = Matrix(wires.rows, wires.columns, wires.trays, rng)
        self._levels: dict[str, int] = {}
        self._field: Numbers | None = None
        self._now = 0
        self._said: list[Signal] = []
        self.bridge = Pins(
            self._said.append, lambda: self._now, pins=pins,
            factory=lambda: Header(self._matrix), sleep=self._matrix.sleep, clock=lambda: 0.0,
        )  # fmt: skip

    def step(self, now: int) -> list[Signal]:
        """Time goes on, and the bridge looks once."""
        self._now = now
        for signal in self._plate.pass_to(now):
            self._levels[signal.source] = signal.value
        self._lead()
        self.bridge.step()
        said, self._said[:] = list(self._said), []
        return said

    def close(self) -> None:
        """Let go of the pins."""
        self.bridge.stop()

    def _lead(self) -> None:
        """Fields to the switches, balls to the lines."""
        field = self._plate.field()
        if field is not self._field:
            self._field = field
            stuck = self._plate.sensors.faults.stuck
            self._matrix.answers = self._switches.answers(field, stuck)
        trays = self._matrix.trays
        for source in trays:
            lying = self._levels.values() if source == LINE else [self._levels[source]]
            trays[source] = int(any(lying))
