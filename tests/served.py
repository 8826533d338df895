"""A real service in a process of its own, and the plain sockets that speak with it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.geometry import distance

ROOT = str(Path(__file__).parent.parent)
PATIENCE = 10.0  # s; far more than anything here takes
PROGRAM = (sys.executable, "-m", "companion")

Told = dict[str, Any]


class Served:
    """``companion demo`` on a port of its own, or any other command that serves."""

    cookie = ""  # sent along with everything that brings no cookie of its own
    path = ""  # where Python finds more packages: games that are not ours

    def __init__(self, data: Path, *more: str, port: int = 0, players: str = "Ada,Bo") -> None:
        self.data = data
        words = ("demo", "--data", str(data), "--port", str(port), "--players", players)
        self._start(*words, *more)

    @classmethod
    def on_wires(cls, data: Path, wires: str) -> Self:
        """``companion run`` with this part of a companion.toml."""
        there = cls.__new__(cls)
        there.data, config = data, data / "companion.toml"
        web = f'[web]\nhost = "127.0.0.1"\nport = {free_port()}\n'
        config.write_text(f'data = "{data}"\n{web}{wires}')
        there._start("run", "--config", str(config))
        there.keep()
        return there

    @property
    def pin(self) -> str:
        """What the owner reads on the terminal."""
        return str(json.loads((self.data / "people.json").read_text())["pin"])

    def keep(self) -> None:
        """From now on this is a device that keeps the table, as after typing the PIN."""
        status, told, headers = self.ask("POST", "/api/v1/join", {"code": self.pin})
        assert status == 200, told
        self.cookie = headers["set-cookie"].partition(";")[0]

    def _start(self, *words: str) -> None:
        there = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (self.path, ROOT)))}
        self.process = subprocess.Popen(
            [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=there,
        )  # fmt: skip
        self.port = self._port()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        _: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _port(self) -> int:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                return int(found[1])
        assert self.process.stderr is not None
        raise AssertionError(f"it did not start: {self.process.stderr.read()}")

    def stop(self) -> tuple[int, float]:
        """Asked politely: its exit code, and the seconds it took."""
        asked = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        return code, time.monotonic() - asked

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def ask(
        self, method: str, path: str, said: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """Status, body (parsed where it is JSON) and headers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = said if isinstance(said, bytes | None) else json.dumps(said).encode()
        usual = {"Content-Type": "application/json"} if body is not None else {}
        usual |= {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, body, {**usual, **(headers or {})})
        answer = connection.getresponse()
        raw, told = answer.read(), {key.lower(): value for key, value in answer.getheaders()}
        connection.close()
        is_json = told.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(raw) if is_json else raw.decode(), told

    def get(self, path: str) -> Any:
        return self.ask("GET", f"/api/v1/{path}")[1]

    def post(self, path: str, said: Any) -> tuple[int, Any]:
        return self.ask("POST", f"/api/v1/{path}", said)[:2]

    @property
    def version(self) -> int:
        return int(self.get("state")["version"])

    def take(self, move: Told, id: str = "", version: int | None = None) -> tuple[int, Any]:
        said = {
            "version": self.version if version is None else version,
            "id": id or os.urandom(8).hex(),
            "move": move,
        }
        return self.post("moves", said)

    def begin(self, **more: Any) -> str:
        """A new match of Ada and Bo; whatever is in play ends."""
        if match := self.get("state")["match"]:
            self.post(f"matches/{match}/end", {})
        seats = [
            {"name": "Ada", "seat": "red", "corner": "a1"},
            {"name": "Bo", "seat": "blue", "corner": "f6"},
        ]
        status, told = self.post("matches", {"game": "labyrinth", "seats": seats, **more})
        assert status == 200, told
        return str(told["match"])

    def chip(self) -> None:
        """Lay the chip open whose symbol is furthest from all corners; then Ada rolls."""
        fields = self.get("state")["view"]["fields"]
        homes = [one["field"] for one in fields if one["home"]]
        printed = [one for one in fields if one["symbol"]]
        far = max(printed, key=lambda one: min(distance(one["field"], home) for home in homes))
        self.take({"do": "draw", "symbol": far["symbol"]})


class Stream:
    """One that listens to server-sent events over a plain socket."""

    def __init__(self, port: int, path: str, last: str | None = None, cookie: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n"
        head += f"Last-Event-ID: {last}\r\n" if last is not None else ""
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        self.socket.sendall(f"{head}\r\n".encode())
        self._file = self.socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while line := self._file.readline().strip():
            key, _, value = line.decode().partition(": ")
            self.headers[key.lower()] = value

    def next(self, wait: float = PATIENCE) -> Told | None:
        """The next event: kind, id and data; None if nothing comes."""
        self.socket.settimeout(wait)
        event: Told = {}
        try:
            while True:
                raw = self._file.readline()
                if not raw:  # it has ended
                    return None
                line = raw.decode().rstrip("\n")
                if not line and "data" in event:
                    return event
                key, _, value = line.partition(": ")
                if key in ("event", "id"):
                    event[key] = value
                elif key == "data":
                    event["data"] = json.loads(value)
        except (TimeoutError, OSError):
            return None

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def cut(self) -> None:
        """Gone without a word: the other end gets a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._file.close()
        self.socket.close()


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(seen: Any, wait: float = PATIENCE) -> Any:
    """What ``seen`` returns once it is something; it is asked again and again."""
    end = time.monotonic() + wait
    while not (found := seen()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return found
