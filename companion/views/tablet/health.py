"""How the table is: its wires, its sensors, its journal, its disk, itself.

Rule: it only looks. A wire is live while its pulse, the source that never rests, was
heard within a second; its other sources speak only when something happens.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.loop import Loop
from companion.views.tablet.hub import Hub
from companion.views.tablet.shapes import Clock, Health, Wire

LIVE = 1000  # ms; frames come a hundred times a second


class Wired(Struct, frozen=True):
    """What one bridge brings in."""

    sources: tuple[str, ...]
    pulse: str


class Vitals:
    """Asked by any thread."""

    def __init__(
        self, name: str, loop: Loop, hub: Hub, now: Callable[[], int], wired: tuple[Wired, ...]
    ) -> None:
        self._name, self._loop, self._hub = name, loop, hub
        self._now, self._wired = now, wired

    def wires(self) -> tuple[Wire, ...]:
        """Every source, and how it is."""
        heard, now = dict(self._loop.heard), self._now()
        return tuple(
            Wire(source, _state(heard.get(wired.pulse), now), _ago(heard.get(source), now))
            for wired in self._wired
            for source in wired.sources
        )

    def health(self) -> Health:
        """All of it."""
        loop, table = self._loop, self._loop.table
        faults = [n for n in loop.notices if n.kind == "fault" and "house." not in n.key]
        return Health(
            table=self._name,
            version=table.version,
            saved=table.saved,
            sensor="fault" if faults else "ok",
            notices=tuple(sorted({notice.key for notice in loop.notices})),
            wires=self.wires(),
            counters={"unread": loop.senses.unread},
            streams=self._hub.count,
            threads=threading.active_count(),
            free=_free(table.journal.folder),
            clock=Clock(int(time.time() * 1000), self._now()),
            journal=self._journal(),
            power=loop.power,
        )

    def _journal(self) -> dict[str, Any]:
        table = self._loop.table
        journal = table.journal
        return {
            "shut": journal.shut,
            "damage": str(journal.damage) if journal.damage else "",
            "newer": msgspec.to_builtins(journal.newer),
            "trouble": table.trouble,
        }


def _state(heard: int | None, now: int) -> str:
    if heard is None:
        return "absent"
    return "live" if now - heard <= LIVE else "silent"


def _ago(heard: int | None, now: int) -> int | None:
    return None if heard is None else max(0, now - heard)


def _free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
