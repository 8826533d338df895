"""Event streams to many tablets, in one thread.

Rule: everything about a stream happens in the hub's own thread; the others only ``call``.
A tablet that does not read gets a buffer, and is let go when that is full.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from queue import Empty, SimpleQueue
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from threading import Thread

from msgspec import Struct

log = logging.getLogger(__name__)

MOST = 200  # streams at once: far more tablets than chairs, few enough to serve them all
BUFFER = 1 << 20  # bytes a tablet may be behind before it is let go
HEARTBEAT = 15.0  # s between comments, so that nothing on the way takes the line for dead
DEAD = 30_000  # ms that the other end may leave what was sent unacknowledged
BEAT = b": here\n\n"
GONE = b"event: gone\ndata: {}\n\n"


class Ticket(Struct, frozen=True):
    """What a stream is to carry, and to which device. ``greet`` says what comes first, and
    ``is_theirs`` whether the device may still hear it; both are asked in the hub's thread
    as the stream joins, so that nothing is lost, or told too much, in between. The second
    is asked again whenever it may have changed for many."""

    topic: Hashable
    greet: Callable[[], bytes]
    device: str = ""
    is_theirs: Callable[[], bool] = lambda: True


class Stream:
    """One tablet that listens."""

    def __init__(self, sock: socket.socket, ticket: Ticket) -> None:
        self.sock, self.topic, self.device = sock, ticket.topic, ticket.device
        self.is_theirs = ticket.is_theirs
        self.behind = bytearray()


class Hub:
    """Keeps the streams. ``settle`` is called after every bundle of calls."""

    def __init__(self, settle: Callable[[], None] = lambda: None) -> None:
        self.settle = settle
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._selector = DefaultSelector()
        self._streams: set[Stream] = set()
        self._ear, self._bell = socket.socketpair()
        self._ear.setblocking(False)
        self._bell.setblocking(False)
        self._selector.register(self._ear, EVENT_READ)
        self._stopped = False
        self._thread = Thread(target=self._run, name="hub", daemon=True)

    @property
    def count(self) -> int:
        """How many listen."""
        return len(self._streams)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends every stream."""
        self.call(self._end)
        if self._thread.ident is not None:
            self._thread.join()

    def call(self, doing: Callable[[], None]) -> None:
        """From any thread: do this in the hub's. Costs the caller a few microseconds."""
        self._calls.put(doing)
        with suppress(BlockingIOError):  # it rings already
            self._bell.send(b"!")

    def join(self, sock: socket.socket, ticket: Ticket) -> None:
        """From any thread: a connection that was answered becomes a stream."""
        self.call(lambda: self._join(sock, ticket))

    # In the hub's thread.

    def topics(self) -> set[Hashable]:
        """What is listened to."""
        return {stream.topic for stream in self._streams}

    def send(self, topic: Hashable, event: bytes) -> None:
        """To everybody who listens to this."""
        for stream in [one for one in self._streams if one.topic == topic]:
            self._send(stream, event)

    def dismiss(self, is_meant: Callable[[Stream], bool]) -> None:
        """End these streams: their devices come again, and get what they may know now."""
        for stream in [one for one in self._streams if is_meant(one)]:
            self._send(stream, GONE)
            if stream in self._streams:
                self._drop(stream)

    def _run(self) -> None:
        beat = time.monotonic() + HEARTBEAT
        while not self._stopped:
            for key, _ in self._selector.select(max(0.0, beat - time.monotonic())):
                self._serve(key.data)
            if time.monotonic() >= beat:
                beat += HEARTBEAT
                for stream in list(self._streams):
                    self._send(stream, BEAT)

    def _serve(self, stream: Stream | None) -> None:
        if stream is None:
            self._answer_bell()
        elif stream in self._streams and self._is_gone(stream):
            self._drop(stream)
        elif stream in self._streams and stream.behind:
            self._flush(stream)

    def _answer_bell(self) -> None:
        self._ear.recv(4096)
        while True:
            try:
                doing = self._calls.get_nowait()
            except Empty:
                break
            doing()
        self.settle()

    def _join(self, sock: socket.socket, ticket: Ticket) -> None:
        hello = b"retry: 1000\n\n" + (ticket.greet() if ticket.is_theirs() else GONE)
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD)
        stream = Stream(sock, ticket)
        self._streams.add(stream)
        self._selector.register(sock, EVENT_READ, stream)
        self._send(stream, hello)
        if hello.endswith(GONE) and stream in self._streams:
            self._drop(stream)

    def _send(self, stream: Stream, event: bytes) -> None:
        stream.behind += event
        if len(stream.behind) == len(event):
            self._flush(stream)
        elif len(stream.behind) > BUFFER:
            log.info("a tablet did not read for %d bytes; it may come again", BUFFER)
            self._drop(stream)

    def _flush(self, stream: Stream) -> None:
        try:
            sent = stream.sock.send(stream.behind)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._drop(stream)
            return
        del stream.behind[:sent]
        wanted = EVENT_READ | EVENT_WRITE if stream.behind else EVENT_READ
        if self._selector.get_key(stream.sock).events != wanted:
            self._selector.modify(stream.sock, wanted, stream)

    def _is_gone(self, stream: Stream) -> bool:
        try:
            return stream.sock.recv(4096) == b""  # a browser says nothing on a stream
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _drop(self, stream: Stream) -> None:
        self._streams.discard(stream)
        self._selector.unregister(stream.sock)
        stream.sock.close()

    def _end(self) -> None:
        self._stopped = True
        for stream in list(self._streams):
            self._drop(stream)
