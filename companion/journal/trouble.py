"""What can be wrong with the folder of the journal, in words that say what to do.

The folder is asked, not the error alone: SQLite calls a full disk by four names.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

ROOM = 64 * 1024  # bytes: SQLite cannot even open its shared index in less than 32 KiB

NEXT = {
    "full": "No space is left on the disk. Free some, then it is written by itself.",
    "read-only": "The disk can only be read. Make it writable, or take another (--data).",
    "forbidden": "This user may not write there. Change its owner, or take another (--data).",
    "no-folder": "A file stands in the place of the folder. Move it, or take another (--data).",
    "damaged": "The file is damaged. Start again: it is kept, and mended as far as can be.",
    "newer": "A newer companion wrote it. Update this one, or take another folder (--data).",
    "failing": "The disk answers with errors. Check the card, or take another folder (--data).",
}


class Trouble(Exception):
    """``reason`` is a key of NEXT, for the languages; the text is for the terminal."""

    does = "cannot be used"

    def __init__(self, folder: Path, reason: str, detail: str = "") -> None:
        self.folder, self.reason, self.detail = folder, reason, detail
        told = f" ({detail})" if detail else ""
        super().__init__(f"{folder}: the journal {self.does}. {NEXT[reason]}{told}")


class NotSaved(Trouble):
    """The entry is not on disk, and what is on disk is whole."""

    does = "could not be written"


class CannotOpen(Trouble):
    """The journal stays closed; ``Journal.memory`` lets the table play on."""

    does = "cannot be opened"


class Busy(Exception):
    """Another companion keeps this journal."""

    def __init__(self, folder: Path, process: int | None) -> None:
        self.folder, self.process = folder, process
        who = f"process {process}" if process else "a process that gave no number"
        super().__init__(
            f"{folder}: another companion ({who}) keeps this journal. "
            "Stop that one first, or give this one a folder of its own (--data)."
        )


def reason(folder: Path, error: OSError | sqlite3.Error) -> str:
    """Which of the known troubles it is."""
    name = getattr(error, "sqlite_errorname", None) or ""
    number = error.errno if isinstance(error, OSError) else None
    if name == "SQLITE_FULL" or number in (errno.ENOSPC, errno.EDQUOT):
        return "full"
    if number in (errno.EEXIST, errno.ENOTDIR):
        return "no-folder"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return "damaged"
    return _reason_of_the_folder(folder, number) or "failing"


def is_damage(error: sqlite3.Error) -> bool:
    """True when the file is wrong, False when only the disk around it is."""
    name = getattr(error, "sqlite_errorname", None) or ""
    return not name.startswith(_AROUND) or name in _INSIDE


_AROUND = (
    "SQLITE_FULL",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY",
    "SQLITE_IOERR",
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_PERM",
    "SQLITE_NOMEM",
    "SQLITE_AUTH",
)
_INSIDE = ("SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS")


def _reason_of_the_folder(folder: Path, number: int | None) -> str:
    there = next(place for place in (folder, *folder.parents) if place.exists())
    disk = os.statvfs(there)
    if disk.f_flag & os.ST_RDONLY or number == errno.EROFS:
        return "read-only"
    if not os.access(there, os.W_OK) or number in (errno.EACCES, errno.EPERM):
        return "forbidden"
    return "full" if disk.f_bavail * disk.f_frsize < ROOM else ""
