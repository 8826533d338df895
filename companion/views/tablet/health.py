"""How the table is: its wires, its sensors, its journal, its disk, itself.

Rule: it only looks, and it answers whatever the wires do. How a wire is, its bridge says.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.languages import Words
from companion.loop import Loop
from companion.people import People
from companion.views.tablet.hub import Hub
from companion.views.tablet.shapes import Clock, Health
from companion.views.tablet.wires import Wiring, bridges, sources


class Vitals:
    """Asked by any thread."""

    def __init__(
        self,
        name: str,
        loop: Loop,
        hub: Hub,
        now: Callable[[], int],
        wiring: Wiring,
        people: People,
    ) -> None:
        self._name, self._loop, self._hub, self._people = name, loop, hub, people
        self._now, self._wiring = now, wiring

    def health(self, words: Words) -> Health:
        """All of it, with sentences in these words."""
        loop, table, wired = self._loop, self._loop.table, self._wiring.wired()
        faults = [n for n in loop.notices if n.kind == "fault" and "house." not in n.key]
        return Health(
            table=self._name,
            version=table.version,
            saved=table.saved,
            sensor="fault" if faults else "ok",
            notices=tuple(sorted({notice.key for notice in loop.notices})),
            wires=sources(wired, dict(loop.heard), self._now()),
            bridges=bridges(wired, words),
            counters={"unread": loop.senses.unread},
            streams=self._hub.count,
            threads=threading.active_count(),
            free=_free(table.journal.folder),
            clock=Clock(int(time.time() * 1000), self._now()),
            journal=self._journal(),
            power=loop.power,
            people=self._counted(),
            readers=self.readers,
            refused=dict(self._people.refused),
        )

    @property
    def readers(self) -> dict[str, str]:
        """How each reader of stickers is, as its board said last."""
        return self._loop.senses.readers

    @property
    def heard(self) -> frozenset[str]:
        """Everything that ever said something since the start."""
        return frozenset(dict(self._loop.heard))

    def _counted(self) -> dict[str, int]:
        match = self._loop.table.match
        hosts = sum(one.role == "host" for one in self._people.persons())
        phones = len(self._people.phones(match.name if match else ""))
        return {"hosts": hosts, "phones": phones}

    def _journal(self) -> dict[str, Any]:
        table = self._loop.table
        journal = table.journal
        return {
            "shut": journal.shut,
            "damage": str(journal.damage) if journal.damage else "",
            "newer": msgspec.to_builtins(journal.newer),
            "trouble": table.trouble,
        }


def _free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
