"""What the 36 magnetic sensors would say, as voltages turned into codes.

Rule: the field is a sum over magicians and knows no noise; the sensors add what is
theirs (spread, noise, drift, faults), with chance handed in from outside.
"""

from __future__ import annotations

from math import exp, pi, sin
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.random import Generator
from numpy.typing import NDArray

from companion.geometry import FIELDS, table
from companion.simulator.builds import CODES, Build
from companion.simulator.ground import SENSOR_SPOTS, Spot
from companion.simulator.noise import HOME, Noise

Numbers = NDArray[np.float64]

SENSOR = table()["sensor"]
LSB: float = SENSOR["supply"] / (SENSOR["codes"] - 1)  # mV
PER_MT: float = SENSOR["sensitivity"] / LSB  # codes
FULL: float = (
    table()["magnet"]["full"] * PER_MT
)  # codes, a magician with its ball over its own field

# A ball held back by a wall is magnetised less, and askew; fitted to the exact field of
# a disc and a sphere, error below 0.01 mT.
HELD_FADES = 45.2  # mm2
ASKEW = 0.122  # per mm
ASKEW_FADES = 70.0  # mm2
LIFT_FADES = 4.5  # mm; a disc's field at the ball while the magician is lifted

_X: Numbers = np.array([x for x, _ in SENSOR_SPOTS])
_Y: Numbers = np.array([y for _, y in SENSOR_SPOTS])


def dipole(strength: float, height: float, x: float, y: float) -> Numbers:
    """Bz in mT at every sensor of a dipole above a spot."""
    right, down = _X - x, _Y - y
    return strength * _shape(right * right + down * down, height * height)


def magician(
    magnet: Spot, lift: float, amplitude: float, ball: Spot | None, build: Build = CODES
) -> Numbers:
    """Bz in mT at every sensor of one magician; ball is where it hangs, if it does."""
    right, down = _X - magnet[0], _Y - magnet[1]
    flat = right * right + down * down
    field: Numbers = amplitude * build.strength * _shape(flat, (build.height + lift) ** 2)
    if ball is None:
        return field
    strength = amplitude * build.ball_strength * exp(-lift / LIFT_FADES)
    if ball == magnet:
        return field + strength * _shape(flat, build.ball_height**2)
    return field + _held_back(strength, build.ball_height, magnet, ball)


def _shape(flat: Numbers, high: float) -> Numbers:
    whole = flat + high
    shape: Numbers = (3 * high - whole) / (whole * whole * np.sqrt(whole))
    return shape


def _held_back(strength: float, height: float, magnet: Spot, ball: Spot) -> Numbers:
    right, down = magnet[0] - ball[0], magnet[1] - ball[1]
    lag = right * right + down * down
    from_x, from_y = _X - ball[0], _Y - ball[1]
    whole = from_x * from_x + from_y * from_y + height * height
    slant = 3 * height * (from_x * right + from_y * down) / (whole * whole * np.sqrt(whole))
    straight = dipole(strength * exp(-lag / HELD_FADES), height, *ball)
    field: Numbers = straight - ASKEW * exp(-lag / ASKEW_FADES) * strength * slant
    return field


OUTLIER_CHANCE = 1e-4  # of one reading
OUTLIER = 20.0  # codes
DRIFT = 3.0  # codes, common to all sensors
DRIFT_PERIOD = 600_000.0  # ms; the room gets warm and cools again
SHAKEN = 12.0  # times the usual noise while the table shakes
BLOCK = 512  # frames of noise drawn at once: drawing is dearer than looking up

_HEX = np.array([f"{code:03x}".encode() for code in range(SENSOR["codes"])])


class Faults(Struct):
    """What is broken: sensors stuck at a code, sensors that answer weakly."""

    stuck: dict[str, int] = {}
    weak: dict[str, float] = {}


class Sensors:
    """36 sensors with the spread they were made with."""

    def __init__(
        self, rng: Generator, noise: Noise = HOME, made: dict[str, Any] | None = None
    ) -> None:
        self._rng, self._share = rng, noise.electric
        made = made or _made(rng, noise.electric)
        self.quiescent: Numbers = np.array(made["quiescent"])
        self.gain: Numbers = np.array(made["gain"])
        self.phase: float = made["phase"]
        self.faults = Faults(dict(made["stuck"]), dict(made["weak"]))
        self._heard: Numbers = np.empty((0, len(FIELDS)))
        self._next = 0
        self._settle_faults()

    def made(self) -> dict[str, Any]:
        """Everything that makes these sensors what they are, as plain values."""
        return {
            "quiescent": self.quiescent.tolist(),
            "gain": self.gain.tolist(),
            "phase": self.phase,
            "stuck": self.faults.stuck,
            "weak": self.faults.weak,
        }

    def steady(self, field: Numbers) -> Numbers:
        """The codes of a field in mT, before noise; keep them while nothing moves."""
        limit = SENSOR["range"]
        codes: Numbers = self.quiescent + self._codes_per_mt * np.minimum(
            np.maximum(field, -limit), limit
        )
        return codes

    def frame(self, steady: Numbers, at: int, shaken: bool = False) -> str:
        """One frame: 36 times three hex digits, row by row."""
        heard = self._noise()
        drift = self._share * DRIFT * sin(self.phase + 2 * pi * at / DRIFT_PERIOD)
        codes = np.rint(steady + (heard * SHAKEN if shaken else heard) + drift)
        limited = np.minimum(np.maximum(codes, 0), SENSOR["codes"] - 1).astype(np.intp)
        for number, code in self._stuck:
            limited[number] = code
        word: bytes = _HEX[limited].tobytes()
        return word.decode()

    def stick(self, field: str, code: int) -> None:
        """From now on the sensor says the same for ever: 0, 4095, or wherever it froze."""
        self.faults.stuck[field] = code
        self._settle_faults()

    def weaken(self, field: str, share: float) -> None:
        """From now on the sensor answers with a share of its gain."""
        self.faults.weak[field] = share
        self._settle_faults()

    def _settle_faults(self) -> None:
        weak = np.array([self.faults.weak.get(field, 1.0) for field in FIELDS])
        self._codes_per_mt: Numbers = PER_MT * self.gain * weak
        self._stuck = [(FIELDS.index(field), code) for field, code in self.faults.stuck.items()]

    def _noise(self) -> Numbers:
        if self._next == len(self._heard):
            self._heard, self._next = _block(self._rng, self._share), 0
        self._next += 1
        row: Numbers = self._heard[self._next - 1]
        return row


def _made(rng: Generator, share: float) -> dict[str, Any]:
    count = len(FIELDS)
    spread = share * SENSOR["quiescent_spread"] / LSB
    return {
        "quiescent": SENSOR["quiescent"] / LSB + spread * rng.standard_normal(count),
        "gain": 1 + share * SENSOR["gain_spread"] * rng.standard_normal(count),
        "phase": float(rng.uniform(0, 2 * pi)),
        "stuck": {},
        "weak": {},
    }


def _block(rng: Generator, share: float) -> Numbers:
    size = (BLOCK, len(FIELDS))
    noise: Numbers = share * SENSOR["noise"] / LSB * rng.standard_normal(size)
    odd = rng.random(size) < share * OUTLIER_CHANCE
    noise[odd] += OUTLIER * rng.choice((-1.0, 1.0), int(odd.sum()))
    return noise
