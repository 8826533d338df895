"""Balls in the trays, from the light beams there.

A level counts once it has stayed the same for the quiet time. Pulses are shorter, a
ball is not; a pulse is what a knock on the table does. Time comes in with every call;
this module never looks at a clock.
"""

from __future__ import annotations

from companion.geometry import table
from companion.vocabulary import Dropped, Emptied, Shaken, Sighting

QUIET = table()["trays"]["quiet"]  # ms
CALM = 100  # ms around a change in which a pulse is a ball that bounces, and no knock


class Trays:
    """The four trays, or one line for all of them (named by an empty string)."""

    def __init__(self) -> None:
        self.filled: dict[str, bool] = {}
        self._raw: dict[str, tuple[bool, int]] = {}
        self._unsettled = False
        self._turned: dict[str, int] = {}  # ms; when a ball came or went
        self._pulses: dict[str, int] = {}  # ms; when those began that may be a knock

    def hear(self, tray: str, level: bool, at: int) -> None:
        """A wire says a level."""
        before = self._raw.get(tray)
        if before is not None and before[0] == level:
            return
        if before is not None and self._is_pulse(tray, level, before[1]):
            self._pulses.setdefault(tray, before[1])
        self._raw[tray] = (level, at)
        self._unsettled = True

    def _is_pulse(self, tray: str, level: bool, began: int) -> bool:
        """Is it as it was, and no ball has just come or gone?"""
        same = level == self.filled.get(tray, False)
        return same and began - self._turned.get(tray, -CALM) >= CALM

    def see(self, at: int) -> tuple[Sighting, ...]:
        """Trays whose level has been quiet for long enough to be believed."""
        if not self._unsettled:
            return ()
        news: list[Sighting] = []
        self._unsettled = False
        for tray, (level, since) in self._raw.items():
            is_same = level == self.filled.get(tray, False)
            if is_same and tray not in self._pulses:
                continue
            if at - since < (CALM if is_same else QUIET):
                self._unsettled = True
                continue
            began = self._pulses.pop(tray, since)
            if is_same:
                news.append(Shaken(began))
                continue
            self.filled[tray], self._turned[tray] = level, since
            news.append(Dropped(tray, since) if level else Emptied(tray, since))
        return tuple(news)

    def standing(self, at: int) -> tuple[Dropped, ...]:
        """Balls that lie in a tray by now."""
        return tuple(Dropped(tray, at) for tray, level in self.filled.items() if level)
