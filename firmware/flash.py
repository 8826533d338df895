"""What the plate keeps when the plug is pulled: a few small files.

Rule: a file is replaced whole or not at all. The new one is written beside it and takes
its name, so there is no moment at which neither is there.
"""

import os

BESIDE = ".new"


class Flash:
    """Files in one folder; on a Pico that is the root of its flash."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder

    def load(self, name: str) -> bytes:
        """What was kept, or nothing."""
        try:
            with open(self._folder + name, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def save(self, name: str, kept: bytes) -> None:
        """Keep this instead of what was there."""
        path = self._folder + name
        with open(path + BESIDE, "wb") as file:
            file.write(kept)
        os.rename(path + BESIDE, path)

    def append(self, name: str, more: bytes) -> None:
        """Keep this, too."""
        with open(self._folder + name, "ab") as file:
            file.write(more)

    def has(self, name: str) -> bool:
        """Is there such a file?"""
        try:
            os.stat(self._folder + name)
        except OSError:
            return False
        return True
