"""The door between the web and the table: a tap goes in as a signal, the answer comes out.

Rule: nobody behind the web touches the state. What is seen is the last snapshot, what is
asked waits in the inbox like every other wire.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from companion import rights
from companion.loop import Snapshot, Word
from companion.views.tablet.sight import Sight, sight
from companion.vocabulary import Answer, Refusal, Request, Signal, Viewer

NOBODY = Viewer()
SHORT = 8  # digits of a device in the journal: enough to tell them apart, too few to be one
PATIENCE = 5.0  # s until a tablet is told to try again

Put = Callable[[Word, Callable[[Answer], None] | None], None]


class Door:
    """``put`` is the inbox, ``now`` the table's clock in ms."""

    def __init__(self, put: Put, now: Callable[[], int]) -> None:
        self._put, self.now = put, now
        self._seen: tuple[Snapshot | None, Sight] = (None, Sight(0))
        self.snapshot: Snapshot = Snapshot(0, None)

    def ask(
        self,
        request: Request,
        device: str,
        viewer: Viewer = NOBODY,
        patience: float = PATIENCE,
    ) -> Answer:
        """What the table says to a request of this device, which is this viewer's."""
        answers: SimpleQueue[Answer] = SimpleQueue()
        said: Any = msgspec.to_builtins(request)
        source = rights.source(viewer, device[:SHORT])
        self._put(Signal(source, said, self.now()), answers.put)
        try:
            return answers.get(timeout=patience)
        except Empty:
            return Answer(503, self.snapshot.version, Refusal("house.no.answer"))

    def sight(self) -> Sight:
        """What there is to see at the moment."""
        snapshot, seen = self._seen
        now = self.snapshot
        if snapshot is not now:
            seen = sight(now)
            self._seen = (now, seen)
        return seen
