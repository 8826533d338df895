"""A table whose game keeps secrets, with devices that sit down at it over real HTTP."""

from __future__ import annotations

import json
import os
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self

from tests import another
from tests.served import PATIENCE, Served, Told

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Edda", "Finn", "Gro", "Hal")
SEATS = ("red", "blue", "green", "yellow", "black", "white", "orange", "violet")


class Device:
    """A phone or tablet with a cookie jar of one cookie."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.cookie = port, cookie
        self.seat = ""

    def ask(
        self, method: str, path: str, said: Any = None, headers: Told | None = None
    ) -> tuple[int, Any, Told]:
        """Status, body (parsed where it is JSON) and headers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = None if said is None else json.dumps(said).encode()
        usual = {"Content-Type": "application/json"} if body is not None else {}
        usual |= {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, body, {**usual, **(headers or {})})
        answer = connection.getresponse()
        raw, told = answer.read(), {key.lower(): value for key, value in answer.getheaders()}
        connection.close()
        if "set-cookie" in told:
            self.cookie = told["set-cookie"].partition(";")[0]
        is_json = told.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(raw) if is_json else raw.decode(), told

    def get(self, path: str) -> Any:
        return self.ask("GET", f"/api/v1/{path}")[1]

    def post(self, path: str, said: Any, headers: Told | None = None) -> tuple[int, Any]:
        return self.ask("POST", f"/api/v1/{path}", said, headers)[:2]

    def join(self, code: str, **more: Any) -> tuple[int, Any]:
        return self.post("join", {"code": code, **more})

    def code(self, role: str = "seat", seat: str = "") -> str:
        """A fresh code, asked for by a device that may."""
        status, told = self.post("codes", {"role": role, "seat": seat})
        assert status == 200, told
        return str(told["code"])

    def take(self, move: Told, version: int | None = None, id: str = "") -> tuple[int, Any]:
        at = self.get("state")["version"] if version is None else version
        return self.post(
            "moves", {"version": at, "id": id or os.urandom(8).hex(), "move": move}
        )

    def lay(self, token: str, **more: Any) -> tuple[int, Any]:
        return self.take({"do": "lay", "seat": self.seat, "token": token}, **more)

    @property
    def role(self) -> tuple[str, str]:
        me = self.get("me")
        return me["role"], me["seat"]


class Club(Served):
    """``companion run`` with Closed Hands installed beside our own games."""

    path = str(another.HERE)

    @classmethod
    def at(cls, data: Path) -> Self:
        club = cls.on_wires(data, "")
        club.data = data
        return club

    def again(self) -> Self:
        """The same table after it was stopped or cut off, on the same port."""
        there = type(self).__new__(type(self))
        there.data, there.cookie = self.data, self.cookie
        there._start("run", "--config", str(self.data / "companion.toml"))
        return there

    @property
    def host(self) -> Device:
        """The tablet that keeps the table."""
        return Device(self.port, self.cookie)

    def device(self) -> Device:
        """Somebody who only has the address."""
        return Device(self.port)

    def match(self, count: int = 3, **hands: list[Told]) -> str:
        """A new match of so many players."""
        if match := self.get("state")["match"]:
            self.post(f"matches/{match}/end", {})
        pairs = zip(NAMES[:count], SEATS, strict=False)
        seats = [{"name": name, "seat": seat} for name, seat in pairs]
        box = {"box": {"hands": hands}} if hands else {"box": {}}
        new = {"game": "closed_hands", "seats": seats, **box}
        status, told = self.post("matches", new)
        assert status == 200, told
        return str(told["match"])

    def phone(self, seat: str) -> Device:
        """A phone that has joined this seat."""
        phone = self.device()
        status, told = phone.join(self.host.code(seat=seat))
        assert (status, told.get("seat")) == (200, seat), told
        phone.seat = seat
        return phone

    @property
    def refused(self) -> dict[str, int]:
        """What health names as turned away."""
        found: dict[str, int] = self.get("health")["refused"]
        return found
