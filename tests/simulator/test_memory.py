"""What players remember, and how far they go."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from msgspec.structs import replace

from companion.geometry import neighbours
from companion.simulator.ledger import begin
from companion.simulator.memory import Memories, Memory, steps


def test_a_way_leads_from_field_to_field_to_the_goal() -> None:
    way = Memory(Random(1)).way("a1", "f6")
    assert way[-1] == "f6"
    assert way[0] in neighbours("a1")
    assert all(to in neighbours(one) for one, to in pairwise(way))


def test_a_remembered_wall_is_walked_around() -> None:
    for seed in range(20):
        memory = Memory(Random(seed))
        memory._walls.add("a1-b1")
        assert memory.way("a1", "b1") == ("a2", "b2", "b1")


def test_who_stands_on_the_symbol_already_goes_out_and_back() -> None:
    way = Memory(Random(1)).way("a1", "a1")
    assert len(way) == 2
    assert way[1] == "a1"


def test_out_and_back_goes_over_a_free_field_if_there_is_one() -> None:
    assert Memory(Random(1)).way("a1", "a1", {"b1"}) == ("a2", "a1")


def test_nobody_stops_on_a_taken_field_but_everybody_may_pass() -> None:
    assert steps(("b1", "c1", "d1"), 3, {"c1"}) == ("b1", "c1", "d1")
    assert steps(("b1", "c1", "d1"), 2, {"c1"}) == ("b1",)
    assert steps(("b1", "c1"), 1, {"b1"}) == ()


def test_people_plan_no_further_than_the_die_shows() -> None:
    memories = Memories(("red", "blue"), Random(2))
    truth = begin(("red", "blue"), {"red": "a1", "blue": "f6"}, {"f1": "owl"})
    path = memories.plan(replace(truth, wanted="owl", roll=3), 0.0)
    assert len(path) == 3


def test_after_a_bump_its_player_tries_elsewhere() -> None:
    elsewhere = 0
    for seed in range(50):
        memories = Memories(("red", "blue"), Random(seed))
        memories.learn("red", ("a1", "b1"), "a1")
        truth = begin(("red", "blue"), {"red": "a1", "blue": "f6"}, {"b1": "owl"})
        elsewhere += memories.plan(replace(truth, wanted="owl", roll=1), 0.0) == ("a2",)
    assert elsewhere > 35


def test_whoever_stands_on_the_goal_between_others_goes_over_one_of_them_and_back() -> None:
    way = Memory(Random(1)).way("f6", "f6", {"f5", "e6"})
    assert way in (("f5", "f6"), ("e6", "f6"))
    assert steps(way, 2, {"f5", "e6"}) == way
    assert steps(way, 1, {"f5", "e6"}) == ()
