"""Which sensors tell nothing any more.

A code at the end of the scale is no magnet: the sensor's own range ends well before.
A code that never moves while the others flicker is a dead sensor, too: every living
one has noise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.senses.codes import Codes

RAIL = 40  # codes from either end; the sensor's own range leaves 400 free
EVERY = 8  # frames between looks, so that a look costs little
STILL = 30  # looks without a change: 2.4 s at 100 frames a second
LIVELY = 24  # sensors that must flicker all the time before stillness means anything
FLICKER = 0.3  # share of looks with a change that noise alone gives, by a wide margin
MEMORY = 0.1  # weight of the newest look in that share
BACK = 25  # looks with a change before a sensor is believed again: 2 to 3 s


class Sensors:
    """Tells dead sensors from living ones, frame by frame."""

    def __init__(self) -> None:
        self.dead: NDArray[np.bool_] = np.zeros(36, bool)
        self._last: Codes = np.zeros(36, np.float32)
        self._still = np.zeros(36, np.int32)
        self._alive = np.zeros(36, np.int32)
        self._flicker = np.zeros(36, np.float32)
        self._frame = 0

    def see(self, codes: Codes) -> bool:
        """Take a frame in; True when the set of dead sensors changed."""
        self._frame += 1
        if self._frame % EVERY:
            return False
        same = codes == self._last
        self._last = codes
        rail = (codes < RAIL) | (codes > 4095 - RAIL)
        self._still = np.where(same, self._still + 1, 0)
        self._flicker += MEMORY * (~same - self._flicker)
        lively = int((self._flicker > FLICKER).sum()) >= LIVELY
        frozen = (self._still >= STILL) & lively
        moved = self._alive + (~same | (not lively))  # noise may repeat a code now and then
        self._alive = np.where(rail | frozen, 0, moved)
        dead = rail | frozen | (self.dead & (self._alive < BACK))
        changed = bool(np.count_nonzero(dead != self.dead))
        self.dead = dead
        return changed
