"""What people reported of readers of cards and of dice, on a real pseudo-terminal with the real
bridge, senses and loop, and the labyrinth on the table.

The lines are those of ``firmware/PROTOCOL.md``. Time is the test's own: a line comes when the
table's clock says so, and ticks come in between as they do in the house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

import pytest

from companion.bridges.pico import Pico
from companion.games.labyrinth import GAME, moves
from companion.journal import Journal
from companion.loop import Loop
from companion.match import nodes
from companion.registry import Catalogue, Registry
from companion.senses import Senses
from companion.showing import Showing
from companion.table import Table
from companion.vocabulary import (
    Answer,
    Gone,
    Labelled,
    Pieces,
    Rolled,
    Shown,
    Sighting,
    Signal,
    Tick,
    Unread,
)
from tests.bridges.plug import HELLO, Plug, event, frame, wait_until
from tests.cases.test_serial import START

TICK = 50  # ms
A, B = "04A1B2C3", "04a2245c6f6180"
TAUGHT = Registry(
    {"nfc:04a1b2c3": "labyrinth/chip/7", f"nfc:{B}": "labyrinth/chip/8"},
    {"labyrinth/chip/7": {"symbol": "owl"}, "labyrinth/chip/8": {"symbol": "key"}},
)


class Noting(Senses):
    """Senses that write down what they saw."""

    def __init__(self, pieces: Callable[[str], Labelled | None]) -> None:
        super().__init__()
        self.pieces, self.seen = pieces, list[Sighting]()

    def see(self, word: Signal | Tick) -> tuple[Sighting, ...]:
        seen = super().see(word)
        self.seen += seen
        return seen


class Evening:
    """A board at its cable, and the house at the other end."""

    def __init__(self, registry: Registry) -> None:
        self.at, self.heard, self._turn, self._number = 0, 0, Lock(), 0
        self.table = Table({GAME.name: GAME}, Journal.scratch(), lambda: 0)
        shelf = Pieces(GAME.name, GAME.pieces, GAME.package)
        self.showing = Showing(Catalogue({GAME.name: shelf}, registry))
        self.loop = Loop(self.table, lambda _: None, pieces=self.showing)
        self.senses = self.loop.senses = Noting(self.showing.find)
        self.ask(**START)
        self.plug = Plug()
        self.pico = Pico(self.put, lambda: self.at, port=self.plug.path)
        self.pico.start()
        wait_until(self.plug.listen)
        self.plug.say(HELLO + frame(1))
        wait_until(lambda: self.pico.condition().state == "live")

    def put(self, signal: Signal, answer: Callable[[Answer], None] | None = None) -> None:
        with self._turn:
            self.loop.step(signal, answer)
            self.heard += not signal.source.startswith("wire/")

    def ask(self, **request: Any) -> Answer:
        answers: list[Answer] = []
        self.loop.step(Signal("tablet/t", request, self.at), answers.append)
        return answers[0]

    def wait(self, until: int) -> None:
        """Time goes on to there."""
        while self.at < until:
            self.at = min(self.at - self.at % TICK + TICK, until)
            with self._turn:
                self.loop.step(Tick(self.at))

    def say(self, at: int, what: str) -> None:
        """The board says it at that time, and the house has heard it."""
        self.wait(at)
        self._number += 1
        before = self.heard
        self.plug.say(event(self._number, what))
        wait_until(lambda: self.heard > before)

    def damaged(self, at: int, what: str) -> None:
        """The line comes, with one bit of its sum turned over."""
        self.wait(at)
        bad = self.pico.condition().counters["bad"]
        line = event(self._number + 1, what)
        self.plug.say(line[:-2] + bytes([line[-2] ^ 1]) + b"\n")
        wait_until(lambda: self.pico.condition().counters["bad"] > bad)

    @property
    def scans(self) -> list[str]:
        """What counts: shown, and not only seen again."""
        return [one.piece for one in self.of(Shown) if not one.again]

    def of(self, kind: Any) -> list[Any]:
        return [one for one in self.senses.seen if isinstance(one, kind)]

    @property
    def state(self) -> Any:
        assert self.table.match
        return self.table.match.state

    @property
    def rolls(self) -> list[moves.Roll]:
        assert self.table.match
        played = (node.move for node in nodes(self.table.match))
        return [move for move in played if isinstance(move, moves.Roll)]

    @property
    def notices(self) -> list[str]:
        """What is said of pieces that were shown."""
        keys = [notice.key for notice in self.loop.notices]
        return [key for key in keys if key.startswith("house.shown.")]


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening(TAUGHT)
    yield evening
    evening.pico.stop()
    evening.plug.pull()


def test_c01_a_card_left_lying_is_one_scan_and_its_effect_comes_once(evening: Evening) -> None:
    before = evening.table.version

    for at in range(0, 8000, 100):
        evening.say(at, f"nfc/0 {A}")
    evening.say(8000, "nfc/0 -")
    evening.wait(12_000)

    assert evening.scans == ["labyrinth/chip/7"]
    assert [one.at for one in evening.of(Gone)] == [8000]
    assert evening.table.version == before + 1
    assert evening.state.wanted == "owl"


def test_c03_a_card_rightly_used_again_counts(evening: Evening) -> None:
    for at, what in (
        (0, A), (900, "-"),  # turn 3
        (5900, A), (6500, "-"),  # turn 5
        (20_000, A), (20_300, "-"), (20_600, B), (20_900, "-"), (21_500, A),
    ):  # fmt: skip
        evening.say(at, f"nfc/0 {what}")

    a, b = "labyrinth/chip/7", "labyrinth/chip/8"
    assert evening.scans == [a, a, a, b, a]


def test_c04_errors_of_the_air_are_not_absence(evening: Evening) -> None:
    evening.say(0, f"nfc/0 {A}")
    for number in range(12):
        evening.damaged(250 * number + 100, "nfc/0 -")
        evening.say(250 * number + 200, "nfc/0 E")
    evening.say(3200, f"nfc/0 {A}")
    evening.wait(9000)

    assert evening.of(Gone) == []
    assert evening.scans == ["labyrinth/chip/7"]
    assert evening.of(Shown)[1:] == []


def test_c04_two_seconds_of_false_silence_are_no_new_scan_in_this_turn(
    evening: Evening,
) -> None:
    evening.say(0, f"nfc/0 {A}")
    version = evening.table.version
    evening.say(1000, "nfc/0 -")
    evening.say(3000, f"nfc/0 {A}")
    evening.wait(9000)

    assert [one.again for one in evening.of(Shown)] == [False, True]
    assert evening.table.version == version
    assert evening.showing.now.which is None


@pytest.mark.parametrize("guide", ["labyrinth/chip/1", ""])
def test_c06_a_phone_is_not_enrolled_and_is_explained_once(
    evening: Evening, guide: str
) -> None:
    assert evening.ask(do="guide", piece=guide, id="g").status == 200
    before, said = evening.showing.catalogue.registry, list[str]()

    for at, number in ((0, "08A1F3C2"), (4000, "08990B1E"), (9900, "0811D00A")):
        evening.say(at, f"nfc/0 {number}")
        said += evening.notices
        evening.say(at + 600, "nfc/0 -")

    assert evening.showing.catalogue.registry == before
    assert [(one.why, one.reader) for one in evening.of(Unread)] == [("random", "nfc/0")]
    assert set(said) == {"house.shown.random"}
    assert evening.of(Shown) == []
    assert evening.showing.now.unknown == ()


def test_c07_one_card_however_it_is_spelled_and_no_other_by_accident(evening: Evening) -> None:
    def piece_of(at: int, spelling: str) -> list[str]:
        evening.say(at, "nfc/0 -")
        known = len(evening.of(Shown))
        evening.say(at + 4000, f"nfc/0 {spelling}")
        return [one.piece for one in evening.of(Shown)[known:]]

    assert piece_of(0, "04-0A-00-9F") == [""]
    tag = evening.showing.now.latest
    assert evening.ask(do="teach", piece="labyrinth/chip/3", tag=tag, id="t").status == 200

    assert piece_of(5000, "040A009F") == ["labyrinth/chip/3"]
    assert piece_of(10_000, "04:0a:00:9f") == ["labyrinth/chip/3"]
    assert piece_of(15_000, "4A09F") == []
    assert piece_of(20_000, "67764383") == [""]
    assert piece_of(25_000, "04069008A06181") == [""]
    first = evening.showing.now.latest
    assert piece_of(30_000, "0406900811AA22") == [""]
    assert evening.showing.now.latest != first


def test_c08_a_die_turned_in_the_hand_is_no_roll(evening: Evening) -> None:
    assert evening.ask(do="take", move={"do": "draw", "symbol": "owl"}).status == 200

    for at, face in ((0, 3), (300, 1), (600, 4), (900, 2)):
        evening.say(at, f"die/0 ~{face}")
    rolled = [evening.state.roll]
    for at in range(1000, 2001, 200):
        evening.say(at, "die/0 2")
        rolled.append(evening.state.roll)
    evening.say(5000, "die/0 ~2")
    evening.say(5400, "die/0 4")
    evening.wait(8000)

    assert rolled == [0, 2, 2, 2, 2, 2, 2]
    assert [(one.face, one.at) for one in evening.of(Rolled)] == [(2, 1000), (4, 5400)]
    assert evening.state.roll == 2
    assert evening.rolls == [moves.Roll(2)]


def test_c08_a_die_that_cannot_say_that_it_moves(evening: Evening) -> None:
    assert evening.ask(do="take", move={"do": "draw", "symbol": "owl"}).status == 200

    for at, face in ((0, 3), (300, 1), (600, 4), (900, 2), (1900, 2)):
        evening.say(at, f"die/0 {face}")
    evening.say(5000, "die/0 4")
    evening.wait(8000)

    assert [(one.face, one.at) for one in evening.of(Rolled)] == [(2, 1500), (4, 5600)]
    assert evening.state.roll == 2
    assert evening.rolls == [moves.Roll(2)]
