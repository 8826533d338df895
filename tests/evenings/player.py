"""Plays an evening that is written down as text, through the real loop and journal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec

from companion.geometry import FIELDS
from companion.journal import Journal
from companion.languages import words
from companion.loop import Loop
from companion.showing import Showing
from companion.table import Table
from companion.views.tablet.written import written
from companion.vocabulary import Answer, Game, Signal, Tick, Viewer
from tests.evenings.stickers import catalogue, facts, number
from tests.games.contract import folder

EMPTY, FULL, FLICKER = 2048, 245, 2  # codes: no magnet, a whole one, the noise of a sensor
FRAME, TICK = 10, 50  # ms
READ = 500  # ms; so often a reader says anew what lies there
THROWN = 1600  # ms that a die rolls before it lies on a face
CARDS, DICE, CODES = "nfc/0", "nfc/1", "code/0"  # the readers on this table
NOTHING = "-"  # what a reader says when nothing lies there
NOBODY = "-"  # also nothing and nowhere, where a move has an empty word
IN_THE_BOX = ("printed", "hand", "oracle", "monster", "mages")
LETTERS = {"f": "fire", "w": "water", "e": "earth", "a": "air", "*": "fate"}
TOLD = (
    "side", "oracle", "spell", "item", "reading", "take", "winner", "element", "symbol", "slot",
    "face", "option", "card", "token", "field", "votes", "way", "used", "at", "moves", "rule",
    "kind", "path", "segment", "figure", "row", "place", "what", "more", "count", "thing",
    "henchman", "county", "space", "tile", "flag", "points", "terrain", "tiles", "area", "round",
)  # fmt: skip
"""What is told of a move, in this order; whose it was comes last."""
MARKED = ("white", "back")
"""What is told by its name, where it is so."""


class Written(Exception):
    """The text and the table differ; or the text cannot be read."""


class Evening:
    """One table and the text that is played on it."""

    def __init__(self, game: Game, path: Path) -> None:
        self.journal = Journal.open(path, newest_rules={game.name: game.rules})
        self.game = game
        self.seats: list[dict[str, str]] = []
        self.options: dict[str, Any] = {}
        self.box: dict[str, Any] = {}
        self.printed: dict[str, str] = {}  # on the pieces, as far as anybody told
        self.viewer: Viewer | None = None  # who reads the journal, if not whoever keeps it
        self._words = words("en", folder(game) / "words")
        self._covered: tuple[str, ...] = ()
        self._lying: dict[str, str] = {}  # by reader
        self._due: list[tuple[int, str, str]] = []
        self._happened: list[str] = []
        self._standing: set[str] = set()  # what is said to the table now
        self._now, self._told = 0, 0
        self._random = Random(1)

    def play(self, text: str) -> None:
        """Every line in turn; what the journal says must stand under it."""
        pending: list[str] = []
        for line in (line.split("#")[0].rstrip() for line in text.splitlines()):
            if re.match(r"\s*\d+ ", line):
                if not self._told:
                    self._begin()
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
            self.options = _counts(rest[1:])
        elif first in IN_THE_BOX:
            self._holds(first, rest)
        elif first == "stickers":
            self.printed |= _pairs(rest)
        elif first == "learned":
            self._learned()
        elif first == "reads":
            self.viewer = Viewer(*rest)
        elif first == "sheet":
            self._same(line, f"sheet {self._sheet()}")
        elif first == "won":
            self._same(line, f"won {', '.join(self.final().winners)}")
        else:
            self.seats.append(
                dict(zip(("name", "seat", "corner"), (first, *rest), strict=False))
            )

    def _holds(self, what: str, rest: list[str]) -> None:
        """What lies in the box, or is printed on it."""
        if what == "printed":
            self.box = {"symbols": _pairs(rest)}
        elif what == "hand":
            tokens = [{"name": n, "value": int(v)} for n, v in _pairs(rest[1:]).items()]
            self.box.setdefault("hands", {})[rest[0]] = tokens
        elif what == "oracle":
            self.box.setdefault("oracles", []).append(_oracle(*rest))
        elif what == "monster":
            self.box.setdefault("traits", {})[rest[0]] = _counts(rest[1:])
        else:
            self.box["mages"] = _pairs(rest)

    def _learned(self) -> None:
        """What the stickers say is the owner's copy."""
        assert self.game.boxed is not None
        self.box = self.game.boxed(facts(self.game, self.printed), list)

    def final(self) -> Any:
        """The sheet by the rules."""
        assert self.loop.table.match
        return self.game.final(self.loop.table.match.state)

    def _sheet(self) -> str:
        return ", ".join(f"{player.name} {player.total}" for player in self.final().players)

    def _begin(self) -> None:
        table = Table({self.game.name: self.game}, self.journal, lambda: 0)
        self.loop = Loop(
            table, lambda _: None, pieces=Showing(catalogue(self.game, self.printed))
        )
        start = {"do": "start", "game": self.game.name, "seats": self.seats, "box": self.box}
        self._ask({**start, "options": self.options})
        self._told = table.version

    def _do(self, words: list[str]) -> None:
        """What happens; a seat before it is whose phone that is, else it is the table's."""
        what, *rest = words
        by = "host"
        if what.endswith(":"):
            by, (what, *rest) = f"seat:{what[:-1]}", rest
        if what == "hall":
            self._covered = tuple(rest)
        elif what == "drop":
            self.loop.step(Signal(f"drop/{rest[0]}", int(rest[1]), self._now))
        elif what == "undo":
            self._ask({"do": "undo", "id": str(self._now), "strike": "strike" in rest}, by)
        elif what == "tap":
            self._ask({"do": "take", "id": str(self._now), "move": self._move(rest)}, by)
        elif what == "scan":
            self._scan(*rest)
        elif what == "away":
            self._lay(CARDS, NOTHING)
        elif what == "roll":
            self._roll(rest[0])
        else:
            raise Written(f"{self._now}: nobody can {what}")

    def _move(self, words: list[str]) -> dict[str, Any]:
        """A move by its name, and what is said of it in the order of its own words."""
        what, *rest = words
        kinds = {kind.__struct_config__.tag: kind for kind in get_args(self.game.Tap)}
        if what not in kinds:
            raise Written(f"{self._now}: {what} is no move of {self.game.name}")
        said = ("" if word == NOBODY else word for word in rest)
        pairs = dict(zip(kinds[what].__struct_fields__, said, strict=False))
        move = msgspec.convert({"do": what, **pairs}, self.game.Tap, strict=False)
        plain: dict[str, Any] = msgspec.to_builtins(move)
        return plain

    def _scan(self, piece: str, how: str = "") -> None:
        """A piece is laid on the reader of stickers, or the label on it is shown."""
        if how == "label":
            code = f"cp:{self.game.name}/{piece}"
            self.loop.step(Signal(CODES, code.upper(), self._now))
        else:
            self._lay(CARDS, number(self.game, piece))

    def _roll(self, up: str) -> None:
        """The die is picked up and thrown; then it lies on the sticker of a side, which is told
        by its number or by what it shows."""
        dice = [piece for piece in self.game.pieces if piece.die]
        sides = [one for one in dice if up in (str(one.face), one.id.rpartition("/")[2])]
        side = self._random.choice(sides)
        self._lay(DICE, NOTHING)
        self._due.append((self._now + THROWN, DICE, number(self.game, side.id)))

    def _lay(self, reader: str, said: str) -> None:
        self._lying[reader] = said
        self.loop.step(Signal(reader, said, self._now))

    def _ask(self, request: dict[str, Any], by: str = "host") -> None:
        def answered(answer: Answer) -> None:
            if answer.status != 200:
                raise Written(f"{self._now}: refused: {answer.refusal}")

        self.loop.step(Signal(f"tablet/{by}/{by}", request, self._now), answered)

    def _settle(self, expected: list[str], until: int) -> None:
        self._listen()
        while self._now < until:
            self._now += FRAME
            self._tell()
            self._listen()
        said, self._happened = self._happened, []
        if said != expected:
            raise Written(f"before {until} ms the table says {said}, the text {expected}")

    def _tell(self) -> None:
        """All wires say what they say at this moment."""
        self.loop.step(Signal("hall", self._codes(), self._now))
        if self._now % TICK == 0:
            self.loop.step(Tick(self._now))
        if self._now % READ == 0:
            for reader, said in self._lying.items():
                self.loop.step(Signal(reader, said, self._now))
        for at, reader, said in [due for due in self._due if due[0] <= self._now]:
            self._due.remove((at, reader, said))
            self._lay(reader, said)

    def _listen(self) -> None:
        """What has come into the journal, and what is said to the table."""
        if self.loop.table.version > self._told:
            self._happened += [_said(kind, body) for kind, body in self._entries()]
            self._told = self.loop.table.version
        now = {
            " ".join(self._words.word(note.key, **note.values).split())
            for note in self.loop.notices
            if not note.place
        }
        self._happened += [f"says {words}" for words in sorted(now - self._standing)]
        self._standing = now

    def _entries(self) -> Iterator[tuple[str, Any]]:
        if self.viewer is None:
            yield from ((entry.kind, entry.body) for entry in self.journal.tail(self._told))
            return
        for entry in written({self.game.name: self.game}, self.journal.tail(0), self.viewer):
            if entry.version > self._told:
                yield entry.kind, entry.body

    def _codes(self) -> str:
        return "".join(f"{self._code(field):03x}" for field in FIELDS)

    def _code(self, field: str) -> int:
        full = FULL if field in self._covered else 0
        return EMPTY + full + self._random.randint(-FLICKER, FLICKER)

    def _same(self, text: str, table: str) -> None:
        if " ".join(text.split()) != table:
            raise Written(f"the text says {text}, the table {table}")


def _pairs(words: list[str]) -> dict[str, str]:
    return dict(word.split("=") for word in words)


def _counts(words: list[str]) -> dict[str, Any]:
    """The same, with numbers where there are any."""
    return {k: int(v) if v.isdigit() else v for k, v in _pairs(words).items()}


def _oracle(id: str, votes: str, symbols: str) -> dict[str, Any]:
    """An Oracle, its symbols by their letters from the top clockwise."""
    return {"id": id, "votes": int(votes), "symbols": [LETTERS[one] for one in symbols]}


def _said(kind: str, body: Mapping[str, Any]) -> str:
    if kind != "move":
        return kind
    told = [str(body["do"])]
    told += [_word(body[key]) for key in TOLD if body.get(key, "") != ""]
    told += [key for key in MARKED if body.get(key)]
    told += [body["seat"]] if body.get("seat") else []
    return " ".join(filter(None, told))


def _word(said: Any) -> str:
    """A way or a choice of several is told one after the other."""
    return " ".join(said) if isinstance(said, list | tuple) else str(said).lower()
