"""Everything that is shown or thrown: readers of stickers and codes, dice, and how they are.

Rule: nothing is done for a frame of the plate while nothing waits here.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.senses.dice import Dice
from companion.senses.readers import Readers
from companion.senses.twins import Twins
from companion.vocabulary import Labelled, Rolled, Sighting

SCANNED = ("nfc", "code", "die", "reader")  # the first words of what is heard here
STATES = ("ok", "absent", "hung")  # of a reader, as its board says
STATED = 8  # readers whose state is remembered
ROLL = 2500  # ms in which several readers tell of one roll


class Scanning:
    """The readers and dice of one table. ``readers``: how each is, as its board said last."""

    def __init__(self) -> None:
        self.readers: dict[str, str] = {}
        self.waits = False  # is there anything that only time decides?
        self._shown = Readers()
        self._dice = Dice()
        self._rolls = Twins(ROLL)
        self._unread = 0

    @property
    def pieces(self) -> Callable[[str], Labelled | None]:
        """Who knows what a tag is on."""
        return self._shown.pieces

    @pieces.setter
    def pieces(self, find: Callable[[str], Labelled | None]) -> None:
        self._shown.pieces = find

    @property
    def unread(self) -> int:
        """Words that made no sense."""
        return self._unread + self._shown.unread + self._dice.unread

    def hear(self, kind: str, which: str, value: object, at: int) -> tuple[Sighting, ...]:
        """A reader, a die or a board says something."""
        news: tuple[Sighting, ...] = ()
        if kind == "reader":
            self._state(which, value)
        elif kind == "die":
            news = self._dice.hear(which, value, at)
        else:
            news = self._shown.hear(f"{kind}/{which}", value, at)
        self.waits = self._shown.waits or self._dice.waits
        return self._once(news)

    def see(self, at: int) -> tuple[Sighting, ...]:
        """What has become so by nothing else than time."""
        news = self._shown.see(at) + self._dice.see(at)
        self.waits = self._shown.waits or self._dice.waits
        return self._once(news)

    def _once(self, news: tuple[Sighting, ...]) -> tuple[Sighting, ...]:
        """One roll that two readers tell is one roll."""
        return tuple(
            one
            for one in news
            if not isinstance(one, Rolled)
            or not self._rolls.is_twin((one.die, one.face), one.reader, one.at)
        )

    def _state(self, name: str, said: object) -> None:
        is_strange = name not in self.readers and len(self.readers) >= STATED
        if is_strange or not isinstance(said, str) or said not in STATES:
            self._unread += 1
        elif self.readers.get(name) != said:
            self.readers = {**self.readers, name: said}
