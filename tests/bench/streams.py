"""Tablets that listen: one process, many event streams, the time of every event.

Raw sockets and one selector, so that only the server is measured. The clock is the
system's monotonic one, which is the same in every process of this machine.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import subprocess
import sys
import time
from pathlib import Path

ID = re.compile(rb"^id: (\d+)", re.MULTILINE)
UNTIL_QUIET = 2.0  # seconds without an event after which the listening ends


class Listeners:
    """So many tablets on the streams of one address, in a process of their own."""

    def __init__(self, port: int, count: int) -> None:
        command = [sys.executable, __file__, str(port), str(count)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path.cwd()
        )
        assert self._process.stdout
        self._process.stdout.readline()  # all are connected

    def heard(self) -> dict[int, list[float]]:
        """Seconds of the monotonic clock at which each version came to each tablet."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        told = json.loads(self._process.stdout.read())
        self._process.wait()
        return {int(version): times for version, times in told.items()}


def _connect(port: int) -> socket.socket:
    there = socket.create_connection(("127.0.0.1", port))
    there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    there.sendall(b"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
    return there


def _listen(port: int, count: int) -> dict[str, list[float]]:
    selector = selectors.DefaultSelector()
    for _ in range(count):
        there = _connect(port)
        first = there.recv(65536)
        assert b" 200 " in first.split(b"\r\n", 1)[0], first[:200]
        there.setblocking(False)
        selector.register(there, selectors.EVENT_READ, bytearray())
    selector.register(sys.stdin, selectors.EVENT_READ, None)
    print("listening", flush=True)
    return _take(selector)


def _take(selector: selectors.BaseSelector) -> dict[str, list[float]]:
    heard: dict[str, list[float]] = {}
    closing = False
    while True:
        ready = selector.select(UNTIL_QUIET if closing else None)
        if not ready and closing:
            return heard
        for key, _ in ready:
            if key.data is None:
                selector.unregister(sys.stdin)
                closing = True
            else:
                _event(key, heard)


def _event(key: selectors.SelectorKey, heard: dict[str, list[float]]) -> None:
    there = key.fileobj
    assert isinstance(there, socket.socket)
    key.data.extend(there.recv(1 << 20))
    now = time.monotonic()
    while (end := key.data.find(b"\n\n")) >= 0:
        event = bytes(key.data[:end])
        del key.data[: end + 2]
        version = ID.search(event)
        if version:
            heard.setdefault(version[1].decode(), []).append(now)


if __name__ == "__main__":
    print(json.dumps(_listen(int(sys.argv[1]), int(sys.argv[2]))), flush=True)
