"""Two readers beside the board, and what carries labels: stickers on the chips, codes on a die.

Rule: a reader of stickers says what lies there and when that changes; a scanner says a text
whenever it reads one, and never that it is gone.
"""

from __future__ import annotations

from collections import deque
from random import Random

from msgspec import Struct

from companion.simulator.box import SYMBOLS
from companion.vocabulary import Signal
from companion.vocabulary.tags import label

STICKERS, CODES = "nfc/0", "code/0"
NOTHING = "-"
MAKER = "04"  # begins the numbers of NXP's stickers (ISO 7816-6)
REST = 6  # bytes that follow
DIE = ((1, "1"), (2, "2-1"), (2, "2-2"), (3, "3-1"), (3, "3-2"), (4, "4"))  # page 3


class Labels(Struct, frozen=True):
    """The number of the sticker on each chip, by the symbol that is printed there, and the
    texts of the codes on the sides of the die, by the face that they stand for."""

    chips: dict[str, str]
    sides: dict[int, tuple[str, ...]]


def labelled(rng: Random) -> Labels:
    """Stickers out of a bag, one on each chip; the die bears printed labels of our own."""
    chips: dict[str, str] = {}
    while len(chips) < len(SYMBOLS):
        number = MAKER + rng.randbytes(REST).hex()
        if number not in chips.values():
            chips[SYMBOLS[len(chips)]] = number
    faces = sorted({face for face, _ in DIE})
    sides = {
        face: tuple(label(f"labyrinth/die/{side}") for one, side in DIE if one == face)
        for face in faces
    }
    return Labels(chips, sides)


class Readers:
    """One reader of stickers, ``nfc/0``, on which one thing lies at most, and one scanner,
    ``code/0``."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.lying = NOTHING
        self._told = NOTHING
        self._held: deque[str] = deque()

    def lay(self, number: str) -> None:
        """A sticker is laid there; what lay there is taken away by the other hand."""
        self.lying = number

    def take(self, number: str) -> None:
        """It is taken away, if it still lies there."""
        if self.lying == number:
            self.lying = NOTHING

    def hold(self, text: str) -> None:
        """A code is held before the scanner."""
        self._held.append(text)

    def scanned(self) -> str:
        """The next text that the scanner reads, or ``-``."""
        return self._held.popleft() if self._held else NOTHING

    def step(self, now: int) -> list[Signal]:
        """What both say, as wires would."""
        said = []
        if self.lying != self._told:
            self._told = self.lying
            said.append(Signal(STICKERS, self.lying, now))
        while (text := self.scanned()) != NOTHING:
            said.append(Signal(CODES, text, now))
        return said
