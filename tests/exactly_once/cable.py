"""A bad cable between the board and the house, and somebody who counts what it lets through.

Rule: lines are lost, doubled, delayed past others, cut at a random byte, changed by one
byte, or the plug falls out in the middle of one. All by the chance that is handed in.
"""

from __future__ import annotations

import re
from random import Random
from zlib import crc32

WHOLE = re.compile(rb"\$([^$*\n]*)\*([0-9a-f]{8})\r?(?=\n)")

LOST, DOUBLED, DELAYED, CUT, CHANGED = 0.02, 0.03, 0.03, 0.01, 0.02  # shares of lines
TORN = 0.0005  # share of lines in which the plug falls out
LATE = 6  # lines that may overtake a delayed one


class Cable:
    """One direction. ``harm`` scales all that goes wrong; 0 is a good cable."""

    def __init__(self, chance: Random) -> None:
        self.harm = 1.0
        self.harmed = 0  # lines that did not come out as they went in
        self.is_torn = False
        self.lost = b""  # how a line begins that is to be lost once
        self._chance = chance
        self._rest = b""
        self._delayed: list[tuple[int, bytes]] = []

    def carry(self, data: bytes) -> bytes:
        """What comes out at the other end by now."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        out = b""
        for line in lines:
            worn = self._worn(line + b"\n")
            self.harmed += worn != line + b"\n"
            out += worn + self._late()
            if self.is_torn:
                return out
        if not self.harm:
            out += b"".join(line for _, line in self._delayed)
            self._delayed = []
        return out

    def replug(self) -> None:
        """What was on the way is lost."""
        self.is_torn, self._rest, self._delayed = False, b"", []

    def _worn(self, line: bytes) -> bytes:
        if self.lost and line.startswith(self.lost):
            self.lost = b""
            return b""
        chance, place = self._chance, self._chance.randrange(len(line))
        fate = chance.random() / self.harm if self.harm else 1.0
        for share, worn in (
            (LOST, b""),
            (DOUBLED, line + line),
            (CUT, line[:place]),
            (CHANGED, line[:place] + bytes([chance.randrange(256)]) + line[place + 1 :]),
        ):
            if fate < share:
                return worn
            fate -= share
        if fate < DELAYED:
            self._delayed.append((chance.randint(1, LATE), line))
            return b""
        if fate < DELAYED + TORN:
            self.is_torn = True
            return line[:place]
        return line

    def _late(self) -> bytes:
        due = [line for left, line in self._delayed if left == 0]
        self._delayed = [(left - 1, line) for left, line in self._delayed if left]
        return b"".join(due)


class Count:
    """How many whole lines, and events after a hello, came out at the end of the cable,
    read in the plainest way."""

    def __init__(self) -> None:
        self.lines = self.events = 0
        self._heard = b""

    def hear(self, data: bytes) -> None:
        """Bytes as the house got them."""
        self._heard += data

    def settle(self) -> None:
        """The port was closed: half a line will never be whole."""
        is_known = False
        for body, checksum in WHOLE.findall(self._heard):
            if checksum == b"%08x" % crc32(body):
                self.lines += 1
                is_known = is_known or body.startswith(b"H ")
                self.events += is_known and body.startswith(b"E ")
        self._heard = b""
