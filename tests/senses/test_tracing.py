"""Where magnets went, held against a virtual plate that knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.labyrinth.state import Box
from companion.geometry import table
from companion.senses import Senses
from companion.senses.alone import product, solved
from companion.senses.response import SENSORS, ball, full, magnet
from companion.senses.tracing import WINDOW
from companion.simulator import box as boxes
from companion.simulator.gait import walk
from companion.simulator.ground import Spot as Place
from companion.simulator.ground import apart, place
from companion.simulator.noise import HOME, NONE, Noise
from companion.simulator.plate import Plate
from companion.simulator.signal import magician
from companion.vocabulary import Dropped, Signal, Spot, Tick

STILL = 1500  # ms before anybody moves
LONGEST = 3000  # ms for which a ball is waited for
BARE = table()["magnet"]["bare"] / table()["magnet"]["full"]
WALL = ("c3-d3",)

Traces = tuple[tuple[Spot, ...], ...]


class Board:
    """A plate, senses that listen, and where every magician was at every frame."""

    def __init__(
        self, corners: dict[str, str], noise: Noise = HOME, walls: Iterable[str] = WALL
    ) -> None:
        self.plate = Plate(walls, corners, np.random.default_rng(4), noise)
        self.senses = Senses()
        learned = boxes.profile(self.plate.sensors, {})
        self.senses.tune(msgspec.convert(learned, Box))
        self.truth: dict[tuple[str, int], Place] = {}
        self.dropped: list[Dropped] = []
        self.words: list[Signal | Tick] = []
        self.now = 0
        self.spoil: Callable[[Signal], Signal | None] = lambda signal: signal

    def wait(self, elapsed: int = 10) -> None:
        """Frame after frame for so long."""
        for _ in range(elapsed // 10):
            self.now += 10
            for seat, one in self.plate.magicians.items():
                self.truth[seat, self.now] = one.spot
            for signal in self.plate.step(self.now):
                spoiled = self.spoil(signal)
                if spoiled:
                    self.hear(spoiled)
            self.hear(Tick(self.now))

    def hear(self, word: Signal | Tick) -> None:
        self.words.append(word)
        self.dropped += [one for one in self.senses.see(word) if isinstance(one, Dropped)]

    def lead(self, seat: str, spots: Iterable[Place]) -> None:
        """A spot for every frame."""
        for spot in spots:
            self.plate.move_to(seat, *spot)
            self.wait()

    def traces(self) -> Traces:
        """Once the ball has come to a tray."""
        for _ in range(LONGEST // 10):
            if self.dropped:
                return self.dropped[-1].traces
            self.wait()
        raise AssertionError("no ball fell")

    def far_off(self, seat: str, trace: tuple[Spot, ...]) -> np.ndarray:
        """mm from the truth, spot by spot."""
        return np.array([apart((s.x, s.y), self.truth[seat, s.at]) for s in trace])


def line(start: Place, end: Place, speed: float = 200.0) -> list[Place]:
    """A straight way with a spot for every 10 ms."""
    count = max(int(apart(start, end) / speed * 100), 1)
    return [
        (start[0] + (end[0] - start[0]) * n / count, start[1] + (end[1] - start[1]) * n / count)
        for n in range(1, count + 1)
    ]


def bump(board: Board, seat: str = "red") -> None:
    """From b3 over c3 against the wall to d3."""
    board.wait(STILL)
    board.lead(seat, line(place("b3"), place("c3")))
    board.lead(seat, line(place("c3"), place("d3")))


def test_the_known_response_is_that_of_the_plate() -> None:
    """Two dipoles of the data file: with the ball and without, anywhere on the plate."""
    for spot in ((0.0, 0.0), (41.0, 77.5), (190.0, -12.0)):
        x, y = (np.array([of]) for of in spot)
        whole = magician(spot, 0.0, 1.0, spot) / table()["magnet"]["full"]
        bare = magician(spot, 0.0, 1.0, None) / table()["magnet"]["full"]
        assert full(x, y).share[0] == pytest.approx(whole, abs=0.004)
        assert magnet(x, y).share[0] == pytest.approx(bare, abs=0.004)


def test_the_slopes_of_the_response_are_its_slopes() -> None:
    x, y, step = np.array([31.0]), np.array([80.0]), 1e-4
    for part in (magnet, ball):
        right = (part(x + step, y).share - part(x - step, y).share) / (2 * step)
        down = (part(x, y + step).share - part(x, y - step).share) / (2 * step)
        assert part(x, y).right == pytest.approx(right, abs=1e-8)
        assert part(x, y).down == pytest.approx(down, abs=1e-8)


def test_a_walk_into_a_wall_is_traced_with_its_ball_and_without() -> None:
    board = Board({"red": "b3", "blue": "f6"})
    bump(board)
    traces = board.traces()
    assert len(traces) == 1
    trace = traces[0]
    off = board.far_off("red", trace)
    assert np.sqrt((off**2).mean()) < 2.0 and off.max() < 6.0
    with_ball = np.mean([s.share for s in trace if s.x < 36 + 20])
    assert with_ball == pytest.approx(board.plate.magicians["red"].amplitude, abs=0.05)
    last = np.mean([s.share for s in trace if s.at > board.now - 300])
    assert last == pytest.approx(BARE * board.plate.magicians["red"].amplitude, abs=0.05)


def test_where_a_border_is_crossed_the_trace_is_exact() -> None:
    """18 to 24 mm from the middle of a field: there the edge is decided."""
    off = []
    for column in range(4):
        board = Board({"red": "b3", "blue": "f6"})
        board.plate.magicians["red"].amplitude = 0.95 + 0.03 * column
        bump(board)
        (trace,) = board.traces()
        off += [s.x - board.truth["red", s.at][0] for s in trace if 50 < s.x < 58]
    assert len(off) > 12
    assert abs(np.mean(off)) < 0.5 and np.std(off) < 1.0


def test_who_stands_is_no_trace_and_does_not_disturb_who_passes() -> None:
    """Red passes blue on c2 by 16 mm and bumps behind it."""
    board = Board({"red": "b2", "blue": "c2", "green": "d2"}, walls=("c3-d3",))
    x, y = place("c2")
    board.wait(STILL)
    way = [place("b2"), (x, y + 16.0), (x + 4, y + 30.0), place("c3"), place("d3")]
    for start, end in pairwise(way):
        board.lead("red", line(start, end, 150.0))
    traces = board.traces()
    assert len(traces) == 1
    off = board.far_off("red", traces[0])
    assert np.sqrt((off**2).mean()) < 2.5


def test_somebody_who_is_nudged_meanwhile_is_a_trace_of_his_own() -> None:
    board = Board({"red": "b3", "blue": "d4"})
    x, y = place("d4")
    board.wait(STILL)
    for spot, aside in zip(line(place("b3"), place("d3")), range(1, 37), strict=True):
        board.plate.move_to("red", *spot)
        board.plate.move_to("blue", x + min(aside, 10), y + min(aside, 6))
        board.wait()
    whose = {
        min(("red", "blue"), key=lambda seat: board.far_off(seat, trace).mean()): trace
        for trace in board.traces()
    }
    assert set(whose) == {"red", "blue"}
    for seat, trace in whose.items():
        assert np.sqrt((board.far_off(seat, trace) ** 2).mean()) < 4.5


def test_in_the_hand_there_are_no_spots() -> None:
    board = Board({"red": "b3", "blue": "f6"})
    bump(board)
    board.plate.lift("red")
    lifted = board.now
    (trace,) = board.traces()
    assert trace[-1].at <= lifted


@pytest.mark.parametrize("code", [0, 4095, None])
def test_a_dead_sensor_beside_the_way_is_left_out(code: int | None) -> None:
    board = Board({"red": "b3", "blue": "f6"})
    board.plate.break_sensor("c2", code)
    board.wait(3000)
    bump(board)
    (trace,) = board.traces()
    assert np.sqrt((board.far_off("red", trace) ** 2).mean()) < 2.5


def test_a_sensor_that_freezes_at_the_window_s_beginning_is_left_out() -> None:
    """The senses have not noticed yet."""
    board = Board({"red": "b3", "blue": "f6"})
    board.wait(1000)
    board.plate.break_sensor("c3")
    bump(board)
    (trace,) = board.traces()
    at_border = [s for s in trace if 50 < s.x < 58]
    assert np.abs([s.x - board.truth["red", s.at][0] for s in at_border]).mean() < 4.0


def test_a_knock_on_the_table_leaves_a_gap_and_no_nonsense() -> None:
    board = Board({"red": "b3", "blue": "f6"})
    board.wait(STILL)
    board.lead("red", line(place("b3"), place("c3")))
    board.plate.knock()
    board.wait(150)
    board.lead("red", line(board.plate.magicians["red"].spot, place("d3")))
    longest = max(board.traces(), key=len)
    assert np.sqrt((board.far_off("red", longest) ** 2).mean()) < 3.0


def test_missing_and_late_frames_keep_their_moments() -> None:
    chance = Random(7)
    board = Board({"red": "b3", "blue": "f6"})
    board.spoil = lambda s: None if s.source == "hall" and chance.random() < 0.4 else s
    bump(board)
    (trace,) = board.traces()
    heard = {word.at for word in board.words if isinstance(word, Signal)}
    assert {spot.at for spot in trace} <= heard
    assert np.sqrt((board.far_off("red", trace) ** 2).mean()) < 2.5


def test_only_the_last_seconds_are_told() -> None:
    board = Board({"red": "b3", "blue": "f6"})
    board.wait(5000)
    bump(board)
    (trace,) = board.traces()
    assert board.now - WINDOW <= trace[0].at < trace[-1].at <= board.now


def test_a_table_where_nobody_moves_has_no_traces() -> None:
    board = Board({"red": "b3", "blue": "f6"})
    board.wait(3000)
    board.plate.drop("red")
    assert board.traces() == ()


def test_without_any_noise_and_with_an_unlearned_plate_a_walk_is_traced() -> None:
    for noise in (NONE, HOME):
        board = Board({"red": "b3", "blue": "f6"}, noise)
        if noise is HOME:
            board.senses = Senses()
        bump(board)
        longest = max(board.traces(), key=len)
        off = [s.x - board.truth["red", s.at][0] for s in longest if 50 < s.x < 58]
        assert np.abs(off).mean() < (1.5 if noise is NONE else 4.0)


def test_cut_off_nothing_is_told() -> None:
    board = Board({"red": "b3", "blue": "f6"})
    bump(board)
    board.spoil = lambda s: replace(s, value="000" * 36) if s.source == "hall" else s
    board.wait(200)
    assert board.traces() == ()


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_the_frames_say_a_ball_is_told(data: st.DataObject) -> None:
    """Garbage, jumps of the clock, half a plate: no trace may be right, all must be finite."""
    chance = np.random.default_rng(data.draw(st.integers(0, 1 << 30)))
    step = data.draw(st.sampled_from((-10, 0, 1, 10, 50)))
    spread = data.draw(st.sampled_from((0, 2, 60, 400, 4095)))
    senses = Senses()
    for number in range(data.draw(st.integers(0, 260))):
        codes = np.clip(2048 + spread * chance.standard_normal(36), 0, 4095).astype(int)
        codes[: data.draw(st.sampled_from((0, 0, 0, 18)))] = 0
        frame = "".join(f"{code:03x}" for code in codes)
        senses.see(Signal("hall", frame, 5000 + step * number))
    senses.see(Signal("drop/nw", 1, 5000 + max(step, 0) * 260))
    (told,) = senses.see(Tick(5100 + max(step, 0) * 260))
    assert isinstance(told, Dropped)
    assert all(np.isfinite([s.x, s.y, s.share]).all() for trace in told.traces for s in trace)


def test_switches_have_no_traces() -> None:
    senses = Senses()
    for at in range(0, 3000, 10):
        senses.see(Signal("hall/c3", 1, at))
    senses.see(Signal("drop/nw", 1, 3000))
    assert senses.see(Tick(3040)) == (Dropped("nw", 3000),)


def test_the_same_words_give_the_same_traces() -> None:
    board = Board({"red": "b3", "blue": "c2"})
    bump(board)
    told = board.traces()
    again = Senses()
    again.tune(msgspec.convert(boxes.profile(board.plate.sensors, {}), Box))
    again.tune(board.senses._box)
    heard = [one for word in board.words for one in again.see(word)]
    assert [one.traces for one in heard if isinstance(one, Dropped)] == [told]


def test_people_s_walks_are_traced_all_over_the_plate() -> None:
    """As hands lead magicians, with their wobble and cut corners: along the way across a
    border, which is what tells of edges."""
    off = []
    for seed, path in enumerate((("b1", "c1"), ("a2", "a3"), ("e6", "f6"), ("d4", "d5"))):
        start, end = path
        board = Board({"red": start, "blue": "c3"}, walls=(f"{start}-{end}",))
        board.wait(STILL)
        board.lead("red", walk(place(start), (end,), {}, HOME, Random(seed)))
        (trace,) = board.traces()
        axis = 0 if start[1] == end[1] else 1
        middle = (place(start)[axis] + place(end)[axis]) / 2
        for spot in trace:
            true = board.truth["red", spot.at][axis]
            if abs(true - middle) < 6:
                off.append((spot.x, spot.y)[axis] - true)
    assert len(off) > 20
    assert np.sqrt((np.array(off) ** 2).mean()) < 1.5


def test_the_sensors_lie_in_the_order_of_a_frame() -> None:
    assert tuple(SENSORS[:, 0]) == place("a1")
    assert tuple(SENSORS[:, 5]) == place("f1")
    assert tuple(SENSORS[:, 35]) == place("f6")


def test_solving_in_strips_solves() -> None:
    chance = np.random.default_rng(5)
    for size in (1, 5, 130, 300):
        some = chance.standard_normal((size + 3, size))
        firm, pull = product(some, some) + np.eye(size), chance.standard_normal(size)
        assert product(some, some) == pytest.approx(some.T @ some, abs=1e-9)
        assert firm @ solved(firm, pull) == pytest.approx(pull, abs=1e-8)
