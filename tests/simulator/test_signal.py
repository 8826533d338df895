"""The signal model against the exact field of disc and sphere (hardware study, 2.1 and 2.2)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng

from companion.geometry import INDEX
from companion.simulator.noise import HOME, NONE
from companion.simulator.plate import Plate
from companion.simulator.signal import FULL, PER_MT, Sensors, magician

EMPTY = np.zeros(36)


def codes(frame: str) -> list[int]:
    return [int(frame[at : at + 3], 16) for at in range(0, len(frame), 3)]


def heard(sensors: Sensors, field: np.ndarray, frames: int) -> np.ndarray:
    steady = sensors.steady(field)
    return np.array([codes(sensors.frame(steady, 10 * n)) for n in range(frames)])


@pytest.mark.parametrize(
    ("right", "down", "millitesla"),
    [(0, 0, 3.29), (8, 0, 2.38), (18, 0, 0.81), (36, 0, -0.01), (36, 36, -0.06)],
)
def test_a_magician_with_its_ball_is_as_strong_as_the_exact_field(
    right: float, down: float, millitesla: float
) -> None:
    field = magician((36.0 - right, 36.0 - down), 0.0, 1.0, (36.0 - right, 36.0 - down))
    assert field[INDEX["b2"]] == pytest.approx(millitesla, abs=0.01)


def test_without_its_ball_a_magician_is_a_fifth_weaker() -> None:
    assert magician((36.0, 36.0), 0.0, 1.0, None)[INDEX["b2"]] == pytest.approx(2.56, abs=0.01)


@pytest.mark.parametrize("out", [20.0, 23.0])
def test_a_ball_held_back_shows_as_8_to_17_codes_towards_where_it_hangs(out: float) -> None:
    # The attribution study: 8 to 16 LSB, as if the magnet lagged by 2 to 3 mm.
    magnet = (36.0 + out, 36.0)
    held = PER_MT * magician(magnet, 0.0, 1.0, (49.0, 36.0))
    under = PER_MT * magician(magnet, 0.0, 1.0, magnet)
    assert 8 < under[INDEX["c2"]] - held[INDEX["c2"]] < 17
    assert 5 < held[INDEX["b2"]] - under[INDEX["b2"]] < 17


def test_between_two_magicians_side_by_side_the_field_is_half_of_one() -> None:
    # The study: 1.61 mT in the middle between neighbours, 36 mm apart.
    left, right = (18.0, 36.0), (54.0, 36.0)
    both = magician(left, 0.0, 1.0, left) + magician(right, 0.0, 1.0, right)
    assert both[INDEX["b2"]] == pytest.approx(1.61, abs=0.02)


def test_a_full_signal_is_245_codes_above_the_empty_plate() -> None:
    sensors = Sensors(default_rng(1), NONE)
    field = magician((36.0, 36.0), 0.0, 1.0, (36.0, 36.0))
    above = heard(sensors, field, 1)[0] - heard(sensors, EMPTY, 1)[0]
    assert above[INDEX["b2"]] == pytest.approx(245, abs=1)
    assert pytest.approx(245, abs=1) == FULL


def test_sensors_differ_by_15_millivolts_and_hum_by_two_codes() -> None:
    frames = heard(Sensors(default_rng(2), HOME), EMPTY, 3000)
    hum = frames - np.median(frames, axis=1, keepdims=True)
    assert 12 < np.std(frames.mean(axis=0)) < 27  # 18.6 codes, 36 of them
    assert np.median(hum.std(axis=0)) == pytest.approx(2.0, abs=0.3)


def test_one_reading_in_ten_thousand_is_twenty_codes_off() -> None:
    frames = heard(Sensors(default_rng(3), HOME), EMPTY, 20_000)
    odd = np.abs(frames - np.median(frames, axis=0)) > 13
    assert 0.5e-4 < odd.mean() < 1.6e-4


def test_all_sensors_drift_together_and_never_more_than_three_codes() -> None:
    sensors = Sensors(default_rng(4), HOME)
    steady = sensors.steady(EMPTY)
    means = [np.mean(codes(sensors.frame(steady, minute * 60_000))) for minute in range(10)]
    assert 2 < np.ptp(means) < 8


@pytest.mark.parametrize("code", [0, 4095])
def test_a_dead_sensor_says_the_same_for_ever(code: int) -> None:
    plate = Plate((), {"red": "a1"}, default_rng(5))
    plate.break_sensor("c3", code)
    said = {codes(plate.step(at)[-1].value)[INDEX["c3"]] for at in range(0, 500, 10)}
    assert said == {code}


def test_a_frozen_sensor_keeps_what_it_said_even_when_a_magician_leaves() -> None:
    plate = Plate((), {"red": "a1"}, default_rng(6))
    plate.break_sensor("a1")
    plate.move_to("red", 36, 0)
    said = {codes(plate.step(at)[-1].value)[INDEX["a1"]] for at in range(0, 500, 10)}
    assert len(said) == 1
    assert said.pop() > 2100


def test_weak_reversed_and_foreign_magnets_show_as_they_should() -> None:
    plate = Plate((), {"red": "a1", "blue": "f6"}, default_rng(7), NONE)
    plate.swap_magnet("red", 0.6)
    plate.swap_magnet("blue", -1.0)
    plate.lay_metal(72, 72)
    frame = codes(plate.step(0)[-1].value)
    plate.take_metal()
    without = codes(plate.step(10)[-1].value)
    assert without[INDEX["a1"]] - 2048 == pytest.approx(0.6 * 245, abs=3)
    assert without[INDEX["f6"]] - 2048 == pytest.approx(-245, abs=3)
    assert frame[INDEX["c3"]] - without[INDEX["c3"]] > 245


def test_a_weak_sensor_answers_with_a_share() -> None:
    plate = Plate((), {"red": "a1"}, default_rng(8), NONE)
    plate.weaken_sensor("a1", 0.5)
    assert codes(plate.step(0)[-1].value)[0] - 2048 == pytest.approx(122, abs=2)


def test_a_lifted_magician_fades_away() -> None:
    at = (36.0, 36.0)
    strengths = [magician(at, lift, 1.0, None)[INDEX["b2"]] for lift in (0.0, 6.0, 20.0, 60.0)]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] < 0.1
