"""The virtual cardboard: balls, walls, trays, and its truth on disk."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from companion.geometry import INDEX
from companion.simulator.box import EDGES
from companion.simulator.ground import TRAY_SPOTS, nearest_tray, place
from companion.simulator.noise import HOME, NONE, Noise
from companion.simulator.plate import Plate
from companion.simulator.scanner import under
from companion.simulator.underground import follow, milliseconds_to_tray, stops
from companion.vocabulary import Signal


def plate_with(*walls: str, noise: Noise = NONE, seed: int = 1, **more: Any) -> Plate:
    plate = Plate(walls, {"red": "a1", "blue": "f6"}, default_rng(seed), noise, **more)
    plate.step(0)
    return plate


def until(plate: Plate, end: int, start: int = 10) -> list[Signal]:
    said = [signal for at in range(start, end + 1, 10) for signal in plate.step(at)]
    return [signal for signal in said if signal.source != "hall"]


def test_the_ball_follows_where_no_wall_is() -> None:
    plate = plate_with()
    plate.move_to("red", 36, 0)
    plate.move_to("red", 36, 36)
    assert under(plate.balls, "red").spot == (36, 36)


def test_a_wall_holds_the_ball_13_mm_from_the_middle() -> None:
    plate = plate_with("a1-b1")
    plate.move_to("red", 20, 0)
    assert under(plate.balls, "red").spot == (13.0, 0)


def test_the_ball_falls_when_the_magnet_is_23_and_a_half_mm_out() -> None:
    plate = plate_with("a1-b1")
    plate.move_to("red", 23.4, 0)
    assert plate.has_ball("red")
    plate.move_to("red", 23.6, 0)
    assert not plate.has_ball("red")


def test_a_magnet_that_comes_back_in_time_keeps_its_ball() -> None:
    plate = plate_with("a1-b1")
    plate.move_to("red", 23.4, 0)
    plate.move_to("red", 0, 0)
    assert under(plate.balls, "red").spot == (0, 0)


def test_a_jump_across_the_plate_meets_every_wall_on_its_way() -> None:
    plate = plate_with("d1-e1")
    plate.move_to("red", 180, 0)
    assert plate.fallen_at("red") == pytest.approx((121.0, 0))


def test_the_plate_knows_which_wall_brought_a_ball_down() -> None:
    plate = plate_with("b1-b2")
    plate.move_to("red", 36, 0)
    plate.move_to("red", 40, 30)
    assert plate.fallen_by("red") == "b1-b2"
    assert plate.fallen_by("blue") == ""


def test_of_two_walls_the_one_further_behind_the_magnet_brought_the_ball_down() -> None:
    plate = plate_with("a1-b1", "a1-a2")
    plate.move_to("red", 16, 30)
    assert plate.fallen_by("red") == "a1-a2"


@pytest.mark.parametrize("x", [-30.0, 12.0])
def test_no_wall_brings_a_ball_down_that_is_lifted_or_led_over_the_rim(x: float) -> None:
    plate = plate_with("a1-b1")
    plate.move_to("red", x, 0)
    plate.raise_to("red", 6.6)
    assert plate.fallen_at("red") is not None
    assert plate.fallen_by("red") == ""


def test_a_ball_that_was_fetched_was_brought_down_by_nothing() -> None:
    plate = plate_with("a1-b1")
    plate.move_to("red", 30, 0)
    until(plate, 1500)
    plate.fetch("red", "nw")
    plate.put("red", "a1")
    plate.lift("red")
    assert plate.fallen_by("red") == ""


def test_over_the_point_of_four_fields_two_walls_hold_the_ball() -> None:
    plate = plate_with("a1-b1", "a1-a2")
    plate.move_to("red", 36, 36)
    assert not plate.has_ball("red")


def test_over_the_point_of_four_fields_the_ball_takes_the_free_way() -> None:
    for wall in ("a1-b1", "a1-a2", "b1-b2", "a2-b2"):
        plate = plate_with(wall)
        plate.move_to("red", 36, 36)
        assert under(plate.balls, "red").spot == pytest.approx((36, 36)), wall


def test_a_straight_line_beside_a_wall_does_not_lose_the_ball() -> None:
    plate = plate_with("a1-a2", "b1-b2", "c1-c2")
    for x in range(0, 73, 4):
        plate.move_to("red", x, 15)
    assert plate.has_ball("red")


def test_leaving_the_plate_sideways_loses_the_ball() -> None:
    plate = plate_with()
    plate.move_to("red", -200, 0)
    assert plate.magicians["red"].x == -30
    assert not plate.has_ball("red")


def test_lifting_more_than_six_and_a_half_mm_drops_the_ball() -> None:
    plate = plate_with()
    plate.raise_to("red", 6.4)
    assert plate.has_ball("red")
    plate.raise_to("red", 6.6)
    assert not plate.has_ball("red")


def test_a_tray_says_one_while_a_ball_lies_in_it() -> None:
    plate = plate_with()
    plate.lift("red")
    assert [(s.source, s.value) for s in until(plate, 1500)] == [("drop/nw", 1)]
    plate.fetch("red", "nw")
    emptied = plate.step(1510)[0]
    assert (emptied.source, emptied.value) == ("drop/nw", 0)
    plate.put("red", "a1")
    assert plate.has_ball("red")


def test_two_balls_in_one_tray_are_one_level() -> None:
    plate = plate_with()
    plate.lift("red")
    plate.move_to("blue", 0, 0)
    plate.lift("blue")
    assert [s.value for s in until(plate, 2000)] == [1]
    assert plate.balls_in("nw") == 2
    assert plate.fetch("red", "nw")
    assert until(plate, 2100, 2010) == []
    assert plate.fetch("blue", "nw")
    assert [s.value for s in until(plate, 2200, 2110)] == [0]
    assert not plate.fetch("blue", "nw")


def test_a_magician_at_the_tray_shows_at_the_corner() -> None:
    plate = plate_with()
    plate.move_to("red", 72, 72)
    plate.lift("red")
    until(plate, 1500)
    plate.fetch("red", "nw")
    frame = plate.step(1510)[-1].value
    assert int(frame[0:3], 16) - 2048 > 0.3 * 245


def test_each_ball_rolls_to_the_nearest_tray() -> None:
    for tray, spot in TRAY_SPOTS.items():
        plate = plate_with()
        plate.move_to("red", 0.8 * spot[0] + 18, 0.8 * spot[1] + 18)
        plate.lift("red")
        until(plate, 1500)
        assert plate.balls_in(tray) == 1


def test_trays_that_tell_late_tell_the_same_so_many_ms_later() -> None:
    told = []
    for late in (0, 80):
        plate = plate_with(late=late)
        plate.lift("red")
        told.append(until(plate, 2000))
    (prompt,), (later,) = told
    assert (later.source, later.value, later.at) == ("drop/nw", 1, prompt.at + 80)


def test_a_contact_that_bounces_comes_to_rest_closed() -> None:
    plate = plate_with(chatter=9)
    plate.lift("red")
    said = until(plate, 1500)
    assert len(said) > 2
    assert said[-1].value == 1
    assert said[-1].at - said[0].at <= 9
    assert [s.value for s in said] == [1, 0] * (len(said) // 2) + [1]


def test_delays_are_as_the_study_found_them_over_the_board() -> None:
    # P1/P5/P50/P95/P99 at 5 degrees, with falling and bouncing: 0.33/0.42/0.72/0.89/0.95 s.
    rng = default_rng(11)
    spots = [(float(x), float(y)) for x, y in rng.uniform(-18, 198, (6000, 2))]
    delays = [milliseconds_to_tray(nearest_tray(spot)[1], 5.0, rng) / 1000 for spot in spots]
    quantiles = np.quantile(delays, (0.01, 0.05, 0.5, 0.95, 0.99))
    assert quantiles == pytest.approx((0.33, 0.42, 0.72, 0.89, 0.95), abs=0.04)
    assert max(delays) <= 1.05


def test_at_every_wall_the_ball_falls_and_reaches_its_tray_within_the_window() -> None:
    rng = default_rng(13)
    for wall in EDGES:
        for first, second in (wall.split("-"), wall.split("-")[::-1]):
            plate = Plate((wall,), {"red": first}, rng, NONE)
            plate.step(0)
            plate.move_to("red", *place(second))
            told = until(plate, 2000)
            assert [signal.value for signal in told] == [1], wall
            assert 250 <= told[0].at <= 1600, wall


@pytest.mark.parametrize(("slope", "longest"), [(4, 1.18), (5, 1.04), (6, 0.95)])
def test_a_steeper_floor_is_quicker(slope: float, longest: float) -> None:
    # The study's longest delays; the way is 150 mm, from the middle of the board.
    rng = default_rng(12)
    delays = [milliseconds_to_tray(150, slope, rng) for _ in range(4000)]
    assert max(delays) == pytest.approx(1000 * longest, abs=25)


def test_a_frame_comes_every_ten_ms_and_levels_come_once_at_the_start() -> None:
    plate = Plate((), {"red": "a1"}, default_rng(1))
    first = [signal.source for signal in plate.step(0)]
    assert sorted(first) == ["drop/ne", "drop/nw", "drop/se", "drop/sw", "hall"]
    assert plate.step(4) == []
    assert [signal.source for signal in plate.step(10)] == ["hall"]
    assert len(plate.step(20)[0].value) == 108


def test_a_knock_shakes_sensors_for_a_moment_and_beams_for_less_than_12_ms() -> None:
    plate = plate_with(noise=HOME, seed=3)
    plate.knock()
    said = until(plate, 300)
    assert said
    for tray in ("nw", "ne", "sw", "se"):
        at = [signal.at for signal in said if signal.source == f"drop/{tray}"]
        assert len(at) in (0, 2)
        assert not at or at[1] - at[0] < 12
    assert plate.magicians["red"].spot != (0, 0)


def test_truth_outlives_the_service() -> None:
    plate = plate_with("a1-b1", "c3-c4", noise=HOME, symbols={"b2": "owl"}, bag=["owl", "key"])
    plate.break_sensor("d4", 0)
    plate.lift("blue")
    plate.move_to("red", 20, 3)
    again = Plate.from_truth(json.loads(json.dumps(plate.truth())), default_rng(9))
    assert again.truth() == plate.truth()
    assert again.walls == {"a1-b1", "c3-c4"}
    assert again.bag == ["owl", "key"]
    assert again.magicians == plate.magicians
    assert int(again.step(0)[-1].value[3 * INDEX["d4"] :][:3], 16) == 0
    assert ("drop/se", 1) in [(s.source, s.value) for s in until(again, 1500)]
    again.move_to("red", 30, 3)
    assert not again.has_ball("red")


def test_a_ball_that_lay_in_a_tray_lies_there_after_a_restart() -> None:
    plate = plate_with()
    plate.lift("red")
    until(plate, 1500)
    again = Plate.from_truth(plate.truth(), default_rng(2))
    assert ("drop/nw", 1) in [(signal.source, signal.value) for signal in again.step(0)]


def test_the_same_seed_says_the_same() -> None:
    def said(seed: int) -> list[Signal]:
        plate = plate_with("a1-b1", noise=HOME, seed=seed)
        plate.move_to("red", 36, 0)
        return [signal for at in range(10, 1500, 10) for signal in plate.step(at)]

    assert said(4) == said(4) != said(5)


def test_a_chip_drawn_is_not_in_the_bag_any_more() -> None:
    plate = plate_with(bag=["owl", "key", "moon"])
    drawn = {plate.draw_chip() for _ in range(3)}
    assert drawn == {"owl", "key", "moon"}
    assert plate.bag == []


def test_no_ball_leaves_its_field_through_a_wall() -> None:
    stopped = stops(["a1-b1", "a1-a2"])
    rng = default_rng(8)
    for x, y in rng.uniform(-18, 28, (500, 2)):
        ball = follow((0.0, 0.0), (float(x), float(y)), stopped)
        assert -14.5 <= ball[0] <= 13
        assert -14.5 <= ball[1] <= 13
