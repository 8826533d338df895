"""Where magnets went in the seconds before a ball fell, out of the frames of those seconds.

Rule: frames are only kept as they come; all the work is done once a ball lies in a tray.
A magnet that stayed where it was is no trace, and neither is what cannot be seen: in the
hand, lifted, beside the plate.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from companion.geometry import table
from companion.senses.codes import Codes
from companion.senses.fitting import Fit, Scene, fitted, places, unexplained
from companion.senses.hall import Hall
from companion.senses.response import LAST, PITCH, SENSORS, Numbers, far
from companion.senses.spotting import USUAL, looks
from companion.senses.standing import Standing, standing
from companion.senses.ways import FEW, Track, knots, linked
from companion.senses.window import Window, window
from companion.vocabulary import Spot

WINDOW = 2400  # ms; a ball rolls for 1600 at most, and where it came from is wanted, too
KEPT = WINDOW // table()["scan"]["period"]  # frames

MOST = 3  # magnets that move in one window
NEAR = 1.8 * PITCH  # mm from a way; sensors further off tell nothing of it
LEAST = 0.3  # share below which a magnet is lifted
RIM = PITCH / 2 + 4.0  # mm beyond the outer middles; further out nothing can be told
STIRRED = 6.0  # mm that a magnet must have gone to have moved
BLOCKS = 10  # parts of the window …
SWING = 0.05  # … from one to the next of which a share beside somebody who stands stays so


class Tracing:
    """Remembers the last frames; out of them come the ways of magnets."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, Codes]] = deque(maxlen=KEPT)

    def keep(self, codes: Codes, at: int) -> None:
        """One more frame."""
        self._kept.append((at, codes))

    def traces(self, hall: Hall, at: int) -> tuple[tuple[Spot, ...], ...]:
        """How each magnet that moved went until now, as far as this hall can tell."""
        kept = [frame for frame in self._kept if at - WINDOW <= frame[0] <= at]
        if not kept:
            return ()
        codes = np.array([codes for _, codes in kept], np.float64)
        frames = np.array([when for when, _ in kept], np.float64)
        return traced(window(frames, codes, hall.shares(codes)))


def traced(seen: Window) -> tuple[tuple[Spot, ...], ...]:
    """How each magnet that moved went. Somebody may turn out to have moved a little who
    seemed to stand; then all is done once more."""
    if len(seen.whens) < FEW or not seen.heard.any():
        return ()
    there = standing(seen.shares, seen.heard)
    tracks = _tracks(seen, there)
    moved = there.stirred(tracks)
    if moved.size:
        there = there.without(moved)
        tracks = _tracks(seen, there)
    told, moved = _fitted(seen, there, tracks)
    if moved.size:
        there = there.without(moved)
        told, _ = _fitted(seen, there, _tracks(seen, there))
    return told


def _tracks(seen: Window, there: Standing) -> list[Track]:
    moving = looks(seen.shares - there.least, seen.heard)
    return linked(seen.whens.tolist(), moving)[:MOST]


def _fitted(
    seen: Window, there: Standing, tracks: list[Track]
) -> tuple[tuple[tuple[Spot, ...], ...], Numbers]:
    """Traces, and the spots of those who did not quite stand."""
    if not tracks:
        return (), np.empty((2, 0))
    scene = _scene(seen, there, tracks)
    fit = fitted(scene)
    parts = np.array_split(unexplained(scene, fit), BLOCKS)
    swing = np.abs([part.mean(axis=0) for part in parts if len(part)]).max(axis=0)
    odd = SENSORS[:, scene.sensors][:, swing > SWING]
    return _told(seen, scene, fit), there.beside(odd)


def _scene(seen: Window, there: Standing, tracks: list[Track]) -> Scene:
    size = len(seen.whens), len(tracks)
    spots, shown, strength = np.zeros((2, *size)), np.zeros(size, bool), np.ones(len(tracks))
    for number, track in enumerate(tracks):
        rows, looked = list(track), np.array(list(track.values()))
        spots[:, rows, number], shown[rows, number] = looked[:, :2].T, True
        strength[number] = np.median(looked[:, 2]) / USUAL
    coarse = np.unique(spots[:, shown].round(-1), axis=1)
    near = seen.heard & (far(coarse, SENSORS) < NEAR).any(axis=0)
    return Scene(
        seen.shares[:, near],
        seen.count,
        near,
        there.expected[near],
        there.tied(near),
        shown,
        spots,
        strength,
        knots(seen.whens, seen.frames),
    )


def _told(seen: Window, scene: Scene, fit: Fit) -> tuple[tuple[Spot, ...], ...]:
    right, down = places(knots(seen.frames, seen.frames), fit)
    inside = np.maximum(np.abs(right - LAST / 2), np.abs(down - LAST / 2)) < LAST / 2 + RIM
    shown = (scene.seen & (fit.share > LEAST))[seen.row] & inside
    told = []
    for number, frames in enumerate(shown.T):
        x, y = right[frames, number], down[frames, number]
        if x.size >= FEW and max(np.ptp(x), np.ptp(y)) >= STIRRED:
            share = fit.share[seen.row[frames], number]
            parts = seen.frames[frames].astype(int), x.round(2), y.round(2), share.round(3)
            told.append(tuple(map(Spot, *(part.tolist() for part in parts))))
    return tuple(told)
