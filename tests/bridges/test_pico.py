"""The bridge to the plate on a real port: events, answers, commands, a board that falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.bridges.frames import encode
from companion.bridges.pico import Pico
from companion.vocabulary import Answer, Signal
from tests.bridges.plug import BOOT, HELLO, Plug, Table, event, frame, wait_until


@pytest.fixture
def plug() -> Iterator[Plug]:
    plug = Plug()
    yield plug
    plug.pull()


class Slow(Table):
    """Keeps its answers for later."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Callable[[Answer], None]] = []

    def put(self, signal: Signal, answer: Callable[[Answer], None] | None = None) -> None:
        super().put(signal)
        if answer:
            self.answers.append(answer)


def started(table: Table, plug: Plug, marks: dict[str, int] | None = None) -> Pico:
    pico = Pico(table.put, table.now, port=plug.path, marks=marks or {})
    pico.start()
    wait_until(plug.listen)
    plug.say(HELLO + frame(1))
    wait_until(lambda: pico.condition().state == "live")
    return pico


def test_an_event_is_acknowledged_after_the_table_has_taken_it(plug: Plug) -> None:
    table = Slow()
    pico = started(table, plug)
    plug.say(event(1, "button/0 1") + event(2, "drop/nw 1"))
    wait_until(lambda: len(table.answers) == 2)
    before = plug.listen()
    for answer in table.answers:
        answer(Answer(500, 1))
    wait_until(lambda: encode(f"A {BOOT} 2") in plug.listen())
    pico.stop()

    assert encode(f"A {BOOT} 1") not in before
    assert [(s.source, s.boot, s.sequence) for s in table.signals if s.sequence] == [
        ("button/0", BOOT, 1),
        ("drop/nw", BOOT, 2),
    ]


def test_what_the_journal_knows_is_not_taken_again(plug: Plug) -> None:
    table = Table()
    pico = started(table, plug, {BOOT: 1})
    plug.say(event(1, "button/0 1") + event(2, "button/0 1"))
    wait_until(lambda: encode(f"A {BOOT} 2") in plug.listen())
    pico.stop()
    assert [s.sequence for s in table.signals if s.sequence] == [2]


def test_a_command_and_its_reply(plug: Plug) -> None:
    pico = started(Table(), plug)
    number = pico.ask("learn")
    wait_until(lambda: encode(f"C {number} learn") in plug.listen())
    plug.say(encode(f"R {BOOT} {number} 70 learn ok"))
    wait_until(lambda: pico.reply(number) == "ok")
    pico.stop()
    assert pico.reply(99) is None


def test_a_board_that_falls_silent_is_told_and_lives_again(plug: Plug) -> None:
    table = Table()
    pico = started(table, plug)
    wait_until(lambda: table.conditions()[-1] == ("silent", "silent"))
    values = pico.condition().values
    plug.say(frame(2))
    wait_until(lambda: table.conditions()[-1] == ("live", ""))
    pico.stop()
    assert values == {"port": plug.path}


def test_a_board_that_floods_is_told_and_the_newest_frame_comes_through(plug: Plug) -> None:
    table = Table()
    pico = started(table, plug)
    plug.say(b"".join(map(frame, range(2, 3000))) + event(1, "button/0 1"))
    wait_until(lambda: table.values("button/0"))
    pico.stop()

    frames = [signal.device_at for signal in table.signals if signal.source == "hall"]
    assert ("live", "flood") in table.conditions()
    assert frames[-1] == 29_990
    assert len(frames) < 2000


def test_it_says_what_it_brings() -> None:
    assert Pico.plate
    assert {"hall", "piezo/0", "drop/nw", "drop/ne", "drop/sw", "drop/se"} <= set(Pico.sources)
