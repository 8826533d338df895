"""What stands beside the journal: files that were set aside, for whoever may want them.

Rule: what can still be believed is kept and changed like the journal itself. What is damaged
cannot be searched (a word may be torn in two), so it can only be deleted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion import whole
from companion.journal import copy
from companion.journal.forgetting import Anew, overwrite, resealed, wiped
from companion.journal.look import Found, look
from companion.journal.reader import Reader
from companion.journal.schema import to_read, to_write

LIVE = "journal.db"
TEXTS = ("journal*.part", "journal-damaged-*.jsonl")
"""Lines that were being written when the power went, or that nobody could prove."""


def rewrite_kept(folder: Path, anew: Anew) -> list[Path]:
    """Other entries in every whole journal that was set aside or backed up here; the files
    in which there were such."""
    return [path for path in _databases(folder) if _is_whole(path) and _rewrite(path, anew)]


def delete_damaged(folder: Path) -> list[Path]:
    """Delete what nobody can search."""
    torn = [path for path in _databases(folder) if _is_ours(path) and _looked(path).wrong]
    gone = [*torn, *(path for text in TEXTS for path in sorted(folder.glob(text)))]
    for path in gone:
        for ending in ("-shm", "-wal", ""):
            path.with_name(path.name + ending).unlink(missing_ok=True)
    if gone:
        whole.settle(folder)
    return gone


def unknown(folder: Path) -> list[Path]:
    """Databases that stay as they are: a newer companion's, or none of ours."""
    return [path for path in _databases(folder) if not _is_whole(path)]


def _databases(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.glob("*.db")) if path.name != LIVE)


def _is_ours(path: Path) -> bool:
    return path.name.startswith("journal-")


def _looked(path: Path) -> Found:
    return look(path, path.with_name(copy.NAME + ".none"))


def _is_whole(path: Path) -> bool:
    found = _looked(path)
    return not found.wrong and not found.newer and found.last.version > 0


def _rewrite(path: Path, anew: Anew) -> bool:
    with closing(to_read(path)) as db:
        new = {entry.version: entry for entry in anew(Reader(db))}
        lines = resealed(_lines(db), new).lines
    if new:
        with closing(to_write(path)) as db:
            overwrite(db, lines)
            wiped(db)
    return bool(new)


def _lines(db: sqlite3.Connection) -> list[bytes]:
    rows = db.execute("SELECT CAST(line AS BLOB) FROM entries ORDER BY version")
    return [line for (line,) in rows]
