"""The virtual table's cardboard in a file, so that it outlives the service.

Rule: the file is replaced whole or not at all. What the companion believes is never
written here, and nothing from here is ever shown but what eyes would see.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np

from companion import whole
from companion.simulator import box as boxes
from companion.simulator.ground import place
from companion.simulator.plate import Plate

log = logging.getLogger(__name__)

NAME = "cardboard.json"
WALLS = 24  # in the box, page 3


class Cardboard:
    """Where the truth of the virtual table lies."""

    def __init__(self, folder: Path, rng: Random, walls: int = WALLS) -> None:
        self._file = folder / NAME
        self._rng, self._walls = rng, walls
        self._is_lost = False

    def taken_up(self) -> Plate | None:
        """The plate as it was left; None where there was none."""
        try:
            truth = msgspec.json.decode(self._file.read_bytes())
            return Plate.from_truth(truth, self._chance())
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, KeyError, TypeError) as wrong:
            log.warning("%s: cannot be read (%s); a new box is opened", self._file, wrong)
            return None

    def unpacked(self) -> Plate:
        """A new box; nobody stands on it yet."""
        box = boxes.synthetic(self._rng, self._walls)
        return Plate(box.walls, {}, self._chance(), symbols=box.symbols, bag=box.bag)

    def laid(self, plate: Plate, standing: Mapping[str, str], anew: bool) -> Plate:
        """The same box for other people; ``anew``: the walls are put in another way."""
        truth = plate.truth()
        if anew:
            truth["walls"], truth["bag"] = boxes.layout(self._rng, self._walls), boxes.SYMBOLS
        seats = {seat: place(field) for seat, field in standing.items()}
        truth["magicians"] = {
            seat: {
                **truth["magicians"].get(seat, {}),
                "x": x,
                "y": y,
                "lift": 0.0,
                "in_hand": False,
            }
            for seat, (x, y) in seats.items()
        }
        truth["balls"] = [
            {"where": "under", "seat": seat, "x": x, "y": y} for seat, (x, y) in seats.items()
        ]
        return Plate.from_truth(truth, self._chance())

    def keep(self, truth: Mapping[str, Any]) -> None:
        """Write it down; a full disk loses nothing but the last few moments."""
        try:
            whole.replace(self._file, msgspec.json.encode(truth))
            self._is_lost = False
        except OSError as wrong:
            if not self._is_lost:  # say it once, not at every move
                log.warning("%s: is not written any more (%s)", self._file, wrong)
            self._is_lost = True

    def _chance(self) -> np.random.Generator:
        return np.random.default_rng(self._rng.getrandbits(64))
