"""The real firmware of the sensor plate, on this computer instead of on a Pico.

Rule: nothing of the firmware is repeated here. It runs in an interpreter of its own,
speaks through a pseudo-terminal as it would over USB, and is told by a pipe what its
sensors would read; that pipe is its clock, too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tty
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

UNPLUGGED = ("unplugged", "unplugged")  # a board to which no card reader was built
PATIENCE = 5.0  # s for an interpreter to end once nobody speaks to it


def firmware() -> Path:
    """The folder with the firmware: packed with the program, or beside it in the tree."""
    packed = Path(str(files("companion"))) / "firmware"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "firmware"


def micropython() -> str | None:
    """The MicroPython of this computer, if there is one."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.is_file() else shutil.which("micropython")


class Board:
    """A plate whose sensors read what ``scan`` says. ``port`` is the serial port that it
    can be opened by, a name that stays the same when it is plugged in again. ``flash`` is
    the folder that keeps what a Pico keeps; without an ``interpreter`` this Python runs it."""

    def __init__(self, flash: Path, interpreter: str | None = None) -> None:
        self._flash, self._interpreter = flash, interpreter or sys.executable
        self.port = str(flash / "port")
        self._pipe = flash / "sensors"
        flash.mkdir(parents=True, exist_ok=True)
        self._pipe.unlink(missing_ok=True)
        os.mkfifo(self._pipe)
        self._plug_in()

    def scan(
        self,
        at: int,
        codes: str,
        trays: str = "0000",
        button: int = 0,
        struck: int = 0,
        tags: tuple[str, str] = UNPLUGGED,
        code: str = "-",
    ) -> None:
        """One look at the sensors at ``at`` (ms since it was switched on): 36 times three
        hex digits, the level of each tray, whether the button is held, and whether anything
        struck the floor. ``tags``: what lies on each card reader, ``04a2…``, ``04a2…,0411…``
        or ``-``. ``code``: what is shown to the scanner in this look, or ``-``. More words
        for both are in ``firmware/PROTOCOL.md``. A firmware that looks no more keeps nobody
        waiting."""
        words = (at, codes, trays, button, struck, *tags, code.replace(" ", "%20"))
        with suppress(BlockingIOError):
            os.write(self._sensors, f"{' '.join(map(str, words))}\n".encode())

    def reset(self) -> None:
        """The plug is pulled and put in again; what is in flash stays."""
        self.close()
        self._plug_in()

    def close(self) -> None:
        """The plug is pulled."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE)
        for end in (self._sensors, self._line):
            with suppress(OSError):
                os.close(end)
        Path(self.port).unlink(missing_ok=True)

    @property
    def is_running(self) -> bool:
        """Has the firmware not ended?"""
        return self._process.poll() is None

    def _plug_in(self) -> None:
        self._sensors = os.open(self._pipe, os.O_RDWR | os.O_NONBLOCK)
        pico, self._line = os.openpty()  # ours is held open, as a USB hub does
        tty.setraw(self._line)
        Path(self.port).unlink(missing_ok=True)
        Path(self.port).symlink_to(os.ttyname(self._line))
        with (self._flash / "errors.txt").open("ab") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - our own firmware, no words of others
                [
                    self._interpreter,
                    str(firmware() / "desktop" / "run.py"),
                    str(self._flash),
                    str(self._pipe),
                ],
                stdin=pico,
                stdout=pico,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is for us alone; we unplug it ourselves
            )
        os.close(pico)
