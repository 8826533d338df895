"""The Pi's own pins in use: rows that are powered, columns and trays that are read.

Rule: gpiozero is known here alone, and only lgpio below it, by name: its own search would
fall back to another way without a word. Pins are claimed without edges or bounce times;
they are looked at. What cannot be had is a ``Trouble``, never an exception.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from importlib import import_module
from typing import Any

from gpiozero import (
    DigitalOutputDevice,
    GPIOPinInUse,
    GPIOZeroError,
    InputDevice,
)
from msgspec import Struct

from companion.bridges.matrix import Wiring
from companion.geometry import COLUMNS, FIELDS, table

SETTLE = table()["pi"]["settle"]  # us
BLANK = table()["pi"]["blank"]  # us
SECOND = 1e6  # us
BUSY = "GPIO busy"  # as lgpio says it of a pin that another program holds


class Trouble(Struct, frozen=True):
    """Why there are no pins: ``chip`` with a text, or ``taken`` with a pin."""

    why: str
    values: dict[str, str | int]


def lgpio() -> Any:
    """The pins of this computer; every other way to them is left alone."""
    return import_module("gpiozero.pins.lgpio").LGPIOFactory()


class Chip:
    """Every pin of the matrix, claimed."""

    def __init__(self, wiring: Wiring, devices: dict[int, Any], held: ExitStack) -> None:
        width = len(COLUMNS)
        self._held = held
        self._columns = [devices[pin] for pin in wiring.columns]
        self._trays = [(source, devices[pin]) for source, pin in wiring.trays.items()]
        self._rows = [
            (
                [f"hall/{field}" for field in FIELDS[width * row : width * (row + 1)]],
                devices[pin],
            )
            for row, pin in enumerate(wiring.rows)
        ]

    def read(
        self, sleep: Callable[[float], None], settle: int = SETTLE, blank: int = BLANK
    ) -> dict[str, int]:
        """One look at everything, row by row; 1 where a switch is closed."""
        levels: dict[str, int] = {}
        for sources, row in self._rows:
            row.on()
            sleep(settle / SECOND)
            for source, column in zip(sources, self._columns, strict=True):
                levels[source] = column.value
            row.off()
            sleep(blank / SECOND)
        for source, tray in self._trays:
            levels[source] = tray.value
        return levels

    def close(self) -> None:
        """Let go of all pins; no row stays powered."""
        _close(self._held)


def opened(make: Callable[[], Any], wiring: Wiring) -> Chip | Trouble:
    """The pins of a factory that is made now, or why they cannot be had."""
    try:
        factory = make()
    except refusals() as error:
        return no_chip(error)
    held, devices = ExitStack(), dict[int, Any]()
    held.callback(factory.close)
    for pin in (*wiring.rows, *wiring.columns, *wiring.trays.values()):
        device = _claimed(_row if pin in wiring.rows else _line, pin, factory)
        if isinstance(device, Trouble):
            _close(held)
            return device
        devices[pin] = held.enter_context(device)
    return Chip(wiring, devices, held)


def refusals() -> tuple[type[Exception], ...]:
    """What is raised when lgpio is missing, or by it, or by the kernel."""
    # Looked up and not imported: its import leaves a file in the working directory.
    error = getattr(sys.modules.get("lgpio"), "error", OSError)
    return GPIOZeroError, OSError, ImportError, error


def no_chip(error: Exception) -> Trouble:
    """There are no pins at all, in the words of who refused them."""
    return Trouble("chip", {"text": str(error).strip("'")})


def _claimed(device: Callable[[int, Any], Any], pin: int, factory: Any) -> Any:
    try:
        return device(pin, factory)
    except refusals() as error:
        if isinstance(error, GPIOPinInUse) or BUSY in str(error):
            return Trouble("taken", {"pin": pin})
        return no_chip(error)


def _close(held: ExitStack) -> None:
    with suppress(*refusals()):  # a chip that went away cannot be let go of, either
        held.close()


def _row(pin: int, factory: Any) -> Any:
    return DigitalOutputDevice(pin, active_high=False, pin_factory=factory)


def _line(pin: int, factory: Any) -> Any:
    return InputDevice(pin, pull_up=True, pin_factory=factory)
