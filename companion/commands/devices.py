"""The bridge to each kind of device that companion.toml can name.

Rule: what a bridge needs is imported only where its wire is named, and a library that is
not there never stops the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from companion import settings
from companion.commands.plates import Put
from companion.vocabulary import Condition, Signal


class Bridge(Protocol):
    """What brings signals in."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class Device(Bridge, Protocol):
    """A bridge to something that is plugged in."""

    @property
    def sources(self) -> tuple[str, ...]: ...
    def condition(self) -> Condition: ...


@runtime_checkable
class Learner(Protocol):
    """A device that does what it is asked to, and tells what came of it."""

    def ask(self, word: str) -> int: ...
    def reply(self, number: int) -> str | None: ...


class Missing:
    """A wire whose library is not installed: it stays absent, and says why."""

    sources: tuple[str, ...] = ("hall",)

    def __init__(self, put: Put, name: str, wrong: ImportError) -> None:
        self._put, self._name = put, name
        self._said = Condition(why="chip", values={"text": f"{wrong.name} is not installed"})

    def start(self) -> None:
        told = {"state": "absent", "why": self._said.why, "values": self._said.values}
        self._put(Signal(f"wire/{self._name}", told, 0))

    def stop(self) -> None:
        """There is nothing to let go of."""

    def condition(self) -> Condition:
        return self._said


def built(
    name: str,
    wire: settings.Wire,
    put: Put,
    now: Callable[[], int],
    pins: Mapping[str, int],
    marks: Mapping[str, int],
) -> Device | None:
    """The bridge to a device; None where it needs none."""
    try:
        match wire:
            case settings.Pico(port, serial):
                from companion.bridges.pico import Pico  # noqa: PLC0415 - only where it is named

                return Pico(put, now, name=name, port=port, serial=serial, marks=marks)
            case settings.Scanner(port, serial, baud):
                from companion.bridges.scanner import Scanner  # noqa: PLC0415 - as above

                return Scanner(put, now, name=name, port=port, serial=serial, baud=baud)
            case settings.Pins():
                from companion.bridges.gpio import Pins  # noqa: PLC0415 - as above

                return Pins(put, now, name=name, pins=pins)
    except ImportError as wrong:
        return Missing(put, name, wrong)
    return None
