"""The web server: cheroot's workers for pages, the hub for streams.

Rule: this is the only file that knows cheroot. A worker answers the head of a stream,
then the hub takes the connection over; ``linger`` keeps cheroot from closing it.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import Any

from cheroot.server import HTTPConnection
from cheroot.wsgi import Gateway_10, Server

from companion.views.tablet.hub import Hub, Ticket

log = logging.getLogger(__name__)

WORKERS = 16  # a page takes milliseconds; the others are for those who stop half-way
IDLE = 10  # s that a connection may be silent between two requests
HALFWAY = 3  # s that it may be silent within one: longer than a lost packet takes
HEAD = 32 * 1024  # bytes of headers; browsers send one or two thousand
KEPT = 100  # connections kept open between requests: six a browser
STOPPING = 0.3  # s that a worker may take to finish when the service stops
TICKET = "companion.ticket"
"""Where a view leaves its ticket in the WSGI environment for the hand-over."""


class _Gateway(Gateway_10):
    def start_response(self, status: str, headers: Any, exc_info: Any = None) -> Any:
        if TICKET in self.env:  # a body that ends with the connection has no chunks
            self.req.response_protocol = "HTTP/1.0"
        if TICKET in self.env or status.startswith("411"):  # what follows is no request
            self.req.close_connection = True
        return super().start_response(status, headers, exc_info)

    def respond(self) -> None:
        super().respond()
        ticket: Ticket | None = self.env.get(TICKET)
        if ticket:
            connection: HTTPConnection = self.req.conn
            connection.linger = True
            self.req.server.hub.join(connection.socket, ticket)


class WebServer(Server):
    """Serves the app. ``prepare`` binds the port, ``serve`` runs until it is stopped."""

    def __init__(self, host: str, port: int, app: Callable[..., Any], hub: Hub) -> None:
        super().__init__(
            (host, port), app, numthreads=WORKERS, timeout=IDLE,
            request_queue_size=128, server_name="companion",
        )  # fmt: skip
        self.shutdown_timeout = STOPPING
        self.hub = hub
        self.gateway = _Gateway
        self.keep_alive_conn_limit = KEPT
        self.max_request_header_size = HEAD

    @property
    def port(self) -> int:
        """The port that was bound, also where any would do."""
        return int(self.bind_addr[1])

    def process_conn(self, conn: HTTPConnection) -> None:
        """A new connection waits for its first byte beside the workers: browsers open
        some that they never use."""
        if conn.last_used is None:
            conn.socket.settimeout(HALFWAY)
            self.put_conn(conn)
        else:
            super().process_conn(conn)

    def stop(self) -> None:
        """Ends at once: a knock at our own door wakes whoever waits there for half a second."""
        knock = Timer(0.01, self._knock, self.bind_addr[:2])
        knock.start()
        super().stop()
        knock.cancel()

    def _knock(self, host: str, port: int) -> None:
        with suppress(OSError), socket.create_connection((host, port), STOPPING):
            pass

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        """What goes wrong below the app goes into the log, not onto the terminal."""
        log.log(level, "%s", msg, exc_info=traceback)
