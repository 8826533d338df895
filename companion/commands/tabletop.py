"""A table without a plate for a simulated evening: the companion, its wires and its journal.

Rule: nothing here knows a game, except what is made up for its pieces. Whatever the companion
answers otherwise than people may expect is told at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

from companion import rights
from companion.commands.evening import Told
from companion.folding import fold
from companion.journal import Journal
from companion.loop import Loop
from companion.match import Match, hashed, nodes
from companion.registry import Catalogue, Registry
from companion.showing import Showing
from companion.simulator.made_up import PRINTED, SHOWN, MadeUp
from companion.table import Table
from companion.vocabulary import Answer, Game, Pieces, Player, Signal, Tick, Viewer

TICK = 250  # ms
Record = Callable[[Signal | Tick], None]
"""What is told every word that the companion hears."""


class Tabletop:
    """One match of this game, with the real companion around it; time is simulated."""

    def __init__(
        self, game: Game, folder: Path, chance: Random, players: int, options: Mapping[str, Any],
        *, record: Record, scanned: bool,
    ) -> None:  # fmt: skip
        self.game, self.now = game, 0  # ms
        self.journal = Journal.open(folder, newest_rules={game.name: game.rules})
        self.taps = self._refused = self._misread = 0
        self.wrong: list[str] = []
        printed = _made_up(game.name, chance, PRINTED, *[SHOWN] * scanned)
        self.loop = self._companion(printed, record)
        self._begin(players, options, self._box(printed, chance))

    def _companion(self, printed: Mapping[str, dict[str, Any]], record: Record) -> Loop:
        game = self.game
        shelves = {game.name: Pieces(game.name, game.pieces, game.package)}
        taught = {f"{game.name}/{id}": facts for id, facts in printed.items()}
        pieces = Showing(Catalogue(shelves, Registry({}, taught)))
        table = Table({game.name: game}, self.journal, lambda: 0)
        return Loop(table, lambda _: None, record, pieces)

    def _box(self, printed: Mapping[str, dict[str, Any]], chance: Random) -> dict[str, Any]:
        """The owner's copy and tonight's set-up, marked as made up."""
        if self.game.boxed is None:
            return {}
        box = self.game.boxed(printed, lambda words: chance.sample(words, len(words)))
        return box | {"synthetic": True}

    def _begin(self, players: int, options: Mapping[str, Any], box: dict[str, Any]) -> None:
        seats = [Player(seat.capitalize(), seat) for seat in self.game.seats[:players]]
        start = {
            "do": "start", "game": self.game.name, "seats": msgspec.to_builtins(seats),
            "options": dict(options), "box": box,
        }  # fmt: skip
        refusal = self._ask(start, rights.source(Viewer("host"), "tablet")).refusal
        if refusal:
            self.close()
            why = f"{refusal.key} {refusal.values or ''}".rstrip()
            raise click.UsageError(f"This match cannot begin: {why}")

    def close(self) -> None:
        """The table is put away."""
        self.journal.close()

    @property
    def match(self) -> Match:
        """The match on the table."""
        assert self.loop.table.match is not None
        return self.loop.table.match

    @property
    def version(self) -> int:
        """What a tablet sees that is not behind."""
        return self.loop.table.version

    def wait(self, until: int) -> None:
        """Time passes; nobody touches anything."""
        while self.now < until:
            self.now = min(self.now + TICK, until)
            self.loop.step(Tick(self.now))

    def hear(self, *said: Signal) -> None:
        """Wires say something."""
        for signal in said:
            self.loop.step(signal)

    def expect(self, status: int, request: dict[str, Any], by: str) -> None:
        """A phone or the tablet asks, and people know how that has to be answered."""
        self.taps += 1
        answer = self._ask(request, by)
        if answer.status != status:
            self._refused += 1
            why = answer.refusal.key if answer.refusal else ""
            self.tell(f"{by} {request}: {answer.status} {why}".rstrip())

    def _ask(self, request: dict[str, Any], by: str) -> Answer:
        answers: list[Answer] = []
        self.loop.step(Signal(by, request, self.now), answers.append)
        return answers[0]

    def misread(self, why: str) -> None:
        """What a wire said was not understood, or something else was."""
        self._misread += 1
        self.tell(why)

    def tell(self, why: str) -> None:
        """Something is wrong."""
        self.wrong.append(f"{self.now} ms: {why}")

    def told(self) -> Told:
        """What the evening has come to by now."""
        match, entries = self.match, self.journal.entries(self.match.name)
        again = fold(self.game, entries)
        equal = not again.diverged and hashed(again.match.state) == hashed(match.state)
        is_over = self.game.show(match.state, Viewer())["phase"] == "over"
        moves = sum(entry.kind == "move" for entry in entries)
        asked = sum(node.quiet and hasattr(node.move, "question") for node in nodes(match))
        return Told(
            is_over, moves, self._turns(), self._refused, self._misread, asked, equal,
            self.taps, tuple(self.wrong),
        )  # fmt: skip

    def _turns(self) -> int:
        """How often another turn began, of those that stand."""
        states = [*(node.state for node in nodes(self.match)), self.match.first]
        words = [self.game.turn(state) for state in states] if self.game.turn else []
        return sum(one != other for one, other in pairwise(words))


def _made_up(
    game: str, chance: Random, *kinds: Mapping[str, MadeUp]
) -> dict[str, dict[str, Any]]:
    facts: dict[str, dict[str, Any]] = {}
    for kind in kinds:
        facts |= kind[game](chance) if game in kind else {}
    return facts
