"""A serial port that is opened for ever, and whoever talks through it.

Rule: one thread a port. It knows nothing of what is said; whatever goes wrong with the
port is a word in the condition, and it tries again after a calm pause.
"""

from __future__ import annotations

import logging
import os
import select
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Protocol

from msgspec.structs import replace
from serial import Serial

from companion.bridges.finding import Finding, Found
from companion.bridges.frames import Garbled
from companion.bridges.hindrance import REFUSED, hindrance
from companion.bridges.seldom import Seldom
from companion.vocabulary import Condition, Signal

log = logging.getLogger(__name__)

SOON, LATE = 0.2, 2.0  # s between two attempts, at first and in the long run
CHUNK = 4096  # bytes, what the system holds ready at most
LOOK = 50  # ms between two looks at how the talk goes
WAIT = 20  # ms for bytes; what is due is never later by more than that


class Talker(Protocol):
    """Who talks through a port."""

    bad: int
    garbled: Garbled | None

    def opened(self, at: int) -> None: ...

    def closed(self, at: int, why: str = "", values: Mapping[str, str | int] = {}) -> None: ...

    def feed(self, data: bytes, at: int) -> tuple[Signal, ...]: ...

    def due(self, at: int) -> bytes: ...

    def condition(self, at: int) -> Condition: ...


def open_port(path: str, baud: int) -> Serial:
    """The port for us alone; who else locks it in this way is told that it is held."""
    return Serial(path, baud, timeout=0, exclusive=True)


class Port:
    """Finds, opens, reads and writes, until it is stopped."""

    def __init__(
        self,
        name: str,
        talker: Talker,
        finding: Finding,
        put: Callable[[Signal], None],
        now: Callable[[], int],
        *,
        baud: int = 115200,
        opener: Callable[[str, int], Serial] = open_port,
    ) -> None:
        self._name, self._talker, self._finding = name, talker, finding
        self._put, self._now = put, now
        self._baud, self._opener = baud, opener
        self._path = finding.wanted
        self._told = ("", "")
        self._bad = 0
        self._seldom = Seldom(log)
        self._stopped = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to look for the port."""
        self._thread.start()

    def stop(self) -> None:
        """Nothing is said any more when this returns, and the port is free."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def is_alive(self) -> bool:
        """Is somebody looking after the port?"""
        return self._thread.is_alive()

    def condition(self) -> Condition:
        """How the wire is by now."""
        condition = self._talker.condition(self._now())
        return replace(condition, values={"port": self._path, **condition.values})

    def _run(self) -> None:
        pause = SOON
        while not self._stopped.is_set():
            if self._visit():
                pause = SOON
            self._stopped.wait(pause)
            pause = min(2 * pause, LATE)

    def _visit(self) -> bool:
        """One attempt, and the talk that comes of it."""
        found = self._finding.next(self._now())
        if not found:
            self._close("missing", {"port": self._finding.wanted})
            return False
        self._path = found.path
        try:
            port = self._opener(found.path, self._baud)
        except REFUSED as error:
            self._close(*hindrance(error, found))
            return False
        try:
            self._talk(port.fileno(), found)
        except REFUSED:
            self._close("gone", {"port": found.path})
        finally:
            _shut(port)
        return True

    def _talk(self, port: int, found: Found) -> None:
        self._talker.opened(self._now())
        bytes_in = select.poll()
        bytes_in.register(port, select.POLLIN)
        rest, looked = b"", -LOOK
        while not self._stopped.is_set():
            rest = _write(port, rest or self._talker.due(self._now()))
            data = _read(port) if bytes_in.poll(WAIT) else b""
            at = self._now()
            for signal in self._talker.feed(data, at):
                self._put(signal)
            self._complain(at)
            if at - looked < LOOK:
                continue
            looked, condition = at, self.condition()
            self._tell(condition, at)
            if not self._finding.may_stay(found, condition, at):
                return
        self._talker.closed(self._now())

    def _close(self, why: str, values: dict[str, str | int]) -> None:
        at = self._now()
        self._talker.closed(at, why, values)
        self._tell(self.condition(), at)

    def _complain(self, at: int) -> None:
        """Of lines that were none, to the log now and then."""
        if self._talker.bad != self._bad and self._talker.garbled:
            new, self._bad = self._talker.bad - self._bad, self._talker.bad
            garbled = self._talker.garbled
            text = f"{self._name}: bad line, {garbled.reason}: {garbled.line[:80]!r}"
            self._seldom.say("bad line", text, at, new)

    def _tell(self, condition: Condition, at: int) -> None:
        """To the table whenever it changes, to the log now and then."""
        state, why, values = condition.state, condition.why, condition.values
        if (state, why) == self._told:
            return
        self._told = state, why
        if why:
            self._seldom.say(why, f"{self._name}: {why} {values}", at)
        said = {"state": state, "why": why, "values": values}
        self._put(Signal(f"wire/{self._name}", said, at))


def _read(port: int) -> bytes:
    """Straight from the system: one look, all there is. No bytes where there should be
    some is what a port says that was unplugged."""
    try:
        data = os.read(port, CHUNK)
    except BlockingIOError:
        return b""
    if not data:
        raise ConnectionResetError
    return data


def _write(port: int, data: bytes) -> bytes:
    """What the port did not take now; the serial library would wait for it in circles."""
    try:
        return data[os.write(port, data) :] if data else b""
    except BlockingIOError:
        return data


def _shut(port: Serial) -> None:
    """Whatever was not yet said is forgotten, or closing would wait for it."""
    with suppress(*REFUSED):
        port.reset_output_buffer()
    with suppress(*REFUSED):
        port.close()
