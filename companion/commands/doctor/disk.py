"""The folder that keeps the matches: can it be written, is there room, is the journal whole?

Rule: it takes no lock and leaves nothing behind; the file it writes has no name.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path

from companion.commands.doctor.finding import OK, WARN, WRONG, Check
from companion.journal import copy
from companion.journal.look import Found, look
from companion.journal.opening import DATABASE
from companion.journal.trouble import NEXT, reason

MEGABYTE = 1_000_000
SCARCE = 100 * MEGABYTE  # a match takes a few; logs and tapes want some, too
BLOCK = bytes(4096)  # what SQLite writes for one entry, about
SLOW = 200  # ms of one flush; every entry waits for one before anybody sees it


def disk(folder: Path) -> list[Check]:
    """The folder, its room, and how long a flush takes."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        took = _flushed(there)
    except OSError as wrong:
        return [_unwritable(folder, wrong), _space(there)]
    made = "" if there == folder else " It is made at the first start."
    written = Check("folder", OK, f"{folder} can be written.{made}")
    return [written, _space(there), _flush(took)]


def journal(folder: Path) -> Check:
    """Is the journal that nobody has open at the moment whole?"""
    database = folder / DATABASE
    try:
        if not database.exists():
            return Check(
                "journal", OK, "There is no journal yet. It is made at the first start."
            )
        return _told(database, _looked(database, folder / copy.NAME))
    except (OSError, sqlite3.Error) as wrong:
        told = f"{database} cannot be read ({wrong})."
        return Check("journal", WRONG, told, what_then(reason(folder, wrong)))


def _looked(database: Path, copied: Path) -> Found:
    """Of a copy: even to read a database, SQLite makes files beside it."""
    with tempfile.TemporaryDirectory(prefix="companion-doctor-") as folder:
        for name in (DATABASE, f"{DATABASE}-wal"):
            if (file := database.with_name(name)).exists():
                shutil.copyfile(file, Path(folder) / name)
        return look(Path(folder) / DATABASE, copied)


def what_then(why: str) -> str:
    """The next step of the journal's, for one who has companion.toml in hand."""
    return NEXT[why].replace("(--data)", "(data in companion.toml)")


def _flushed(there: Path) -> int:
    """Write a file without a name; ms until the disk said that it is there."""
    with tempfile.TemporaryFile(dir=there, buffering=0) as file:
        began = time.perf_counter()
        file.write(BLOCK)
        os.fsync(file.fileno())
        return round(1000 * (time.perf_counter() - began))


def _unwritable(folder: Path, wrong: OSError) -> Check:
    why = reason(folder, wrong)
    told = f"{folder} cannot be written ({wrong.strerror})."
    return Check("folder", WRONG, told, what_then(why), {"reason": why})


def _space(there: Path) -> Check:
    free = shutil.disk_usage(there).free
    told = f"{free // MEGABYTE} MB are free on the disk of {there}"
    if free >= SCARCE:
        return Check("space", OK, f"{told}.", values={"free": free})
    least = f"{told}, and {SCARCE // MEGABYTE} MB should be."
    return Check(
        "space", WARN, least, "Free some: old tapes and backups first.", {"free": free}
    )


def _flush(took: int) -> Check:
    told, values = f"A flush to the disk takes {took} ms", {"ms": took}
    if took <= SLOW:
        return Check("flush", OK, f"{told}.", values=values)
    slow = f"{told}, more than {SLOW} ms: everybody waits for it after each move."
    return Check("flush", WARN, slow, "Take a faster card, or look what else writes.", values)


def _told(database: Path, found: Found) -> Check:
    entries = found.last.version
    values = {"entries": entries}
    if found.newer:
        told = f"{database} was written by a newer companion."
        return Check("journal", WRONG, told, what_then("newer"), values)
    if found.wrong:
        told = f"{database} is whole up to entry {entries}, and then: {found.wrong}."
        return Check("journal", WRONG, told, what_then("damaged"), values)
    whole = f"The journal is whole: {entries} entries, each follows from the one before"
    if found.copied:
        return Check("journal", OK, f"{whole}; its second copy is the same.", values=values)
    told = f"{whole}; but its second copy is not the same."
    return Check(
        "journal", WARN, told, "Start companion once: it writes the copy anew.", values
    )
