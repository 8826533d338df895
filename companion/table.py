"""The match on the table and its journal: written first, shown second.

Rule: whatever is decided passes ``_write`` before the match is replaced. A disk that is
full or fails lets play go on: entries wait here, and are written as soon as they can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.folding import Folded, fold
from companion.journal.entry import Entry
from companion.journal.store import Journal
from companion.journal.trouble import CannotOpen, NotSaved
from companion.match import (
    Match,
    begin,
    hashed,
    people,
    redone,
    reseated,
    taken,
    undoing,
    undone,
)
from companion.naming import heard
from companion.vocabulary import Game, Joined, Refusal, Renamed, Seating, Start

STORED = 20  # every so many entries the state itself is written too
RETRY = 1000  # ms between tries to write what waits


class Table:
    """One table: at most one match in play, the others put away."""

    def __init__(
        self, games: Mapping[str, Game], journal: Journal, clock: Callable[[], int]
    ) -> None:
        self.games = games
        self.journal = journal
        self.match: Match | None = None
        self.box: Any = None
        self.trouble: str = ""
        self.forgetter: Callable[[str], Refusal | None] = _nobody
        self.mark: str = ""  # boot and number of the newest event of a device that was taken
        self._clock = clock
        self.why_unsaved = journal.shut  # a reason of the journal's, or empty
        self._waiting: list[Entry] = []
        self._tried = 0

    @property
    def version(self) -> int:
        """Entries of this table so far, those that still wait included."""
        return self._waiting[-1].version if self._waiting else self.journal.version

    @property
    def saved(self) -> bool:
        """Is everything on disk?"""
        return not self._waiting and not self.journal.shut

    def go_on(self) -> Refusal | None:
        """After a start of the service: the match that was in play, if one was."""
        rows = [row for row in self.journal.matches() if row.state == "running"]
        return self.load(rows[-1].match) if rows else None

    def load(self, name: str) -> Refusal | None:
        """Fold a match and put it on the table."""
        entries = self.journal.entries(name)
        if not entries:
            return Refusal("house.no.match", {"match": name})
        game = self.games.get(entries[0].game)
        if game is None or name in self.journal.newer:
            key = "house.no.newer" if game else "house.no.game"
            return Refusal(key, {"game": entries[0].game, "match": name})
        self._seat(entries, fold(game, entries))
        return None

    def _seat(self, entries: list[Entry], folded: Folded) -> None:
        self.match = folded.match
        start = msgspec.convert(entries[0].body, Start)
        self.box = msgspec.convert(start.box, folded.match.game.Box)
        if folded.diverged:
            self.trouble = f"entry {folded.diverged}, {folded.dropped} moves dropped"
            body = {"diverged": folded.diverged, "dropped": folded.dropped}
            self._write("rebase", "table", "", body, folded.match, whole=True)
            self.match = replace(folded.match, version=self.version)

    def start(self, start: Start, by: str, id: str) -> Refusal | None:
        """A new match."""
        game = self.games.get(start.game)
        if game is None:
            return Refusal("house.no.game", {"game": start.game})
        if self.match and self.match.status == "running":
            return Refusal("house.no.running")
        name = f"m{self.version + 1}"
        match = begin(game, name, self.version + 1, start)
        if isinstance(match, Refusal):
            return match
        if wrong := twice(player.name for player in start.seats):
            return wrong
        self._write("start", by, id, msgspec.to_builtins(start), match, whole=True)
        self.match, self.box = match, msgspec.convert(start.box, game.Box)
        return None

    def play(self, move: Any, by: str, id: str) -> Refusal | None:
        """A move of the match in play, or why not."""
        if self.match is None:
            return Refusal("house.no.match")
        after = taken(self.match, self.version + 1, move)
        if isinstance(after, Refusal):
            return after
        self._write("move", by, id, msgspec.to_builtins(move), after)
        self.match = after
        return None

    def play_all(self, moves: tuple[Any, ...], by: str, id: str) -> Refusal | None:
        """Several moves that mean one thing: all of them, or none and why not."""
        match = self.match
        for number, move in enumerate(moves, 1):
            after = taken(match, self.version + number, move) if match else None
            if after is None or isinstance(after, Refusal):
                return after or Refusal("house.no.match")
            match = after
        for move in moves[:-1]:
            self.play(move, by, "")
        return self.play(moves[-1], by, id) if moves else None

    def reseat(self, change: Seating, by: str, id: str) -> Refusal | None:
        """Somebody leaves, joins, is called otherwise, or two change places."""
        if self.match is None:
            return Refusal("house.no.match")
        if wrong := twice(_called(self.match, change)):
            return wrong
        after = reseated(self.match, self.version + 1, change)
        if isinstance(after, Refusal):
            return after
        self._write("seats", by, id, msgspec.to_builtins(change), after)
        self.match = after
        return None

    def forget(self, name: str) -> Refusal | None:
        """A name is deleted for good; between two matches, since the journal is written anew."""
        if self.match is not None:
            return Refusal("house.no.running")
        if not self.saved:
            return Refusal("house.not_saved")
        return self.forgetter(name)

    def undo(self, to: int | None, strike: bool, by: str, id: str) -> Refusal | None:
        """Take back the last decision, or all since an entry."""
        if self.match is None:
            return Refusal("house.no.match")
        back = undoing(self.match, to, strike)
        if not back:
            return Refusal("house.no.undo")
        after = undone(self.match, self.version + 1, back, strike)
        self._write("undo", by, id, {"to": back[-1].version, "strike": strike}, after)
        self.match = after
        return None

    def redo(self, by: str, id: str) -> Refusal | None:
        """Give back what was last taken back."""
        if self.match is None:
            return Refusal("house.no.match")
        after = redone(self.match, self.version + 1)
        if isinstance(after, Refusal):
            return after
        self._write("redo", by, id, {}, after)
        self.match = after
        return None

    def lay(self, state: Any) -> None:
        """Put a state on the table that comes from a tape, not from this journal."""
        assert self.match is not None
        state = msgspec.convert(state, self.match.game.State)
        match = replace(self.match, state=state, first=state, last=None, undone=(), kept=())
        self._write("rebase", "tape", "", {}, match, whole=True)
        self.match = replace(match, version=self.version)

    def put_away(self, kind: str, by: str, id: str) -> None:
        """Park or end the match in play."""
        assert self.match is not None
        self._write(kind, by, id, {}, self.match, whole=True)
        self.match = None

    def resume(self, name: str, by: str, id: str) -> Refusal | None:
        """Put a parked match on the table again."""
        if self.match is not None:
            return Refusal("house.no.running")
        if any(row.match == name and row.state == "ended" for row in self.journal.matches()):
            return Refusal("house.no.ended")
        wrong = self.load(name)
        if wrong or self.match is None:
            return wrong
        self._write("resume", by, id, {}, self.match)
        self.match = replace(self.match, version=self.version, status="running")
        return None

    def _write(
        self, kind: str, by: str, id: str, body: Any, match: Match, whole: bool = False
    ) -> None:
        version = self.version + 1
        state = match.state if whole or version % STORED == 0 else None
        entry = Entry(
            version=version, match=match.name, game=match.game.name, rules=match.game.rules,
            kind=kind, by=by, id=id, body=body, hash=hashed(match.state),
            state=msgspec.to_builtins(state), at=self._clock(), mark=self.mark or UNSET,
        )  # fmt: skip
        try:
            if self._waiting:
                raise NotSaved(self.journal.folder, self.why_unsaved)
            self.journal.append(entry)
        except NotSaved as trouble:
            self.why_unsaved = trouble.reason
            self._waiting.append(entry)

    def retry(self, at: int) -> None:
        """Write what waits, once a second at most."""
        if self.saved or at - self._tried < RETRY:
            return
        self._tried = at
        try:
            if self.journal.shut:
                self.journal.reopen()
            self._renumber()
            self.journal.append(*self._waiting)
        except (NotSaved, CannotOpen) as trouble:
            self.why_unsaved = trouble.reason
            return
        self._waiting, self.why_unsaved = [], ""

    def _renumber(self) -> None:
        """The disk may know of more entries than we did, or of fewer."""
        first = self.journal.version + 1
        if self._waiting and self._waiting[0].version != first:
            self._waiting = [
                replace(entry, version=first + number)
                for number, entry in enumerate(self._waiting)
            ]


def twice(names: Iterable[str]) -> Refusal | None:
    """Two players of one name cannot be told apart, whatever letters it is typed in."""
    known: set[str] = set()
    for name in names:
        if heard(name) in known:
            return Refusal("house.no.name_taken", {"name": name})
        known.add(heard(name))
    return None


def _called(match: Match, change: Seating) -> list[str]:
    """What everybody would be called after the change."""
    names = people(match)
    if isinstance(change, Renamed):
        names |= {change.seat: change.name}
    if isinstance(change, Joined):
        return [*names.values(), change.player.name]
    return list(names.values())


def _nobody(name: str) -> Refusal:
    return Refusal("house.no.called", {"name": name})
