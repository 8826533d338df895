"""A Pico with three multiplexers as the wiring says, for ``board.py`` under this Python.

Rule: it behaves as the chips do. A channel answers only while the enable line is low and
after the address had time to settle; nothing here is taken from the firmware's own table.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

WRAP = 1 << 30  # ms, where a Pico's count begins anew
SETTLE = 10  # us; before, the channel that was chosen last still answers
ADDRESS = (10, 11, 12, 13)  # GP numbers of S0 ... S3
ENABLE = 14
SIGNAL = {26: "a", 27: "b", 28: "c"}
PIEZO = 15
OFF = 1234  # code of a line that nobody drives
NOISE = (-3, 1, -1, 3)  # codes, of four readings one after the other


class Reset(BaseException):
    """The board went through a reset."""


class Pico:
    """What the chips do while the firmware runs; ``sensors`` is what they read."""

    def __init__(self, sensors: dict[tuple[str, int], int]) -> None:
        self.sensors = sensors
        self.levels: dict[Any, int] = {}
        self.us = (WRAP - 50) * 1000  # the count begins anew soon after the start
        self.fed: list[int] = []
        self.watchdog = 0
        self.interrupt: int | None = None
        self.lamp: list[int] = []
        self.fails_after = -1  # readings
        self.readings = 0
        self.edges: dict[Any, tuple[Callable[[Any], None], int, Any]] = {}
        self.selects: dict[int, Any] = {}  # select line of each chip on the bus
        self.bus: dict[str, Any] = {}  # how it was set up
        self.serial: dict[str, Any] = {}
        self.waiting = b""  # bytes of the scanner that nobody has read
        self.sent = b""  # bytes to the scanner
        self._chosen = self._before = 0
        self._chosen_at = 0

    def modules(self) -> dict[str, ModuleType]:
        """The modules of MicroPython that only a Pico has."""
        machine, time, micropython = (
            ModuleType(name) for name in ("machine", "time", "micropython")
        )
        machine.Pin, machine.ADC, machine.WDT = self._pin(), self._adc(), self._wdt()
        machine.SPI, machine.UART = self._spi(), self._uart()
        machine.unique_id = lambda: bytes.fromhex("e6614c311b4f7d2a")
        machine.reset = self._reset
        time.ticks_ms = lambda: self.us // 1000 % WRAP
        time.ticks_add = lambda ticks, more: (ticks + more) % WRAP
        time.ticks_diff = lambda a, b: (a - b + WRAP // 2) % WRAP - WRAP // 2
        time.sleep_ms = lambda ms: self.pass_by(ms * 1000)
        time.sleep_us = self.pass_by
        micropython.kbd_intr = lambda byte: setattr(self, "interrupt", byte)
        return {"machine": machine, "time": time, "micropython": micropython}

    def pass_by(self, us: int) -> None:
        self.us += us

    def drive(self, number: Any, level: int) -> None:
        """A pin is set; the address lines choose a channel, which takes its time."""
        self.levels[number] = level
        if number in ADDRESS:
            self._before, self._chosen_at = self._chosen, self.us
            self._chosen = sum(self.levels.get(pin, 0) << n for n, pin in enumerate(ADDRESS))
        if number in self.selects:
            self.selects[number].select(level == 0)
        if number == "LED":
            self.lamp.append(level)

    def strike(self) -> None:
        """The comparator pulls its line down and lets it go again. Its open collector lifts
        nothing: a line without a pull-up stays down, and knows no edge."""
        if self.levels.get(PIEZO) == 1 and PIEZO in self.edges:
            handler, trigger, pin = self.edges[PIEZO]
            if trigger & pin.IRQ_FALLING:
                handler(pin)

    def read(self, number: int) -> int:
        """What the converter makes of a signal line, widened to 16 bits as the port does."""
        self.readings += 1
        if self.readings == self.fails_after:
            raise OSError("the converter fell silent")
        channel = self._chosen if self.us - self._chosen_at >= SETTLE else self._before
        code = self.sensors.get((SIGNAL[number], channel), OFF)
        code = OFF if self.levels.get(ENABLE) != 0 else code + NOISE[self.readings % 4]
        code = min(4095, max(0, code))
        return code << 4 | code >> 8

    def _reset(self) -> None:
        raise Reset

    def _pin(self) -> type:
        pico = self

        class Pin:
            IN, OUT, PULL_UP = range(3)
            IRQ_FALLING, IRQ_RISING = 4, 8

            def __init__(
                self, number: Any, mode: int = 0, pull: int = 0, value: int = 0
            ) -> None:
                self.number = number
                if mode == Pin.OUT:
                    pico.drive(number, value)
                elif pull == Pin.PULL_UP:
                    pico.levels.setdefault(number, 1)

            def value(self, level: int | None = None) -> int | None:
                if level is not None:
                    pico.drive(self.number, level)
                return pico.levels[self.number]

            def irq(self, handler: Callable[[Any], None], trigger: int) -> None:
                pico.edges[self.number] = (handler, trigger, self)

        return Pin

    def _adc(self) -> type:
        pico = self

        class ADC:
            def __init__(self, pin: Any) -> None:
                self._number = pin.number

            def read_u16(self) -> int:
                return pico.read(self._number)

        return ADC

    def _spi(self) -> type:
        pico = self

        class SPI:
            """Whoever is selected hears, and says something; nobody else does."""

            def __init__(self, number: int, **set_up: Any) -> None:
                pico.bus = {name: getattr(it, "number", it) for name, it in set_up.items()}
                pico.bus["spi"] = number

            def write(self, said: bytes) -> None:
                for byte in said:
                    pico.clock(byte)

            def read(self, length: int) -> bytes:
                return bytes(pico.clock(0) for _ in range(length))

        return SPI

    def clock(self, byte: int) -> int:
        """A byte on the bus, out and in; at 1 MHz it takes 8 us."""
        self.pass_by(8_000_000 // self.bus["baudrate"])
        chosen = [chip for pin, chip in self.selects.items() if self.levels.get(pin) == 0]
        assert len(chosen) <= 1, "two chips are selected at once"
        return int(chosen[0].clock(byte)) if chosen else 255

    def _uart(self) -> type:
        pico = self

        class UART:
            def __init__(self, number: int, **set_up: Any) -> None:
                pico.serial = {name: getattr(it, "number", it) for name, it in set_up.items()}
                pico.serial["uart"] = number

            def any(self) -> int:
                return len(pico.waiting)

            def read(self, most: int) -> bytes | None:
                said, pico.waiting = pico.waiting[:most], pico.waiting[most:]
                return said or None

            def write(self, said: bytes) -> None:
                pico.sent += said

        return UART

    def _wdt(self) -> type:
        pico = self

        class WDT:
            def __init__(self, timeout: int) -> None:
                pico.watchdog = timeout

            def feed(self) -> None:
                pico.fed.append(pico.us // 1000)

        return WDT
