"""The bad cable as a thing of its own: a thread between the board's port and another one.

Rule: what is opened at ``port`` is a real serial port, and when the plug falls out it
hangs up as a real one does; put in again it has another number behind the same name.
"""

from __future__ import annotations

import os
import select
import tty
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event, Thread

from tests.exactly_once.cable import Cable

WAIT = 5  # ms
GONE = 0.05  # s until the plug is put in again


class Cutter:
    """Carries bytes until it is closed."""

    def __init__(self, board: str, folder: Path, seed: int) -> None:
        chance = Random(seed)
        self.down, self.up = Cable(chance), Cable(chance)
        self.port = str(folder / "plate")
        self.plugged = 0
        self._board = os.open(board, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._pulled, self._ended = Event(), Event()
        self._plug_in()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def pull(self) -> None:
        """The plug falls out, and is put in again."""
        self._pulled.set()

    def close(self) -> None:
        """Both ends are free."""
        self._ended.set()
        self._thread.join()
        os.close(self._house)
        os.close(self._board)

    def _plug_in(self) -> None:
        self._house, slave = os.openpty()
        os.set_blocking(self._house, False)
        tty.setraw(slave)
        Path(self.port).unlink(missing_ok=True)
        Path(self.port).symlink_to(os.ttyname(slave))
        os.close(slave)
        self.down.replug()
        self.up.replug()
        self.plugged += 1

    def _run(self) -> None:
        while not self._ended.is_set():
            if self._pulled.is_set() or self.down.is_torn or self.up.is_torn:
                self._pulled.clear()
                Path(self.port).unlink()
                os.close(self._house)
                self._ended.wait(GONE)
                self._plug_in()
            select.select([self._board, self._house], [], [], WAIT / 1000)
            _carry(self._board, self._house, self.down)
            _carry(self._house, self._board, self.up)


def _carry(here: int, there: int, cable: Cable) -> None:
    """A port that nobody has opened yet, or that takes nothing now, loses it."""
    with suppress(OSError):
        os.write(there, cable.carry(os.read(here, 65536)))
