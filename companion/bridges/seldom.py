"""A log that is never filled by a wire: each kind of trouble has one line a minute.

Rule: the line says how often it was so since the last one.
"""

from __future__ import annotations

import logging

MINUTE = 60_000  # ms


class Seldom:
    """Says of each kind at most one thing a minute."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._next: dict[str, int] = {}
        self._times: dict[str, int] = {}

    def say(self, kind: str, text: str, at: int, times: int = 1) -> None:
        """It happened ``times`` times; the log hears of it now or later."""
        self._times[kind] = self._times.get(kind, 0) + times
        if at < self._next.get(kind, at):
            return
        self._next[kind] = at + MINUTE
        self._log.warning("%s (%d since the last word)", text, self._times.pop(kind))
