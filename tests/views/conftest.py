"""A small house to look at: the real templates and files, served under the tablet's own strict rules.

What the table would say is put in by the test; what the page asks for is written down.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.views import look

RULES = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"
LEAVES = 5  # tries to leave a page; none navigates by itself more than once or twice
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class House(ThreadingHTTPServer):
    """Serves every sample page, keeps what was posted, and says what it is told to say."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Visit)
        self.begin()

    def begin(self) -> None:
        self.posts: list[tuple[str, Any]] = []
        self.streams: list[queue.Queue[str]] = []
        self.answer: tuple[int, dict[str, Any]] = (200, {"version": 42})
        self.away = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def say(self, event: str, data: dict[str, Any]) -> None:
        for stream in self.streams:
            stream.put(f"event: {event}\ndata: {json.dumps(data)}\n\n")

    def handle_error(self, *_: Any) -> None:
        """A browser that closes its window is no error."""


class Visit(BaseHTTPRequestHandler):
    server: House

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.endswith("stream"):
            self.stream()
        elif path.startswith("/static/"):
            self.file(path.removeprefix("/static/"))
        elif path.startswith("/look/"):
            _, _, name, theme = path.split("/")
            self.give(200, "text/html; charset=utf-8", look.picture(name, theme).encode())
        else:
            self.give(404, "text/plain", b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = self.headers["Content-Type"].startswith("application/x-www-form-urlencoded")
        told = {k: v[0] for k, v in parse_qs(body, True).items()} if form else json.loads(body)
        if self.server.away:
            self.close_connection = True
            return
        self.server.posts.append((self.path, told))
        status, said = self.server.answer
        self.give(status, "application/json", json.dumps(said).encode())

    def file(self, name: str) -> None:
        game = name.removeprefix("labyrinth/")
        path = look.GAME / "page" / game if game != name else look.HOUSE / "static" / name
        self.give(200, KINDS[Path(name).suffix], path.read_bytes())

    def stream(self) -> None:
        if self.server.away:
            self.close_connection = True
            return
        told: queue.Queue[str] = queue.Queue()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": here\n\n")
        self.server.streams.append(told)
        while text := told.get():
            self.wfile.write(text.encode())
            self.wfile.flush()

    def give(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", RULES)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Quiet: the test says what matters."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    browser = which("chromium-headless-shell") or which("chromium")
    return {"executable_path": browser, "args": ["--no-sandbox"]}


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of a test; samples that are only looked at have one for all. It is led away before
    its window closes: one that closes in the middle of a posted form keeps some versions of the
    browser waiting for ever."""
    if request.module.__name__.endswith("_look"):
        yield _as_new(request.getfixturevalue("_looked_at"))
        return
    context: BrowserContext = request.getfixturevalue("context")
    page = context.new_page()
    yield page
    for one in context.pages:
        _lead_away(one)


@pytest.fixture(scope="session")
def _looked_at(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def _as_new(page: Page) -> Page:
    """As a page begins, whoever looked at it before."""
    _lead_away(page)
    page.context.clear_cookies()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme="null", contrast="null")
    return page


def _lead_away(page: Page) -> None:
    """A page that is on its way elsewhere by itself may cut in; not for ever."""
    for _ in range(LEAVES):
        with suppress(Error):
            page.goto("about:blank")
            return


@pytest.fixture(scope="session")
def _house() -> Iterator[House]:
    house = House()
    threading.Thread(target=house.serve_forever, daemon=True).start()
    yield house
    house.shutdown()


@pytest.fixture
def house(_house: House) -> House:
    _house.begin()
    return _house
