"""How long a fallen ball takes to its tray, and to which of the four it rolls.

Rule: nobody knows the floor of a table exactly, so whatever is said here is said once for
each floor it may have. Lengths are mm, times are ms, the origin is the middle of a1.
"""

from __future__ import annotations

from functools import cache
from math import erf, hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from companion.geometry import COLUMNS, CORNERS, table

Numbers = NDArray[np.float64]
Spot = tuple[float, float]

PITCH: float = table()["plate"]["pitch"]
SIZE: int = table()["plate"]["size"]
BALL = table()["ball"]
GRAVITY = 9810.0  # mm/s2
ROLLING_SPHERE = 5 / 7  # share of the push that moves a rolling ball on instead of turning it
FALLING = 1000 * sqrt(2 * BALL["fall"] / GRAVITY)
SOFT = 6.0  # mm; a ball that bounces may come down on the other side of a ridge
ASTRAY = 0.004  # chance of any other tray, whatever the place: a floor that is not even
FLOOR = 0.01  # chance that the delay tells nothing: a ball that was stuck, a hand under the box
ANY = 1350.0  # ms; in such a case any delay from earliest to latest is as likely
JITTER = ((-12.0, 0.25), (0.0, 0.5), (12.0, 0.25))  # ms and share: frames, a mm more or less

SLOPES = np.arange(3.0, 8.01, 0.25)  # degrees; flatter, and balls would not come; steeper, …
LATES = np.arange(0.0, 121.0, 10.0)  # ms a tray tells later than the ball comes, always alike
DETOURS = np.array([1.2, BALL["detour"], 1.5])  # longest way over the straight line
SLOPE_SPREAD = 1.0  # degrees, sd around the built one
DETOUR_SHARES = np.array([0.2, 0.6, 0.2])


def _floors() -> tuple[Numbers, Numbers, Numbers]:
    slope, late, detour = np.meshgrid(SLOPES, LATES, DETOURS, indexing="ij")
    return slope.ravel(), late.ravel(), detour.ravel()


SLOPE, LATE, DETOUR = _floors()
"""Every floor a table may have, one number each."""

_TILT = np.radians(SLOPE)
_PUSH = ROLLING_SPHERE * GRAVITY * (np.sin(_TILT) - BALL["rolling"] * np.cos(_TILT))


@cache
def expected() -> Numbers:
    """How likely each floor is before a ball has fallen, as a logarithm."""
    share = np.log(DETOUR_SHARES)[np.searchsorted(DETOURS, DETOUR)]
    told: Numbers = share - ((SLOPE - BALL["slope"]) / SLOPE_SPREAD) ** 2 / 2
    return told


def timely(far: float, delay: float) -> Numbers:
    """How likely, for each floor and each ms, a ball from so far comes after such a delay."""
    rolled = delay - FALLING - LATE
    exact = sum(share * _density(far, rolled + off) for off, share in JITTER)
    told: Numbers = (1 - FLOOR) * np.asarray(exact) + FLOOR / ANY
    return told


def _density(far: float, rolled: Numbers) -> Numbers:
    """The bounce lasts any time up to the longest: what lies between has come to rest."""
    bounce = float(BALL["bounce"])
    told: Numbers = (_arrived(far, rolled) - _arrived(far, rolled - bounce)) / bounce
    return told


def _arrived(far: float, rolled: Numbers) -> Numbers:
    """The chance of having rolled so far by then; every way up to the detour is as likely."""
    way = np.maximum(rolled / 1000, 0.0) ** 2 * _PUSH / 2
    told: Numbers = np.clip((way / far - 1) / (DETOUR - 1), 0.0, 1.0)
    return told


def way_to(corner: str, spot: Spot) -> float:
    """How far it is to the tray at a corner field, or to the nearest one."""
    ends = [_TRAYS[corner]] if corner else list(_TRAYS.values())
    return max(min(hypot(spot[0] - x, spot[1] - y) for x, y in ends), 1.0)


def share_of(corner: str, spot: Spot) -> float:
    """The chance that a ball that fell there rolls to this corner."""
    if not corner:
        return 1.0
    across, along = (
        _beyond((off - MIDDLE) * (1 if end > MIDDLE else -1))
        for off, end in zip(spot, _TRAYS[corner], strict=True)
    )
    return (1 - len(_TRAYS) * ASTRAY) * across * along + ASTRAY


def _beyond(ridge: float) -> float:
    return (1 + erf(ridge / SOFT / sqrt(2))) / 2


def _outer(corner: str) -> Spot:
    return (
        -PITCH / 2 if corner[0] == COLUMNS[0] else (SIZE - 0.5) * PITCH,
        -PITCH / 2 if corner[1] == "1" else (SIZE - 0.5) * PITCH,
    )


MIDDLE = (SIZE - 1) * PITCH / 2
_TRAYS = {corner: _outer(corner) for corner in CORNERS}
"""The trays lie under the outer corners of the box."""
