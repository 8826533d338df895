"""The senses of the table: raw signals in, sightings out.

Rule: no clock, no thread, no game. What a signal means for a game is the game's own
matter; here it only becomes something that was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.geometry import INDEX, TRAYS
from companion.senses.codes import decode
from companion.senses.hall import Hall
from companion.senses.scanning import SCANNED, Scanning
from companion.senses.switches import Switches
from companion.senses.tracing import Tracing
from companion.senses.trays import Trays
from companion.vocabulary import (
    Blind,
    Condition,
    Covered,
    Dropped,
    Labelled,
    Sighting,
    Signal,
    Struck,
    Tick,
    Unclear,
)

USE = "use"  # as in ``wire/use``: from now on another wire is the plate
WIRES = 16  # that are remembered
CALM = 3000  # ms without a sighting; hands, balls and doubts have come to rest by then


class Senses:
    """All senses of one table. The same signals always give the same sightings."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.switches = Switches()
        self.trays = Trays()
        self.tracing = Tracing()
        self.scanning = Scanning()
        self.power = 0  # the flags of a Raspberry Pi, see ``power``
        self.wires: dict[str, Condition] = {}  # how each is, as its bridge said last
        self._unread = 0
        self._stirred = 0  # ms; when anything was seen last
        self._box: Any = None
        self._empty: tuple[float, ...] = ()  # codes of the empty plate, as it said itself

    def tune(self, box: Any) -> None:
        """Take on what was learned of the owner's table. What the plate in use knows of
        itself counts more: the box may have stood on another one."""
        self._box = box
        self.hall = Hall(self._empty or box.baseline, box.full, box.masked)
        self.switches = Switches(box.masked)

    @property
    def pieces(self) -> Callable[[str], Labelled | None]:
        """Who knows what a tag is on."""
        return self.scanning.pieces

    @pieces.setter
    def pieces(self, find: Callable[[str], Labelled | None]) -> None:
        self.scanning.pieces = find

    @property
    def readers(self) -> dict[str, str]:
        """How each reader is, as its board said last."""
        return self.scanning.readers

    @property
    def unread(self) -> int:
        """Signals that made no sense, for health."""
        return self._unread + self.scanning.unread

    def begin_anew(self) -> None:
        """Another plate lies under the box: what was seen there before counts no more. What
        lies on the readers lies there still."""
        self.hall, self.switches, self.trays = Hall(), Switches(), Trays()
        self.tracing = Tracing()
        self._empty = ()
        if self._box is not None:
            self.tune(self._box)

    def see(self, word: Signal | Tick) -> tuple[Sighting, ...]:
        """What this word let us see."""
        seen: tuple[Sighting, ...] = ()
        if isinstance(word, Signal):
            kind, _, which = word.source.partition("/")
            seen = self._hear(kind, which, word)
        seen += self.switches.see(word.at) + self._dropped(word.at)
        if self.scanning.waits:
            seen += self.scanning.see(word.at)
        if seen:
            self._stirred = word.at
        return seen

    def is_calm(self, at: int) -> bool:
        """Has nothing moved for a while? Then one need not look as often."""
        return at - self._stirred > CALM and not self.hall.is_waiting

    def _dropped(self, at: int) -> tuple[Sighting, ...]:
        """News of the trays; with a ball that fell, where the magnets went before."""
        news = self.trays.see(at)
        if not any(isinstance(sighting, Dropped) for sighting in news):
            return news
        traces = self.tracing.traces(self.hall, at)
        return tuple(
            replace(sighting, traces=traces) if isinstance(sighting, Dropped) else sighting
            for sighting in news
        )

    def _hear(self, kind: str, which: str, word: Signal) -> tuple[Sighting, ...]:
        if kind == "hall":
            return self._look(which, word)
        if kind == "drop" and which in ("", *TRAYS) and word.value in (0, 1):
            self.trays.hear(which, bool(word.value), word.at)
            if word.value:
                self.switches.vanishing.ball(word.at)
            return ()
        elif kind in SCANNED:
            return self.scanning.hear(kind, which, word.value, word.at)
        elif kind == "piezo" and word.value == 1:
            return (Struck(word.at),)
        elif kind == "power" and type(word.value) is int:
            self.power = word.value
            return ()
        elif kind == "baseline" and not which:
            return self._learn(word)
        elif kind == "wire" and self._wire(which, word.value):
            return ()
        self._unread += 1
        return ()

    def _look(self, which: str, word: Signal) -> tuple[Sighting, ...]:
        """A frame of all sensors, or a single switch."""
        codes = None if which else decode(word.value)
        if codes is not None:
            self.tracing.keep(codes, word.at)
            return self.hall.see(codes, word.at)
        if which in INDEX and word.value in (0, 1):
            self.switches.hear(which, bool(word.value), word.at)
        else:
            self._unread += 1
        return ()

    def _learn(self, word: Signal) -> tuple[Sighting, ...]:
        codes = decode(word.value)
        if codes is None:
            self._unread += 1
        elif (empty := tuple(float(code) for code in codes)) != self._empty:
            self._empty = empty
            self.hall.rest(empty)
        return ()

    def _wire(self, name: str, said: Any) -> bool:
        if name == USE:
            self.begin_anew()
            return True
        if name not in self.wires and len(self.wires) >= WIRES:
            return False
        try:
            condition = msgspec.convert(said, Condition)
        except msgspec.ValidationError:
            return False
        self.wires = {**self.wires, name: condition}
        return True

    def standing(self, at: int) -> tuple[Covered | Dropped | Blind | Unclear, ...]:
        """Everything that is seen by now, for a reading that begins."""
        fields = self.hall.standing(at) + self.switches.standing(at)
        return fields + self.trays.standing(at)
