"""One card reader, a PN532 on the SPI bus: asked again and again what lies on it.

Rule: a turn is a few short transfers and never waits; what is not ready is looked at in the
next turn. Where sums or words are wrong nothing is believed, and after a second of that the
reader is reset by its pin.
"""

import pn532
from presence import Presence

ABSENT, WORKS, HUNG = 0, 1, 2
UNKNOWN = -1  # nothing to tell yet

LOW = 100  # ms the reset pin is held low, and after it until the chip is asked; 2 would do,
AWAKE = 100  # but so a beat tells in any case that the reader hangs
SOON = 50  # ms until the chip says that it understood; it takes less than one
LATE = 300  # ms until it answers; three tries to find a tag take some 20
HANGS = 1000  # ms without anything right after which a reader is reset
TRIES = 300  # ms to set one up; nobody who is there needs so long
AGAIN = 2000  # ms from one look for a reader that is not there to the next
RUBBISH = 500  # ms from one attempt with a reader that talks rubbish to the next
MOST = 999_999  # counts stop here: the beat has only so much room
ROUND = (pn532.LIST, pn532.REST)


class CardReader:
    """``turn`` is called again and again; it tells what lies there whenever that changes."""

    def __init__(self, wire) -> None:  # noqa: ANN001 (a board's or a desk's)
        self.state = UNKNOWN
        self.errors = self.resets = 0
        self._wire = wire
        self._presence = Presence()
        self._turn = self._reset
        self._calm = 0  # ms, until when there is nothing to do
        self._until = 0  # ms, until when what we wait for may come
        self._right_at = 0
        self._commands, self._place = pn532.SET_UP, 0
        self._noisy = False  # something was heard, if not the right thing

    def turn(self, ms: int) -> str:
        """A little more of the talk; what lies there now, if that is new."""
        return "" if self.is_calm(ms) else self._turn(ms) or ""

    def is_calm(self, ms: int) -> bool:
        """Has it nothing to do, so that another may have its turn?"""
        return ms < self._calm

    def rest(self) -> None:
        """Let go of the bus."""
        self._wire.select(False)

    # From the reset to the first answer.

    def _reset(self, ms: int) -> None:
        self._wire.run(False)
        self._calm, self._turn = ms + LOW, self._release

    def _release(self, ms: int) -> None:
        self._wire.run(True)
        self._calm, self._turn = ms + AWAKE, self._wake

    def _wake(self, ms: int) -> None:
        """Its select line wakes the chip. It stays low until the next look at any reader,
        some 10 ms; the chip needs 2."""
        self._wire.select(True)
        self._commands, self._place, self._right_at = pn532.SET_UP, 0, ms
        self._noisy, self._turn = False, self._ask

    # A command, its acknowledgement, its answer.

    def _ask(self, ms: int) -> None:
        frame = pn532.framed(self._commands[self._place])
        self._wire.exchange(pn532.turned(bytes([pn532.WRITE]) + frame), 0)
        self._until, self._turn = ms + SOON, self._acknowledged

    def _acknowledged(self, ms: int) -> None:
        said = self._read(ms, 6)
        if said and pn532.is_ack(said):
            self._until, self._turn = ms + LATE, self._answered
        elif said:
            self._fail(ms)

    def _answered(self, ms: int) -> str:
        said = self._read(ms, pn532.LONGEST)
        if not said:
            return ""
        command = self._commands[self._place]
        told = pn532.answer(said, command[0])
        lying = pn532.tags(told) if told is not None and command == pn532.LIST else []
        if told is None or lying is None:
            self._fail(ms)
            return ""
        self._right_at = ms
        self._go_on()
        self._ask(ms)
        return self._presence.see(lying, ms) if command == pn532.LIST else ""

    def _read(self, ms: int, length: int) -> bytes:
        """What the chip has ready; nothing where it has not, and then it may be too late."""
        status = self._wire.exchange(pn532.turned(bytes([pn532.STATUS])), 1)[0]
        if not pn532.turned(bytes([status]))[0] & pn532.READY:
            self._noisy = self._noisy or status != 0
            if ms >= self._until:
                self._fail(ms)
            return b""
        said = pn532.turned(self._wire.exchange(pn532.turned(bytes([pn532.READ])), length))
        self._noisy = self._noisy or any(byte not in (0, 255) for byte in said)
        return said

    def _go_on(self) -> None:
        self._place += 1
        if self._place == len(self._commands):
            self._place = 0
            if self._commands is pn532.SET_UP:
                self._commands, self.state = ROUND, WORKS

    # What goes wrong.

    def _fail(self, ms: int) -> None:
        """Ask anew: a new command ends the one before it. Not for ever."""
        self._turn = self._ask
        silent = ms - self._right_at
        if self._commands is pn532.SET_UP:
            if silent >= TRIES:
                self._give_up(ms)
            return
        self.errors = min(MOST, self.errors + 1)
        if silent >= HANGS:
            self._hang()
            self._turn = self._reset

    def _give_up(self, ms: int) -> None:
        if self._noisy:
            self._hang()
        else:
            self.state = ABSENT
        self._calm = ms + (RUBBISH if self._noisy else AGAIN)
        self._turn = self._reset

    def _hang(self) -> None:
        self.state = HUNG
        self.resets = min(MOST, self.resets + 1)
