"""People who show chips and die to readers, and tap nothing."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.simulator.fingers import Fingers
from companion.simulator.noise import NONE, Noise
from companion.simulator.readers import NOTHING, Readers, labelled
from companion.simulator.telling import LAID, LEFT, Scanning
from companion.simulator.timeline import Doings, Watch
from companion.vocabulary import Signal


class Around:
    """A table with readers, and a tablet that people look at."""

    def __init__(self, noise: Noise = NONE, seed: int = 1) -> None:
        self.readers = Readers(labelled(Random(seed)))
        self.watch = Watch(Random(seed))
        self.fingers, self.doings = Fingers(self.watch), Doings(self.watch)
        self.told = Scanning(
            self.readers, self.fingers, self.doings, self.watch, noise, Random(seed)
        )
        self.said: list[Signal] = []
        self.view: dict[str, Any] = {"phase": "draw", "bag": 24}

    def go_on(self, ms: int) -> None:
        for now in range(self.watch.now, self.watch.now + ms, 10):
            self.fingers.look(self.view)
            self.doings.go_on(now)
            self.said += self.readers.step(now)

    def draw(self, chip: str, is_taken: bool = True) -> None:
        self.doings.begin(self.told.draw("red", chip))
        self.go_on(10)
        self.view = {"phase": "roll", "bag": 23} if is_taken else self.view


def test_a_chip_lies_on_the_reader_for_a_moment() -> None:
    around = Around()
    around.draw("moon")
    around.go_on(4000)

    came, went = around.said
    assert came.value == around.readers.labels.chips["moon"]
    assert went.value == NOTHING
    assert LAID[0] <= went.at - came.at <= LAID[1] + 10


def test_a_chip_that_the_tablet_does_not_take_is_laid_there_again() -> None:
    around = Around()
    around.draw("moon", is_taken=False)
    around.go_on(9000)
    unread = [signal.value for signal in around.said if signal.value != NOTHING]
    around.view = {"phase": "roll", "bag": 23}
    around.go_on(3000)
    before = len(around.said)
    around.go_on(9000)

    assert len(unread) >= 2
    assert len(set(unread)) == 1
    assert len(around.said) == before


def test_the_side_that_is_up_is_read_once() -> None:
    around = Around()
    around.told.roll("red", 3)
    around.go_on(5000)

    (read,) = around.said
    assert read.source == "code/0"
    assert read.value in ("CP:LABYRINTH/DIE/3-1", "CP:LABYRINTH/DIE/3-2")


def test_nobody_taps() -> None:
    around = Around(Noise("all", left=1.0, relaid=1.0, reread=1.0, fiddled=1.0))
    around.fingers.look({"phase": "walk", "turn": {"seat": "red"}, "roll": 3, "bag": 24})
    around.draw("moon")
    around.told.roll("red", 2)
    around.told.stop("red")
    around.told.take("red", "moon")
    around.told.walks()
    around.go_on(20_000)

    assert around.fingers.taps() == []


def test_in_a_home_a_chip_is_forgotten_there_or_laid_there_twice() -> None:
    forgetful = Around(replace(NONE, left=1.0))
    forgetful.draw("moon")
    forgetful.go_on(LEFT[1] + 1000)
    doubting = Around(replace(NONE, relaid=1.0))
    doubting.draw("moon")
    doubting.go_on(6000)

    came, went = forgetful.said
    assert went.at - came.at >= LEFT[0]
    assert [signal.value == NOTHING for signal in doubting.said] == [False, True] * 2


def test_the_scanner_may_read_a_die_again_and_one_that_somebody_plays_with() -> None:
    around = Around(replace(NONE, reread=1.0, fiddled=1.0))
    around.told.roll("red", 4)
    around.go_on(2000)
    again = [signal.value for signal in around.said]
    around.told.walks()
    around.go_on(2000)

    assert again == ["CP:LABYRINTH/DIE/4"] * 2
    assert len(around.said) >= 4
