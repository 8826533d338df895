"""Put other words in the place of old ones, so that the old ones are nowhere on the disk.

Rule: the new journal is written down whole, as lines, before anything of the old one is
touched. From that moment on it is decided: whatever breaks off, the next start finishes it
from there, and nothing old comes back. Until then the old journal is whole.

The database is overwritten in place, by one transaction, since others may be reading it. Then
the file with the new lines takes the place of the second copy, which is the last act of all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from companion import whole
from companion.journal import copy
from companion.journal.entry import NOTHING, Entry, Last, decode, follow, seal
from companion.journal.look import Found, look
from companion.journal.reader import Reader
from companion.journal.schema import insert, to_write

DECIDED = "journal-forgetting.jsonl"
"""The new journal while it is not yet everywhere. Empty: only traces are still to be wiped."""

Anew = Callable[[Reader], Iterable[Entry]]
"""Asked for the entries that have to be others, under the versions they have."""


class Resealed(Struct, frozen=True):
    """A whole journal as lines, and where its chain of checks ends."""

    lines: list[bytes]
    last: Last = NOTHING


def resealed(old: Iterable[bytes], new: Mapping[int, Entry]) -> Resealed:
    """The lines with the new entries among them: the same up to the first, then sealed anew."""
    lines, last = [], NOTHING
    for text in old:
        entry = decode(text)
        assert entry is not None, "a journal that was looked over holds entries alone"
        line, last = seal(new.get(entry.version, entry), last)
        lines.append(line)
    return Resealed(lines, last)


def put(db: sqlite3.Connection, folder: Path | None, new: Resealed) -> None:
    """Write it down, then overwrite the database with it. OSError or sqlite3.Error where the
    disk does not let us, and then the old journal is whole. No folder: only in memory."""
    if folder is None:
        overwrite(db, new.lines)
        return
    whole.replace(folder / DECIDED, copy.ended(new.lines))
    try:
        overwrite(db, new.lines)
    except sqlite3.Error:
        (folder / DECIDED).unlink()
        raise


def done(folder: Path, clean: bool) -> None:
    """The database holds it: now the second copy does as well. What could not be wiped has
    to wait for the next start."""
    (folder / DECIDED).replace(folder / copy.NAME)
    if not clean:
        (folder / DECIDED).touch()
    whole.settle(folder)


def overwrite(db: sqlite3.Connection, lines: Iterable[bytes]) -> None:
    """All lines in one transaction, or none; SQLite wipes what they stood in."""
    db.execute("PRAGMA secure_delete=ON")
    rows = ((line.decode(), version) for version, line in enumerate(lines, 1))
    db.execute("BEGIN IMMEDIATE")
    try:
        db.executemany("UPDATE entries SET line=?1 WHERE version=?2 AND line<>?1", rows)
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def wiped(db: sqlite3.Connection) -> bool:
    """Leave no page and no log with what was overwritten. False while somebody still reads
    it, or where there is no room to turn round in."""
    try:
        db.execute("VACUUM")
        busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy


def finish(database: Path) -> None:
    """At the start: bring to its end what broke off. Nobody reads the folder by then."""
    decided = database.with_name(DECIDED)
    if not decided.exists():
        return
    new, found = _whole(decided), look(database, decided)
    if found.newer:
        return
    if new.lines and _is_of(new, found):
        done(database.parent, _put(database, new.lines, found))
    elif found.wrong or _put(database, [], found):
        decided.unlink()


def _whole(path: Path) -> Resealed:
    """What the file holds, if every line can be believed; else nothing."""
    lines, last = list(copy.lines(path)), NOTHING
    for line in lines:
        following = follow(last, line)
        if following is None:
            return Resealed([])
        last = following
    return Resealed(lines, last)


def _is_of(new: Resealed, found: Found) -> bool:
    """Was it made of this journal? One that a backup has replaced meanwhile is another."""
    there, here = found.last, new.last
    return bool(found.wrong) or (there.version, there.at) == (here.version, here.at)


def _put(database: Path, lines: list[bytes], found: Found) -> bool:
    if found.wrong:  # the new lines hold all of it; the damaged file would keep the old words
        for ending in ("-shm", "-wal", ""):
            database.with_name(database.name + ending).unlink(missing_ok=True)
    with closing(to_write(database)) as db:
        if found.wrong:
            insert(db, 1, lines)
        else:
            overwrite(db, lines)
        return wiped(db)
