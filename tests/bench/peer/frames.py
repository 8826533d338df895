"""One client's wire to a boardgame.io server, in the very frames that go over it.

WebSocket, and in it Engine.IO 4 and Socket.IO 5, as far as boardgame.io uses them, on the
standard library. Rule: no game and no clock here; whole texts go in and come out.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

GAME = "labyrinth"
PATIENCE = 10.0  # s without a word before the server counts as hung

# Engine.IO and Socket.IO name each kind of packet by its first characters.
OPENED, PING, PONG = "0", "2", "3"
CONNECTED = f"40/{GAME},"
EVENT = f"42/{GAME},"

TEXT = 0x81  # first byte of a frame that is one whole text


class Wire:
    """One WebSocket: whole texts go in and come out."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._bytes = bytearray()
        self._socket.sendall(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
            b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self._expect_upgrade()

    def _expect_upgrade(self) -> None:
        while b"\r\n\r\n" not in self._bytes:
            self._read()
        head, _, self._bytes = self._bytes.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(f"no WebSocket from the peer: {head[:80]!r}")

    def _read(self) -> None:
        more = self._socket.recv(65536)
        if not more:
            raise ConnectionError("the peer closed a client's connection")
        self._bytes += more

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def say(self, text: str) -> None:
        # A client must mask; a mask of zeros leaves the bytes as they are.
        payload = text.encode()
        size = len(payload)
        head = (
            bytes([TEXT, 0x80 | size]) if size < 126 else bytes([TEXT, 0xFE]) + size.to_bytes(2)
        )
        self._socket.sendall(head + bytes(4) + payload)

    def emit(self, *event: Any) -> None:
        self.say(EVENT + json.dumps(event, separators=(",", ":")))

    def heard(self) -> Iterator[str]:
        """Read once, and give the texts that are whole now."""
        self._read()
        return self._texts()

    def _texts(self) -> Iterator[str]:
        """The whole texts read so far; pings are answered here."""
        while (frame := _frame(self._bytes)) is not None:
            start, end = frame
            text = self._bytes[start:end].decode()
            del self._bytes[:end]
            if text == PING:
                self.say(PONG)
            else:
                yield text

    def wait_for(self, beginning: str) -> str:
        """The next text that begins so; what comes before it is let go."""
        while True:
            # First what is here already: a server may say two things in one breath.
            for text in self._texts():
                if text.startswith(beginning):
                    return text
            self._read()


def _frame(received: bytearray) -> tuple[int, int] | None:
    """Where the first frame's text begins and ends, once the frame is whole."""
    if len(received) < 2:
        return None
    if received[0] != TEXT:
        raise ConnectionError(f"frame 0x{received[0]:02x} from the peer is no whole text")
    length = {126: 2, 127: 8}.get(received[1], 0)
    start = 2 + length
    if len(received) < start:
        return None
    size = int.from_bytes(received[2:start]) if length else received[1]
    return (start, start + size) if len(received) >= start + size else None


def connect(port: int) -> Wire:
    wire = Wire(port)
    wire.wait_for(OPENED)
    wire.say(CONNECTED)
    wire.wait_for(CONNECTED)
    return wire
