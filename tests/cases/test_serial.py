"""What people reported of serial ports, on a real pseudo-terminal with the real bridge: half
lines, other numbers, modem probers, damaged bytes, prompts, and rights that are missing.

The lines are those of ``firmware/PROTOCOL.md``; a die says ``die/0``.
"""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Callable
from threading import Lock
from typing import Any

import msgspec
import pytest
from serial import Serial, SerialException

from companion.bridges.pico import Pico
from companion.bridges.port import open_port
from companion.games.labyrinth import GAME
from companion.journal import Journal
from companion.loop import Loop
from companion.table import Table as Game
from companion.vocabulary import Answer, Signal, Tick
from tests.bridges.plug import BOOT, HELLO, Plug, Port, Table, event, frame, wait_until

WHOLE_TEXT = set(range(0x20, 0x7F)) | {0x0A}
START = {
    "do": "start",
    "game": "labyrinth",
    "seats": [
        {"name": "Ada", "seat": "red", "corner": "a1"},
        {"name": "Bo", "seat": "blue", "corner": "f6"},
    ],
}


class Played(Table):
    """A real table with a real game, stepped as signals come."""

    def __init__(self) -> None:
        super().__init__()
        self._turn = Lock()
        self.game = Game({"labyrinth": GAME}, Journal.scratch(), lambda: 0)
        self.loop = Loop(self.game, lambda _: None)
        self.loop.step(Signal("tablet/t", START, 0))

    def put(self, signal: Signal, answer: Callable[[Answer], None] | None = None) -> None:
        with self._turn:
            self.loop.step(signal, answer)
        super().put(signal)

    def play(self) -> None:
        """Somebody takes a choice on a tablet."""
        assert self.game.match
        move = msgspec.to_builtins(GAME.choices(self.game.match.state)[0].move)
        self.put(Signal("tablet/t", {"do": "take", "move": move}, self.now()))

    @property
    def state(self) -> object:
        assert self.game.match
        return self.game.match.state

    @property
    def notices(self) -> dict[str, dict[str, Any]]:
        with self._turn:
            self.loop.step(Tick(self.now()))
        return {n.key: n.values for n in self.loop.notices if n.key.startswith("house.wire")}


def live(pico: Pico, plug: Plug, number: int = 1) -> None:
    """It was opened, and the board says hello and a frame."""
    wait_until(plug.listen)
    plug.say(HELLO + frame(number))
    wait_until(lambda: pico.condition().state == "live")


def start(table: Table, plug: Plug, **more: Any) -> Pico:
    pico = Pico(table.put, table.now, port=plug.path, **more)
    pico.start()
    return pico


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_s01_half_a_line_waits_for_its_other_half(end: bytes) -> None:
    plug, table = Plug(), Table()
    pico = start(table, plug, marks={BOOT: 100})
    live(pico, plug)
    early = []
    for cut in range(1, len(event(101, "die/0 3")[:-1] + end)):
        line = event(100 + cut, "die/0 3")[:-1] + end
        plug.say(line[:cut])
        time.sleep(0.025 if cut % 8 else 0.07)  # the bridge waits for 20 ms
        early.append(len(table.values("die/0")) - (cut - 1))
        plug.say(line[cut:])
        wait_until(lambda cut=cut: len(table.values("die/0")) == cut)
    bad = pico.condition().counters["bad"]
    pico.stop()
    plug.pull()

    assert set(early) <= {0}
    assert set(table.values("die/0")) == {3}
    assert bad == 0


def test_s03_the_port_comes_back_under_another_number() -> None:
    plug, table = Plug("E661"), Played()
    ports: list[Port] = [Port(plug.path, "E661")]
    opened: list[str] = []

    def opener(path: str, baud: int) -> Serial:
        opened.append(path)
        return open_port(path, baud)

    pico = Pico(table.put, table.now, listed=lambda: ports, opener=opener)
    pico.start()
    live(pico, plug)
    before = table.state

    foreign, returned = Plug("7788"), Plug("E661")
    ports[:] = []
    plug.pull()
    wait_until(lambda: table.conditions()[-1][0] == "absent")
    ports[:] = [Port(foreign.path, "7788"), Port(returned.path, "E661")]
    foreign.say(event(1, "die/0 4"))
    begun = time.monotonic()
    live(pico, returned, 2)
    took, after = time.monotonic() - begun, table.state
    returned.say(event(1, "die/0 1"))
    wait_until(lambda: table.values("die/0"))
    pico.stop()

    assert took < 10
    assert opened == [plug.path, returned.path]
    assert table.values("die/0") == [1]
    assert before == after
    assert table.notices == {}


def test_s05_a_modem_prober_holds_and_pokes_the_port() -> None:
    plug, table = Plug(), Played()
    freed = time.monotonic() + 3.0
    attempts = []

    def opener(path: str, baud: int) -> Serial:
        attempts.append(path)
        if time.monotonic() < freed:
            raise SerialException(errno.EBUSY, "Device or resource busy")
        return open_port(path, baud)

    pico = start(table, plug, opener=opener)
    wait_until(table.conditions)
    notices = table.notices
    wait_until(plug.listen, 8)
    plug.say(b'AT\r\n\r\nERROR\r\nTraceback (most recent call last):\r\n  File "mai')
    plug.say(HELLO + frame(1) + event(1, "die/0 3"))
    wait_until(lambda: table.values("die/0"))
    condition, heard = pico.condition(), plug.listen()
    pico.stop()
    plug.pull()

    assert notices == {"house.wire.busy": {"port": plug.path}}
    assert table.values("die/0") == [3]
    assert (condition.state, condition.why) == ("live", "")
    assert len(attempts) <= 7
    assert b"\x04" not in heard
    assert table.notices == {}


def test_s07_undecodable_bytes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    plug, table = Plug(), Table()
    pico = start(table, plug)
    live(pico, plug)
    four, broken, one = (event(n, f"die/0 {v}") for n, v in ((1, 4), (2, 4), (2, 1)))
    plug.say(b"\xff\xfe\x00\x95\xed\n" * 50 + four)
    plug.say(broken.replace(b" 4*", b" \xff*") + one)
    wait_until(lambda: len(table.values("die/0")) == 2)
    alive, counters = pico.is_alive, pico.condition().counters
    pico.stop()
    plug.pull()

    assert table.values("die/0") == [4, 1]
    assert alive
    assert counters["bad"] == 51
    assert len([text for text in caplog.messages if "bad line" in text]) in (1, 2)


def test_s08_damage_at_the_borders_of_usb_packets() -> None:
    plug, table = Plug(), Table()
    pico = start(table, plug)
    live(pico, plug)
    texts: list[str] = []
    for length in (63, 64, 65, 127, 128, 129):
        bare = len(event(len(texts) + 1, "code/0 "))
        texts.append("x" * (length - bare))
        line = event(len(texts), "code/0 " + texts[-1])
        assert len(line) == length
        for n in range(length - 1):
            plug.say(line[:n] + line[n + 1 :] + b"\n")
            plug.say(line[:n] + line[n : n + 1] + line[n:])
            plug.say(line[:n] + bytes([line[n] ^ 0x11]) + line[n + 1 :])
        plug.say(line)
        wait_until(lambda: len(table.values("code/0")) >= len(texts))
    pico.stop()
    plug.pull()

    assert table.values("code/0") == texts


def test_s09_a_board_at_its_prompt_is_restarted_once() -> None:
    plug, table = Plug(), Table()
    pico = start(table, plug)
    live(pico, plug)
    plug.say(event(1, "nfc/0 A%03B%04"))
    wait_until(lambda: table.values("nfc/0"))
    plug.say(b"KeyboardInterrupt\r\n>>> ")
    wait_until(lambda: table.conditions()[-1] == ("silent", "prompt"))
    wait_until(lambda: b"\x04" in plug.listen())
    time.sleep(1.0)
    heard = plug.listen()
    plug.say(b"\r\nMPY: soft reboot\r\n" + HELLO + frame(1))
    wait_until(lambda: pico.condition().why == "")
    plug.say(frame(2))
    wait_until(lambda: pico.condition().state == "live")
    pico.stop()
    plug.pull()

    assert table.values("nfc/0") == ["A\x03B\x04"]
    assert heard.count(b"\x04") == 1
    assert set(heard.replace(b"\x04", b"")) <= WHOLE_TEXT
    assert pico.condition().counters["restarts"] == 1


def test_s11_no_right_to_the_device_node() -> None:
    plug, table = Plug(), Played()
    os.chown(plug.path, -1, 46)
    allowed: list[bool] = []

    def opener(path: str, baud: int) -> Serial:
        if not allowed:
            raise SerialException(errno.EACCES, "Permission denied")
        return open_port(path, baud)

    pico = start(table, plug, opener=opener)
    wait_until(table.conditions)
    notices = table.notices
    before = table.game.version
    table.play()
    after = table.game.version
    time.sleep(0.7)
    allowed.append(True)
    begun = time.monotonic()
    live(pico, plug)
    took = time.monotonic() - begun
    wait_until(lambda: table.conditions()[-1] == ("live", ""))
    pico.stop()
    plug.pull()

    values = notices["house.wire.forbidden"]
    assert values["port"] == plug.path
    assert values["group"] in ("plugdev", "46")
    assert values["user"]
    assert after > before
    assert took < 2.5
    assert table.conditions()[0] == ("absent", "forbidden")
    assert table.notices == {}
