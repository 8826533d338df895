"""Says what the firmware's pure files make of many inputs; every Python must say the same.

Run by ``test_pythons.py`` with the firmware's folder as its one argument.
"""

import sys

sys.path.insert(0, sys.argv[1])

from learning import Learning, kept
from lines import Reader, decode, digits, encode, is_boot, is_number
from ring import Ring
from trays import Trays


class Chance:
    """The same numbers in every Python."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, limit: int) -> int:
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit


class Memory:
    """A flash that forgets when the program ends."""

    def __init__(self) -> None:
        self.files = {}

    def load(self, name: str) -> bytes:
        return self.files.get(name, b"")

    def save(self, name: str, kept: bytes) -> None:
        self.files[name] = kept

    def append(self, name: str, more: bytes) -> None:
        self.files[name] = self.load(name) + more


def lines(chance: Chance) -> None:
    reader = Reader()
    for round in range(300):
        line = encode(f"A 1234abcd {chance.below(1000)}")
        if round % 2:
            place = chance.below(len(line))
            line = line[:place] + bytes([chance.below(256)]) + line[place + 1 :]
        for byte in line:
            said = reader.hear(byte)
            if said is not None:
                print(said)
    print(reader.bad, decode(b"$?*3fbf0bd3"), decode(b"$*00000000"), decode(b""))
    for word in (
        "0",
        "00",
        "01",
        "7",
        "",
        "-1",
        "1 ",
        "9" * 15,
        "9" * 16,
        "1234abcd",
        "1234ABCD",
    ):
        print(word, is_number(word), is_boot(word))


def frames(chance: Chance) -> None:
    for _ in range(50):
        print(digits([chance.below(4096) for _ in range(42)]))


def events(chance: Chance) -> None:
    flash = Memory()
    for life in range(4):
        boot = f"{life:08x}"
        ring = Ring(boot, flash)
        for ms in range(0, 4000, 20):
            what = chance.below(10)
            if what < 6:
                print(ring.add(ms, "button/0" if what < 2 else "drop/nw", "1", what < 2))
            elif what == 6:
                ring.take(f"{chance.below(life + 1):08x}", chance.below(ring.newest + 5))
            elif ring.is_due(ms):
                print(len(ring), ring.newest, b"".join(ring.lines(ms)).decode())
    print(flash.files)


def plate(chance: Chance) -> None:
    for wild in (2, 15, 45, 200):
        learning, verdict = Learning(), ""
        while not verdict:
            verdict = learning.see([2048 + chance.below(wild) for _ in range(42)])
        flash = Memory()
        learning.keep(flash)
        print(wild, verdict, kept(flash))
    trays = Trays(0)
    for _ in range(200):
        print(trays.see([chance.below(4096) for _ in range(4)]), trays.levels)


for speak in (lines, frames, events, plate):
    speak(Chance())
