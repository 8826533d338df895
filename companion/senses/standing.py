"""Who stood still all the time, and what each sensor tells of them.

Rule: what a sensor tells at any time of the window at least, that stays. Somebody who
moved a little leaves a part of himself there, and is found out by it.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from companion.senses.response import PITCH, SENSORS, Flags, Numbers, far, full
from companion.senses.spotting import UNUSUAL, looks
from companion.senses.ways import Track

LULL = 2  # rows that are averaged where the least is looked for …
TOO_LOW = 0.010  # share; … and what that makes it lower than it is

STEPS = 4  # to the exact spots
ASIDE = 4.0  # mm; sd of the first spots
FIRM = 0.02  # share; error of a sensor there

REACH = 1.5 * PITCH  # mm from somebody, within which sensors tell of him
BESIDE = 24.0  # mm; a magnet that stays so near to its place stays there …
ALWAYS = 0.7  # … if it does in so much of its frames

ODD = 0.04  # share that nobody who stands explains
LOOSE = 0.5  # share; how unsure what stays is there …
CLOSE = 0.006  # … elsewhere, by sensor …
COMMON = 0.015  # … all of them together, for they drift together …
LEAN = 0.06  # … and as a part of what somebody gives who stands, for he may lean


class Standing(Struct, frozen=True):
    """By sensor, what is there at least; and right, down, share (rows) of those who stand."""

    least: Numbers
    spots: Numbers

    @property
    def expected(self) -> Numbers:
        """What those who stand give at each sensor."""
        right, down, share = self.spots
        expected: Numbers = share @ full(right, down).share
        return expected

    def tied(self, sensors: Flags) -> Numbers:
        """How firmly it is known at some sensors, as the inverse of its covariance."""
        expected = self.expected
        odd = np.abs(self.least - expected) > ODD
        sd = np.where(odd, LOOSE, np.hypot(CLOSE, LEAN * expected))
        sure = sd[sensors] ** -2
        tied: Numbers = np.diag(sure) - np.outer(sure, sure) / (COMMON**-2 + sure.sum())
        return tied

    def without(self, moved: Numbers) -> Standing:
        """Near these spots (right and down) somebody moved after all; what he left there is
        not believed any more."""
        gone = (far(self.spots[:2], moved) < BESIDE).any(axis=1)
        rest = Standing(self.least, self.spots[:, ~gone])
        near = (far(moved, SENSORS) < REACH).any(axis=0)
        return Standing(np.where(near, rest.expected, self.least), rest.spots)

    def stirred(self, tracks: list[Track]) -> Numbers:
        """Spots where somebody moves about who seems to stand there, too."""
        stirred = [np.empty((2, 0))]
        for track in tracks:
            spots = np.array(list(track.values()))[:, :2].T
            home = np.median(spots, axis=1, keepdims=True)
            near = (far(home, SENSORS) < BESIDE)[0]
            stays = (far(spots, home) < BESIDE).mean() > ALWAYS
            if stays and (self.least[near] > ODD).any():
                stirred.append(home)
        return np.hstack(stirred)

    def beside(self, spots: Numbers) -> Numbers:
        """Who stands beside one of these spots."""
        beside: Numbers = self.spots[:2, (far(self.spots[:2], spots) < BESIDE).any(axis=1)]
        return beside


def standing(shares: Numbers, heard: Flags) -> Standing:
    """Shares by rows and sensors: who stands there in all of them."""
    sums = np.vstack([np.zeros(shares.shape[1]), shares.cumsum(axis=0)])
    least = (sums[LULL:] - sums[:-LULL]).min(axis=0) / LULL + TOO_LOW
    return Standing(least, _exact(least, heard))


def _exact(frame: Numbers, heard: Flags) -> Numbers:
    """Right, down and share (rows) of all magnets in a quiet frame together."""
    first = looks(frame[None], heard)[0].T
    tied = np.repeat([ASIDE**-2, ASIDE**-2, UNUSUAL**-2], first.shape[1])
    spots = first
    for _ in range(STEPS if spots.size else 0):
        right, down, share = spots
        pull, much = full(right, down), share[:, None]
        slopes = np.vstack([much * pull.right, much * pull.down, pull.share]) * heard / FIRM
        off = (frame - share @ pull.share) / FIRM
        back = tied * (first - spots).ravel()
        step = np.linalg.solve(slopes @ slopes.T + np.diag(tied), slopes @ off + back)
        spots = spots + step.reshape(3, -1)
    return spots
