"""Says what the firmware's pure files make of many inputs; every Python must say the same.

Run by ``test_pythons.py`` with the firmware's folder as its one argument.
"""

import sys

sys.path.insert(0, sys.argv[1])
sys.path.insert(1, sys.argv[1] + "/desktop")

import pn532
from chips import Chips
from learning import Learning, kept
from lines import Reader, decode, digits, encode, is_boot, is_number, is_utf8
from readers import Readers
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


def frames_of_readers(chance: Chance) -> None:
    for _ in range(300):
        said = bytes([chance.below(256) for _ in range(chance.below(12))])
        frame = pn532.framed(said)
        print(frame, pn532.turned(frame), pn532.is_ack(frame), is_utf8(said))
        print(pn532.answer(frame, 0), pn532.answer(said, 0), pn532.tags(said))
        number = bytes([chance.below(256) for _ in range((4, 7, 10)[chance.below(3)])])
        print(pn532.tags(b"\x01\x01\x00\x04\x08" + bytes([len(number)]) + number))


def readers(chance: Chance) -> None:
    """An evening of cards and codes, with everything that can go wrong."""
    words = (
        "-", "-", "04a2245c6f6180", "0411aabb", "0411aabb,04a2245c6f6180", "garbled", "hung",
        "unplugged",
    )  # fmt: skip
    codes = ("-", "-", "moon", "caf%c3%a9", "caf%e9", "=half", "%0d", "x" * 200)
    chips = Chips()
    shown = Readers(chips)
    lies = ["-", "-"]
    for ms in range(0, 60_000, 10):
        if chance.below(60) == 0:
            lies[chance.below(2)] = words[chance.below(len(words))]
        code = codes[chance.below(len(codes))] if chance.below(30) == 0 else "-"
        chips.at(ms, [word.encode() for word in (lies[0], lies[1], code)])
        for source, value, _ in shown.look(ms):
            print(encode(f"E 0badcafe {ms + 1} {ms} {source} {value}").decode())
    print(encode(f"B 0badcafe 1 1 beat {shown.words()}").decode())


for speak in (lines, frames, events, plate, frames_of_readers, readers):
    speak(Chance())
