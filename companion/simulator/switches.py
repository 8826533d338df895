"""The 36 magnetic switches of the other plate: yes or no, and sometimes either.

Rule: a switch closes above one field and opens below a lower one; powered up in between
it does what it likes. Which of the three holds is said here, chance is drawn by who
powers it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.geometry import FIELDS, INDEX, table
from companion.simulator.noise import HOME, Noise
from companion.simulator.signal import Numbers

MATRIX: dict[str, Any] = table()["matrix"]
OPEN, CLOSED, EITHER = 0, 1, 2
SHOUTING = 2300  # a broken sensor's code from which a broken switch is closed: 3.4 mT and more

Answers = NDArray[np.int_]


class Switches:
    """36 switches with the spread they were made with. North and south are one to them."""

    def __init__(self, rng: Generator, noise: Noise = HOME) -> None:
        spread = noise.electric * MATRIX["operate_spread"] * rng.standard_normal(len(FIELDS))
        least, most = MATRIX["operate_least"], MATRIX["operate_most"]
        self.closes: Numbers = np.clip(MATRIX["operate"] + spread, least, most)
        self.opens: Numbers = np.maximum(
            self.closes - MATRIX["release"], MATRIX["release_least"]
        )

    def answers(self, field: Numbers, stuck: dict[str, int] | None = None) -> Answers:
        """What each switch would do if it were powered up in this field, in mT; ``stuck``:
        codes of broken sensors, as the other plate knows them."""
        strong = np.abs(field)
        told: Answers = np.where(strong > self.opens, EITHER, OPEN)
        told[strong >= self.closes] = CLOSED
        for name, code in (stuck or {}).items():
            told[INDEX[name]] = CLOSED if code >= SHOUTING else OPEN
        return told
