"""One simulated evening through the real path: signals in, journal out.

Rule: the people know only the public view and the cardboard, the companion only what
its wires say. After each move the journal is held against what the people know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from companion.commands.found import shelves
from companion.commands.wiring import build, wired
from companion.folding import fold
from companion.geometry import table
from companion.journal import Journal
from companion.loop import Loop
from companion.match import hashed, nodes
from companion.registry import Catalogue, Registry
from companion.showing import Showing
from companion.simulator import box as boxes
from companion.simulator.ledger import GOAL
from companion.simulator.noise import Noise
from companion.simulator.people import People
from companion.simulator.plate import Plate
from companion.simulator.readers import Labels, Readers, labelled
from companion.simulator.underground import BALL
from companion.table import Table
from companion.vocabulary import Game, Player, Signal, Tick, Viewer

CORNERS = {2: ("a1", "f6"), 3: ("a1", "f1", "f6"), 4: ("a1", "f1", "f6", "a6")}
"""Clockwise, as people sit; two players opposite each other (book page 11)."""
NAMES = ("Ada", "Bo", "Cleo", "Dan")
WALLS = 24
FRAME: int = table()["scan"]["period"]  # ms
TICK = 50  # ms
IDLE = 50  # ms from frame to frame while no hand is near: nothing can change but noise
CALM = 2500  # ms after the last hand: no ball rolls any more
DRAWN = 10_000  # so that what switches do by chance is no dice of the plate's, …
STUCK = 20_000  # … nor which sticker comes out of the bag
RIGHTED = 2000  # ms after a correction by which the tablet is where the people are
ENDS = ("stop", "fall", "fell")  # moves that end a turn
LONGEST = 4 * 3600_000  # ms; an evening that goes on for longer has come to a halt


class Told(Struct, frozen=True):
    """What an evening came to. ``wrong`` names each misread move."""

    finished: bool
    moves: int
    turns: int
    refused: int
    misread: int
    asked: int
    replay_equal: bool
    taps: int = 0  # what the tablet was asked for after the start
    wrong: tuple[str, ...] = ()


class Evening:
    """A plate, people and a companion around one table."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        seed: int,
        players: int,
        noise: Noise,
        record: Callable[[Signal | Tick], None] = lambda _: None,
        wires: str = "virtual",
        *,
        slope: float = BALL["slope"],
        late: int = 0,
        scanned: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """``slope`` and ``late`` are the cardboard's, in degrees and ms: nobody knows them.
        ``scanned``: chips and die are shown to readers, and nobody taps."""
        rng, options = Random(seed), dict(options or {})
        self._game, self.seats = game, game.seats[:players]
        corners = dict(zip(self.seats, CORNERS[players], strict=True))
        box = boxes.synthetic(rng, WALLS)
        self.plate = Plate(
            box.walls, corners, np.random.default_rng(seed), noise,
            symbols=box.symbols, bag=box.bag, build=build(wires), slope=slope, late=late,
        )  # fmt: skip
        profile = boxes.profile(self.plate.sensors, box.symbols)
        labels = labelled(Random(seed + STUCK)) if scanned else None
        readers = Readers(labels) if labels else None
        chance = np.random.default_rng(seed + DRAWN)
        self.wiring = wired(wires, self.plate, chance, noise, readers)
        self.people = People(
            self.plate, noise, rng.getrandbits(32), self.seats, corners, box.symbols, box.bag,
            goal=options.get("chips_to_win", GOAL), readers=readers,
        )  # fmt: skip
        self.journal = Journal.open(folder, newest_rules={game.name: game.rules})
        self.loop = self._companion(record, labels)
        self.start = _start(game, corners, profile, options)
        self._begin_to_count()

    def _companion(
        self, record: Callable[[Signal | Tick], None], labels: Labels | None
    ) -> Loop:
        games = {self._game.name: self._game}
        pieces = Showing(Catalogue(shelves(), _taught(self._game, labels)))
        return Loop(Table(games, self.journal, lambda: 0), lambda _: None, record, pieces)

    def _begin_to_count(self) -> None:
        self.now, self._hands, self._ticked = 0, 0, 0  # ms
        self._taps, self._refused, self._misread = 0, 0, 0
        self._done, self._asked_then = 0, 0  # moves that were compared, questions by then
        self._wrong: list[str] = []
        self._righted = -1, 0  # after how many moves, and when
        self._view: dict[str, Any] = {}
        self._viewed = -1

    def close(self) -> None:
        """Everybody goes home."""
        self.wiring.close()
        self.journal.close()

    def play(self) -> Told:
        """The whole evening, as fast as it can be computed."""
        self.begin()
        while self.go_on():
            pass
        return self.told()

    def begin(self) -> None:
        """The match starts."""
        self._ask(self.start)

    def go_on(self) -> bool:
        """Time goes on by one frame; False once the evening has come to its end."""
        if self.people.finished or self.now >= LONGEST:
            return False
        self._pass()
        if self.people.moves_done == self._done:
            return not self.people.stuck or self._is_put_right()
        self._done = self.people.moves_done
        self._compare(self.differences())
        self._asked_then = self._asked()
        return True

    def give_back(self, seat: str) -> None:
        """A player's chips go back into the bag, so that the evening lasts."""
        for symbol in self.people.give_back(seat):
            self._take({"do": "lose", "seat": seat, "symbol": symbol})

    def _is_put_right(self) -> bool:
        """The tablet is elsewhere than the people, who see it and correct it, once a move.
        If that does not help, they go home."""
        if self._righted[0] != self._done:
            self._righted = self._done, self.now
            self._compare([self.people.stuck])
        return self.now - self._righted[1] < RIGHTED

    def _pass(self) -> None:
        """Time goes on by one frame; a longer one while nobody touches anything."""
        wakes = self.people.idle_until()
        if wakes <= self.now + IDLE:
            self._hands = self.now
        calm = self.now - self._hands > CALM
        self.now += IDLE if calm else FRAME
        for signal in self.wiring.step(self.now):
            self.loop.step(signal, self.wiring.taken(signal))
        if self.now - self._ticked >= TICK:
            self._ticked = self.now
            self.loop.step(Tick(self.now))
        for tap in self.people.step(self.now, self._look()):
            self._take(tap.move)

    def _look(self) -> dict[str, Any]:
        table = self.loop.table
        if table.match and table.version != self._viewed:
            self._viewed = table.version
            self._view = self._game.show(table.match.state, Viewer())
        return self._view

    def _take(self, move: dict[str, Any]) -> None:
        self._taps += 1
        version = self.loop.table.version
        self._ask({"do": "take", "version": version, "id": f"tap{self._taps}", "move": move})

    def _ask(self, request: dict[str, Any]) -> None:
        def answered(answer: Any) -> None:
            if answer.status != 200:
                self._refused += 1

        self.loop.step(Signal("tablet/people", request, self.now), answered)

    def _state(self) -> Any:
        assert self.loop.table.match is not None
        return self.loop.table.match.state

    def _asked(self) -> int:
        match = self.loop.table.match
        assert match is not None
        return sum(node.quiet and hasattr(node.move, "question") for node in nodes(match))

    def _compare(self, wrong: list[str]) -> None:
        """Hold the journal against the truth; where they differ, people correct it."""
        if wrong and self._asked() == self._asked_then:
            self._misread += 1
            self._wrong.append(f"{self.now} ms: {'; '.join(wrong)}")
        if wrong:
            self._correct()

    def differences(self) -> list[str]:
        """What the companion believes otherwise than the people know."""
        truth, state = self.people.truth(), self._state()
        told = []
        for seat in self.seats:
            under = state.balls[seat] == "under"
            for what, is_so, said in (
                ("field", truth.at[seat], state.at[seat]),
                ("chips", truth.chips[seat], state.chips[seat]),
                ("ball", truth.ball[seat], under),
            ):
                if is_so != said:
                    told.append(f"{seat} {what} {is_so} told as {said}")
        if not truth.is_over and truth.turn != state.turn:
            told.append(f"turn {truth.turn} told as {state.turn}")
        return told

    def _correct(self) -> None:
        truth, state = self.people.truth(), self._state()
        for seat in self.seats:
            for symbol in set(state.chips[seat]) - set(truth.chips[seat]):
                self._take({"do": "lose", "seat": seat, "symbol": symbol})
        for seat in self.seats:
            for symbol in set(truth.chips[seat]) - set(state.chips[seat]):
                self._take({"do": "give", "seat": seat, "symbol": symbol})
            where = "under" if truth.ball[seat] else "tray"
            self._take({"do": "ball", "seat": seat, "where": where})
            self._take({"do": "place", "seat": seat, "field": truth.at[seat]})
        if truth.wanted:
            self._take({"do": "want", "symbol": truth.wanted})
        self._turn(truth)

    def _turn(self, truth: Any) -> None:
        state = self._state()
        if truth.is_over or (state.turn == truth.turn and state.roll == truth.roll):
            return
        self._take({"do": "turn", "seat": truth.turn})
        if truth.roll:
            self._take({"do": "roll", "face": truth.roll})

    def told(self) -> Told:
        """What the evening has come to by now."""
        match = self.loop.table.match
        assert match is not None
        entries = self.journal.entries(match.name)
        again = fold(self._game, entries)
        equal = not again.diverged and hashed(again.match.state) == hashed(match.state)
        stops = sum(entry.body.get("do") in ENDS for entry in entries)
        finished = self.people.finished and match.state.phase == "over"
        if self.people.stuck:
            self._wrong.append(f"{self.now} ms: {self.people.stuck}")
        return Told(
            finished, self._done, stops, self._refused, self._misread, self._asked(), equal,
            self._taps, tuple(self._wrong),
        )  # fmt: skip


def _taught(game: Game, labels: Labels | None) -> Registry:
    """What the owner told of this box before: which sticker is on which chip."""
    if labels is None:
        return Registry()
    chips = {f"{game.name}/chip/{n}": one for n, one in enumerate(labels.chips.items(), 1)}
    tags = {f"nfc:{number}": chip for chip, (_, number) in chips.items()}
    return Registry(tags, {chip: {"symbol": symbol} for chip, (symbol, _) in chips.items()})


def _start(
    game: Game, corners: Mapping[str, str], profile: dict[str, Any], options: dict[str, Any]
) -> dict[str, Any]:
    """The request that begins the match."""
    seats = [Player(name, *at) for name, at in zip(NAMES, corners.items(), strict=False)]
    return {
        "do": "start", "game": game.name, "seats": msgspec.to_builtins(seats), "box": profile,
        "options": options,
    }  # fmt: skip
