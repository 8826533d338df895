"""What is shown to the readers of stickers and of codes: what lies there, and what counts anew.

Rule: lying is not showing. A piece is shown once when it comes to lie there alone; shown anew
only when it was away for good or another one lay there in between. What a reader said last
is true until it says something else, and what makes no sense changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.senses.lying import AWAY, STILL, Reader
from companion.senses.twins import Twins
from companion.vocabulary import Gone, Labelled, Rolled, Shown, Sighting, Unread
from companion.vocabulary.tags import code, number

READERS = 8  # that are listened to; a table has two or three
NOTHING = "-"  # what a reader of stickers says when nothing lies there
TWO = 700  # ms; laying one aside while the next is laid down takes less
MOMENT = 1500  # ms; a label and a sticker of one piece come to their readers together
OFTEN = 3000  # ms between two words to people about the same
VISIT = 10_000  # ms; a phone that is held there again sooner is the same one
NONSENSE = ("number", "code")  # why a word counts as one that made no sense


def unknown(tag: str) -> Labelled | None:
    """Nobody said yet what any tag is on."""
    return None


class Readers:
    """All readers of one table. ``pieces`` knows what a tag is on, as far as anybody said."""

    def __init__(self) -> None:
        self.pieces: Callable[[str], Labelled | None] = unknown
        self.waits = False  # is there anything that only time decides?
        self.unread = 0  # words that made no sense
        self._readers: dict[str, Reader] = {}
        self._twins = Twins(MOMENT)

    def hear(self, name: str, value: object, at: int) -> tuple[Sighting, ...]:
        """``nfc/0`` or ``code/0`` says what it reads."""
        is_strange = name not in self._readers and len(self._readers) >= READERS
        if is_strange or not isinstance(value, str):
            self.unread += 1
            return ()
        reader = self._readers.setdefault(name, Reader(name))
        news = self.see(at)
        heard = self._code if name.startswith("code/") else self._number
        news += heard(reader, value, at)
        self.waits = any(one.waits for one in self._readers.values())
        return news

    def see(self, at: int) -> tuple[Sighting, ...]:
        """What has become so by nothing else than time: a code is gone, two still lie there."""
        if not self.waits:
            return ()
        news: tuple[Sighting, ...] = ()
        for reader in self._readers.values():
            if reader.holds and at - reader.read > STILL:
                news += self._lies(reader, (), at, reader.read)
            if reader.crowded is not None and at - reader.crowded >= TWO:
                reader.crowded = None
                news += self._complaint(reader, "two", at)
        self.waits = any(one.waits for one in self._readers.values())
        return news

    def _number(self, reader: Reader, text: str, at: int) -> tuple[Sighting, ...]:
        """The things that lie there, one after the other; those that say nothing are empty."""
        if text == NOTHING:
            return self._lies(reader, (), at, at)
        tag, why = number(text)
        if not why:
            return self._lies(reader, (tag,), at, at)
        if why == "random":
            return self._lies(reader, ("",), at, at) + self._complaint(reader, why, at)
        several = [number(part) for part in text.split(" ", 1)]
        if len(several) == 2 and all(why != "number" for _, why in several):
            return self._lies(reader, tuple(tag for tag, _ in several), at, at)
        return self._complaint(reader, why, at)

    def _code(self, reader: Reader, text: str, at: int) -> tuple[Sighting, ...]:
        """A code says nothing when it is taken away: it is there while it is read again."""
        tag, why = code(text)
        if why:
            return self._complaint(reader, why, at)
        news = self._lies(reader, (tag,), at, reader.read if reader.holds else at)
        reader.read, reader.holds = at, True
        return news

    def _lies(
        self, reader: Reader, tags: tuple[str, ...], at: int, until: int
    ) -> tuple[Sighting, ...]:
        """These lie there now; what lay there before did so until then."""
        gone = reader.lay(tags, at, until)
        reader.holds = False
        news: tuple[Sighting, ...] = ()
        if gone:
            known = self.pieces(gone)
            news = (Gone(known.piece if known else "", at, gone, reader.name),)
        if reader.alone and reader.alone != reader.shown:
            news += self._show(reader, reader.alone, at)
        return news

    def _show(self, reader: Reader, tag: str, at: int) -> tuple[Sighting, ...]:
        away = reader.show(tag)
        known = self.pieces(tag) or Labelled("")
        if known.die:  # it is thrown in every turn; nobody throws and reads sooner
            face = Rolled(known.die, known.face, at, reader.name)
            return (face,) if away >= STILL else ()
        if known.piece and self._twins.is_twin(known.piece, reader.name, at):
            return ()
        again = away < AWAY or self._lay_elsewhere(reader, known.piece, at)
        return (Shown(known.piece, at, tag, reader.name, again, known.facts, known.lacks),)

    def _lay_elsewhere(self, reader: Reader, piece: str, at: int) -> bool:
        """Does it lie on another reader too, or did it a moment ago? Then it was carried by."""
        return bool(piece) and any(
            known.piece == piece
            for other in self._readers.values()
            if other is not reader
            for tag in other.there(at - MOMENT)
            if (known := self.pieces(tag))
        )

    def _complaint(self, reader: Reader, why: str, at: int) -> tuple[Sighting, ...]:
        """Said once a visit of a phone, and else once in a while, however often it is read."""
        before = reader.told.get(why)
        is_said = before is not None and at - before < (VISIT if why == "random" else OFTEN)
        self.unread += why in NONSENSE
        if not is_said or why == "random":
            reader.told[why] = at
        return () if is_said else (Unread(why, at, reader.name),)
