"""The whole journal in one file, made while the table plays, and put back again.

A backup is never seen half written: it gets its name when it is on the disk.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from companion import whole
from companion.journal import copy
from companion.journal.forgetting import DECIDED
from companion.journal.lock import Lock
from companion.journal.look import look
from companion.journal.opening import DATABASE
from companion.journal.rescue import set_aside
from companion.journal.trouble import CannotOpen, NotSaved, reason


def back_up(db: sqlite3.Connection, path: Path) -> None:
    """Everything the connection sees now, in one file. Raises NotSaved."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part)) as target:
            db.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        part.replace(path)
        whole.settle(path.parent)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise NotSaved(path.parent, reason(path.parent, error), str(error)) from error


def restore(backup: Path, folder: Path) -> Path | None:
    """Put a backup in the place of the journal; the file that was there is kept, and named.
    Raises Busy while a companion runs, and CannotOpen where the backup is not whole."""
    _check(backup)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(Lock(folder)):
            return _put(backup, folder)
    except OSError as error:
        raise CannotOpen(folder, reason(folder, error), str(error)) from error


def _check(backup: Path) -> None:
    try:
        found = look(backup, backup.with_name(copy.NAME + ".none"))
    except (OSError, sqlite3.Error) as error:
        raise CannotOpen(backup, reason(backup.parent, error), str(error)) from error
    if found.wrong or not found.last.version:
        raise CannotOpen(backup, "damaged", found.wrong or "it holds no entry")


def _put(backup: Path, folder: Path) -> Path | None:
    part = folder / f"{DATABASE}.part"
    shutil.copyfile(backup, part)
    kept = set_aside(folder / DATABASE, "replaced")
    for tells_of_the_other in (copy.NAME, DECIDED):
        (folder / tells_of_the_other).unlink(missing_ok=True)
    part.replace(folder / DATABASE)
    whole.settle(folder)
    return kept
