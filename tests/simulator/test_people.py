"""Whole games, played by hand; a companion with perfect eyes keeps its own record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from numpy.random import default_rng

from companion.geometry import edge, neighbours
from companion.simulator.box import synthetic
from companion.simulator.ground import field_at, place
from companion.simulator.noise import NOISES
from companion.simulator.people import People
from companion.simulator.plate import Plate
from tests.simulator.standin import StandIn

SEATS = ("red", "blue", "yellow", "green")
HOMES = ("a1", "f6", "f1", "a6")
Record = tuple[dict[str, str], dict[str, list[str]], tuple[str, str] | None]

EVENING = 4 * 3_600_000  # ms


class Table:
    """A plate, people around it, and the stand-in; stepped as the evening's driver does."""

    def __init__(self, noise: str, seed: int, players: int, **more: Any) -> None:
        box = synthetic(Random(seed), corner_symbols=True)
        self.seats = SEATS[:players]
        self.corners = dict(zip(self.seats, HOMES, strict=False))
        rng = default_rng(seed)
        self.plate = Plate(box.walls, self.corners, rng, NOISES[noise], symbols=box.symbols)
        self.companion = StandIn(self.plate, self.seats, self.corners)
        self.people = People(
            self.plate,
            NOISES[noise],
            seed,
            self.seats,
            self.corners,
            box.symbols,
            box.bag,
            **more,
        )
        self.now, self.done, self.told, self.taps = 0, 0, [], []

    def play(self, until: int = EVENING) -> None:
        while not self.people.finished and self.now < until:
            for tap in self.people.step(self.now, self.companion.view()):
                self.taps.append((self.now, tap))
                self.companion.take(tap, self.now)
            self.plate.step(self.now)
            self.companion.look(self.now)
            if self.people.moves_done > self.done:
                self.done = self.people.moves_done
                self.told.append((self.theirs(), self.ours()))
            self.now = max(
                self.now + 10, min(self.people.idle_until(), self.now + 50) // 10 * 10
            )

    def theirs(self) -> Record:
        truth = self.people.truth()
        chips = {seat: list(won) for seat, won in truth.chips.items()}
        return truth.at, chips, None if truth.is_over else (truth.turn, truth.wanted)

    def ours(self) -> Record:
        it = self.companion
        return dict(it.at), {s: list(c) for s, c in it.chips.items()}, (
            None if it.phase == "over" else (it.turn, it.wanted)
        )  # fmt: skip


EVENINGS = [("none", 2), ("none", 4), ("home", 3), ("home", 4), ("harsh", 2), ("harsh", 4)]


@pytest.mark.parametrize(("noise", "players"), EVENINGS)
def test_people_finish_their_game_and_both_records_agree_after_every_turn(
    noise: str, players: int
) -> None:
    table = Table(noise, 10 * players, players)
    table.play()
    truth = table.people.truth()
    assert table.people.finished
    assert not table.people.stuck
    assert max(len(chips) for chips in truth.chips.values()) == 5
    assert all(theirs == ours for theirs, ours in table.told)
    assert len(table.told) == table.people.moves_done > 10
    assert table.companion.refused == 0
    assert all(table.plate.has_ball(seat) and truth.ball[seat] for seat in table.seats)
    assert truth.at == {seat: table.plate.field_of(seat) for seat in table.seats}


def test_without_noise_a_ball_falls_where_there_is_a_wall_and_nowhere_else() -> None:
    table, seen = Table("none", 5, 2), set()
    while not table.people.finished:
        table.play(table.now + 100)
        seen |= {table.plate.fallen_at(seat) for seat in table.seats} - {None}
    assert len(seen) > 5
    for spot in seen:
        field = field_at(*spot)
        around = {edge(field, beside) for beside in neighbours(field)}
        held = 13.0 in [abs(at - middle) for at, middle in zip(spot, place(field), strict=True)]
        assert held
        assert around & table.plate.walls


def test_four_in_ten_moves_end_at_a_wall() -> None:
    # The attribution study: a drop ends 38 to 40 % of the moves of a game.
    moves = falls = 0
    for seed in range(3):
        table = Table("none", 40 + seed, 2)
        table.play(300_000)
        moves, falls = moves + table.people.moves_done, falls + len(table.companion.falls)
    assert 0.3 < falls / moves < 0.5


def test_the_same_seed_plays_the_same_evening() -> None:
    one, same, other = Table("harsh", 3, 2), Table("harsh", 3, 2), Table("harsh", 4, 2)
    for table in (one, same, other):
        table.play(60_000)
    assert one.taps == same.taps != other.taps


def test_a_companion_that_never_answers_leaves_people_stuck_and_saying_why() -> None:
    table = Table("none", 1, 2)
    table.companion.phase = "over"
    table.play(30_000)
    assert "draw" in table.people.stuck
    assert table.people.moves_done == 0


def test_a_question_is_answered_once_hands_are_off() -> None:
    table = Table("none", 2, 2)
    table.play(20_000)
    view = table.companion.view() | {"phase": "roll", "start": "a1"}
    view["question"] = {"options": [{"moves": []}, {"moves": [{"do": "fall"}]}]}
    answers = [
        tap.move
        for at in range(table.now, table.now + 15_000, 50)
        for tap in table.people.step(at, view)
        if tap.move["do"] == "answer"
    ]
    assert answers
    assert all(answer["option"] in (0, 1) for answer in answers)


def test_an_evening_under_way_goes_on() -> None:
    before = Table("home", 6, 2)
    before.play(60_000)
    truth = before.people.truth()
    after = Table("home", 6, 2, truth=truth)
    assert after.people.truth() == truth
