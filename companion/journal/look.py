"""Look the journal over before it is used: is the file whole, and is every entry the next one?

Rule: looking changes nothing. What is wrong comes back as words; a disk that does not
answer is no damage and stays an error.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from companion.journal import copy
from companion.journal.entry import NOTHING, Last, follow
from companion.journal.schema import STEPS, step_of, to_read
from companion.journal.trouble import is_damage


class Found(Struct, frozen=True):
    """``last`` ends the entries that can be believed; ``wrong`` is empty when all can."""

    last: Last = NOTHING
    wrong: str = ""
    copied: bool = False  # the second copy holds exactly the same
    newer: bool = False  # a newer companion made the file


def look(database: Path, copied: Path) -> Found:
    """What the database and its second copy say about each other."""
    if not database.exists() or not database.stat().st_size:
        return _compared(iter(()), copied)
    try:
        with closing(to_read(database)) as db:
            return _look(db, copied)
    except sqlite3.Error as error:
        if is_damage(error):
            return Found(wrong=str(error))
        raise


def _look(db: sqlite3.Connection, copied: Path) -> Found:
    (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    newer = step_of(db) > len(STEPS)  # then its lines may follow rules that we do not know
    if verdict != "ok" or newer:
        return Found(wrong="" if verdict == "ok" else verdict, newer=newer)
    if step_of(db) == 0:  # made, and cut off before the first step
        return _compared(iter(()), copied)
    lines = db.execute("SELECT CAST(line AS BLOB) FROM entries ORDER BY version")
    return _compared((line for (line,) in lines), copied)


def _compared(lines: Iterator[bytes], copied: Path) -> Found:
    last, same, twins = NOTHING, True, copy.lines(copied)
    for line in lines:
        following = follow(last, line)
        if following is None:
            return Found(last, f"entry {last.version + 1} is not what was written")
        last, same = following, same and line == next(twins, None)
    same = same and next(twins, None) is None
    if not same and any(follow(last, line) for line in copy.lines(copied)):
        return Found(last, f"entry {last.version + 1} is missing; the second copy has it")
    return Found(last, copied=same)
