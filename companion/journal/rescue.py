"""Bring a damaged journal back: every entry that can be proven, from the file or its copy.

The damaged file is kept under another name, never mended in place. The second copy is written
first, so a power cut at any moment of the rescue leaves one place that holds everything.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from companion import whole
from companion.journal import copy
from companion.journal.entry import NOTHING, Last, decode, follow
from companion.journal.schema import as_it_lies, to_read


class Rescued(Struct, frozen=True):
    """The entries from the first to the last that can be proven, as lines."""

    lines: list[bytes]
    last: Last
    lost: int | None  # how many are known to be missing; None when nobody can know


class Damage(Struct, frozen=True):
    """What was found at the start, for the table to be told."""

    wrong: str
    kept: Path | None  # the damaged file under its new name
    lost: int | None  # entries; None when nobody can know
    until: int | None  # ms since 1970, the last good entry; None when there is none

    def __str__(self) -> str:
        missing = _MISSING.get(self.lost, f"{self.lost} entries are missing")
        clock = datetime.fromtimestamp((self.until or 0) / 1000, UTC).astimezone()
        until = f"It holds everything until {clock:%H:%M}" if self.until else "It begins anew"
        kept = f" The damaged file is kept as {self.kept}." if self.kept else ""
        return f"The journal was damaged ({self.wrong}). {until}, {missing}.{kept}"


_MISSING = {
    None: "and nobody can know what is missing",
    0: "and nothing is missing",
    1: "1 entry is missing",
}


def rescue(database: Path, copied: Path) -> Rescued:
    """The longest row of entries that all of the remains together can prove."""
    text = list(copy.lines(copied))
    rows, ended = _rows(database, to_read)
    old_rows, _ = _rows(database, as_it_lies)
    found = _by_version([*rows, *old_rows, *text])
    lines, last = _proven(found)
    lost = max(found, default=0) - last.version
    known = lost > 0 or ended or (text and decode(text[-1]) is not None)
    return Rescued(lines, last, lost if known else None)


def set_aside(database: Path, why: str = "damaged") -> Path | None:
    """Give the file and its log another name; the first one that is free."""
    kept, moved = _free(database.parent, why, ".db"), False
    for ending in ("-shm", "-wal", ""):
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).rename(f"{kept}{ending}")
            moved = True
    whole.settle(database.parent)
    return kept if moved else None


def keep_copy(copied: Path) -> None:
    """Keep the copy as it is, too, since it may hold what could not be proven."""
    if copied.exists():
        shutil.copyfile(copied, _free(copied.parent, "damaged", ".jsonl"))


def _free(folder: Path, why: str, ending: str) -> Path:
    number = 1
    while (name := folder / f"journal-{why}-{number}{ending}").exists():
        number += 1
    return name


# From both ends, since one broken page stops a walk and the rest may be whole.
_WALKS = (
    "SELECT CAST(line AS BLOB) FROM entries ORDER BY version ASC",
    "SELECT CAST(line AS BLOB) FROM entries ORDER BY version DESC",
)


def _rows(
    database: Path, connect: Callable[[Path], sqlite3.Connection]
) -> tuple[list[bytes], bool]:
    """The lines that can still be read, and whether the walk came to the end."""
    lines: list[bytes] = []
    try:
        with closing(connect(database)) as db:
            if _walk(db, _WALKS[0], lines):
                return lines, True
            _walk(db, _WALKS[1], lines)
    except sqlite3.Error:  # not a database any more
        pass
    return lines, False


def _walk(db: sqlite3.Connection, query: str, lines: list[bytes]) -> bool:
    try:
        lines.extend(line for (line,) in db.execute(query) if isinstance(line, bytes))
    except sqlite3.Error:
        return False
    return True


def _by_version(lines: list[bytes]) -> dict[int, dict[bytes, None]]:
    """Each line once, in the order they were found: what the database says goes first."""
    found: dict[int, dict[bytes, None]] = {}
    for line in lines:
        if (entry := decode(line)) is not None:
            found.setdefault(entry.version, {})[line] = None
    return found


def _proven(found: dict[int, dict[bytes, None]]) -> tuple[list[bytes], Last]:
    lines: list[bytes] = []
    last = NOTHING
    while True:
        steps = [(line, follow(last, line)) for line in found.get(last.version + 1, ())]
        good = [(line, following) for line, following in steps if following is not None]
        if not good:
            return lines, last
        line, last = good[0]
        lines.append(line)
