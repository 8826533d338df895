"""Strikes the floor of ``board.py`` in MicroPython while there is no memory to be had.

Run by ``test_board.py`` with the firmware's folder as its one argument. A handler that
made anything would end in a MemoryError here.
"""

import sys

import micropython

sys.path.insert(0, sys.argv[1])

handlers = []


class Pin:
    """Hands its handler over to whoever strikes."""

    IN, OUT, PULL_UP, IRQ_FALLING = 0, 1, 2, 4

    def __init__(self, *_: int, **__: int) -> None:
        """A pin of any kind."""

    def irq(self, handler: object, **_: int) -> None:
        handlers.append(handler)


class ADC:
    """A converter that nobody asks."""

    def __init__(self, _: Pin) -> None:
        self.read_u16 = int


class Wire:
    """A bus or a serial wire that nobody uses."""

    def __init__(self, *_: int, **__: int) -> None:
        """Of any kind."""


class Machine:
    """As much of it as a board asks for when it begins."""

    Pin, ADC, SPI, UART = Pin, ADC, Wire, Wire

    def unique_id(self) -> bytes:
        return b"\x01"


def strike(board: object) -> tuple:
    """What the board says of one strike, asked twice; nothing may be made meanwhile."""
    micropython.heap_lock()
    try:
        handlers[0](None)
        struck = board.struck()
        again = board.struck()
    finally:
        micropython.heap_unlock()
    return struck, again


sys.modules["machine"] = Machine()
board = __import__("board").Board()
print(board.struck(), *strike(board))
