"""Opens the wires for some seconds, as the companion itself would, and keeps what they say.

Rule: no event is acknowledged, so the board keeps each for the companion. Whatever was
opened is closed again, however the look ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from companion.commands.bridges import Bridges, Device
from companion.settings import Pins, Settings, Wire
from companion.vocabulary import Condition, Signal

PATIENCE = 4.0  # s for a wire to open and to begin; a board answers within one
GLANCE = 0.05  # s between two looks whether all have begun


class Heard(Struct, frozen=True):
    """What came of one wire. ``began`` and ``ended`` are its conditions around the look,
    ``signals`` all it said, and those from ``since`` on belong to the look itself."""

    began: Condition
    ended: Condition
    signals: tuple[Signal, ...] = ()
    since: int = 0

    @property
    def fresh(self) -> tuple[Signal, ...]:
        """What was said during the look."""
        return tuple(signal for signal in self.signals if signal.at >= self.since)

    def counted(self, word: str) -> int:
        """How much a counter rose during the look."""
        return self.ended.counters.get(word, 0) - self.began.counters.get(word, 0)


class Ear:
    """Keeps what one wire says, and answers nothing."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []

    def put(self, word: Any, _: Any = None, /) -> None:
        if isinstance(word, Signal):
            self.signals.append(word)


def listen(wires: Mapping[str, Wire], settings: Settings, seconds: float) -> dict[str, Heard]:
    """Every wire that is a device, by its name, heard for so many seconds."""
    ears = {name: Ear() for name in wires}
    with _opened(wires, ears, settings) as (devices, now):
        _wait(devices)
        since, began = now(), {name: one.condition() for name, one in devices.items()}
        if any(condition.state == "live" for condition in began.values()):
            time.sleep(seconds)
        ended = {name: one.condition() for name, one in devices.items()}
        signals = {name: tuple(ears[name].signals) for name in devices}
    return {n: Heard(began[n], ended[n], signals[n], since) for n in devices}


@contextmanager
def _opened(
    wires: Mapping[str, Wire], ears: Mapping[str, Ear], settings: Settings
) -> Iterator[tuple[dict[str, Device], Callable[[], int]]]:
    now = _clock()
    devices = {
        name: device
        for name, wire in wires.items()
        for device in _built(name, wire, ears[name], settings, now)
    }
    if any(isinstance(wire, Pins) for wire in wires.values()):
        _load_lgpio()
    for device in devices.values():
        device.start()
    try:
        yield devices, now
    finally:
        for device in devices.values():
            device.stop()


def _clock() -> Callable[[], int]:
    start = time.monotonic()
    return lambda: int(1000 * (time.monotonic() - start))


def _load_lgpio() -> None:
    """It makes a pipe in the folder where it is loaded, and leaves it: so not in this one."""
    with (
        TemporaryDirectory(prefix="companion-doctor-") as folder,
        chdir(folder),
        suppress(ImportError, OSError),  # then the bridge will say so
    ):
        import_module("lgpio")


def _built(
    name: str, wire: Wire, ear: Ear, settings: Settings, now: Callable[[], int]
) -> Iterator[Device]:
    """The bridge that the companion would take; each for itself, so that all plates are heard."""
    pins, nowhere = settings.pins, Path()
    bridges = Bridges({name: wire}, ear.put, now, nowhere, pins=pins, marks={})
    yield from bridges.devices.values()


def _wait(devices: Mapping[str, Device]) -> None:
    """Until each has begun, or says why it cannot."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not all(_begun(one) for one in devices.values()):
        time.sleep(GLANCE)


def _begun(device: Device) -> bool:
    condition = device.condition()
    return condition.state == "live" or bool(condition.why)
