"""A plate on the desk: the real firmware between the virtual cardboard and the service.

Rule: what the cardboard's sensors would read goes into the firmware and nowhere else;
the service hears of it over the serial port alone.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from companion.geometry import TRAYS
from companion.simulator.pico import Board
from companion.vocabulary import Signal


class Desk:
    """Use it in ``with``; ``port`` is where the service finds the plate."""

    def __init__(self, interpreter: str) -> None:
        self._flash = TemporaryDirectory(prefix="companion-plate-")
        self._board = Board(Path(self._flash.name), interpreter)
        self._trays = dict.fromkeys(TRAYS, "0")
        self.port = self._board.port

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._board.close()
        self._flash.cleanup()

    def hear(self, signal: Signal) -> bool:
        """Take what a plate's sensors would read; False for anything else."""
        if signal.source == "hall":
            self._board.scan(signal.at, signal.value, "".join(self._trays.values()))
            return True
        kind, _, tray = signal.source.partition("/")
        if kind == "drop":
            self._trays[tray] = str(signal.value)
        return kind == "drop"
