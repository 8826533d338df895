"""Tell systemd that the service is up, and then that it is still alive.

Rule: without a socket in the environment nothing is said; a socket that does not
answer is no reason to stop the game.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify(word: str) -> None:
    """One word to systemd: ``READY=1``, ``WATCHDOG=1`` or ``STOPPING=1``."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place.startswith(("/", "@")):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there, suppress(OSError):
        there.connect("\0" + place[1:] if place.startswith("@") else place)
        there.sendall(word.encode())
