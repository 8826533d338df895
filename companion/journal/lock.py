"""One folder, one companion: the second start is refused, with the number of the first.

The kernel holds the lock, so it is gone with the process, however that ended. The file stays.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from companion.journal.trouble import Busy

NAME = "journal.lock"


class Lock:
    """Held from the moment it is made until it is closed."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._file, 20)
            os.close(self._file)
            raise Busy(folder, int(holder) if holder.strip().isdigit() else None) from None
        # A full disk keeps us from saying who we are, not from holding the lock.
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, b"%d\n" % os.getpid(), 0)

    def close(self) -> None:
        os.close(self._file)
