"""The journal: everything that ever happened at this table, in order, on disk.

Rule: entries are only ever added; ``rewrite`` alone changes some, for a name to be forgotten.
When ``append`` returns, they are on the disk; when it raises ``NotSaved``, none of them is,
and everything before them is whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from companion.journal import copy
from companion.journal.backup import back_up
from companion.journal.copy import Copy
from companion.journal.entry import Entry, Last, seal
from companion.journal.forgetting import Anew, done, put, resealed, wiped
from companion.journal.lock import Lock
from companion.journal.opening import Opened, hold_in_memory, lines_after, open_folder
from companion.journal.reader import MatchRow, Reader
from companion.journal.rescue import Damage
from companion.journal.schema import in_memory, insert, to_read
from companion.journal.trouble import CannotOpen, NotSaved, reason


class Newer(Struct, frozen=True):
    """A match that this version cannot fold. ``known`` is None for a game nobody here knows."""

    game: str
    rules: int
    known: int | None


class Journal:
    """Made by ``open``, or by ``memory`` where the disk does not let us. One thread writes;
    other threads read through ``reading``."""

    shut: str  # empty, or the reason why nothing can be written
    damage: Damage | None  # what was found and mended at the start
    newer: dict[str, Newer]  # matches that this version cannot fold, by name
    _db: sqlite3.Connection
    _last: Last

    def __init__(
        self,
        folder: Path,
        newest_rules: Mapping[str, int] | None,
        lock: Lock | None,
        opened: Opened,
    ) -> None:
        self.folder = folder
        self._newest_rules = newest_rules
        self._lock = lock
        self._use(opened)

    @classmethod
    def open(cls, folder: Path, *, newest_rules: Mapping[str, int] | None = None) -> Journal:
        """The journal of this folder. Raises Busy or CannotOpen."""
        lock = _locked(folder)
        try:
            return cls(folder, newest_rules, lock, open_folder(folder))
        except CannotOpen:
            lock.close()
            raise

    @classmethod
    def memory(
        cls,
        folder: Path,
        *,
        newest_rules: Mapping[str, int] | None = None,
        shut: str = "failing",
    ) -> Journal:
        """A journal that knows what the folder holds, as far as it can be read, and raises
        NotSaved for every new entry until ``reopen`` succeeds. Raises Busy."""
        lock = None
        with suppress(CannotOpen):
            lock = _locked(folder)
        return cls(folder, newest_rules, lock, hold_in_memory(folder, shut))

    @classmethod
    def scratch(cls, *, newest_rules: Mapping[str, int] | None = None) -> Journal:
        """A journal on no disk at all, for a simulation: it is gone with the process."""
        return cls(Path(), newest_rules, None, Opened(in_memory(), Last()))

    def reopen(self) -> None:
        """Try the disk again. On CannotOpen this is a journal in memory from now on. Entries
        that wait are numbered from ``version`` again: the disk may know more, or less."""
        self._let_go()
        try:
            self._lock = self._lock or _locked(self.folder)
            self._use(open_folder(self.folder))
        except CannotOpen as trouble:
            self._use(hold_in_memory(self.folder, trouble.reason))
            raise

    def append(self, *entries: Entry) -> None:
        """Write them all in one transaction, or raise NotSaved. Their versions go on from
        ours, so what waits from last time has to come along."""
        lines, last = _sealed(entries, self._last)
        if self.shut:
            raise NotSaved(self.folder, self.shut)
        try:
            insert(self._db, self.version + 1, lines)
        except sqlite3.Error as error:
            why = reason(self.folder, error)
            if why == "damaged":  # room alone will not help: it takes a reopening
                self.shut = why
            raise NotSaved(self.folder, why, str(error)) from error
        self._last = last
        with suppress(sqlite3.Error):  # the entries are on disk, whatever becomes of the copy
            self._copy_too(lines)

    def rewrite(self, anew: Anew) -> bool:
        """Put other entries in the place of those with the same versions, and leave nothing
        of the old ones on the disk. False while another thread reads and keeps traces there;
        they go with the next start. Raises NotSaved, and then all is as it was."""
        new = {entry.version: entry for entry in anew(self._reader)}
        if not new:
            return True
        if self.shut:
            raise NotSaved(self.folder, self.shut)
        whole = resealed(lines_after(self._db, 0), new)
        try:
            put(self._db, self.folder if self._file else None, whole)
        except (OSError, sqlite3.Error) as error:
            raise NotSaved(self.folder, reason(self.folder, error), str(error)) from error
        self._last = whole.last
        return self._done(wiped(self._db))

    @property
    def version(self) -> int:
        """How many entries there are on the disk: the version of the last one."""
        return self._last.version

    def entries(self, match: str) -> list[Entry]:
        """Every entry of the match, in order."""
        return self._reader.entries(match)

    def tail(self, after_version: int) -> list[Entry]:
        """Every entry after this version, of all matches."""
        return self._reader.tail(after_version)

    def matches(self) -> list[MatchRow]:
        """Every match, in the order they were begun."""
        return self._reader.matches()

    def marks(self) -> dict[str, int]:
        """By boot of a device, the number of the newest event that was surely taken."""
        return self._reader.marks()

    def answered(self, id: str, by: str) -> int | None:
        """The version that the request of this device with this id led to, if it was taken."""
        return self._reader.answered(id, by)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """A reader for one other thread, with a connection of its own."""
        with self._another() as db:
            yield Reader(db)

    def backup(self, path: Path) -> None:
        """All of it in one file, while writing goes on. Raises NotSaved."""
        with self._another() as db:
            back_up(db, path)

    def close(self) -> None:
        """Leave one whole file, and the folder to the next."""
        self._let_go()
        if self._lock:
            self._lock.close()
            self._lock = None

    def _use(self, opened: Opened) -> None:
        self._db, self._last = opened.db, opened.last
        self._file, self._copy = opened.file, opened.copy
        self.damage, self.shut = opened.damage, opened.shut
        self._reader = Reader(opened.db)
        self.newer = self._newer()

    def _done(self, clean: bool) -> bool:
        if self._copy is None:
            return clean
        self._copy.close()
        self._copy = None
        with suppress(OSError):  # it is decided, and the next start does the rest
            done(self.folder, clean)
            self._copy = Copy(self.folder / copy.NAME, self.version)
        return clean and self._copy is not None

    def _let_go(self) -> None:
        if self._copy:
            self._copy.close()
            self._copy = None
        if self._file:  # one in memory may still be read by others
            self._db.close()

    @contextmanager
    def _another(self) -> Iterator[sqlite3.Connection]:
        if self._file is None:  # in memory there is only this one connection, to share
            yield self._db
            return
        with closing(to_read(self._file)) as db:
            yield db

    def _copy_too(self, lines: list[bytes]) -> None:
        if self._copy is None:
            return
        if self._copy.version + len(lines) < self.version:
            lines = lines_after(self._db, self._copy.version)
        self._copy.add(lines)

    def _newer(self) -> dict[str, Newer]:
        known = self._newest_rules
        if known is None and self.shut != "newer":
            return {}
        return {
            row.match: Newer(row.game, row.rules, (known or {}).get(row.game))
            for row in self._reader.matches()
            if self.shut == "newer" or row.rules > (known or {}).get(row.game, -1)
        }


def _locked(folder: Path) -> Lock:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Lock(folder)
    except OSError as error:
        raise CannotOpen(folder, reason(folder, error), str(error)) from error


def _sealed(entries: tuple[Entry, ...], last: Last) -> tuple[list[bytes], Last]:
    lines = []
    for entry in entries:
        if entry.version != last.version + 1:
            raise ValueError(f"entry {entry.version} does not follow entry {last.version}")
        line, last = seal(entry, last)
        lines.append(line)
    return lines, last
