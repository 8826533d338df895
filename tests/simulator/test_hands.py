"""Hands put things right, whatever lies where."""

from __future__ import annotations

from random import Random

from numpy.random import default_rng

from companion.simulator.ground import apart
from companion.simulator.hands import Hands
from companion.simulator.noise import HOME, NONE, Noise
from companion.simulator.plate import Plate
from companion.simulator.timeline import Timeline, Watch


def play(plate: Plate, watch: Watch, doing: Timeline[object], most: int = 60_000) -> None:
    for wakes in doing:
        while watch.now < wakes:
            watch.now += 10
            plate.step(watch.now)
        assert watch.now < most


def table(noise: Noise = NONE) -> tuple[Plate, Hands, Watch]:
    plate = Plate((), {"red": "a1", "blue": "f6"}, default_rng(1), noise)
    watch = Watch(Random(1))
    return plate, Hands(plate, noise, Random(1), watch), watch


def test_a_fallen_ball_is_fetched_and_stands_under_its_magician_again() -> None:
    plate, hands, watch = table()
    plate.move_to("red", 72, 72)
    plate.drop("red")
    play(plate, watch, hands.put_back("red", "a1"))
    assert plate.has_ball("red")
    assert plate.magicians["red"].spot == (0, 0)


def test_a_ball_already_in_the_hand_is_not_looked_for_in_the_trays() -> None:
    plate, hands, watch = table()
    plate.lift("red")
    for watch.now in range(0, 1500, 10):
        plate.step(watch.now)
    plate.fetch("red", "nw")
    plate.lift("red")
    play(plate, watch, hands.put_back("red", "a1"))
    assert plate.has_ball("red")


def test_who_comes_home_where_somebody_stands_stands_beside() -> None:
    plate, hands, watch = table(HOME)
    plate.move_to("blue", 1, 1)
    plate.drop("red")
    play(plate, watch, hands.put_back("red", "a1"))
    assert plate.field_of("red") == plate.field_of("blue") == "a1"
    assert apart(plate.magicians["red"].spot, plate.magicians["blue"].spot) > 13


def test_two_balls_in_one_tray_serve_two_hands() -> None:
    plate, hands, watch = table()
    plate.move_to("blue", 36, 36)
    plate.drop("red")
    plate.drop("blue")
    play(plate, watch, hands.put_back("blue", "f6"))
    play(plate, watch, hands.put_back("red", "a1"))
    assert plate.has_ball("red")
    assert plate.has_ball("blue")


def test_hesitating_over_a_border_keeps_the_ball_even_at_a_wall() -> None:
    walls = ("c3-d3", "b3-c3", "c2-c3", "c3-c4")
    for seed in range(40):
        plate = Plate(walls, {"red": "c3"}, default_rng(seed), HOME)
        watch = Watch(Random(seed))
        hands = Hands(plate, HOME, Random(seed), watch)
        play(plate, watch, hands._hesitate("red"))
        assert plate.has_ball("red")
