"""What tablets ask of the table, and the one answer each of them gets.

Rule: the same request id gets the same answer, however often it is sent. A refusal
leaves no trace. A choice made on an older page counts while it is still open to the
player it was open to then.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.match import Match, nodes
from companion.table import Table
from companion.vocabulary import (
    Answer,
    End,
    Game,
    Park,
    Redo,
    Refusal,
    Request,
    Resume,
    Signal,
    Start,
    Take,
    Undo,
)

REMEMBERED = 2000  # answers kept for requests that are sent twice


class Desk:
    """Hands requests to the table and remembers its answers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._given: dict[str, Answer] = {}

    def ask(self, signal: Signal) -> tuple[Answer, Request | None]:
        """The answer, and the request where it changed something."""
        try:
            request: Request = msgspec.convert(signal.value, Request)
        except msgspec.ValidationError as wrong:
            return self._refused(Refusal("house.no.request", {"why": str(wrong)}), 400), None
        id = getattr(request, "id", "")
        if id and (known := self._known(id)):
            return known, None
        answer = self._answer(request, signal.source, id)
        if id:
            self._given[id] = answer
            if len(self._given) > REMEMBERED:
                del self._given[next(iter(self._given))]
        return answer, request if answer.status == 200 else None

    def _known(self, id: str) -> Answer | None:
        if id in self._given:
            return self._given[id]
        version = self.table.journal.answered(id)
        return self._done(version) if version else None

    def _answer(self, request: Request, by: str, id: str) -> Answer:
        if isinstance(request, Take):
            return self._take(request, by)
        if isinstance(request, Park | End):
            return self._put_away(request, by, id)
        refusal = self._change(request, by, id)
        return self._refused(refusal) if refusal else self._done()

    def _change(self, request: Request, by: str, id: str) -> Refusal | None:
        match request:
            case Start():
                return self.table.start(request, by, id)
            case Resume(match):
                return self.table.resume(match, by, id)
            case Undo(_, to, strike):
                return self.table.undo(to, strike, by, id)
            case Redo():
                return self.table.redo(by, id)
        return Refusal("house.no.request", {"why": type(request).__name__})

    def _put_away(self, request: Park | End, by: str, id: str) -> Answer:
        match = self.table.match
        if match is None or match.name != request.match:
            return self._refused(Refusal("house.no.match", {"match": request.match}), 404)
        self.table.put_away("park" if isinstance(request, Park) else "end", by, id)
        return self._done()

    def _take(self, request: Take, by: str) -> Answer:
        match = self.table.match
        if match is None:
            return self._refused(Refusal("house.no.match"), 404)
        try:
            move = msgspec.convert(request.move, match.game.Tap)
        except msgspec.ValidationError as wrong:
            return self._refused(Refusal("house.no.move", {"why": str(wrong)}))
        if request.version is not None and not self._open(match, move, request.version):
            return self._refused(Refusal("house.no.stale"), 409)
        refusal = self.table.play(move, by, request.id)
        return self._refused(refusal) if refusal else self._done()

    def _open(self, match: Match, move: Any, version: int) -> bool:
        """Is it still the same player's to take as when the tablet saw it? A correction
        says how the cardboard lies, which is true whatever else happened."""
        if version == self.table.version or isinstance(move, match.game.Correction):
            return True
        then = next((n.state for n in nodes(match) if n.version <= version), match.first)
        return bool(_whose(match.game, then, move) & _whose(match.game, match.state, move))

    def _refused(self, refusal: Refusal, status: int = 422) -> Answer:
        return Answer(status, self.table.version, refusal, saved=self.table.saved)

    def _done(self, version: int | None = None) -> Answer:
        match = self.table.match
        return Answer(
            200,
            self.table.version if version is None else version,
            match=match.name if match else "",
            saved=self.table.saved,
        )


def _whose(game: Game, state: Any, move: Any) -> set[str]:
    """Who may take this now."""
    return {choice.seat for choice in game.choices(state) if choice.move == move}
