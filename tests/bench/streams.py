"""Tablets that listen and tap: one process, many event streams, the time of every event.

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
from typing import Any

ID = re.compile(rb"^id: (\d+)", re.MULTILINE)
UNTIL_QUIET = 2.0  # seconds without an event after which the listening ends

Heard = dict[int, list[float]]


class Tablets:
    """So many tablets on the streams of one address, in a process of their own."""

    def __init__(self, port: int, count: int) -> None:
        command = [sys.executable, __file__, str(port), str(count)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path.cwd(), text=True
        )
        assert self._process.stdout
        self._process.stdout.readline()  # all are connected

    def post(self, version: int, said: dict[str, Any]) -> None:
        """One of them taps; it should lead to that version."""
        assert self._process.stdin
        self._process.stdin.write(f"{version} {json.dumps(said)}\n")
        self._process.stdin.flush()

    def told(self) -> tuple[dict[int, float], Heard]:
        """Seconds of the monotonic clock: when each version was tapped, and when it came
        to each tablet."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        told = json.loads(self._process.stdout.read())
        self._process.wait()
        said = {int(version): at for version, at in told["said"].items()}
        return said, {int(version): times for version, times in told["heard"].items()}


class _Ears:
    """What happens in the other process."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()
        self.said: dict[int, float] = {}
        self.heard: Heard = {}
        for _ in range(count):
            there = self._connect("GET /api/v1/stream HTTP/1.1\r\n\r\n", b"")
            first = there.recv(65536)
            assert b" 200 " in first.split(b"\r\n", 1)[0], first[:200]
            there.setblocking(False)
            self._selector.register(there, selectors.EVENT_READ, bytearray())
        self._finger = self._connect("", b"")
        self._selector.register(self._finger, selectors.EVENT_READ, "answer")
        self._selector.register(sys.stdin, selectors.EVENT_READ, "tap")

    def _connect(self, head: str, body: bytes) -> socket.socket:
        there = socket.create_connection(("127.0.0.1", self._port))
        there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if head:
            there.sendall(self._request(head, body))
        return there

    def _request(self, head: str, body: bytes) -> bytes:
        line, _ = head.split("\r\n", 1)
        more = (
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        )
        return f"{line}\r\nHost: 127.0.0.1:{self._port}\r\n{more}\r\n".encode() + body

    def listen(self) -> None:
        """Until nobody taps any more and all is quiet."""
        closing = False
        while ready := self._selector.select(UNTIL_QUIET if closing else None):
            for key, _ in ready:
                if key.data == "tap":
                    closing = not self._tap()
                elif key.data == "answer":
                    self._answer()
                else:
                    self._event(key)

    def _answer(self) -> None:
        """The head comes by itself now and then; what follows it is not looked at. A finger
        that never tapped is hung up on."""
        got = self._finger.recv(65536)
        if not got and not self.said:
            self._selector.unregister(self._finger)
            return
        assert got, "the server has hung up"
        assert not got.startswith(b"HTTP/") or b" 200 " in got.split(b"\r\n", 1)[0], got

    def _tap(self) -> bool:
        line = sys.stdin.readline()
        if not line:
            self._selector.unregister(sys.stdin)
            return False
        version, _, body = line.partition(" ")
        request = self._request("POST /api/v1/moves HTTP/1.1\r\n", body.strip().encode())
        self.said[int(version)] = time.monotonic()
        self._finger.sendall(request)
        return True

    def _event(self, key: selectors.SelectorKey) -> None:
        there = key.fileobj
        assert isinstance(there, socket.socket)
        key.data.extend(there.recv(1 << 20))
        now = time.monotonic()
        while (end := key.data.find(b"\n\n")) >= 0:
            version = ID.search(bytes(key.data[:end]))
            del key.data[: end + 2]
            if version:
                self.heard.setdefault(int(version[1]), []).append(now)


if __name__ == "__main__":
    ears = _Ears(int(sys.argv[1]), int(sys.argv[2]))
    print("listening", flush=True)
    ears.listen()
    print(json.dumps({"said": ears.said, "heard": ears.heard}), flush=True)
