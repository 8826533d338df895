"""Who holds a port, and under which address others reach this computer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LISTENS = "0A"  # as the kernel writes it
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - to recognise it, not to bind it
SOMEWHERE = ("192.0.2.1", 9)  # an address of nobody's; nothing is sent there


def holder(port: int) -> str:
    """The program that listens there, as far as this user may know; or an empty string."""
    sockets = {f"socket:[{number}]" for number in _listening(port)}
    for folder in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):
            if any(str(link.readlink()) in sockets for link in folder.iterdir()):
                name = (folder.parent / "comm").read_text().strip()
                return f"{name} (process {folder.parent.name})"
    return ""


def _listening(port: int) -> Iterator[str]:
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError):
            for line in Path(table).read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == LISTENS and int(words[1].rpartition(":")[2], 16) == port:
                    yield words[9]


def address(host: str, port: int) -> str:
    """The address for a browser."""
    if host in EVERYWHERE:
        host = _on_the_network()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" + ("/" if port == 80 else f":{port}/")


def place_is_open(host: str) -> bool:
    """Can other devices reach it there?"""
    return not (host == "localhost" or host.startswith("127.") or host == "::1")


def _on_the_network() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE)
        return str(probe.getsockname()[0])
    return "127.0.0.1"
