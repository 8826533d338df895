"""A synthetic copy of Merlin keeps to what the book counts, and says that it is not the printed
one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.merlin.pieces import NEEDS, PIECES
from companion.registry.printed import counts, printed
from companion.simulator import knights
from companion.simulator.made_up import PRINTED

SEEDS = range(40)
COUNTIES = {"black", "grey", "blue", "purple", "orange", "brown"}
HENCHMEN = {"lady", "shieldbearer", "builder", "flagbearer"}
TOLD = ("board", "frame", "start", "mission")
"""Nothing stands on the others that the rules would need."""

Facts = dict[str, Any]


def boxes() -> Iterator[dict[str, Facts]]:
    return (knights.synthetic(Random(seed)) for seed in SEEDS)


def of(box: dict[str, Facts], front: str) -> list[Facts]:
    return [facts for id, facts in box.items() if id.startswith(front)]


def test_everything_is_told_that_the_rules_need_and_could_be_printed_there() -> None:
    pieces = {piece.id: piece for piece in PIECES if piece.kind in TOLD}
    for box in boxes():
        assert set(box) == set(pieces)
        for id, facts in box.items():
            assert printed(pieces[id], facts) == facts
            assert {fact.key for fact in pieces[id].facts} == set(facts)
            assert counts(id, pieces[id], facts) is None


def test_the_rondel_has_24_spaces_and_begins_at_the_black_county() -> None:
    """Pages 4 to 7: six counties, twice four, Excalibur, Grail, one to move on, two swaps, two
    for missions, three manors."""
    for box in boxes():
        rondel = box["board"]["rondel"]
        spaces = Counter(rondel)
        assert (len(rondel), rondel[0]) == (24, "black")
        assert all(spaces[county] == 1 for county in COUNTIES)
        assert (spaces["swap"], spaces["mission"], spaces["manor"]) == (2, 2, 3)
        assert sum(spaces[one] for one in spaces if one.startswith("points-")) == 4
        assert sum(spaces[one] for one in spaces if one.startswith("gain-")) == 4


def test_each_flag_does_something_else() -> None:
    assert all(len(set(box["board"]["flags"])) == 6 for box in boxes())


def test_each_frame_has_seven_places_and_a_stone_of_every_county() -> None:
    for box in boxes():
        for place in ("upper", "lower"):
            stones = box[f"frame/{place}"]["stones"]
            assert len(stones) == 7
            assert set(stones) == {*COUNTIES, "none"}


def test_the_rows_are_set_off_to_either_side_by_chance() -> None:
    assert {box["frame/upper"]["shift"] for box in boxes()} == {"left", "right"}


def test_no_two_start_tiles_give_the_same() -> None:
    for box in boxes():
        tiles = of(box, "start/")
        assert len(tiles) == 4
        for what in ("knight", "flag", "shield", "stone", "influence"):
            assert len({tile[what] for tile in tiles}) == 4


def test_of_55_missions_each_asks_for_what_the_last_page_names() -> None:
    for box in boxes():
        missions = of(box, "mission/")
        assert len(missions) == 55
        assert {one["points"] for one in missions} == {1, 2, 3}
        assert {one["henchman"] for one in missions} == HENCHMEN
        assert all(one["needs"] and set(one["needs"]) <= set(NEEDS) for one in missions)


def test_what_is_worth_more_asks_for_more() -> None:
    """A point for one good, or any two of a kind; two and three ask for more than one thing."""
    for box in boxes():
        for one in of(box, "mission/"):
            assert (len(set(one["needs"])) == 1) == (one["points"] == 1)
            assert (len(one["needs"]) == 3) == (one["points"] == 3)


def test_the_same_number_gives_the_same_copy() -> None:
    assert knights.synthetic(Random(7)) == knights.synthetic(Random(7))
    assert knights.synthetic(Random(7)) != knights.synthetic(Random(8))


def test_a_demo_and_a_simulated_evening_find_it_by_the_name_of_its_game() -> None:
    assert PRINTED["merlin"](Random(7)) == knights.synthetic(Random(7))


def test_it_says_that_it_is_not_the_printed_one() -> None:
    assert "not the\nprinted ones" in (knights.__doc__ or "")
