"""How a hand leads a magician over the plate: a spot for every ten milliseconds.

Rule: from the fields to walk over to spots in mm; nothing is moved here, and chance
comes from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import hypot, pi, sin, sqrt
from random import Random

from companion.simulator.ground import PITCH, Spot, apart, place
from companion.simulator.noise import Noise

SPEED = (100.0, 400.0)  # mm/s
TICK = 10  # ms from spot to spot
PAUSE = (200, 900)  # ms on a field
MOST_ASIDE = 20.0  # mm from the centre of the field when passing somebody
SWAY = (70.0, 160.0)  # mm from sway to sway of an unsteady hand
SWAYS = 3  # added up, so that no two walks look alike
TAPER = 15.0  # mm at both ends of a walk in which the hand is steady
STEADIER = 0.3  # of the wobble while passing somebody closely

Spots = list[Spot]


def walk(
    start: Spot, path: tuple[str, ...], standing: Mapping[str, Spot], noise: Noise, rng: Random
) -> Spots:
    """All spots of a walk; ``standing``: who is to be passed on which field."""
    corners = [start, *(place(field) for field in path[:-1]), rest(path[-1], noise, rng)]
    passing = [number for number, field in enumerate(path[:-1], 1) if field in standing]
    for number in passing:
        corners[number] = _aside(corners, number, standing[path[number - 1]], noise, rng)
    wobble = noise.wobble * (STEADIER if passing else 1.0)
    free = [number for number in range(1, len(path)) if number not in passing]
    halts = free if rng.random() < noise.pause else []
    line = _line(_cut(corners, passing, noise, rng), rng.uniform(*SPEED))
    return _paused(_swaying(line, wobble, rng), corners, halts, rng)


def rest(field: str, noise: Noise, rng: Random) -> Spot:
    """Where on a field a magician comes to stand."""
    x, y = place(field)
    return x + _limited(rng.gauss(0, noise.rest), noise), y + _limited(
        rng.gauss(0, noise.rest), noise
    )


def straight(start: Spot, end: Spot, rng: Random) -> Spots:
    """From a spot to another without any wobble, at some speed."""
    return _line([start, end], rng.uniform(*SPEED))


def _limited(off: float, noise: Noise) -> float:
    return min(max(off, -3 * noise.rest), 3 * noise.rest)


def _aside(corners: Spots, number: int, other: Spot, noise: Noise, rng: Random) -> Spot:
    # Straight on, one passes at the side with more room; round a corner, inside it.
    before, here, after = corners[number - 1 : number + 2]
    inside = before[0] + after[0] - 2 * here[0], before[1] + after[1] - 2 * here[1]
    if hypot(*inside) < PITCH / 2:
        inside = after[1] - before[1], before[0] - after[0]
        if inside[0] * (other[0] - here[0]) + inside[1] * (other[1] - here[1]) > 0:
            inside = -inside[0], -inside[1]
    far = rng.uniform(*noise.swerve) / hypot(*inside)
    x, y = other[0] + far * inside[0] - here[0], other[1] + far * inside[1] - here[1]
    fit = min(1.0, MOST_ASIDE / hypot(x, y))
    return here[0] + fit * x, here[1] + fit * y


def _cut(corners: Spots, passing: list[int], noise: Noise, rng: Random) -> Spots:
    line = [corners[0]]
    for number in range(1, len(corners) - 1):
        before, here, after = corners[number - 1 : number + 2]
        leg = sqrt(2) * rng.uniform(0, noise.cut)
        if number in passing or not _turns(before, here, after):
            line.append(here)
        else:
            line += [_towards(here, before, leg), _towards(here, after, leg)]
    return [*line, corners[-1]]


def _turns(before: Spot, here: Spot, after: Spot) -> bool:
    x, y = here[0] - before[0], here[1] - before[1]
    u, v = after[0] - here[0], after[1] - here[1]
    return abs(x * v - y * u) > abs(x * u + y * v)


def _towards(here: Spot, there: Spot, far: float) -> Spot:
    return _between(here, there, min(0.5, far / max(apart(here, there), 1.0)))


def _between(one: Spot, other: Spot, share: float) -> Spot:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _line(corners: Spots, speed: float) -> Spots:
    stride, spots, spare = speed * TICK / 1000, Spots(), 0.0
    for one, other in pairwise(corners):
        length = apart(one, other)
        while spare < length:
            spots.append(_between(one, other, spare / length))
            spare += stride
        spare -= length
    return [*spots, corners[-1]]


def _swaying(line: Spots, wobble: float, rng: Random) -> Spots:
    if not wobble:
        return line
    stride = apart(line[0], line[1])
    across, along = _sway(wobble, stride, rng), _sway(wobble, stride, rng)
    ends = [min(1.0, stride * min(n, len(line) - 1 - n) / TAPER) for n in range(len(line))]
    return [
        (x + end * across(number), y + end * along(number))
        for number, ((x, y), end) in enumerate(zip(line, ends, strict=True))
    ]


def _paused(spots: Spots, corners: Spots, halts: list[int], rng: Random) -> Spots:
    for number in halts:
        nearest = min(range(len(spots)), key=lambda at: apart(spots[at], corners[number]))
        wait = rng.randint(*PAUSE) // TICK
        spots = [*spots[:nearest], *[spots[nearest]] * wait, *spots[nearest:]]
    return spots


def _sway(sd: float, stride: float, rng: Random) -> Callable[[int], float]:
    high = sd * sqrt(2 / SWAYS)
    waves = [
        (2 * pi * stride / rng.uniform(*SWAY), rng.uniform(0, 2 * pi)) for _ in range(SWAYS)
    ]
    return lambda number: high * sum(sin(wave * number + phase) for wave, phase in waves)
