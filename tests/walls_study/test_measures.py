"""The study's own arithmetic, on cases that can be reckoned by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from companion.simulator.noise import NONE
from companion.simulator.plate import Plate
from companion.walls.evidence import Drop, Found, Way
from tests.walls_study.evidence import all_true, last_edge, lines, naive, perfect
from tests.walls_study.measures import claim, of_drops, of_map
from tests.walls_study.record import Record, Walked
from tests.walls_study.watching import Watching

TWO = Drop((Way(("a1-b1",), 0.2), Way(("a1-b1", "b1-b2"), 0.7)), 0.1, ("a1-b1", "b1-b2"))
HIT = Walked(1, "red", ("a1-b1",), fell=True, wall="b1-b2")
WENT = Walked(2, "blue", ("e6-f6", "e6-f6", "e5-e6"))


def record(*drops: Drop) -> Record:
    found = Found({"e6-f6": 1}, (), drops)
    return Record(
        1, 5.0, 40, ("b1-b2",), 2, (HIT,), (WENT,), (), {100: found}, {100: len(drops)},
        0, 0, (), 1.0,
    )  # fmt: skip


def test_a_drop_is_right_as_far_as_its_true_edge_was_named() -> None:
    said = claim(TWO, "b1-b2")
    assert said.shares == pytest.approx({"": 0.1, "a1-b1": 0.2, "b1-b2": 0.7})
    assert of_drops([said])["log_loss"] == pytest.approx(-log(0.7))
    assert of_drops([said])["right_first"] == 1


def test_an_edge_that_nobody_named_counts_as_the_least_there_is() -> None:
    figures = of_drops([claim(TWO, "c1-d1")])
    assert figures["log_loss"] == pytest.approx(-log(1e-4))
    assert figures["not_among"] == 1


def test_two_ways_over_the_same_last_edge_are_one_claim() -> None:
    drop = Drop((Way(("a1-a2", "a2-b2"), 0.5), Way(("a2-b2",), 0.48)), 0.02)
    figures = of_drops([claim(drop, "a2-b2")])
    assert (figures["told"], figures["told_right"]) == (1, 1)


def test_a_map_that_says_a_half_everywhere_is_calibrated_and_knows_nothing() -> None:
    figures = of_map(np.full(4, 0.5), np.array([0.0, 1.0, 0.0, 1.0]))
    assert figures["brier"] == 0.25
    assert figures["calibration_error"] == 0
    assert figures["certain"] == 0


def test_a_certain_edge_that_is_wrong_is_counted() -> None:
    figures = of_map(np.array([0.999, 0.001, 0.5, 1.0]), np.array([1.0, 1.0, 0.0, 1.0]))
    assert figures["certain_wrong_edges"] == 1
    assert figures["certain_wrong"] == pytest.approx(1 / 3)


def test_who_believes_the_last_edge_never_doubts_it() -> None:
    said = naive(Found({"b1-b2": 5}, (), (TWO,)))
    assert last_edge(TWO) == "b1-b2"
    assert (said["b1-b2"], said["a1-b1"], said["e6-f6"]) == (1.0, 0.0, 0.4)


def test_perfect_attribution_keeps_the_crossings_and_knows_the_wall() -> None:
    known = perfect(record(TWO), 100)
    assert known.crossed == {"e6-f6": 1}
    assert known.drops == (Drop((Way(("a1-b1", "b1-b2"), 1.0),)),)


def test_who_knows_all_knows_every_edge_of_a_turn_once() -> None:
    assert all_true(record(TWO), 100).crossed == {"e6-f6": 1, "e5-e6": 1}


def test_facts_are_written_as_the_command_reads_them() -> None:
    crossed, fell = lines(Found({"e6-f6": 1}, (), (TWO,)))
    assert crossed == '{"cross": "e6-f6"}'
    assert fell == '{"drop": ["a1-b1", "b1-b2"], "weights": [0.2, 0.7], "none": 0.1}'


def test_the_watch_tells_what_a_ball_crossed_and_what_held_it_back() -> None:
    plate = Plate(["b1-b2"], {"red": "a1", "blue": "f6"}, np.random.default_rng(1), NONE)
    watching = Watching(plate)
    for now, spot in enumerate([(0, 0), (20, 0), (36, 0), (36, 20), (36, 30)]):
        plate.move_to("red", *spot)
        watching.look(now, "red", has_rolled=True)
    assert watching.falls == [
        Walked(1, "red", ("a1-b1",), fell=True, wall="b1-b2", at=4, tray="nw")
    ]


def test_the_watch_tells_what_was_crossed_in_a_turn_without_a_fall() -> None:
    plate = Plate([], {"red": "a1", "blue": "f6"}, np.random.default_rng(1), NONE)
    watching = Watching(plate)
    for now, x in enumerate((0, 20, 36, 60)):
        plate.move_to("red", x, 0)
        watching.look(now, "red", has_rolled=True)
    watching.look(9, "blue", has_rolled=False)
    assert watching.walks == [Walked(1, "red", ("a1-b1", "b1-c1"))]
