"""A scanner of barcodes or QR codes that types what it reads, one line a code.

Rule: any scanner will do, whatever ends its lines. Half a code is never handed on, and
neither is one with characters that no label has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from serial import Serial
from serial.tools.list_ports import comports

from companion.bridges.finding import Finding, Listed
from companion.bridges.frames import Garbled
from companion.bridges.port import Port, open_port
from companion.vocabulary import Condition, Signal

LONGEST = 256  # characters of a code; a QR code on a card holds a short word or address
BYTES = 4 * LONGEST  # of such a code at most
SOURCE = "code/0"
_END = re.compile(rb"[\r\n]")


class Codes:
    """What a scanner says, and how it is. One that says nothing is well."""

    def __init__(self) -> None:
        self.bad = self.lines = 0
        self.garbled: Garbled | None = None
        self._rest = b""
        self._is_too_long = False
        self._is_open = False
        self._opened = 0
        self._closed: tuple[str, dict[str, str | int]] = ("", {})

    def opened(self, at: int) -> None:  # noqa: ARG002 - as every talker
        """The port is open; whatever was half read before is forgotten."""
        self._is_open, self._rest, self._is_too_long = True, b"", False
        self._opened += 1

    def closed(
        self,
        at: int,  # noqa: ARG002 - as every talker
        why: str = "",
        values: Mapping[str, str | int] = {},
    ) -> None:
        """The port is not there, or cannot be opened."""
        self._is_open, self._closed = False, (why, dict(values))

    def feed(self, data: bytes, at: int) -> tuple[Signal, ...]:
        """The codes that these bytes made whole."""
        *ended, self._rest = _END.split(self._rest + data)
        codes = [self._read(line) for line in ended]
        if len(self._rest) > BYTES:
            self._is_too_long, self._rest = True, self._rest[:BYTES]
        return tuple(Signal(SOURCE, code, at) for code in codes if code)

    def due(self, at: int) -> bytes:  # noqa: ARG002 - as every talker
        """A scanner hears nothing."""
        return b""

    def condition(self, at: int) -> Condition:  # noqa: ARG002 - as every talker
        """Live while it is plugged in."""
        counters = {"lines": self.lines, "bad": self.bad, "opened": self._opened}
        if self._is_open:
            return Condition("live", counters=counters)
        return Condition("absent", *self._closed, counters=counters)

    def _read(self, line: bytes) -> str:
        """The code, or nothing."""
        reason, code = _judge(line, self._is_too_long)
        self._is_too_long = False
        if reason:
            self.bad += 1
            self.garbled = Garbled(reason, line)
        elif code:
            self.lines += 1
        return code


class Scanner:
    """A bridge like any other."""

    plate = False
    sources = (SOURCE,)

    def __init__(
        self,
        put: Callable[[Signal], None],
        now: Callable[[], int],
        *,
        name: str = "scanner",
        port: str = "",
        serial: str = "",
        baud: int = 9600,
        listed: Callable[[], Iterable[Listed]] = comports,
        opener: Callable[[str, int], Serial] = open_port,
    ) -> None:
        self.name = name
        finding = Finding(port, serial, (), listed)
        self._port = Port(name, Codes(), finding, put, now, baud=baud, opener=opener)

    def start(self) -> None:
        """Begin to look for the scanner."""
        self._port.start()

    def stop(self) -> None:
        """No signal comes any more when this returns."""
        self._port.stop()

    def condition(self) -> Condition:
        """How the wire is."""
        return self._port.condition()


def _judge(line: bytes, is_too_long: bool) -> tuple[str, str]:
    """Why it is no code, or the code."""
    try:
        code = line.decode()
    except UnicodeDecodeError:
        return "text", ""
    if is_too_long or len(code) > LONGEST:
        return "long", ""
    return ("", code) if code.isprintable() else ("control", "")
