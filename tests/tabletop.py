"""A table whose magnets, trays and tablets are moved by the test, on the real path.

Rule: nothing is reached around: raw codes and requests go in through the loop, and what
comes out is read from the match. Time goes on by whole milliseconds, by the test alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.labyrinth import GAME, moves
from companion.geometry import COLUMNS, FIELDS
from companion.journal import Journal
from companion.loop import Loop
from companion.match import Node, hashed, nodes
from companion.table import Table
from companion.vocabulary import Answer, Notice, Question, Signal, Tick

REST = 2048  # code of a sensor without a magnet
FULL = 245  # codes more under a magician with its ball
FLICKER = 2  # codes, so that every sensor looks alive
FRAME, TICK = 10, 50  # ms
SETTLED = 3000  # ms after which nothing waits any more

SEATS = ("red", "blue", "green", "yellow")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
CORNERS = {2: ("11", "66"), 3: ("11", "16", "66"), 4: ("11", "16", "66", "61")}

Cells = Iterable[str] | Mapping[str, float]


def field(cell: str) -> str:
    """A cell of the cases, row then column from the top left, as a field of ours."""
    return f"{COLUMNS[int(cell[1]) - 1]}{cell[0]}"


class Tabletop:
    """Two to four people in their corners, the first chip drawn."""

    def __init__(
        self,
        folder: Path,
        players: int = 2,
        wanted: str = "moon",
        symbols: Mapping[str, str] | None = None,
        **options: Any,
    ) -> None:
        self.folder, self.cells = folder, dict.fromkeys(CORNERS[players], 1.0)
        self.frozen: dict[str, int] = {}
        self.trays = dict.fromkeys(("nw", "ne", "sw", "se"), 0)
        self._rng = np.random.default_rng(len(folder.name) + players)
        self._asked = 0
        self.boot()
        seats = [
            {"name": NAMES[n], "seat": SEATS[n], "corner": field(cell)}
            for n, cell in enumerate(CORNERS[players])
        ]
        printed = {field(cell): symbol for cell, symbol in (symbols or {}).items()}
        box = {"baseline": [REST] * 36, "symbols": printed}
        start = {"game": "labyrinth", "seats": seats, "box": box, "options": options}
        assert self.ask("start", **start).status == 200
        assert not wanted or self.take(moves.Draw(wanted)).status == 200

    def boot(self) -> None:
        """The service starts: its clock at 0, every tray said once."""
        self.now = 0
        self.journal = Journal.open(self.folder, newest_rules={GAME.name: GAME.rules})
        self.loop = Loop(Table({GAME.name: GAME}, self.journal, lambda: 0), lambda _: None)
        self.loop.table.go_on()
        self.loop.amend(0, "resume")
        for tray, level in self.trays.items():
            self.say(f"drop/{tray}", level)

    def kill(self) -> None:
        """The power goes: nothing is tidied up, the kernel frees the lock."""
        assert self.journal._lock is not None
        self.journal._lock.close()

    # What happens on the table.

    def hall(self, cells: Cells, for_ms: int = SETTLED) -> None:
        """Magnets over these cells, at these levels, for a while."""
        self.cells = dict(cells) if isinstance(cells, Mapping) else dict.fromkeys(cells, 1.0)
        self.wait(for_ms)

    def wait(self, for_ms: int) -> None:
        """Time goes on; frames and ticks come when they are due."""
        for _ in range(for_ms):
            self.now += 1
            if self.now % FRAME == 0:
                self.say("hall", self.frame())
            if self.now % TICK == 0:
                self.loop.step(Tick(self.now))

    def frame(self) -> str:
        """36 codes as the wire sends them."""
        codes = REST + self._rng.integers(-FLICKER, FLICKER, 36, endpoint=True)
        for cell, level in self.cells.items():
            codes[FIELDS.index(field(cell))] += round(FULL * level)
        for cell, code in self.frozen.items():
            codes[FIELDS.index(field(cell))] = code
        return "".join(f"{min(max(code, 0), 4095):03x}" for code in codes)

    def drop(self, tray: str, level: int) -> None:
        """The beam of a tray, broken or free."""
        self.trays[tray] = level
        self.say(f"drop/{tray}", level)

    def say(self, source: str, value: Any) -> None:
        """Any wire says anything."""
        self.loop.step(Signal(source, value, self.now))

    # What people do on the tablet.

    def ask(self, do: str, **more: Any) -> Answer:
        """A request, and its answer."""
        answers: list[Answer] = []
        self.loop.step(Signal("tablet/host", {"do": do, **more}, self.now), answers.append)
        return answers[0]

    def take(self, move: Any) -> Answer:
        """A tap on one of the choices, or a correction."""
        self._asked += 1
        played = {"do": move.__struct_config__.tag}
        played |= {name: value for name in move.__struct_fields__
                   if (value := getattr(move, name)) not in (None, ())}  # fmt: skip
        return self.ask("take", move=played, id=f"tap{self.now}-{self._asked}")

    def undo(self, **more: Any) -> Answer:
        """The last decision is taken back."""
        self._asked += 1
        return self.ask("undo", id=f"undo{self.now}-{self._asked}", **more)

    def answer(self, key: str, **values: str) -> Answer:
        """The option of the open question that says this."""
        assert self.question is not None
        for number, option in enumerate(self.question.options):
            if (
                option.says.key == f"labyrinth.opt.{key}"
                and values.items() <= option.says.values.items()
            ):
                return self.take(moves.Answer(number))
        raise AssertionError([option.says for option in self.question.options])

    def stand(self, **where: str) -> None:
        """Magicians are put on these cells, on the plate and on the tablet."""
        for seat, cell in where.items():
            self.take(moves.Place(seat, field(cell)))
        at = {seat: self.state.at[seat] for seat in self.state.seats}
        self.hall({f"{spot[1]}{COLUMNS.index(spot[0]) + 1}" for spot in at.values()})

    # What the companion made of it.

    @property
    def state(self) -> Any:
        assert self.loop.table.match is not None
        return self.loop.table.match.state

    @property
    def version(self) -> int:
        return self.loop.table.version

    @property
    def hash(self) -> str:
        return hashed(self.state)

    @property
    def question(self) -> Question | None:
        question: Question | None = self.state.question
        return question

    @property
    def asking(self) -> str:
        """The key of the open question without its family, or an empty string."""
        return self.question.says.key.removeprefix("labyrinth.ask.") if self.question else ""

    @property
    def notices(self) -> tuple[Notice, ...]:
        return self.loop.notices

    @property
    def noticed(self) -> list[tuple[str, str]]:
        """What is said to the table, and where."""
        return [(note.key.removeprefix("labyrinth.note."), note.place) for note in self.notices]

    def moves(self, kind: type) -> list[Any]:
        """The moves of a kind that stand, in order."""
        return [node.move for node in self._nodes() if isinstance(node.move, kind)]

    @property
    def falls(self) -> list[tuple[str | None, str]]:
        """Every ball that fell, told or seen: whose, if not the player's on turn, and where."""
        found = [node.move for node in self._nodes()]
        return [(m.seat, m.tray) for m in found if isinstance(m, moves.Fall | moves.Fell)]

    @property
    def walks(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every finished walk: who, and the fields it led over."""
        ends = (node for node in self._nodes() if _ends(node))
        return [(n.parent.state.turn, n.parent.state.path) for n in ends if n.parent]

    def _nodes(self) -> list[Node]:
        assert self.loop.table.match is not None
        return list(reversed(list(nodes(self.loop.table.match))))


def _ends(node: Node) -> bool:
    ends = moves.Stop | moves.Fall | moves.Fell | moves.Found | moves.Roll
    walking = node.parent is not None and node.parent.state.phase == "walk"
    return walking and isinstance(node.move, ends)
