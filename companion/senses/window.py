"""The last frames before a ball was told, as far as they can be believed.

Rule: frames in which nothing changes are put together, for then they tell the same, and
less often; a quick hand is seen as it went.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.senses.response import Flags, Numbers

RAIL = 40  # codes from either end of the scale that no magnet reaches
LIVELY = 12  # sensors that must flicker before stillness means anything
SHAKEN = 8  # codes from frame to frame, at most of the sensors: the table was knocked
TOGETHER = 4  # frames at most that make one row, and half as many when something changes
CHANGES = 0.035  # share from one half of them to the other at any sensor
LEAP = 0.3  # share from frame to frame that no hand makes on the plate: it lifted one
LONG = 100  # ms; frames that lie further apart are not put together


class Window(Struct, frozen=True):
    """``frames``: when each came (ms), and ``row``: in which row it is. By rows: their
    moment, how many frames, shares of a full signal by sensors. ``heard``: by sensor."""

    frames: Numbers
    row: NDArray[np.int64]
    whens: Numbers
    count: Numbers
    shares: Numbers
    heard: Flags


def window(frames: Numbers, codes: Numbers, shares: Numbers) -> Window:
    """Without frames that came twice, in which the table shook or the plate was cut off, and
    without sensors that are dead or whose share is not a number."""
    newest = np.maximum.accumulate(frames)
    steady = _steady(codes) & (frames > np.append(-np.inf, newest[:-1]))
    heard = np.isfinite(shares).all(axis=0) & _living(codes[steady])
    return _joined(frames[steady], np.where(heard, shares[steady], 0.0), heard)


def _steady(codes: Numbers) -> Flags:
    steps = np.median(np.abs(np.diff(codes, axis=0)), axis=1) > SHAKEN
    middle = np.median(codes, axis=1)
    cut_off = (middle < RAIL) | (middle > 4095 - RAIL)
    steady: Flags = ~(np.append(steps, False) | np.append(False, steps) | cut_off)
    return steady


def _living(codes: Numbers) -> Flags:
    if not len(codes):
        return np.zeros(codes.shape[1], bool)
    flickers = np.ptp(codes, axis=0) > 0
    inside = (codes >= RAIL).all(axis=0) & (codes <= 4095 - RAIL).all(axis=0)
    living: Flags = inside & (flickers | (flickers.sum() < LIVELY))
    return living


def _joined(frames: Numbers, shares: Numbers, heard: Flags) -> Window:
    half = TOGETHER // 2
    begins = np.zeros(len(frames), bool)
    begins[::half] = True
    whole = len(frames) // TOGETHER * TOGETHER
    halves = shares[:whole].reshape(-1, 2, half, shares.shape[1]).mean(axis=2)
    quiet = np.abs(halves[:, 1] - halves[:, 0]).max(axis=1) < CHANGES
    begins[half:whole:TOGETHER] = ~quiet
    begins |= np.diff(frames, prepend=-np.inf) > LONG / TOGETHER
    begins[1:] |= (np.abs(np.diff(shares, axis=0)) > LEAP).any(axis=1)
    first = np.flatnonzero(begins)
    count = np.diff(np.append(first, len(frames))).astype(float)
    if not first.size:
        return Window(frames, first, frames, count, shares, heard)
    rows = np.add.reduceat(shares, first, axis=0) / count[:, None]
    whens = np.add.reduceat(frames, first) / count
    return Window(frames, begins.cumsum() - 1, whens, count, rows, heard)
