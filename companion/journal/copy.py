"""The second copy of the journal: the same entries as lines of text, beside the database.

Rule: it is written after the database and never waited for, so it is behind, never ahead.
A copy that is ahead proves that the database lost entries, and brings them back. Lines of text
survive what breaks a database; adding one costs microseconds, where a backup now and then
would hold the game up and still lose what came after it. The kernel carries it to the disk
within half a minute; only damage to the database *and* a power cut together can cost those.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

NAME = "journal-copy.jsonl"


class Copy:
    """Open for adding. ``version`` is that of its last entry."""

    def __init__(self, path: Path, version: int) -> None:
        self.version = version
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
        self._size = os.fstat(self._file).st_size

    def add(self, lines: list[bytes]) -> None:
        """Add the next lines. Where the disk does not let us, the copy stays behind, and
        the next attempt writes over what got there of this one."""
        text = b"".join(line + b"\n" for line in lines)
        with suppress(OSError):
            if os.pwrite(self._file, text, self._size) == len(text):
                self._size += len(text)
                self.version += len(lines)

    def close(self) -> None:
        with suppress(OSError):
            os.fdatasync(self._file)
        os.close(self._file)


def lines(path: Path) -> Iterator[bytes]:
    """What the copy holds, line by line; nothing when there is none."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            yield line.removesuffix(b"\n")


def ended(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines as they stand in the file."""
    return (line + b"\n" for line in lines)
