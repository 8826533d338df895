"""The serial line of the program itself: a byte in, a piece out, and never a pause.

Rule: ask first, then read or write. A read without a byte there would stop everything,
and so would a write to a house that does not take it.
"""

import select
import sys


class Wire:
    """Standard input and output, which on a Pico are the USB cable."""

    def __init__(self) -> None:
        # Elsewhere than on a Pico a buffer may lie between, which would hide bytes from poll.
        self._in = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        self._out = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
        self._ear, self._mouth = select.poll(), select.poll()
        self._ear.register(sys.stdin, select.POLLIN)
        self._mouth.register(sys.stdout, select.POLLOUT)

    def heard(self) -> int:
        """The next byte of the house, or -1."""
        for _, ready in self._ear.poll(0):
            if ready & select.POLLIN and (byte := self._in.read(1)):
                return byte[0]
        return -1

    def ready(self) -> bool:
        """Will a piece be taken?"""
        return any(ready & select.POLLOUT for _, ready in self._mouth.poll(0))

    def write(self, piece: memoryview) -> int:
        """Send a piece; how many bytes of it went. A USB buffer with room for a part only
        waits for the rest, half a second at most and once: then it is full, and not ready."""
        return self._out.write(piece) or 0
