"""What wires say, and how they are."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Signal(Struct, frozen=True):
    """What a wire said: ``hall`` (a frame), ``drop/nw``, ``die/0``, ``tablet/…``."""

    source: str
    value: Any
    at: int
    device_at: int | None = None
    boot: str | None = None
    sequence: int | None = None


class Tick(Struct, frozen=True):
    """Time passing, from the clock wire. What waits, waits on it."""

    at: int


class Condition(Struct, frozen=True):
    """How a wire is. ``state``: absent, opening, hello, live or silent. ``why`` says what
    stands in the way (``busy``, ``forbidden``, …) with ``values`` for the sentence;
    ``device`` is what it said of itself, ``counters`` what happened on the way."""

    state: str = "absent"
    why: str = ""
    values: dict[str, str | int] = {}
    device: dict[str, str] = {}
    counters: dict[str, int] = {}
