"""Synthetic Oracles keep to what the book counts, and say that they are not the printed ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.maginor.pieces import PIECES
from companion.registry.printed import printed
from companion.simulator import oracles

SEEDS = range(40)


def boxes() -> Iterator[dict[str, dict[str, Any]]]:
    return (oracles.synthetic(Random(seed)) for seed in SEEDS)


def test_they_are_all_the_oracles_that_the_box_has_and_can_be_printed_there() -> None:
    pieces = {piece.id: piece for piece in PIECES if piece.kind == "oracle"}
    for box in boxes():
        assert set(box) == set(pieces)
        assert all(printed(pieces[id], facts) == facts for id, facts in box.items())


def test_each_has_a_symbol_for_each_vote() -> None:
    for box in boxes():
        assert all(len(facts["symbols"]) == facts["votes"] for facts in box.values())


def test_the_guild_hall_is_the_largest_and_two_are_small() -> None:
    for box in boxes():
        votes = sorted(facts["votes"] for facts in box.values())
        assert box["oracle/guild-hall"]["votes"] == votes[-1] == 15
        assert votes[:2] == [5, 5]
        assert 6 <= votes[2] < votes[-2] <= 14


def test_the_two_of_the_examples_show_several_of_their_symbol() -> None:
    for box in boxes():
        assert box["oracle/great-eagle"]["symbols"].count("water") > 1
        assert box["oracle/unicorn"]["symbols"].count("fire") > 1


def test_some_have_no_fate_and_some_have() -> None:
    for box in boxes():
        fateless = [id for id, facts in box.items() if "fate" not in facts["symbols"]]
        assert len(fateless) == 3


def test_the_same_number_gives_the_same_box() -> None:
    assert oracles.synthetic(Random(7)) == oracles.synthetic(Random(7))
    assert oracles.synthetic(Random(7)) != oracles.synthetic(Random(8))


def test_it_says_that_it_is_not_the_printed_one() -> None:
    assert "not the printed ones" in (oracles.__doc__ or "")
