"""The plate of 36 sensors and four trays behind a Pico on USB.

Rule: it only ties the talk to a port and the table's answers to the talk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from serial import Serial
from serial.tools.list_ports import comports

from companion.bridges.finding import Finding, Listed
from companion.bridges.link import Link
from companion.bridges.port import Port, open_port
from companion.geometry import TRAYS
from companion.vocabulary import Answer, Condition, Signal


class Pico:
    """A bridge like any other; ``marks`` are the newest events that the journal knows."""

    plate = True
    sources = ("hall", "baseline", *(f"drop/{tray}" for tray in TRAYS), "button/0",
               "piezo/0", "die/0", "nfc/0", "nfc/1", "code/0")  # fmt: skip

    def __init__(
        self,
        put: Callable[..., None],
        now: Callable[[], int],
        *,
        name: str = "pico",
        port: str = "",
        serial: str = "",
        marks: Mapping[str, int] = {},
        listed: Callable[[], Iterable[Listed]] = comports,
        opener: Callable[[str, int], Serial] = open_port,
    ) -> None:
        self.name = name
        self._put = put
        self._link = Link(marks)
        finding = Finding(port, serial, listed=listed)
        self._port = Port(name, self._link, finding, self._say, now, opener=opener)

    def start(self) -> None:
        """Begin to look for the board."""
        self._port.start()

    def stop(self) -> None:
        """No signal comes any more when this returns."""
        self._port.stop()

    @property
    def is_alive(self) -> bool:
        """Is its thread at work?"""
        return self._port.is_alive

    def condition(self) -> Condition:
        """How the wire is."""
        return self._port.condition()

    def ask(self, word: str) -> int:
        """Ask the board to ``learn`` the empty plate, or to ``restart``."""
        return self._link.ask(word)

    def reply(self, number: int) -> str | None:
        """What the board said to that, once it did."""
        return self._link.replies.get(number)

    def _say(self, signal: Signal) -> None:
        """An event is acknowledged when the table has answered, whatever it said."""
        if signal.boot is None or signal.sequence is None:
            self._put(signal)
        else:
            self._put(signal, self._taker(signal.boot, signal.sequence))

    def _taker(self, boot: str, number: int) -> Callable[[Answer], Any]:
        return lambda _: self._link.taken(boot, number)
