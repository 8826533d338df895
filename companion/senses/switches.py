"""Over which fields magnets stand, from switches that say yes or no.

A field is covered once its switch was closed for a moment, or in most of its last looks.
At the edge of its reach a switch does what it likes at every look, and a magician that is
lifted a little is out of reach; so a field is left once the magician turned up beside it,
or else only when its switch has been silent for longer.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.geometry import FIELDS, neighbours
from companion.senses.vanishing import Vanishing
from companion.vocabulary import Blind, Cleared, Covered, Seeing, Sighting, Unclear

STEADY = 30  # ms that a switch must say the same
SILENT = 100  # ms before a field is left while nobody turned up beside it
LOOKS = 5  # that are remembered of each switch
MOST = 3  # of those that must say the same
INVERTED = 24  # switches closed at once: the wires say it the other way round
CROWD = 6  # switches closed at once that four magicians cannot explain
LASTING = 250  # ms that a doubt must last

_MASK = (1 << LOOKS) - 1


class Switches:
    """Hears switch after switch; what changed comes back as sightings."""

    def __init__(self, masked: Iterable[str] = ()) -> None:
        self._masked = frozenset(masked)
        self.covered: set[str] = set()
        self.unclear = Unclear("", 0)
        self.vanishing = Vanishing(self._masked)
        self._closed: set[str] = set()
        self._since: dict[str, int] = {}
        self._looks: dict[str, int] = {}
        self._unsettled: set[str] = set()
        self._back: set[str] = set()
        self._doubted: int | None = None

    def hear(self, field: str, level: bool, at: int) -> None:
        """A wire says whether a switch is closed."""
        if field in self._masked:
            return
        if field not in self._since or level != (field in self._closed):
            self._since[field] = at
            (self._closed.add if level else self._closed.discard)(field)
        self._looks[field] = (self._looks.get(field, 0) << 1 | level) & _MASK
        if level != (field in self.covered):
            self._unsettled.add(field)
        if self.vanishing.heard(field, level, at):
            self._back.add(field)

    def see(self, at: int) -> tuple[Sighting, ...]:
        """What has settled by now."""
        if not (self._unsettled or self._back or self.unclear.why or self.vanishing.waits):
            return ()
        news = self._doubt(self._why(), at)
        if self.unclear.why or self._doubted is not None:
            return news
        return news + self._believed(at) + self._settled(at) + self._judged(at)

    def standing(self, at: int) -> tuple[Covered | Blind | Unclear, ...]:
        """Everything that is covered, blind or unclear by now."""
        covered = tuple(Covered(field, at) for field in sorted(self.covered, key=FIELDS.index))
        blind = tuple(Blind(field, at, why) for field, why in self.vanishing.dark.items())
        return covered + blind + ((self.unclear,) if self.unclear.why else ())

    def _settled(self, at: int) -> tuple[Sighting, ...]:
        news: list[Sighting] = []
        for field in sorted(self._unsettled, key=FIELDS.index):
            level = field in self._closed
            if level == (field in self.covered) or field in self.vanishing.dark:
                self._unsettled.discard(field)
            elif self._is_settled(field, level, at):
                self._unsettled.discard(field)
                news.append(self._turned(field, level, at))
        return tuple(news)

    def _is_settled(self, field: str, level: bool, at: int) -> bool:
        lasted, closed = at - self._since[field], self._looks[field].bit_count()
        if level:
            return lasted >= STEADY or closed >= MOST
        if any(beside in self.covered for beside in neighbours(field)):
            return lasted >= STEADY or LOOKS - closed >= MOST
        return lasted >= SILENT

    def _turned(self, field: str, level: bool, at: int) -> Sighting:
        if level:
            self.covered.add(field)
            self.vanishing.covered(field, at)
            return Covered(field, at)
        self.covered.discard(field)
        self.vanishing.cleared(field, at)
        return Cleared(field, at)

    def _judged(self, at: int) -> tuple[Sighting, ...]:
        if not self.vanishing.waits:
            return ()
        dark = self.vanishing.judged(at)
        self.covered -= set(dark)
        return tuple(Blind(field, at, self.vanishing.dark[field]) for field in dark)

    def _believed(self, at: int) -> tuple[Sighting, ...]:
        back, self._back = self._back, set()
        for field in back:
            del self.vanishing.dark[field]
            if field in self._closed:
                self._unsettled.add(field)
        return tuple(Seeing(field, at) for field in sorted(back, key=FIELDS.index))

    def _why(self) -> str:
        """What no magicians can explain."""
        if len(self._closed) > INVERTED:
            return "inverted"
        if len(self._closed) > CROWD:
            return "foreign"
        if not self._closed and len(self.covered) > 1:
            return "unplugged"  # hands do not take two away within one moment
        return ""

    def _doubt(self, why: str, at: int) -> tuple[Sighting, ...]:
        """Something that no magicians can explain, once it has lasted, and its end."""
        if why == self.unclear.why:
            self._doubted = None
            return ()
        if self._doubted is None:
            self._doubted = at
        if why and at - self._doubted < LASTING:
            return ()
        self._doubted = None
        self.unclear = Unclear(why, at)
        return (self.unclear,)
