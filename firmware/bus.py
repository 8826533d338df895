"""The wires to whatever a piece can be shown to: SPI for card readers, a UART for the scanner.

Rule: with ``board.py`` the only file that touches pins. It carries bytes and knows none.
Its twin on a computer is ``desktop/chips.py``.
"""

import pins
from machine import SPI, UART, Pin

HERTZ = 1_000_000  # a PN532 bears 5 MHz, but on a Pico reads went wrong at that speed
BAUD = 9600  # a GM65 as it comes, 8N1
BUFFER = 256  # bytes of the scanner that wait while flash is written: a quarter of a second

READERS = ((pins.NFC_CS, pins.NFC_RESET), (pins.NFC_B_CS, pins.NFC_B_RESET))


class Wire:
    """One card reader on the bus: its select line and its reset pin, both active low."""

    def __init__(self, spi: SPI, select: int, reset: int) -> None:
        self._spi = spi
        self._select = Pin(select, Pin.OUT, value=1)
        self._running = Pin(reset, Pin.OUT, value=0)

    def select(self, on: bool) -> None:
        """Pull its select line down, or let go."""
        self._select.value(0 if on else 1)

    def run(self, on: bool) -> None:
        """Let it run, or hold it in reset."""
        self._running.value(1 if on else 0)

    def exchange(self, said: bytes, more: int) -> bytes:
        """Say this, then hear so many bytes, with the highest bit first."""
        self.select(True)
        self._spi.write(said)
        heard = self._spi.read(more) if more else b""
        self.select(False)
        return heard


class Port:
    """The scanner's serial wire; it never waits."""

    def __init__(self) -> None:
        receive = Pin(pins.SCANNER_RX, Pin.IN, Pin.PULL_UP)  # quiet where nobody is
        send = Pin(pins.SCANNER_TX)
        self._uart = UART(0, baudrate=BAUD, tx=send, rx=receive, rxbuf=BUFFER)

    def read(self, most: int) -> bytes:
        """What has come, up to so many bytes."""
        waiting = self._uart.any()
        return self._uart.read(min(most, waiting)) or b"" if waiting else b""

    def write(self, said: bytes) -> None:
        """A few bytes; they wait in a buffer until the wire has taken them."""
        self._uart.write(said)


def wires() -> list[Wire]:
    """Every card reader of this build, all of them let go of and held in reset."""
    # Where nobody answers the line stays up: that is read as nothing, not as noise.
    miso = Pin(pins.NFC_MISO, Pin.IN, Pin.PULL_UP)
    sck, mosi = Pin(pins.NFC_SCK), Pin(pins.NFC_MOSI)
    spi = SPI(0, baudrate=HERTZ, polarity=0, phase=0, sck=sck, mosi=mosi, miso=miso)
    return [Wire(spi, select, reset) for select, reset in READERS]
