"""A real serial port of the system with a board's end to write to, and a table to talk to."""

from __future__ import annotations

import os
import select
import time
import tty
from collections.abc import Callable
from typing import Any

from companion.bridges.finding import Listed
from companion.bridges.frames import encode
from companion.vocabulary import Answer, Signal

BOOT = "9f3a0c11"
CODES = "7ff" * 36
HELLO = encode(f"H {BOOT} 0 5 hello protocol=1 firmware=1.0.0 board=plate id=e661 trays=nw,ne")
PATIENCE = 5.0  # s

PICO = (0x2E8A, 0x0005)


class Port:
    """As the system lists one."""

    def __init__(self, device: str, serial: str | None, kind: tuple[int, int] = PICO) -> None:
        self.device, self.serial_number = device, serial
        self.vid: int | None
        self.pid: int | None
        self.vid, self.pid = kind


class Plug:
    """A pseudo-terminal; ``path`` is the end that programs open."""

    def __init__(self, serial: str | None = None) -> None:
        self.end, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self.end, False)
        self.listed: Listed = Port(self.path, serial)
        self.heard = b""

    def say(self, data: bytes) -> None:
        """All of it, as fast as it is taken."""
        deadline = time.monotonic() + PATIENCE
        while data and time.monotonic() < deadline:
            if select.select([], [self.end], [], 0.05)[1]:
                data = data[os.write(self.end, data[:1024]) :]

    def listen(self) -> bytes:
        """All that was said to it so far."""
        while select.select([self.end], [], [], 0)[0]:
            try:
                self.heard += os.read(self.end, 65536)
            except OSError:
                break  # nobody has it open
        return self.heard

    def pull(self) -> None:
        """The plug falls out."""
        os.close(self.end)


class Table:
    """Keeps what came, and answers events at once."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.arrived: list[float] = []
        self._begun = time.monotonic()

    def now(self) -> int:
        return int((time.monotonic() - self._begun) * 1000)

    def put(self, signal: Signal, answer: Callable[[Answer], None] | None = None) -> None:
        self.arrived.append(time.perf_counter())
        self.signals.append(signal)
        if answer:
            answer(Answer(200, 1))

    def values(self, source: str) -> list[Any]:
        return [signal.value for signal in self.signals if signal.source == source]

    def conditions(self, name: str = "pico") -> list[tuple[str, str]]:
        return [(said["state"], said["why"]) for said in self.values(f"wire/{name}")]


def wait_until(what: Callable[[], object], patience: float = PATIENCE) -> None:
    """Until it is so; a test that waits longer has failed."""
    deadline = time.monotonic() + patience
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.002)


def event(number: int, what: str) -> bytes:
    return encode(f"E {BOOT} {number} {number * 10} {what}")


def frame(number: int) -> bytes:
    return encode(f"F {BOOT} {number} {number * 10} hall {CODES}")
