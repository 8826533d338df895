"""A first look where magnets are: each frame by itself.

Rule: a frame is a sum of magnets of about the usual strength. The plainest one is taken
out of it, then the next; what explains a frame no better than nothing does is no magnet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.senses.response import LAST, PITCH, Flags, Numbers, full

GRID = 9.0  # mm between the spots that are tried …
ROUGH = 0.05  # share; … and what that makes wrong at a sensor
NEAR = 3.0  # mm; sd of the spot that is meant, around the one that was tried
FINE = 0.02  # share; what is wrong once a spot is found: sensors differ
OTHERS = 0.1  # share; where there is so much more than one magnet gives, there is another
USUAL, UNUSUAL = 0.9, 0.15  # share of a magnet with or without its ball, and sd: some are weak
PLAIN = 12.0  # by how much a magnet must explain a frame better than nothing does
MOST = 4  # magnets in a frame
RIM = PITCH / 2 + 6.0  # mm beyond the outer middles; further out nothing can be told
WEAKEST, STRONGEST = 0.25, 1.3  # share; beyond, there are two
THICK = 14.0  # mm between the middles of two magnets, at least
PART = 10  # frames at once: with more, numpy's library wakes the other cores
STEPS = 2  # from the spot that was tried to the one that fits

Look = NDArray[np.float64]
"""Magnets by right, down, share."""

_LINE = np.arange(-PITCH / 2, LAST + PITCH / 2 + 1, GRID)
_TRIED = np.array([axis.ravel() for axis in np.meshgrid(_LINE, _LINE)])
_SHAPES = full(*_TRIED).share
_TIED = np.diag([NEAR**-2, NEAR**-2, UNUSUAL**-2])


def looks(frames: Numbers, heard: Flags) -> list[Look]:
    """The magnets in each frame, the plainest first."""
    found = np.full((len(frames), MOST, 3), np.nan)
    left, rows = frames * heard, np.arange(len(frames))
    shapes = (_SHAPES * heard).astype(np.float32)
    for number in range(MOST):
        tried, plain = _plainest(left, shapes)
        left, rows = left[plain], rows[plain]
        spots = _settled(left, tried[plain], heard)
        likely = _likely(spots, found[rows, :number])
        left, rows, spots = left[likely], rows[likely], spots[likely]
        if not rows.size:
            break
        found[rows, number] = spots
        left = left - spots[:, 2:] * full(spots[:, 0], spots[:, 1]).share * heard
    seen = np.isfinite(found[..., 0]).sum(axis=1)
    return [spots[:count] for spots, count in zip(found, seen.tolist(), strict=True)]


def _plainest(frames: Numbers, shapes: NDArray[np.float32]) -> tuple[Numbers, Flags]:
    """The magnet, of those that are tried, that explains each frame best; and is it one?"""
    firm = (shapes * shapes).sum(axis=1) / ROUGH**2 + UNUSUAL**-2
    parts = np.array_split(frames.astype(np.float32), len(frames) // PART + 1)
    match = np.concatenate([part @ shapes.T for part in parts])
    share = (match / ROUGH**2 + USUAL / UNUSUAL**2) / firm
    alike = (share > WEAKEST) & (share < STRONGEST)
    gain = np.where(alike, share * share * firm, 0.0) - (USUAL / UNUSUAL) ** 2
    best, every = gain.argmax(axis=1), np.arange(len(frames))
    return np.column_stack([*_TRIED[:, best], share[every, best]]), gain[every, best] > PLAIN


def _likely(spots: Numbers, before: Numbers) -> Flags:
    """On the plate or hardly beside it, about as strong as a magnet is, and not inside one
    that was found before."""
    off = np.abs(spots[:, :2] - LAST / 2).max(axis=1) - LAST / 2
    apart = np.hypot(*(spots[:, None, :2] - before[..., :2]).transpose(2, 0, 1))
    inside = (apart < THICK).any(axis=1)
    likely: Flags = (off < RIM) & (spots[:, 2] > WEAKEST) & (spots[:, 2] < STRONGEST) & ~inside
    return likely


def _settled(frames: Numbers, tried: Numbers, heard: Flags) -> Numbers:
    """From the spots that were tried to better ones."""
    spots = tried
    for _ in range(STEPS):
        pull, much = full(spots[:, 0], spots[:, 1]), spots[:, 2:]
        slopes = np.stack([much * pull.right, much * pull.down, pull.share], axis=1) * heard
        off = frames - much * pull.share
        trust = 1 / (FINE**2 * (1 + (np.maximum(off, 0.0) / OTHERS) ** 2))
        usual = np.column_stack([tried[:, :2], np.full(len(tried), USUAL)])
        back = (usual - spots) @ _TIED
        pushed = slopes * trust[:, None]
        firm = pushed @ slopes.transpose(0, 2, 1) + _TIED
        step = np.linalg.solve(firm, pushed @ off[..., None] + back[..., None])
        spots = spots + step[..., 0]
    return spots
