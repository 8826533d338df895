"""The copper between switches and pins: rows that are powered, columns that are pulled low.

Rule: gpiozero's own pretended pins, wired as the matrix is. Time is what the reader
sleeps; nothing here takes any. A column is low while a switch in a row that is awake is
closed, and a row that was on is awake a moment longer than its power.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPin
from numpy.random import Generator

from companion.geometry import FIELDS, table
from companion.simulator.switches import CLOSED, EITHER, OPEN, Answers

WAKES: int = table()["matrix"]["wakes"]  # us
LINGERS: int = table()["matrix"]["lingers"]  # us
SIDE: int = table()["plate"]["size"]

ALL_OPEN: Answers = np.full(len(FIELDS), OPEN)


class Matrix:
    """36 switches between six rows and six columns, and the lines of the trays.
    ``answers``: what each switch would do; ``trays``: levels by source, 1 with a ball.
    ``push_pull``: the wrong parts, which a column keeps alive when their row is off."""

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        trays: Mapping[str, int],
        rng: Generator,
        *,
        wakes: int = WAKES,
        lingers: int = LINGERS,
        push_pull: bool = False,
    ) -> None:
        self.answers, self.trays = ALL_OPEN, dict.fromkeys(trays, 0)
        self._row = {pin: number for number, pin in enumerate(rows)}
        self._column = {pin: number for number, pin in enumerate(columns)}
        self._tray = {pin: source for source, pin in trays.items()}
        self._rng, self._wakes, self._lingers = rng, wakes, lingers
        self._push_pull = push_pull
        self._now = 0.0  # us
        self._on: dict[int, float] = {}  # since when a row is powered
        self._off: dict[int, float] = {}  # since when one that was awake is not
        self._drawn: dict[int, list[bool]] = {}  # what its switches did at power-up
        self._low: list[bool] | None = None  # columns, until time or power changes

    def sleep(self, seconds: float) -> None:
        """The reader waits; this is all the time there is."""
        self._now += seconds * 1e6
        self._low = None

    def power(self, pin: int, on: bool) -> None:
        """A pin of a row was switched; other pins power nothing."""
        row = self._row.get(pin)
        if row is None or on == (row in self._on):
            return
        self._low = None
        if on:
            self._on[row] = self._now
            self._off.pop(row, None)
            self._drawn[row] = self._power_up(row)
        elif self._now - self._on.pop(row) >= self._wakes:
            self._off[row] = self._now

    def is_low(self, pin: int) -> bool:
        """Is a line pulled to ground?"""
        column = self._column.get(pin)
        if column is None:
            return pin in self._tray and bool(self.trays[self._tray[pin]])
        if self._low is None:
            self._low = self._pulled()
        return self._low[column]

    def _pulled(self) -> list[bool]:
        """The columns that some switch pulls to ground now."""
        if self._push_pull:
            return [
                bool(one) for one in (self.answers.reshape(SIDE, SIDE) == CLOSED).any(axis=0)
            ]
        awake = [row for row, since in self._on.items() if self._now - since >= self._wakes]
        awake += [row for row, since in self._off.items() if self._now - since < self._lingers]
        return [any(self._drawn[row][column] for row in awake) for column in range(SIDE)]

    def _power_up(self, row: int) -> list[bool]:
        told = self.answers[row * SIDE : (row + 1) * SIDE].tolist()
        if EITHER not in told:
            return [one == CLOSED for one in told]
        return [one == CLOSED or (one == EITHER and self._rng.random() < 0.5) for one in told]


class Pin(MockPin):  # type: ignore[misc]
    """A pretended pin, soldered to a matrix."""

    _state: Any

    def _get_state(self) -> bool:
        if self._function == "input":
            return not self._factory.matrix.is_low(self._number)
        return bool(self._state)

    def _change_state(self, value: Any) -> bool:
        before, self._state = self._state, value
        return bool(before != value)  # gpiozero's keeps every change for ever

    def _set_state(self, value: Any) -> None:
        super()._set_state(value)
        self._factory.matrix.power(self._number, not value)

    def _set_function(self, value: Any) -> None:
        super()._set_function(value)
        # An input lets go of the row's gate, and its pull-up switches the row off; an
        # output begins with whatever level it had.
        self._factory.matrix.power(self._number, value == "output" and not self._state)


class Header(MockFactory):  # type: ignore[misc]
    """All pins of the computer, with a matrix plugged on."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__(pin_class=Pin)
        self.matrix = matrix
