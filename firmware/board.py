"""The Pico itself: pins, converter, flash, clock, watchdog and the lamp.

Rule: with ``bus.py`` the only file that touches them. It reads and switches; it decides nothing.
``desktop/desk.py`` is its twin on a computer without any of these.
"""

import os
from binascii import hexlify
from time import sleep_ms, sleep_us, ticks_add, ticks_diff, ticks_ms

import bus
import machine
import micropython
import pins
from flash import Flash
from machine import ADC, Pin
from wire import Wire

RUN = "run"  # a file: with it nothing but the plug stops the program
WATCHDOG = 4000  # ms; a house that falls silent costs half a second, a write to flash less
WIDEN = 16  # the converter's 12 bits come as 16
ADDRESS_BITS = 4


class Board(Wire):
    """42 channels behind three multiplexers, a button, a knock sensor, readers, a lamp and a cable."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = hexlify(machine.unique_id()).decode()
        self.boot = hexlify(os.urandom(4)).decode()
        self.flash = Flash()
        self._button = Pin(pins.CALIBRATE, Pin.IN, Pin.PULL_UP)
        self._struck = False
        # The comparator's output can only pull down; with nothing connected the pin stays up.
        self._floor = Pin(pins.PIEZO, Pin.IN, Pin.PULL_UP)
        self._floor.irq(handler=self._strike, trigger=Pin.IRQ_FALLING)
        self.wires, self.port = bus.wires(), bus.Port()
        self._lamp = Pin("LED", Pin.OUT, value=0)
        self._lit = False
        self._dog = None
        self._wire_up()
        self._ms, self._last = 0, ticks_ms()
        self._due = self._last

    def _wire_up(self) -> None:
        numbers = (pins.MUX_S0, pins.MUX_S1, pins.MUX_S2, pins.MUX_S3)
        self._address = [Pin(number, Pin.OUT, value=0) for number in numbers]
        Pin(pins.MUX_ENABLE, Pin.OUT, value=0)  # active low: on from now on
        signals = {"a": pins.MUX_A, "b": pins.MUX_B, "c": pins.MUX_C}
        converters = {mux: ADC(Pin(number)) for mux, number in signals.items()}
        channels = list(pins.HALL_CHANNELS)
        channels += [channel[1:] for channel in pins.TRAY_CHANNELS]
        channels += [pins.MID_CHANNEL, pins.ZERO_CHANNEL]
        self.codes = [0] * len(channels)
        # By address, so that each is set once and settles for all three multiplexers.
        self._looks = []
        for address in sorted({channel for _, channel in channels}):
            levels = [address >> bit & 1 for bit in range(ADDRESS_BITS)]
            places = [
                (converters[mux].read_u16, place)
                for place, (mux, channel) in enumerate(channels)
                if channel == address
            ]
            self._looks.append((levels, places))

    def guard(self) -> None:
        """From now on a Ctrl-C is a byte like any other, and a standstill ends in a reset.
        Both only with the file ``run``: else a broken program could not be replaced."""
        if self.flash.has(RUN):
            micropython.kbd_intr(-1)
            self._dog = machine.WDT(timeout=WATCHDOG)

    def wait(self, meanwhile) -> None:  # noqa: ANN001 (a plain function)
        """Until the next look is due. What was missed stays missed."""
        while ticks_diff(self._due, ticks_ms()) > 0:
            meanwhile()
            sleep_ms(1)
        now = ticks_ms()
        late = ticks_diff(now, self._due) >= pins.PERIOD_MS
        self._due = ticks_add(now if late else self._due, pins.PERIOD_MS)
        self._feed()

    def now(self) -> int:
        """Milliseconds since the start. The Pico's own count begins anew after twelve
        days; this one does not, as long as somebody asks at least once in six."""
        ticks = ticks_ms()
        self._ms += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._ms

    def scan(self) -> None:
        """Look at every channel; the averaged 12-bit codes stand in ``codes``: fields row
        by row, trays, half of the supply, ground."""
        codes, samples = self.codes, range(pins.SAMPLES)
        share = WIDEN * pins.SAMPLES
        for levels, places in self._looks:
            for pin, level in zip(self._address, levels):
                pin.value(level)
            sleep_us(pins.SETTLE_US)
            for read, place in places:
                total = 0
                for _ in samples:
                    total += read()
                codes[place] = total // share

    def write(self, piece: memoryview) -> int:
        """Send a piece; a slow house may make many of them slow, so the dog is fed."""
        self._feed()
        return super().write(piece)

    def pressed(self) -> bool:
        """Is the button held? It pulls its pin to ground."""
        return self._button.value() == 0

    def struck(self) -> bool:
        """Has anything hit the floor since this was asked last?"""
        if not self._struck:  # looked at first: what strikes just now waits for the next time
            return False
        self._struck = False
        return True

    def glow(self, on: bool) -> None:
        """The lamp on the Pico; set only when it changes, for on a Pico W that takes long."""
        if on != self._lit:
            self._lit = on
            self._lamp.value(on)

    def restart(self) -> None:
        """As if the plug had been pulled."""
        machine.reset()

    def _strike(self, _: Pin) -> None:
        # Comes in the middle of anything, so it makes nothing and decides nothing.
        self._struck = True

    def _feed(self) -> None:
        if self._dog:
            self._dog.feed()
