"""One simulated table, from the first roll to turn 100, through senses and reading.

Rule: the companion knows what its wires say and how many walls stand in the box; slope and
lateness are drawn for each table and told to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from companion.commands.evening import Evening
from companion.games.labyrinth import GAME
from companion.games.labyrinth.finding import everything
from companion.games.labyrinth.state import State
from companion.simulator.noise import HOME
from companion.walls.evidence import Found
from tests.walls_study.record import Noted, Record
from tests.walls_study.watching import Watching

TURNS = 100
LOOKS = (20, 40, 60, 80, 100)  # turns after which the map is looked at
PLAYERS, WALLS, GOAL = 4, 24, 6  # the most chips that four may play for
ENOUGH = 3  # chips; whoever has as many gives them back, so that nobody wins before turn 100
SLOPES = (4.0, 6.0)  # degrees
LATE = (0, 80)  # ms
OPTIONS = {"walls": WALLS, "chips_to_win": GOAL}
ANSWERED = 30_000  # ms; a ball that fell longer ago is not the one that is told of


def played(seed: int) -> Record:
    """The whole table with that number."""
    with TemporaryDirectory(prefix="walls-study-") as folder:
        return _Played(seed, Path(folder)).record()


class _Played:
    def __init__(self, seed: int, folder: Path) -> None:
        self._began, self._seed = perf_counter(), seed
        chance = Random(seed)
        self._slope, self._late = chance.uniform(*SLOPES), chance.randint(*LATE)
        self._evening = Evening(
            GAME, folder, seed, PLAYERS, HOME,
            slope=self._slope, late=self._late, options=OPTIONS,
        )  # fmt: skip
        self._watching = Watching(self._evening.plate)
        self._noted: list[Noted] = []
        self._found: dict[int, Found] = {}
        self._seen: dict[int, int] = {}

    def record(self) -> Record:
        self._evening.begin()
        before = self._state()
        while self._watching.turn <= TURNS + 1 and self._evening.go_on():
            truth, state = self._evening.people.truth(), self._state()
            self._watching.look(self._evening.now, truth.turn, bool(truth.roll))
            if state is not before:
                self._compare(before, state)
                before = state
            self._keep(state)
        told = self._evening.told()
        self._evening.close()
        return Record(
            self._seed, self._slope, self._late, tuple(sorted(self._evening.plate.walls)),
            self._watching.turn - 1, tuple(self._watching.falls),
            tuple(self._watching.walks), tuple(self._noted), self._found, self._seen,
            told.misread, told.asked, told.wrong, round(perf_counter() - self._began, 2),
        )  # fmt: skip

    def _state(self) -> State:
        match = self._evening.loop.table.match
        assert match is not None
        state: State = match.state
        return state

    def _compare(self, before: State, state: State) -> None:
        """A new drop in what the companion found, and the fall it tells of."""
        for number in range(len(before.found.drops), len(state.found.drops)):
            self._note(number, _fallen(before, state))
        if sum(before.told.values()) < sum(state.told.values()):
            self._note(-1, _fallen(before, state))

    def _note(self, number: int, seat: str) -> None:
        fall = self._fall(seat)
        turn = self._watching.falls[fall].turn if fall >= 0 else self._watching.turn
        self._noted.append(Noted(number, turn, seat, self._evening.now, self._last(), fall))

    def _fall(self, seat: str) -> int:
        known = {noted.fall for noted in self._noted}
        fits = [
            number
            for number, fall in enumerate(self._watching.falls)
            if fall.seat == seat
            and number not in known
            and self._evening.now - fall.at < ANSWERED
        ]
        return fits[-1] if fits else -1  # earlier ones were never told

    def _last(self) -> str:
        body: Mapping[str, Any] = self._evening.journal.tail(
            self._evening.loop.table.version - 1
        )[-1].body
        return str(body.get("do", ""))

    def _keep(self, state: State) -> None:
        """What was found by then, and now and then chips given back."""
        turn = self._watching.turn - 2  # the turn before the last: all is told of it
        if turn in LOOKS and turn not in self._found:
            self._found[turn] = everything(state)
            self._seen[turn] = len(state.found.drops)
        if _is_calm(state) and not self._evening.differences():
            for seat in state.seats:
                if len(state.chips[seat]) >= ENOUGH:
                    self._evening.give_back(seat)


def _fallen(before: State, state: State) -> str:
    lost = (s for s in state.seats if before.balls[s] == "under" != state.balls[s])
    return next(lost, "")


def _is_calm(state: State) -> bool:
    return (
        state.phase == "roll"
        and state.late is None
        and state.question is None
        and set(state.balls.values()) == {"under"}
    )
