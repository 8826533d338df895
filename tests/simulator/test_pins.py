"""The copper of the matrix, looked at through gpiozero as any reader would."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from gpiozero import DigitalOutputDevice, InputDevice
from numpy.random import default_rng

from companion.geometry import FIELDS, INDEX, table
from companion.simulator.pins import Header, Matrix
from companion.simulator.switches import CLOSED, EITHER

PI = table()["pi"]
MICRO = 1e-6  # s


class Wires:
    """Two rows and a column with a meter on it."""

    def __init__(
        self, closed: Iterable[str] = (), either: Iterable[str] = (), **made: object
    ) -> None:
        self.matrix = Matrix(PI["rows"], PI["columns"], {"drop": 4}, default_rng(5), **made)
        answers = np.zeros(36, int)
        answers[[INDEX[field] for field in closed]] = CLOSED
        answers[[INDEX[field] for field in either]] = EITHER
        self.matrix.answers = answers
        self.header = Header(self.matrix)
        self.rows = [
            DigitalOutputDevice(pin, active_high=False, pin_factory=self.header)
            for pin in PI["rows"]
        ]
        self.columns = [
            InputDevice(pin, pull_up=True, pin_factory=self.header) for pin in PI["columns"]
        ]
        self.wait(1000)

    def wait(self, micros: float) -> None:
        self.matrix.sleep(micros * MICRO)

    def low(self) -> str:
        """The columns that are pulled low now."""
        return "".join(
            name for name, one in zip("abcdef", self.columns, strict=True) if one.value
        )


def test_without_power_nobody_answers() -> None:
    assert Wires(closed=FIELDS).low() == ""


def test_only_the_row_with_power_answers() -> None:
    wires = Wires(closed=("a1", "c1", "d2"))

    wires.rows[0].on()
    wires.wait(100)
    assert wires.low() == "ac"
    wires.rows[0].off()
    wires.wait(50)
    wires.rows[1].on()
    wires.wait(100)
    assert wires.low() == "d"


@pytest.mark.parametrize(("after", "seen"), [(0, ""), (34, ""), (36, "a")])
def test_a_switch_sleeps_for_35_us_after_its_power_came(after: int, seen: str) -> None:
    wires = Wires(closed=("a1",))

    wires.rows[0].on()
    wires.wait(after)

    assert wires.low() == seen


@pytest.mark.parametrize(("after", "seen"), [(0, "a"), (32, "a"), (34, "")])
def test_a_row_answers_for_33_us_after_its_power_went(after: int, seen: str) -> None:
    wires = Wires(closed=("a1",))

    wires.rows[0].on()
    wires.wait(100)
    wires.rows[0].off()
    wires.wait(after)

    assert wires.low() == seen


def test_what_is_drawn_at_power_up_holds_until_the_next() -> None:
    wires = Wires(either=("a1",))
    seen = []
    for _ in range(200):
        wires.rows[0].on()
        wires.wait(100)
        first = wires.low()
        wires.wait(1000)
        assert wires.low() == first
        seen.append(first)
        wires.rows[0].off()
        wires.wait(50)

    assert 60 < seen.count("a") < 140


def test_parts_that_push_as_well_as_pull_answer_without_power() -> None:
    wires = Wires(closed=("c3",), push_pull=True)

    wires.rows[0].on()
    wires.wait(100)

    assert wires.low() == "c"


def test_a_row_whose_pin_is_let_go_of_goes_off() -> None:
    wires = Wires(closed=("a1",))
    wires.rows[0].on()

    wires.rows[0].close()
    wires.wait(100)

    assert wires.low() == ""


def test_a_ball_pulls_its_line_low() -> None:
    wires = Wires()
    line = InputDevice(4, pull_up=True, pin_factory=wires.header)

    assert not line.value
    wires.matrix.trays["drop"] = 1
    assert line.value
