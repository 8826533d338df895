"""The light beams of the four trays: whether a ball lies there, now and in between.

Rule: a beam reports changes only, each with the moment it happened; two balls in one
tray break the beam once.
"""

from __future__ import annotations

from collections.abc import Collection

from numpy.random import Generator

from companion.geometry import table
from companion.vocabulary import Signal

NAMES: tuple[str, ...] = tuple(table()["trays"]["names"])
GLITCH = (2, 11)  # ms; shorter than anything a ball does
SHAKES = 80  # ms after a knock within which a beam may flicker
FLICKER = 0.5  # chance of a tray when the table is knocked
CHATTER = (1, 4)  # ms from bounce to bounce of a contact


class Trays:
    """Levels that were told, and those still to be told."""

    def __init__(
        self, rng: Generator, chatter: int = 0, full: Collection[str] = (), late: int = 0
    ) -> None:
        """``chatter``: ms that a contact bounces; ``full``: where a ball lies already;
        ``late``: ms after which a beam tells of what happened."""
        self._rng, self._chatter, self._late = rng, chatter, late
        self._told: dict[str, int] = {}
        self._level = {tray: int(tray in full) for tray in NAMES}
        self._pulses: list[tuple[int, str, bool]] = []  # when, where, does it show the opposite

    def turn(self, tray: str, level: int, at: int) -> None:
        """The beam breaks or is free again; contacts bounce before they close."""
        if self._level[tray] == level:
            return
        self._level[tray] = level
        self._pulses.append((at + self._late, tray, False))
        if level:
            self._bounce(tray, at + self._late)

    def knock(self, at: int) -> None:
        """Some beams flicker for a moment."""
        for tray in NAMES:
            if self._rng.random() < FLICKER:
                start = at + int(self._rng.integers(SHAKES))
                width = int(self._rng.integers(*GLITCH, endpoint=True))
                self._pulses += [(start, tray, True), (start + width, tray, False)]

    def tell(self, now: int) -> list[Signal]:
        """Every change up to now that was not told yet; at first every level."""
        if len(self._told) < len(NAMES):
            self._pulses += [(now, tray, False) for tray in NAMES]
        if not self._pulses:
            return []
        due = sorted(pulse for pulse in self._pulses if pulse[0] <= now)
        self._pulses = [pulse for pulse in self._pulses if pulse[0] > now]
        told = [self._tell(at, tray, self._level[tray] ^ odd) for at, tray, odd in due]
        return [signal for signal in told if signal]

    def _tell(self, at: int, tray: str, level: int) -> Signal | None:
        if self._told.get(tray) == level:
            return None
        self._told[tray] = level
        return Signal(f"drop/{tray}", level, at)

    def _bounce(self, tray: str, at: int) -> None:
        end, odd = at + self._chatter, True
        while (at := at + int(self._rng.integers(*CHATTER))) < end:
            self._pulses.append((at, tray, odd))
            odd = not odd
        if self._chatter:
            self._pulses.append((end, tray, False))
