"""Which serial port the board is on, wherever it was plugged in.

Rule: a board is known by what it says and by its USB serial number, never by the number
of its port. Once the plate is known no other board is opened, and a foreign one never again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from msgspec import Struct
from serial.tools.list_ports import comports

from companion.vocabulary import Condition

PICO = (0x2E8A, 0x0005)  # USB vendor and product: MicroPython on a Pico
PATIENCE = 3000  # ms for a board to say who it is, when there is another one to ask
FORGOTTEN = 30_000  # ms without the plate, and another one may take its place


class Listed(Protocol):
    """A port of this computer, as the system lists it."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


class Found(Struct, frozen=True):
    """A port to open; ``board`` is who is on it, as far as USB tells."""

    path: str
    board: str = ""


class Finding:
    """Says which port to open next, and whether what answers there may stay."""

    def __init__(
        self,
        port: str = "",
        serial: str = "",
        kinds: Sequence[tuple[int, int]] = (PICO,),
        listed: Callable[[], Iterable[Listed]] = comports,
    ) -> None:
        self._port, self._serial = port, serial
        self._kinds, self._listed = kinds, listed
        self._plate, self._seen = "", 0
        self._foreign: set[str] = set()
        self._tried: dict[str, int] = {}
        self._since = 0
        kind = " ".join(f"{vendor:04x}:{product:04x}" for vendor, product in kinds)
        self.wanted = port or serial or kind or "?"  # what is looked for, in a word

    def next(self, at: int) -> Found | None:
        """The port to try now, if there is any."""
        self._since = at
        if self._port:
            return Found(self._port)
        candidates = self._candidates(at)
        if not candidates:
            return None
        found = min(candidates, key=lambda one: self._tried.get(one.path, -1))
        self._tried = {one.path: self._tried.get(one.path, -1) for one in candidates}
        self._tried[found.path] = at
        return found

    def may_stay(self, found: Found, condition: Condition, at: int) -> bool:
        """Is this the board, or may it still be? One that says nothing must make room
        when there is another one to ask."""
        if self._port or self._serial:
            return True
        if condition.why == "foreign":
            self._foreign.add(found.board)
            return False
        if condition.device:
            self._plate, self._seen = found.board, at
            return True
        if found.board == self._plate or at - self._since < PATIENCE:
            return True
        self._since = at
        return not any(one != found for one in self._candidates(at))

    def _candidates(self, at: int) -> list[Found]:
        ports = self._ports()
        if self._serial:
            return [
                Found(p.device, self._serial) for p in ports if p.serial_number == self._serial
            ]
        boards = [Found(p.device, _board(p)) for p in ports if (p.vid, p.pid) in self._kinds]
        known = [one for one in boards if one.board == self._plate]
        if known:
            self._seen = at
        if known or (self._plate and at - self._seen < FORGOTTEN):
            return known
        return [one for one in boards if one.board not in self._foreign]

    def _ports(self) -> list[Listed]:
        """A port that vanishes while it is being listed makes the list fall over: it
        reads numbers out of files that are no longer there."""
        try:
            return list(self._listed())
        except (OSError, TypeError, ValueError):
            return []


def _board(port: Listed) -> str:
    return port.serial_number or port.device
