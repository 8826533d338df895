"""A memory card that can be filled up."""

from __future__ import annotations

import os
from pathlib import Path

SIZE = 512 * 1024  # bytes


def fill(card: Path, leave: int = 0) -> Path:
    """Take all the room but so many bytes."""
    ballast = card / "holiday.mp4"
    with ballast.open("ab", buffering=0) as file:
        free = os.statvfs(card).f_bavail * 4096 - leave
        os.posix_fallocate(file.fileno(), 0, max(free, 4096))
    return ballast
