"""Ways through time: which looks are of the same magnet, and how a way bends.

Rule: hands are quick but no quicker than they can be; nothing is known here of fields.
"""

from __future__ import annotations

from functools import cache
from math import dist

import numpy as np

from companion.senses.response import Numbers
from companion.senses.spotting import Look

HASTE = 0.8  # mm/ms; no hand is faster
LEEWAY = 26.0  # mm, of a first look: beside a single sensor either side is as good
GAP = 500  # ms that a magnet may be out of sight and is the same still
FEW = 4  # looks that are too few to speak of
KNOT = 40.0  # ms between the knots of a way
BEND = 2.0  # mm; sd of the bend from knot to knot

Track = dict[int, list[float]]
"""A magnet's looks, by number of the frame."""


def linked(whens: list[float], found: list[Look]) -> list[Track]:
    """Looks that lie near enough together to be of one magnet, the longest first."""
    ended: list[Track] = []
    live: list[Track] = []
    for frame, look in enumerate(found):
        recent = [track for track in live if whens[frame] - whens[_end(track)] <= GAP]
        ended += [track for track in live if whens[frame] - whens[_end(track)] > GAP]
        live = _extended(recent, frame, look.tolist(), whens)
    tracks = [track for track in ended + live if len(track) >= FEW]
    return sorted(tracks, key=len, reverse=True)


def _extended(
    tracks: list[Track], frame: int, spots: list[list[float]], whens: list[float]
) -> list[Track]:
    """Each track takes the nearest spot that is left, the longest track first; a spot that
    nobody takes begins a track."""
    for track in sorted(tracks, key=len, reverse=True):
        end = _end(track)
        last, reach = track[end][:2], LEEWAY + HASTE * (whens[frame] - whens[end])
        near = [(dist(spot[:2], last), spot) for spot in spots]
        apart, nearest = min(near, default=(reach, []))
        if apart < reach:
            track[frame] = nearest
            spots.remove(nearest)
    return tracks + [{frame: spot} for spot in spots]


def _end(track: Track) -> int:
    return next(reversed(track))


def knots(whens: Numbers, span: Numbers) -> Numbers:
    """Cubic splines over a span: how much each knot says of the spot at each moment."""
    at = (whens - span[0]) / KNOT
    first = at.astype(int)
    u = at - first
    parts = ((1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3)
    said = np.zeros((len(whens), int((span[-1] - span[0]) / KNOT) + len(parts)))
    for number, part in enumerate(parts):
        said[np.arange(len(whens)), first + number] = part / 6
    return said


@cache
def bending(count: int) -> Numbers:
    """What bends cost, as a square form over the knots of one way."""
    bends = np.diff(np.eye(count), 2, axis=0) / BEND
    cost: Numbers = bends.T @ bends
    return cost
