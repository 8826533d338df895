"""Over which fields magnets stand, from raw codes.

A level is the share of a full signal. A field is covered when its level passes a
threshold and cleared when it falls under a lower one, each for two frames. Beside a
covered field it must also pass the level there, unless it is high by itself: so one
magnet near a border covers one field, a strong or a weak one, and two magnets two.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from companion.geometry import FIELDS, INDEX, neighbours, table
from companion.senses.codes import Codes
from companion.senses.sensors import Sensors
from companion.vocabulary import Blind, Cleared, Covered, Seeing, Shaken, Sighting, Unclear

_HALL = table()["hall"]
_SENSOR = table()["sensor"]
LSB = _SENSOR["supply"] / _SENSOR["codes"]  # mV
NOMINAL = table()["magnet"]["full"] * _SENSOR["sensitivity"] / LSB  # codes of a full signal
QUIESCENT = _SENSOR["quiescent"] / LSB  # code without a magnet, before it is learned

ALONE = 0.22  # share that covers a field with no magnet beside it; a weak magnet has 0.6
PASSING = 1.15  # times the level beside it that a field needs: between two, the higher one
REVERSED = -0.30  # share below which a magnet must lie upside down
HUGE = 2.8  # two magicians on one field stay under 2
DEAF = 30  # sensors dead at once: a cable is out
CROWD = 6  # fields covered at once that four magicians cannot explain
LASTING = 25  # frames that a doubt must last: a knock on the table shakes for 100 ms
EMPTY = 3000  # frames a field must be empty before its baseline follows: 30 s
FOLLOW = 0.02  # share of the difference taken over at each look
FADING = 0.98  # of the height remembered for a magnet, at each look: a second or two
QUIET = 0.06  # levels beyond this are no drift
SHIVER = 0.08  # share; less than nothing by so much is no magnet and no noise but a knock's
MANY = 4  # sensors that shiver at once, some up, some down
SHAKES = 300  # ms that a knock is felt; it is told once

_BESIDE = np.zeros((36, 36), bool)
for _field in FIELDS:
    for _other in neighbours(_field):
        _BESIDE[INDEX[_field], INDEX[_other]] = True

_BELIEVED = ("", "reversed")  # the rest of the plate is read on
_AT_ONCE = ("", "unplugged")
_ORDER = np.arange(36, dtype=np.float32) * 1e-6  # of two equal levels one is the higher


class Hall:
    """Reads frame after frame; what changed comes back as sightings."""

    def __init__(
        self,
        baseline: Iterable[float] = (),
        full: Iterable[float] = (),
        masked: Iterable[str] = (),
    ) -> None:
        self._baseline = np.array(list(baseline) or [QUIESCENT] * 36, np.float32)
        self._full = np.array(list(full) or [NOMINAL] * 36, np.float32)
        self._masked = np.array([field in set(masked) for field in FIELDS])
        self._sensors = Sensors()
        self.covered: NDArray[np.bool_] = np.zeros(36, bool)
        self._peak = np.zeros(36, np.float32)
        self._pending: NDArray[np.int32] = np.zeros(36, np.int32)
        self._empty: NDArray[np.int32] = np.zeros(36, np.int32)
        self._drift = 0.0
        self._frame = 0
        self._waiting = False
        self.unclear = Unclear("", 0)
        self._doubted = 0
        self._knocked = -SHAKES
        self._believe()
        self._limit()

    def see(self, codes: Codes, at: int) -> tuple[Sighting, ...]:
        """What this frame changed; most frames change nothing."""
        self._frame += 1
        news: tuple[Sighting, ...] = ()
        if self._sensors.see(codes):
            news = self._lost_or_found(at)
        if self._frame % _HALL["median_every"] == 0:
            self._settle(codes, (codes - self._zero) * self._scale)
        beyond = np.count_nonzero((codes < self._low) | (codes > self._high))
        if beyond or self._waiting or self.unclear.why:
            level = (codes - self._zero) * self._scale
            news += self._changed(level, level < self._keep, at)
        return news

    @property
    def is_waiting(self) -> bool:
        """Is something about to change, or in doubt?"""
        return self._waiting or bool(self.unclear.why)

    def standing(self, at: int) -> tuple[Covered | Blind | Unclear, ...]:
        """Everything that is covered, blind or unclear by now."""
        covered = tuple(
            Covered(FIELDS[n], at, round(float(self._peak[n]), 2))
            for n in np.flatnonzero(self.covered)
        )
        blind = tuple(Blind(FIELDS[n], at, "dead") for n in np.flatnonzero(self._sensors.dead))
        unclear = (self.unclear,) if self.unclear.why else ()
        return covered + blind + unclear

    def shares(self, codes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Frames of codes as shares of a full signal; not a number where a sensor is not
        heard, and nothing but that while the plate cannot be believed."""
        heard = (self._scale > 0) & (self.unclear.why in _BELIEVED)
        shares: NDArray[np.float64] = np.where(
            heard, (codes - self._zero) * self._scale, np.nan
        )
        return shares

    def rest(self, baseline: Iterable[float]) -> None:
        """The codes of the empty plate, learned anew; what is covered stays covered until
        the next frames say otherwise."""
        self._baseline = np.array(list(baseline), np.float32)
        self._drift = 0.0
        self._waiting = True
        self._believe()
        self._limit()

    def mask(self, masked: Iterable[str]) -> None:
        """Leave the sensors of these fields out, and no others."""
        self._masked = np.array([field in set(masked) for field in FIELDS])
        self._believe()
        self._limit()

    def _believe(self) -> None:
        heard = ~(self._masked | self._sensors.dead)
        self._scale = np.where(heard, 1 / self._full, 0).astype(np.float32)
        self._zero = self._baseline + np.float32(self._drift)

    def _limit(self) -> None:
        """The level under which a field is left, and the codes beyond which a frame is
        worth a closer look, until the next change."""
        keep = np.maximum(_HALL["off"] * self._peak, _HALL["floor"] / 2)
        need = np.where(self.covered, HUGE, _HALL["floor"])
        self._keep = np.where(self.covered, keep, REVERSED).astype(np.float32)
        heard = self._scale > 0
        low, high = self._zero + self._keep * self._full, self._zero + need * self._full
        self._low = np.where(heard, low, -np.inf).astype(np.float32)
        self._high = np.where(heard, high, np.inf).astype(np.float32)

    def _covering(self, level: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Fields that are high enough to be covered, beside those that are or that are
        higher and about to be."""
        height = level + _ORDER
        higher = ~self.covered & (level > ALONE) & (height > height[:, None])
        beside = np.where(_BESIDE & (self.covered | higher), level, 0).max(axis=1)
        passing = np.maximum(_HALL["floor"], np.minimum(_HALL["on"], PASSING * beside))
        covering: NDArray[np.bool_] = level > np.where(beside > 0, passing, ALONE)
        return covering

    def _changed(
        self,
        level: NDArray[np.float32],
        under: NDArray[np.bool_],
        at: int,
    ) -> tuple[Sighting, ...]:
        why, field = self._why(level)
        news = self._doubt(why, field, at)
        if why not in _BELIEVED:
            return news
        return news + self._shaken(level, at) + self._flipped(level, under, at)

    def _shaken(self, level: NDArray[np.float32], at: int) -> tuple[Sighting, ...]:
        if at - self._knocked < SHAKES or np.count_nonzero(level < -SHIVER) < MANY:
            return ()
        if np.count_nonzero(~self.covered & (level > SHIVER)) < MANY:
            return ()
        self._knocked = at
        return (Shaken(at),)

    def _flipped(
        self, level: NDArray[np.float32], under: NDArray[np.bool_], at: int
    ) -> tuple[Sighting, ...]:
        turning = np.where(self.covered, under, self._covering(level))
        self._pending = np.where(turning, self._pending + 1, 0)
        self._waiting = bool(turning.any())
        flips = np.flatnonzero(self._pending >= _HALL["frames"])
        if not flips.size:
            return ()
        self.covered[flips] ^= True
        self._pending[flips] = 0
        self._peak = np.where(self.covered, np.maximum(self._peak, level), 0)
        self._limit()
        return tuple(self._sighting(int(number), level, at) for number in flips)

    def _sighting(self, number: int, level: NDArray[np.float32], at: int) -> Sighting:
        if self.covered[number]:
            return Covered(FIELDS[number], at, round(float(level[number]), 2))
        return Cleared(FIELDS[number], at)

    def _doubt(self, why: str, field: str, at: int) -> tuple[Sighting, ...]:
        """Something that no magicians can explain, once it has lasted, and its end."""
        if (why, field) == (self.unclear.why, self.unclear.field):
            self._doubted = 0
            return ()
        self._doubted += 1
        if why not in _AT_ONCE and self._doubted < LASTING:
            return ()
        self._doubted = 0
        self.unclear = Unclear(why, at, field)
        return (self.unclear,)

    def _why(self, level: NDArray[np.float32]) -> tuple[str, str]:
        if int(self._sensors.dead.sum()) > DEAF:
            return "unplugged", ""
        high = int((level > ALONE).sum())
        low = np.flatnonzero(level < REVERSED)
        if high > 24 or low.size > CROWD:
            return "inverted", ""
        strong = np.abs(level)
        if high > CROWD or float(strong.max()) > HUGE:
            return "foreign", FIELDS[int(strong.argmax())]
        if low.size:
            return "reversed", FIELDS[int(low[0])]
        return "", ""

    def _lost_or_found(self, at: int) -> tuple[Sighting, ...]:
        before = self._scale > 0
        self._believe()
        after = self._scale > 0
        gone = np.flatnonzero(before & ~after)
        news: list[Sighting] = [Blind(FIELDS[n], at, "dead") for n in gone]
        news += [Seeing(FIELDS[n], at) for n in np.flatnonzero(after & ~before)]
        self.covered[gone] = False
        self._waiting = True
        self._limit()
        return tuple(news)

    def _settle(self, codes: Codes, level: NDArray[np.float32]) -> None:
        """Follow the slow drift of all sensors, and of each while its field is empty."""
        free = (~self.covered) & (self._scale > 0)
        if self.unclear.why or not free.any():
            return
        self._drift += 0.25 * (_median((codes - self._baseline)[free]) - self._drift)
        self._empty = np.where(free, self._empty + _HALL["median_every"], 0)
        calm = (self._empty > EMPTY) & (np.abs(level) < QUIET)
        follow = FOLLOW * (codes - self._drift - self._baseline)
        self._baseline = np.where(calm, self._baseline + follow, self._baseline)
        self._zero = (self._baseline + np.float32(self._drift)).astype(np.float32)
        held = np.maximum(level, FADING * self._peak)
        self._peak = np.where(self.covered, held, 0).astype(np.float32)
        self._limit()


def _median(values: NDArray[np.float32]) -> float:
    return float(np.sort(values)[values.size // 2])
