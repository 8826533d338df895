"""Files that are replaced whole or not at all, whatever happens while they are written.

Rule: the new one is written beside the old one, is on the disk before it takes its name, and
its name is on the disk before anybody is told so. OSError where it cannot be.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

USUAL = 0o666  # less what the owner takes away for all files


def replace(path: Path, text: bytes | Iterable[bytes], rights: int = USUAL) -> None:
    """This text, or these pieces of it, instead of what was there; with ``rights`` from its
    first moment on."""
    part = path.with_name(f"{path.name}.part")
    try:
        _write(part, (text,) if isinstance(text, bytes) else text, rights)
        part.replace(path)
    finally:
        with suppress(OSError):  # it is there only if something went wrong
            part.unlink(missing_ok=True)
    settle(path.parent)


def _write(part: Path, text: Iterable[bytes], rights: int) -> None:
    part.unlink(missing_ok=True)  # it may be another's, with other rights
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights)
    with os.fdopen(handle, "wb") as file:
        file.writelines(text)
        file.flush()
        os.fsync(file.fileno())


def settle(folder: Path) -> None:
    """Wait until the names in the folder are on the disk, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
