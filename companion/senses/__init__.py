"""The senses of the table: raw signals in, sightings out.

Rule: no clock, no thread, no game. What a signal means for a game is the game's own
matter; here it only becomes something that was seen.
"""

from __future__ import annotations

from typing import Any

from companion.geometry import TRAYS
from companion.senses.codes import decode
from companion.senses.hall import Hall
from companion.senses.trays import Trays
from companion.vocabulary import (
    Blind,
    Covered,
    Dropped,
    Rolled,
    Sighting,
    Signal,
    Tick,
    Unclear,
)

SIDES = range(1, 7)  # a die; a game may know fewer


class Senses:
    """All senses of one table. The same signals always give the same sightings."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.trays = Trays()
        self.power = 0  # the flags of a Raspberry Pi, see ``power``
        self.unread = 0  # signals that made no sense, for health

    def tune(self, box: Any) -> None:
        """Take on what was learned of the owner's table."""
        self.hall = Hall(box.baseline, box.full, box.masked)

    def see(self, word: Signal | Tick) -> tuple[Sighting, ...]:
        """What this word let us see."""
        seen: tuple[Sighting, ...] = ()
        if isinstance(word, Signal):
            kind, _, which = word.source.partition("/")
            seen = self._hear(kind, which, word)
        return seen + self.trays.see(word.at)

    def _hear(self, kind: str, which: str, word: Signal) -> tuple[Sighting, ...]:
        if kind == "hall" and not which:
            codes = decode(word.value)
            if codes is not None:
                return self.hall.see(codes, word.at)
        elif kind == "drop" and which in ("", *TRAYS) and word.value in (0, 1):
            self.trays.hear(which, bool(word.value), word.at)
            return ()
        elif kind == "die" and type(word.value) is int and word.value in SIDES:
            return (Rolled(which, word.value, word.at),)
        elif kind == "power" and type(word.value) is int:
            self.power = word.value
            return ()
        self.unread += 1
        return ()

    def standing(self, at: int) -> tuple[Covered | Dropped | Blind | Unclear, ...]:
        """Everything that is seen by now, for a reading that begins."""
        return self.hall.standing(at) + self.trays.standing(at)
