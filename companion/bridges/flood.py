"""When a wire says far more than anybody can use, only the newest counts.

Rule: what happened once is never thinned out; what merely is so, is so as it was said last.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.vocabulary import Signal

SECOND = 1000  # ms
TOO_MANY = 500  # lines a second; a board says about 105, a stalled cable brings 350 at once


class Flood:
    """Counts the lines of each second."""

    def __init__(self) -> None:
        self._second = 0
        self._lines = 0
        self._until = -1

    def is_on(self, at: int) -> bool:
        """Is it so, or was it in the last second?"""
        return at < self._until

    def thinned(self, heard: Sequence[Signal], lines: int, at: int) -> tuple[Signal, ...]:
        """What to hand on of this."""
        if at // SECOND != self._second:
            self._second, self._lines = at // SECOND, 0
        self._lines += lines
        if self._lines > TOO_MANY:
            self._until = at + SECOND
        if not self.is_on(at):
            return tuple(heard)
        newest = {signal.source: signal for signal in heard}
        return tuple(
            signal
            for signal in heard
            if signal.sequence is not None or signal is newest[signal.source]
        )
