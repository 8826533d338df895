"""The sensor plate under the box: looks at every magnet and says a frame.

Rule: only what moved is worked out again; the rest is remembered from before.
"""

from __future__ import annotations

import numpy as np

from companion.geometry import INDEX
from companion.simulator import signal
from companion.simulator.builds import BUILDS
from companion.simulator.pieces import Ball, Cardboard, Magician

METAL_HEIGHT = 30.0  # mm from the sensors to the magnets of a phone that lies on the plate
ASLEEP, SHOUTING = 0, 4095  # a broken sensor's usual codes


class Scanner:
    """Sensors, and the field they stand in."""

    def __init__(self, sensors: signal.Sensors, cardboard: Cardboard) -> None:
        self.sensors, self._cardboard = sensors, cardboard
        self._build = BUILDS[cardboard.build]
        self._fields: dict[str, signal.Numbers] = {}
        self._whole: signal.Numbers | None = None
        self._steady: signal.Numbers | None = None

    def frame(self, at: int, shaken: bool = False) -> str:
        """36 times three hex digits, row by row."""
        if self._steady is None:
            self._steady = self.sensors.steady(self.field())
        return self.sensors.frame(self._steady, at, shaken)

    def field(self) -> signal.Numbers:
        """Bz in mT at every sensor; the same array as long as nothing moves."""
        if self._whole is None:
            self._whole = self._summed()
        return self._whole

    def stirred(self, seat: str = "") -> None:
        """A magician or its ball moved; without a seat something else changed."""
        self._fields.pop(seat, None)
        self._whole = self._steady = None

    def stick(self, field: str, code: int | None) -> None:
        """The sensor says one code for ever; None freezes it at what it says now."""
        if code is None:
            number = INDEX[field] * 3
            code = int(self.frame(0)[number : number + 3], 16)
        self.sensors.stick(field, code)

    def _summed(self) -> signal.Numbers:
        total = np.zeros(len(INDEX))
        for seat, magician in self._cardboard.magicians.items():
            if not magician.in_hand:
                total += self._field_of(seat, magician)
        metal = self._cardboard.metal
        if metal:
            total += signal.dipole(metal.strength, METAL_HEIGHT, metal.x, metal.y)
        return total

    def _field_of(self, seat: str, magician: Magician) -> signal.Numbers:
        if seat not in self._fields:
            ball = under(self._cardboard.balls, seat)
            spot = ball.spot if ball else None
            self._fields[seat] = signal.magician(
                magician.spot, magician.lift, magician.amplitude, spot, self._build
            )
        return self._fields[seat]


def under(balls: list[Ball], seat: str) -> Ball | None:
    """The ball that hangs under a magician."""
    return next((ball for ball in balls if ball.seat == seat and ball.where == "under"), None)
