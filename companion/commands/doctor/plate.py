"""What 36 sensors say of themselves in some seconds: which are well, and what stands there.

Rule: numbers in, numbers out. Where a magnet stands is decided as in the game, by the same
eye; a sensor is dead by the same limits as there, over the whole look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.geometry import FIELDS, INDEX, neighbours, table
from companion.senses.codes import Codes
from companion.senses.hall import LSB, NOMINAL, QUIESCENT, REVERSED, Hall
from companion.senses.sensors import LIVELY, RAIL

FEWEST = 30  # frames; fewer tell neither noise nor death
TOP = 4095
NOISY = 3.0  # times the noise of the others
LOUD = 5.0  # codes; noise below this harms nothing, whatever the others do
FLOOR = float(table()["hall"]["floor"])  # share of a magnet that must not come from elsewhere
ROARING = FLOOR * NOMINAL / 3  # codes of noise that reach the floor now and then
SPREAD = (
    4 * table()["sensor"]["quiescent_spread"] / LSB
)  # codes; no sound sensor is further off
PERIOD = int(table()["scan"]["period"])  # ms

Mask = NDArray[np.bool_]
Numbers = NDArray[np.floating[Any]]


class Field(Struct, frozen=True, omit_defaults=True):
    """One sensor. ``verdict``: ok, magnet, reversed (a magnet upside down), dead, noisy
    or far; ``why``: rail or still, if it is dead. All numbers are codes of 0 to 4095."""

    code: float
    baseline: float | None
    difference: float
    noise: float
    verdict: str
    why: str = ""


class Plate(Struct, frozen=True):
    """All of them. ``doubt``: why nothing of it can be believed, as the game says it."""

    fields: dict[str, Field]
    doubt: str
    noise: float  # of the one in the middle
    is_moving: bool  # do codes change at all?


def judged(frames: Sequence[Codes], empty: Codes | None) -> Plate:
    """The plate after these frames; ``empty`` is what it learned, if it did."""
    stack = np.stack(frames).astype(np.float64)  # so that what never moves has no noise
    code, noise = stack.mean(axis=0), stack.std(axis=0)
    rest = np.full(36, QUIESCENT, np.float32) if empty is None else empty
    eye = _seen(frames, rest)
    rail = (code < RAIL) | (code > TOP - RAIL)
    still = (noise == 0) & (np.count_nonzero(noise) >= LIVELY)
    far = SPREAD if empty is None else FLOOR * NOMINAL
    masks = _masks(code - rest, noise, rail | still, eye.covered, far)
    fields = {
        name: Field(
            round(float(code[n]), 1),
            None if empty is None else float(empty[n]),
            round(float(code[n] - rest[n]), 1),
            round(float(noise[n]), 2),
            next((word for word, mask in masks.items() if mask[n]), "ok"),
            "rail" if rail[n] else "still" if still[n] else "",
        )
        for n, name in enumerate(FIELDS)
    }
    middle = round(float(np.median(noise)), 2)
    return Plate(fields, eye.unclear.why, middle, bool(noise.any()))


def _seen(frames: Sequence[Codes], rest: Codes) -> Hall:
    eye = Hall(float(code) for code in rest)
    for number, frame in enumerate(frames):
        eye.see(frame, number * PERIOD)
    return eye


def _masks(
    difference: Numbers, noise: Numbers, dead: Mask, covered: Mask, far: float
) -> dict[str, Mask]:
    """The verdicts, the gravest first. What all sensors drift together is no fault."""
    free = ~(dead | covered)
    drift = np.median(difference[free]) if free.any() else 0.0
    off = difference - drift
    usual = np.median(noise[~dead]) if (~dead).any() else 0.0
    upside_down = off < REVERSED * NOMINAL
    beside = _beside(covered | upside_down)
    return {
        "dead": dead,
        "noisy": noise > max(NOISY * usual, LOUD),
        "reversed": upside_down,
        "magnet": covered,
        "far": (np.abs(off) > far) & ~beside,
    }


def _beside(taken: Mask) -> Mask:
    """A magnet near the border is felt by its neighbour, too."""
    beside = np.zeros(36, bool)
    for field in FIELDS:
        beside[INDEX[field]] = any(taken[INDEX[other]] for other in neighbours(field))
    return beside
