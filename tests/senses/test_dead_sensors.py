"""Dead sensors told from living ones, as timelines of looks: each row is a stretch of
frames, and which sensors are believed dead at its end."""

from __future__ import annotations

import numpy as np
import pytest

from companion.geometry import FIELDS, INDEX
from companion.senses.sensors import Sensors

ALIVE, NO_NOISE = "alive", "no noise"
Stretch = tuple[int, str, dict[str, int], set[str]]
"""Frames (100 a second), how the others are, codes that do not move, dead at the end."""

ALL = set(FIELDS)

TIMELINES: dict[str, list[Stretch]] = {
    "all alive": [(1000, ALIVE, {}, set())],
    "a code that stands still while the others flicker": [
        (400, ALIVE, {}, set()), (200, ALIVE, {"c3": 2048}, set()), (100, ALIVE, {"c3": 2048}, {"c3"}),
    ],
    "frozen under a magician": [(400, ALIVE, {"c3": 2290}, {"c3"})],
    "a code at the end of the scale, at once": [
        (8, ALIVE, {"c3": 0}, {"c3"}), (8, ALIVE, {"c3": 4095}, {"c3"}), (8, ALIVE, {"c3": 30}, {"c3"}),
    ],
    "a strong magnet is not the end of the scale": [(100, ALIVE, {"c3": 3600}, set())],
    "it comes back, not at the first sign of life": [
        (400, ALIVE, {"c3": 0}, {"c3"}), (100, ALIVE, {}, {"c3"}), (400, ALIVE, {}, set()),
    ],
    "a twitch now and then is no life": [
        (400, ALIVE, {"c3": 2048}, {"c3"}), (8, ALIVE, {}, {"c3"}), (400, ALIVE, {"c3": 2050}, {"c3"}),
    ],
    "a still plate without any noise": [(1000, NO_NOISE, {}, set())],
    "one stuck at the end on a plate without noise comes back, too": [
        (8, NO_NOISE, {"c3": 4095}, {"c3"}), (400, NO_NOISE, {}, set()),
    ],
    "a cable out and in again": [
        (8, ALIVE, dict.fromkeys(FIELDS, 0), ALL), (600, ALIVE, dict.fromkeys(FIELDS, 0), ALL),
        (400, ALIVE, {}, set()),
    ],
    "two thirds of them frozen at once: nothing can be said": [
        (400, ALIVE, dict.fromkeys(FIELDS[:24], 2048), set()),
    ],
    "some frozen": [(400, ALIVE, dict.fromkeys(FIELDS[:6], 2048), set(FIELDS[:6]))],
}  # fmt: skip


@pytest.mark.parametrize("timeline", TIMELINES.values(), ids=TIMELINES)
def test_sensors(timeline: list[Stretch]) -> None:
    sensors, rng = Sensors(), np.random.default_rng(7)
    for frames, how, still, expected in timeline:
        for _ in range(frames):
            noise = np.rint(rng.normal(0, 2, 36)) if how == ALIVE else np.zeros(36)
            codes = (2048 + noise).astype(np.float32)
            for field, code in still.items():
                codes[INDEX[field]] = code
            sensors.see(codes)
        assert {FIELDS[n] for n in np.flatnonzero(sensors.dead)} == expected
