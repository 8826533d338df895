"""Which of the plates is believed: one is in use, the others are only remembered.

Rule: two plates never speak at once. What the plate in use brings goes on to the table, of the
others the newest of everything is kept and said again once one of them is in use. A match
goes on over any of them; whatever no plate brings always goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from threading import RLock
from typing import Protocol

import msgspec

from companion.vocabulary import Answer, Condition, Signal, Tick

log = logging.getLogger(__name__)

AWAY = 2000  # ms without the plate in use until another one takes over by itself
LIVE = 1000  # ms; a plate without a word of its own is live while its frames come
PLATE = {"hall", "drop", "baseline"}  # what only a plate brings
FRAME = "hall"  # comes a hundred times a second: no old one is kept

Word = Signal | Tick
Answered = Callable[[Answer], None] | None


class Put(Protocol):
    """Hands a word on; ``answer`` hears that it was taken."""

    def __call__(self, word: Word, answer: Answered = None, /) -> None: ...


class Plates:
    """``names`` stand in the order of preference. Those that are ``shy`` take over only when
    somebody chooses them. ``changed`` hears that a wire or the plate in use is another way."""

    def __init__(
        self,
        put: Put,
        names: Sequence[str],
        *,
        chosen: str = "",
        shy: Iterable[str] = (),
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._put, self.names, self._shy = put, tuple(names), frozenset(shy)
        self.in_use = chosen if chosen in names else next(iter(names), "")
        self.changed = changed
        self._kept: dict[str, dict[str, Signal]] = {name: {} for name in names}
        self._said: dict[str, Condition] = {}
        self._heard: dict[str, int] = {}
        self._at = 0  # ms; when the plate in use was live last
        self._lock = RLock()

    def put(self, name: str) -> Put:
        """The way in for the wire of this name."""

        def hear(word: Word, answer: Answered = None, /) -> None:
            if isinstance(word, Tick):
                self.tick(word)
            elif name in self._kept and word.source.partition("/")[0] in PLATE:
                self._bring(name, word, answer)
            elif word.source == f"wire/{name}":
                self._become(name, word)
            else:
                self._put(word, answer)

        return hear

    def is_choice(self, name: str) -> bool:
        """Is this one of several plates?"""
        return name in self.names and len(self.names) > 1

    def tick(self, tick: Tick) -> None:
        """Time goes on; a plate that stays away is noticed by it."""
        self._put(tick)
        self.look(tick.at)

    def use(self, name: str, at: int) -> bool:
        """From now on this is the plate; False if there is none of that name."""
        with self._lock:
            if name not in self.names:
                return False
            before, self.in_use, self._at = self.in_use, name, at
            if name != before:
                self._go_over(before, name, at)
        self.changed()
        return True

    def look(self, at: int) -> None:
        """Go over to another plate if the one in use has been away for too long."""
        if self.is_live(self.in_use, at):
            self._at = at
        elif at - self._at >= AWAY and (other := self._next(at)):
            log.warning("the plate %s is away; %s takes over", self.in_use, other)
            self.use(other, at)

    def is_live(self, name: str, at: int) -> bool:
        """Does this plate say what stands on it?"""
        return self.condition(name, at).state == "live"

    def condition(self, name: str, at: int) -> Condition:
        """How a wire is: as it said itself, or as one may tell from its frames."""
        if name in self._said:
            return self._said[name]
        if name not in self._heard:
            return Condition()
        return Condition("live" if at - self._heard[name] <= LIVE else "silent")

    def _bring(self, name: str, signal: Signal, answer: Answered) -> None:
        with self._lock:
            self._heard[name] = signal.at
            if signal.source != FRAME:
                self._kept[name][signal.source] = signal
            if name == self.in_use:
                self._put(signal, answer)
                return
        if answer:  # it is kept here, so that the device need not keep it
            answer(Answer(200, 0))

    def _become(self, name: str, signal: Signal) -> None:
        try:
            condition = msgspec.convert(signal.value, Condition)
        except msgspec.ValidationError:
            return
        with self._lock:
            self._said[name] = condition
            self._put(self._told(name, signal.at))
        self.changed()

    def _go_over(self, before: str, name: str, at: int) -> None:
        self._put(Signal("wire/use", name, at))
        for source, signal in sorted(self._kept[name].items()):
            self._put(Signal(source, signal.value, at))
        for one in (before, name):
            if one in self._said:
                self._put(self._told(one, at))

    def _told(self, name: str, at: int) -> Signal:
        """How a wire is, as the table hears it: what an idle plate lacks bothers nobody."""
        condition = self._said[name]
        if name in self.names and name != self.in_use:
            condition = Condition(condition.state)
        told = {"state": condition.state, "why": condition.why, "values": condition.values}
        return Signal(f"wire/{name}", told, at)

    def _next(self, at: int) -> str:
        others = (name for name in self.names if name not in {self.in_use, *self._shy})
        return next((name for name in others if self.is_live(name, at)), "")
