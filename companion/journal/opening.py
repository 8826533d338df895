"""Open the folder of a journal: look it over, mend what is damaged, make what is missing.

Either all of it works, or ``CannotOpen`` says what is wrong and nothing was changed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from msgspec import Struct

from companion import whole
from companion.journal import copy
from companion.journal.copy import Copy
from companion.journal.entry import Last
from companion.journal.forgetting import finish
from companion.journal.look import Found, look
from companion.journal.rescue import Damage, keep_copy, rescue, set_aside
from companion.journal.schema import in_memory, insert, to_write
from companion.journal.trouble import CannotOpen, reason

DATABASE = "journal.db"


class Opened(Struct, frozen=True):
    """What a journal works with. ``shut`` says why nothing can be written, if so."""

    db: sqlite3.Connection
    last: Last
    file: Path | None = None  # none when it is held in memory
    copy: Copy | None = None
    damage: Damage | None = None
    shut: str = ""


def open_folder(folder: Path) -> Opened:
    """The journal of this folder, ready to write."""
    try:
        return _open(folder / DATABASE, folder / copy.NAME)
    except (OSError, sqlite3.Error) as error:
        raise CannotOpen(folder, reason(folder, error), str(error)) from error


def hold_in_memory(folder: Path, shut: str) -> Opened:
    """What can be read of this folder, held in memory while its disk does not serve."""
    try:
        rescued = rescue(folder / DATABASE, folder / copy.NAME)
        lines, last = rescued.lines, rescued.last
    except OSError:
        lines, last = [], Last()
    db = in_memory()
    insert(db, 1, lines)
    return Opened(db, last, shut=shut)


def _open(database: Path, copied: Path) -> Opened:
    finish(database)
    found = look(database, copied)
    if found.newer and found.wrong:  # only the newer one can say what of it is true
        raise CannotOpen(database.parent, "newer", found.wrong)
    if found.newer:
        return _open_newer(database)
    damage = _mend(database, copied, found) if found.wrong else None
    if damage:
        found = look(database, copied)
    db = to_write(database)
    try:
        if not found.copied:
            whole.replace(copied, copy.ended(lines_after(db, 0)))
        return Opened(db, found.last, database, Copy(copied, found.last.version), damage)
    except (OSError, sqlite3.Error):
        db.close()
        raise


def _open_newer(database: Path) -> Opened:
    db = to_write(database)
    version = db.execute("SELECT ifnull(max(version), 0) FROM entries").fetchone()[0]
    return Opened(db, Last(version), database, shut="newer")


def lines_after(db: sqlite3.Connection, version: int) -> list[bytes]:
    """The lines after this version, as they were written."""
    query = "SELECT CAST(line AS BLOB) FROM entries WHERE version > ? ORDER BY version"
    return [line for (line,) in db.execute(query, (version,))]


def _mend(database: Path, copied: Path, found: Found) -> Damage:
    rescued = rescue(database, copied)
    if rescued.lost != 0:
        keep_copy(copied)
    whole.replace(copied, copy.ended(rescued.lines))
    kept = set_aside(database)
    db = to_write(database)
    try:
        insert(db, 1, rescued.lines)
    finally:
        db.close()
    return Damage(found.wrong, kept, rescued.lost, rescued.last.at)
