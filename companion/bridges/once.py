"""Which events of a board were taken, so that each is taken once and in order.

Rule: the board counts its events anew at every start, under the name of that start, its
boot. Only the next number of a boot counts, or the one after those that the board says
are gone. What is acknowledged was taken by the table, not only handed to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

BOOTS = 8  # that are remembered; no board keeps events of so many


class Once:
    """The counts of each boot. ``taken`` may be called from any thread."""

    def __init__(self, marks: Mapping[str, int] = {}) -> None:
        self.repeats = self.gaps = self.gone = 0
        self._last = dict(list(marks.items())[-BOOTS:])  # handed to the table
        self._acknowledged = dict(self._last)
        self._owed: dict[str, None] = {}  # boots that wait for an acknowledgement
        self._answered: deque[tuple[str, int]] = deque()
        self._unsaid: dict[str, int] = {}  # events not taken here, that may be gone

    def last(self, boot: str) -> int:
        """The newest event of this boot that was handed to the table, or is gone."""
        return self._last.get(boot, 0)

    def is_next(self, boot: str, number: int) -> bool:
        """Is this event to be taken now? One that comes again is acknowledged again."""
        last = self.last(boot)
        if number <= last:
            self.repeats += 1
            self._owed[boot] = None
        elif number > last + 1:
            self.gaps += 1
        else:
            self._keep(boot, number)
        return number == last + 1

    def skip(self, boot: str, number: int, lost: int) -> None:
        """Nobody can tell the events up to this number any more, and ``lost`` of them were
        never taken by anybody."""
        skipped = self._unsaid.pop(boot, 0) + max(0, number - self.last(boot))
        self.gone += min(skipped, lost)
        if number > self.last(boot):
            self._keep(boot, number)

    def begin(self, boot: str, number: int) -> None:
        """The board keeps nothing up to this number: if we did not take it, somebody did
        before us, or it is gone, and then the board will say so."""
        missing = number - self.last(boot)
        if missing > 0:
            self._unsaid[boot] = self._unsaid.get(boot, 0) + missing
            self._keep(boot, number)

    def taken(self, boot: str, number: int) -> None:
        """The table has taken this event, and all before it."""
        self._answered.append((boot, number))

    def owe(self, boot: str) -> None:
        """Say once more how far this boot was taken, as a sign of life."""
        self._owed[boot] = None

    def owed(self) -> dict[str, int]:
        """The boots to acknowledge now, and up to which number."""
        while self._answered:
            boot, number = self._answered.popleft()
            self._acknowledged[boot] = max(number, self._acknowledged.get(boot, 0))
            self._owed[boot] = None
        owed = {boot: self._acknowledged.get(boot, 0) for boot in self._owed}
        self._owed.clear()
        return owed

    def _keep(self, boot: str, number: int) -> None:
        """The boot heard of last stands last; the first one goes."""
        self._last.pop(boot, None)
        self._last[boot] = number
        if len(self._last) > BOOTS:
            oldest = next(iter(self._last))
            del self._last[oldest]
            self._acknowledged.pop(oldest, None)
            self._unsaid.pop(oldest, None)
