"""Plays an evening that is written down as text, through the real loop and journal."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from companion.geometry import FIELDS
from companion.journal import Journal
from companion.loop import Loop
from companion.table import Table
from companion.vocabulary import Answer, Game, Signal, Tick

EMPTY, FULL, FLICKER = 2048, 245, 2  # codes: no magnet, a whole one, the noise of a sensor
FRAME, TICK = 10, 50  # ms
NUMBERS = {"chips_to_win", "face", "option"}


class Written(Exception):
    """The text and the table differ; or the text cannot be read."""


class Evening:
    """One table and the text that is played on it."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.journal = Journal.open(folder, newest_rules={game.name: game.rules})
        self.game = game
        self.loop = Loop(Table({game.name: game}, self.journal, lambda: 0), lambda _: None)
        self.seats: list[dict[str, str]] = []
        self.options: dict[str, Any] = {}
        self.symbols: dict[str, str] = {}
        self._covered: tuple[str, ...] = ()
        self._now, self._told = 0, 0
        self._random = Random(1)

    def play(self, text: str) -> None:
        """Every line in turn; what the journal says must stand under it."""
        pending: list[str] = []
        for line in (line.split("#")[0].rstrip() for line in text.splitlines()):
            if re.match(r"\s*\d+ ", line):
                self._settle(pending, int(line.split()[0]))
                pending = []
                self._do(line.split()[1:])
            elif line.startswith(" "):
                pending.append(" ".join(line.split()))
            elif line:
                if line.startswith(("sheet", "won")) and pending:
                    self._settle(pending, self._now + 3000)
                    pending = []
                self._head(line)

    def _head(self, line: str) -> None:
        first, *rest = line.split()
        if first == "game":
            pairs = [item.split("=") for item in rest[1:]]
            self.options = {key: int(value) for key, value in pairs}
        elif first == "printed":
            self.symbols = dict(item.split("=") for item in rest)
            self._begin()
        elif first == "sheet":
            self._same(line, f"sheet {self._sheet()}")
        elif first == "won":
            self._same(line, f"won {', '.join(self.final().winners)}")
        else:
            self.seats.append({"name": first, "seat": rest[0], "corner": rest[1]})

    def final(self) -> Any:
        """The sheet by the rules."""
        assert self.loop.table.match
        return self.game.final(self.loop.table.match.state)

    def _sheet(self) -> str:
        return ", ".join(f"{player.name} {player.total}" for player in self.final().players)

    def _begin(self) -> None:
        box = {"symbols": self.symbols}
        start = {"do": "start", "game": self.game.name, "seats": self.seats, "box": box}
        self._ask({**start, "options": self.options})
        self._told = self.loop.table.version

    def _do(self, words: list[str]) -> None:
        what, *rest = words
        if what == "hall":
            self._covered = tuple(rest)
        elif what == "drop":
            self.loop.step(Signal(f"drop/{rest[0]}", int(rest[1]), self._now))
        elif what == "undo":
            self._ask({"do": "undo", "id": str(self._now), "strike": "strike" in rest})
        elif what == "tap":
            self._ask({"do": "take", "id": str(self._now), "move": self._move(rest)})
        else:
            raise Written(f"{self._now}: nobody can {what}")

    def _move(self, words: list[str]) -> dict[str, Any]:
        what, *rest = words
        keys = {"draw": ("symbol",), "roll": ("face",), "answer": ("option",)}.get(what, ())
        pairs = zip(keys, rest, strict=True)
        return {"do": what, **{k: int(v) if k in NUMBERS else v for k, v in pairs}}

    def _ask(self, request: dict[str, Any]) -> None:
        def answered(answer: Answer) -> None:
            if answer.status != 200:
                raise Written(f"{self._now}: refused: {answer.refusal}")

        self.loop.step(Signal("tablet/host", request, self._now), answered)

    def _settle(self, expected: list[str], until: int) -> None:
        while self._now < until:
            self._now += FRAME
            self.loop.step(Signal("hall", self._codes(), self._now))
            if self._now % TICK == 0:
                self.loop.step(Tick(self._now))
        entries = self.journal.tail(self._told)
        self._told = self.loop.table.version
        said = [_said(entry.kind, entry.body) for entry in entries]
        if said != expected:
            raise Written(f"before {until} ms the journal says {said}, the text {expected}")

    def _codes(self) -> str:
        return "".join(f"{self._code(field):03x}" for field in FIELDS)

    def _code(self, field: str) -> int:
        full = FULL if field in self._covered else 0
        return EMPTY + full + self._random.randint(-FLICKER, FLICKER)

    def _same(self, text: str, table: str) -> None:
        if " ".join(text.split()) != table:
            raise Written(f"the text says {text}, the table {table}")


def _said(kind: str, body: Any) -> str:
    if kind != "move":
        return kind
    told = [str(body["do"]), *body.get("path", ())]
    told += [str(body[key]) for key in ("symbol", "face", "option") if key in body]
    told += [body["seat"]] if body.get("seat") else []
    return " ".join(told)
