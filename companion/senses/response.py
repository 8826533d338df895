"""What the sensors tell of a magnet anywhere on the plate, as the data file has it.

Rule: all in shares of a full signal, in two parts: what the magnet gives, and what the
ball under it adds. A ball held back by a wall lags a little; nobody knows by which, so
here it hangs straight under its magnet.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.geometry import COLUMNS, FIELDS, table

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

PLATE, MAGNET = table()["plate"], table()["magnet"]
PITCH: float = PLATE["pitch"]
LAST: float = (PLATE["size"] - 1) * PITCH  # mm; the outer middles are at 0 and here
BARE: float = MAGNET["bare"] / MAGNET["full"]  # share that is left once the ball is gone

SENSORS: Numbers = PITCH * np.array(
    [[COLUMNS.index(field[0]) for field in FIELDS], [int(field[1]) - 1 for field in FIELDS]]
)
"""Right and down of each, in the order of a frame."""


class Pull(Struct, frozen=True):
    """What a dipole gives at each sensor, and how that grows per mm it goes right or down."""

    share: Numbers
    right: Numbers
    down: Numbers


def magnet(x: Numbers, y: Numbers) -> Pull:
    """A magnet alone at any number of spots; sensors are one more axis."""
    return _dipole(x, y, MAGNET["height"], BARE)


def ball(x: Numbers, y: Numbers) -> Pull:
    """What a ball under it adds."""
    return _dipole(x, y, MAGNET["ball_height"], 1 - BARE)


def full(x: Numbers, y: Numbers) -> Pull:
    """Both."""
    alone, below = magnet(x, y), ball(x, y)
    return Pull(alone.share + below.share, alone.right + below.right, alone.down + below.down)


def far(some: Numbers, others: Numbers) -> Numbers:
    """mm from each of some spots (right and down) to each of the others."""
    right, down = some[:, :, None] - others[:, None]
    apart: Numbers = np.hypot(right, down)
    return apart


def _dipole(x: Numbers, y: Numbers, height: float, peak: float) -> Pull:
    right, down = x[..., None] - SENSORS[0], y[..., None] - SENSORS[1]
    high = height * height
    whole = right * right + down * down + high
    fading = 0.5 * peak * height**3 / (whole * whole * np.sqrt(whole))
    steep = (3 - 15 * high / whole) * fading
    return Pull((3 * high - whole) * fading, steep * right, steep * down)
