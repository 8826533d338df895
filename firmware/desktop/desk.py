"""A board that lies on a desk: its sensors read what a pipe says, which is its clock too.

Rule: it behaves as ``board.Board`` does, so that the firmware above it is the very same.
One line a scan comes in: milliseconds, 36 codes, four levels of trays, the button,
whether anything struck the floor since the line before, and, where there are any, what
lies on each of two card readers and what was shown to the scanner (``chips.py``).
"""

import os
import sys
from binascii import crc32, hexlify

from chips import Chips
from flash import Flash
from pins import PERIOD_MS, TRAY_OFF, TRAY_ON
from wire import Wire

FIELDS = 36
TESTS = [2048, 0]  # what the two self-test channels of a sound board read


class Desk(Wire):
    """Keeps its flash in a folder and its sensors at the end of a pipe."""

    def __init__(self, folder: str, pipe: str) -> None:
        super().__init__()
        self.flash = Flash(folder + "/")
        self.identity = f"{crc32(folder.encode()):016x}"
        self.codes = [0] * FIELDS + [TRAY_OFF] * 4 + TESTS
        self._chips = Chips()
        self.wires, self.port = self._chips.wires, self._chips.port
        self._pipe = open(pipe, "rb")  # noqa: SIM115 (open as long as we live)
        self._scan = (b"", b"", b"0")
        self._at = 0
        self.begin()

    def begin(self) -> None:
        """Switched on: a new boot, and the clock at nought."""
        self.boot = hexlify(os.urandom(4)).decode()
        self._began = self._at
        self._struck = False

    def wait(self, meanwhile) -> None:  # noqa: ANN001 (a plain function)
        """Until somebody says what the sensors read next; the end when nobody is left."""
        for _ in range(PERIOD_MS):  # as a Pico does, once each millisecond
            meanwhile()
        line = self._pipe.readline()
        if not line:
            sys.exit(0)
        at, codes, trays, button, strike, *readers = line.split()
        self._chips.at(int(at), readers)
        self._at, self._scan = int(at), (codes, trays, button)
        self._struck = self._struck or strike == b"1"

    def now(self) -> int:
        """Milliseconds since it was switched on."""
        return self._at - self._began

    def scan(self) -> None:
        """Codes and trays, as the pipe said."""
        codes, trays, _ = self._scan
        for number in range(FIELDS):
            self.codes[number] = int(codes[number * 3 : number * 3 + 3], 16)
        for number in range(4):
            lies = trays[number : number + 1] == b"1"
            self.codes[FIELDS + number] = TRAY_ON if lies else TRAY_OFF

    def pressed(self) -> bool:
        """Is the button held?"""
        return self._scan[2] == b"1"

    def struck(self) -> bool:
        """Has anything hit the floor since this was asked last?"""
        struck, self._struck = self._struck, False
        return struck

    def glow(self, on: bool) -> None:
        """There is no lamp on a desk."""
