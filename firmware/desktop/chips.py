"""The wires of a desk: two PN532 chips on one bus and a scanner, told by words of the pipe.

Rule: it behaves as ``bus.py`` does, so that the firmware above it is the very same. Two chips
that are selected at once are a fault of the firmware, and end the program.
"""

import gm65_chip
import pn532_chip

NOTHING = b"-"
ABSENT = b"unplugged"


class Wire:
    """One of the chips on the bus."""

    def __init__(self, chips: list[pn532_chip.Chip], number: int) -> None:
        self._chips, self._chip = chips, chips[number]

    def select(self, on: bool) -> None:
        """Its select line goes down or up."""
        self._chip.select(on)
        if sum(chip.selected for chip in self._chips) > 1:
            raise ValueError("two chips are selected at once on the bus")

    def run(self, on: bool) -> None:
        """Its reset pin goes up or down."""
        self._chip.run(on)

    def exchange(self, said: bytes, more: int) -> bytes:
        """Bytes out and in, one after the other."""
        self.select(True)
        for byte in said:
            self._chip.clock(byte)
        heard = bytes([self._chip.clock(0) for _ in range(more)])
        self.select(False)
        return heard


class Chips:
    """What lies on each card reader, and what is shown to the scanner."""

    def __init__(self) -> None:
        self._chips = [pn532_chip.Chip(), pn532_chip.Chip()]
        self.wires = [Wire(self._chips, number) for number in range(2)]
        self.port = gm65_chip.Chip()

    def at(self, ms: int, words: list[bytes]) -> None:
        """The next look: two words for the card readers, one for the scanner. A pipe that
        says none has no readers."""
        one, other, code = words or (ABSENT, ABSENT, NOTHING)
        for chip, word in zip(self._chips, (one, other)):
            chip.ms = ms
            _lay(chip, word.decode())
        self.port.at(ms)
        if code != NOTHING:
            self._show(_bytes(code))

    def _show(self, code: bytes) -> None:
        if code[:1] == b"=":
            self.port.send(code[1:])
        else:
            self.port.show(code)


def _lay(chip: pn532_chip.Chip, word: str) -> None:
    if word == "unplugged":
        chip.unplug()
        return
    chip.plugged, chip.garbles = True, word == "garbled"
    if word == "hung":
        chip.hangs = True
    elif word != "garbled":
        chip.lay([] if word == "-" else word.split(","))


def _bytes(word: bytes) -> bytes:
    """``%`` and two hex digits stand for a byte that a word cannot hold."""
    first, *rest = word.split(b"%")
    for part in rest:
        first += bytes([int(part[:2], 16)]) + part[2:]
    return first
