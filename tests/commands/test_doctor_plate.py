"""Which verdict 36 sensors or switches get, from what they read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from companion.bridges.gpio import Pins
from companion.bridges.matrix import wiring
from companion.commands.doctor.listening import Ear, Heard
from companion.commands.doctor.picture import picture
from companion.commands.doctor.plate import judged
from companion.commands.doctor.switches import plate
from companion.geometry import FIELDS, INDEX
from companion.simulator.pins import Header, Matrix
from companion.simulator.switches import CLOSED, OPEN
from companion.vocabulary import Condition

EMPTY = default_rng(5).normal(2048, 12, 36).astype(np.float32)


def frames(number: int = 300, noise: float = 2.0, **more: float) -> list[Any]:
    rng = default_rng(8)
    stack = EMPTY + rng.normal(0, noise, (number, 36))
    for field, codes in more.items():
        stack[:, INDEX[field]] += codes
    return list(stack.round().astype(np.float32))


def odd(seen: Any) -> dict[str, str]:
    return {name: one.verdict for name, one in seen.fields.items() if one.verdict != "ok"}


def test_a_sound_plate_has_nothing_odd() -> None:
    assert odd(judged(frames(), EMPTY)) == {}


def test_what_all_sensors_drift_together_is_no_fault() -> None:
    warm = [frame + 50 for frame in frames()]

    assert odd(judged(warm, EMPTY)) == {}


def test_a_neighbour_that_feels_a_magnet_is_not_far_from_anything() -> None:
    assert odd(judged(frames(c3=200, d3=45), EMPTY)) == {"c3": "magnet"}


def test_the_end_of_the_scale_is_dead_at_either_end() -> None:
    seen = judged(frames(a1=-3000, f6=3000), EMPTY)
    clipped = judged([frame.clip(0, 4095) for frame in frames(a1=-3000, f6=3000)], EMPTY)

    assert odd(seen) == odd(clipped) == {"a1": "dead", "f6": "dead"}


def test_stillness_means_nothing_while_all_are_still() -> None:
    seen = judged([EMPTY.round()] * 300, EMPTY.round())

    assert odd(seen) == {}
    assert not seen.is_moving


def test_noise_counts_beside_that_of_the_others() -> None:
    loud = frames(noise=8.0)  # all of them: nothing is told of a single one

    assert odd(judged(loud, EMPTY)) == {}
    assert judged(loud, EMPTY).noise == pytest.approx(8, abs=0.5)


def test_a_ribbon_cable_that_is_out_is_doubted_as_in_the_game() -> None:
    assert judged([np.zeros(36, np.float32)] * 300, EMPTY).doubt == "unplugged"


def test_without_a_baseline_a_usual_spread_is_no_fault() -> None:
    assert odd(judged(frames(), None)) == {}


def test_the_picture_has_a_sign_for_every_verdict() -> None:
    fields = {name: {"verdict": "ok"} for name in FIELDS} | {"f1": {"verdict": "dead"}}

    drawn = picture(fields)

    assert drawn[0].split() == list("abcdef")
    assert drawn[1].split() == ["1", ".", ".", ".", ".", ".", "X"]
    assert drawn[-1].split("   ") == ["  . empty", "X dead"]


def switched(closed: set[str], restless: str = "") -> tuple[list[Any], dict[str, Any]]:
    """A matrix on pretended pins, read by the real bridge for two seconds."""
    wires, ear, now = wiring(), Ear(), 0
    matrix = Matrix(wires.rows, wires.columns, wires.trays, default_rng(2))
    matrix.answers = np.array([CLOSED if field in closed else OPEN for field in FIELDS])
    pins = Pins(
        ear.put, lambda: now, factory=lambda: Header(matrix), sleep=matrix.sleep,
        clock=lambda: 0.0,
    )  # fmt: skip
    for now in range(0, 2000, 10):
        if restless:
            matrix.answers[INDEX[restless]] = CLOSED if now % 20 else OPEN
        pins.step()
    heard = Heard(Condition("live"), pins.condition(), tuple(ear.signals), since=0)
    pins.stop()
    return plate("pins", heard, 2.0)


def test_switches_that_are_closed_are_magnets() -> None:
    (told, trays), about = switched({"a1", "d4"})

    assert told.state == "ok"
    assert "closed are a1 and d4" in told.text
    assert about["fields"]["d4"] == {"level": 1, "changes": 0, "verdict": "magnet"}
    assert about["frames_a_second"] == 100
    assert "the line of all trays is empty" in trays.text


def test_a_whole_column_that_is_closed_is_a_short() -> None:
    (told, _), _ = switched({f"c{row}" for row in "123456"})

    assert told.state == "wrong"
    assert "column c" in told.text


def test_a_switch_that_does_not_come_to_rest_is_told() -> None:
    (told, _), about = switched(set(), restless="e2")

    assert told.state == "wrong"
    assert told.values["restless"] == ["e2"]
    assert about["fields"]["e2"]["verdict"] == "noisy"
