"""A plate that only talks: real bytes on a pseudo-terminal, a hundred frames a second.

One process of its own, so that only the service is measured. It says hello when asked,
repeats nothing, and tells of what happens when told to, a die that is rolled or a sticker that
is laid on a reader; the moment before its bytes go out is kept.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
import tty
from pathlib import Path
from random import Random

from companion.bridges.frames import encode

BOOT = "7c1e90ab"
CORNERS = (0, 5, 30, 35)  # places of the corner fields in a frame
ABOUT = (
    "protocol=1 firmware=1.0.0 board=plate id=bench hall=36 trays=nw,ne,sw,se rate=100 ring=64"
)
FRAMES = 500  # that are made beforehand and said again and again


class Plate:
    """``port`` can be opened by a service."""

    def __init__(self) -> None:
        ours, self._line = os.openpty()
        tty.setraw(self._line)
        self.port = os.ttyname(self._line)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.plate", str(ours)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=(ours,), text=True,
        )  # fmt: skip
        os.close(ours)

    def roll(self, face: int) -> None:
        """The die rolls, and comes to rest on a face."""
        self._tell(f"die/0 ~{face}")
        self._tell(f"die/0 {face}")

    def lay(self, number: str) -> None:
        """This sticker lies on the reader by now; ``-``: nothing does."""
        self._tell(f"nfc/0 {number}")

    def _tell(self, event: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{event}\n")
        self._process.stdin.flush()

    def close(self) -> list[float]:
        """Unplug it: when the bytes of each event went out (monotonic, s)."""
        told, _ = self._process.communicate()
        os.close(self._line)
        times: list[float] = json.loads(told)
        return times


class _Board:
    """What happens in the other process."""

    def __init__(self, line: int) -> None:
        self._line, self._began = line, time.monotonic()
        self._frames, self._events, self._beat = 0, 0, 0.0
        self._times: list[float] = []
        chance = Random(1)
        self._codes = [_codes(chance) for _ in range(FRAMES)]

    def run(self) -> None:
        selector = selectors.DefaultSelector()
        selector.register(self._line, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        due = time.monotonic()
        while True:
            for key, _ in selector.select(max(0.0, due - time.monotonic())):
                if key.fileobj is sys.stdin:
                    told = os.read(key.fd, 4096)  # whole lines, for each is written at once
                    if not told:
                        return
                    for event in told.decode().splitlines():
                        self._tell(event)
                elif b"?" in os.read(self._line, 4096):
                    self._hello()
            if time.monotonic() >= due:
                due += 0.01
                self._frame()

    def told(self) -> str:
        return json.dumps(self._times)

    def _say(self, kind: str, number: int, what: str) -> None:
        ms = int(1000 * (time.monotonic() - self._began))
        os.write(self._line, encode(f"{kind} {BOOT} {number} {ms} {what}"))

    def _hello(self) -> None:
        self._say("H", 0, f"hello {ABOUT}")
        for tray in ("nw", "ne", "sw", "se"):
            self._say("S", self._events, f"drop/{tray} 0")

    def _tell(self, event: str) -> None:
        self._events += 1
        self._times.append(time.monotonic())
        self._say("E", self._events, event)

    def _frame(self) -> None:
        self._frames += 1
        self._say("F", self._frames, f"hall {self._codes[self._frames % FRAMES]}")
        if self._frames % 20 == 0:
            self._say("B", self._events, "beat kept=0 dropped=0 bad=0 slow=4")


def _codes(chance: Random) -> str:
    codes = [2048 + chance.randint(-3, 3) + 245 * (n in CORNERS) for n in range(36)]
    return "".join(f"{code:03x}" for code in codes)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    board = _Board(int(sys.argv[1]))
    board.run()
    print(board.told())
