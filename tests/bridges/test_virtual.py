"""The virtual table as a wire: what hands do is what the signals say, and it is kept."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from companion.bridges.clock import EVERY, Clock
from companion.bridges.virtual import SOURCES, Looked, Virtual
from companion.games.labyrinth import GAME
from companion.geometry import FIELDS, TRAYS, edge, neighbours
from companion.journal import Journal
from companion.loop import Loop
from companion.senses import Senses
from companion.simulator.ground import place
from companion.table import Table
from companion.vocabulary import Covered, Dropped, Signal, Tick, Viewer
from tests.served import until


class Room:
    """A virtual table whose time passes only when somebody says so."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.now, self.heard = 0, list[Signal]()
        self.virtual = Virtual(folder, self.heard.append, lambda: self.now, **more)

    def pass_for(self, ms: int) -> list[Signal]:
        """Everything the wires say in that time."""
        before = len(self.heard)
        for _ in range(0, ms, 10):
            self.now += 10
            self.virtual._pass(self.now)
        return self.heard[before:]

    def drag(
        self, seat: str, *fields: str, lifted: bool = False, released: bool = True
    ) -> None:
        """As the page reports it: a spot every 20 ms, at 180 mm a second."""
        x, y = self.virtual.plate.magicians[seat].spot
        points, at = [], self.now
        for field in fields:
            to = place(field)
            for step in range(1, 11):
                at += 20
                points.append((x + (to[0] - x) * step / 10, y + (to[1] - y) * step / 10, at))
            x, y = to
        self.virtual.hand(seat, points, lifted, released)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    made = Room(tmp_path, seed=8)
    made.virtual.lay({"red": "a1", "blue": "f6"}, anew=True)
    made.pass_for(200)
    return made


def seen(room: Room, signals: list[Signal]) -> list[Any]:
    """What the senses make of it, after they were tuned to the empty plate."""
    senses = Senses()
    senses.tune(
        GAME.Box(**{k: tuple(v) for k, v in room.virtual.box().items() if k != "symbols"})
    )
    return [sighting for signal in signals for sighting in senses.see(signal)]


def free(room: Room, field: str) -> list[str]:
    return [to for to in neighbours(field) if edge(field, to) not in room.virtual.plate.walls]


def test_frames_come_a_hundred_times_a_second_and_levels_when_they_change(room):
    signals = room.pass_for(1000)

    assert [signal.source for signal in signals] == ["hall"] * 100
    assert {signal.source for signal in room.heard} == {*SOURCES} - {"die/0", "code/0"}


def test_a_magician_led_to_a_free_field_is_seen_there_with_its_ball(room):
    to = free(room, "a1")[0]

    room.drag("red", to)
    sightings = seen(room, room.pass_for(600))

    assert to in {one.field for one in sightings if isinstance(one, Covered)}
    assert room.virtual.plate.has_ball("red")


def test_a_ball_falls_at_a_wall_and_lies_in_the_nearest_tray(room):
    walls = room.virtual.plate.walls
    here = next(f for f in FIELDS if any(edge(f, n) in walls for n in neighbours(f)))
    beyond = next(n for n in neighbours(here) if edge(here, n) in walls)
    room.virtual.lay({"red": here, "blue": "f6"}, anew=False)
    room.pass_for(100)

    room.drag("red", beyond)
    sightings = seen(room, room.pass_for(2500))

    tray = next(one.tray for one in sightings if isinstance(one, Dropped))
    assert not room.virtual.plate.has_ball("red")
    assert room.virtual.picture()["trays"][tray] == 1


def test_a_ball_is_fetched_and_put_in_again_by_hand(room):
    room.virtual.plate.drop("red")
    room.pass_for(2500)
    tray = next(t for t, count in room.virtual.picture()["trays"].items() if count)

    nothing = room.virtual.fetch("red", next(t for t in TRAYS if t != tray))
    fetched = room.virtual.fetch("red", tray)
    room.drag("red", "a1", lifted=True)
    room.pass_for(500)

    red = room.virtual.picture()["magicians"][0]
    assert (nothing, fetched) == (False, True)
    assert (red["x"], red["y"], red["z"], red["ball"]) == (0.0, 0.0, 0.0, True)


def test_a_hand_that_is_never_let_go_sets_down_by_itself(room):
    room.drag("red", "b2", lifted=True, released=False)
    room.pass_for(600)
    up = room.virtual.picture()["magicians"][0]["z"]
    room.pass_for(1600)

    assert up > 0
    assert room.virtual.picture()["magicians"][0]["z"] == 0


def test_what_eyes_see_tells_nothing_of_the_walls(room):
    text = json.dumps(room.virtual.picture())

    assert not [wall for wall in room.virtual.plate.walls if wall in text]


def test_the_die_shows_what_is_on_it(room):
    faces = {room.virtual.roll() for _ in range(60)}

    assert faces == {1, 2, 3, 4}
    said = [signal.value for signal in room.heard if signal.source == "die/0"]
    assert set(said[1::2]) == faces
    assert said[::2] == [f"~{face}" for face in said[1::2]]


def test_the_cardboard_is_kept_when_it_is_at_rest_and_taken_up_again(tmp_path):
    first = Room(tmp_path, seed=8)
    first.virtual.lay({"red": "c3", "blue": "f6"}, anew=True)
    first.pass_for(500)

    second = Room(tmp_path, seed=99)

    assert second.virtual.plate.walls == first.virtual.plate.walls
    assert second.virtual.plate.field_of("red") == "c3"
    assert second.virtual.box()["symbols"] == first.virtual.box()["symbols"]


def test_a_file_that_is_no_cardboard_is_left_for_a_new_box(tmp_path, caplog):
    for text in ("", "{", "[]", '{"walls": 3}'):
        (tmp_path / "cardboard.json").write_text(text)

        room = Room(tmp_path, seed=1)

        assert len(room.virtual.plate.walls) == 24
    assert "cardboard.json" in caplog.text


@pytest.mark.parametrize("seed", [1, 2])
def test_people_sit_down_in_the_middle_and_play_to_the_end(tmp_path, seed):
    room = Room(tmp_path, seed=seed)
    room.virtual.lay({"red": "a1", "blue": "f6"}, anew=True)
    journal = Journal.scratch()
    loop = Loop(Table({"labyrinth": GAME}, journal, lambda: 0), lambda _: None)
    seats = [
        {"name": "Ada", "seat": "red", "corner": "a1"},
        {"name": "Bo", "seat": "blue", "corner": "f6"},
    ]
    start = {"do": "start", "game": "labyrinth", "seats": seats, "box": room.virtual.box(),
             "options": {"chips_to_win": 2}}  # fmt: skip
    loop.step(Signal("tablet/a", start, 0))
    loop.step(
        Signal(
            "tablet/a", {"do": "take", "move": {"do": "draw", "symbol": "moon"}, "id": "1"}, 0
        )
    )
    loop.step(
        Signal("tablet/a", {"do": "take", "move": {"do": "roll", "face": 1}, "id": "2"}, 0)
    )
    room.virtual.look = lambda: Looked(
        loop.table.version, GAME.show(loop.table.match.state, Viewer())
    )
    room.virtual.autoplay(True)

    for _ in range(60_000):
        for signal in room.pass_for(10):
            loop.step(signal)
        if room.now % EVERY == 0:
            loop.step(Tick(room.now))
        if loop.table.match.state.phase == "over":
            break

    assert loop.table.match.state.phase == "over"
    room.pass_for(100)
    assert room.virtual.picture()["autoplay"] is False


def test_the_clock_ticks_evenly_and_stops(tmp_path):
    ticks: list[Tick] = []
    clock = Clock(ticks.append)
    clock.start()
    until(lambda: len(ticks) >= 5)
    clock.stop()
    count = len(ticks)

    between = [later.at - tick.at for tick, later in itertools.pairwise(ticks)]
    assert all(0 < gap < 4 * EVERY for gap in between)
    assert clock.now() >= ticks[-1].at
    assert len(ticks) == count
