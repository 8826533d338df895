"""What tablets ask of the table, and the one answer each of them gets.

Rule: the same request id of the same device gets the same answer, however often it is
sent. A refusal leaves no trace. A choice made on an older page counts while it is still
open to the player it was open to then.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion import rights
from companion.match import Match, nodes
from companion.showing import Lesson, Showing
from companion.table import Table
from companion.vocabulary import (
    Answer,
    End,
    Forget,
    Park,
    Redo,
    Refusal,
    Request,
    Reseat,
    Resume,
    Signal,
    Start,
    Take,
    Undo,
    Viewer,
)

FORBIDDEN = ("house.no.host", "house.no.seat", "house.no.not_yours")
"""These are about who asks, not about what."""
REMEMBERED = 2000  # answers kept for requests that are sent twice


class Desk:
    """Hands requests to the table and remembers its answers."""

    def __init__(self, table: Table, pieces: Showing) -> None:
        self.table, self.pieces = table, pieces
        self._given: dict[tuple[str, str], Answer] = {}

    def ask(self, signal: Signal) -> tuple[Answer, Request | None]:
        """The answer, and the request where it changed something."""
        try:
            request: Request = msgspec.convert(signal.value, Request)
        except msgspec.ValidationError as wrong:
            return self._refused(Refusal("house.no.request", {"why": str(wrong)}), 400), None
        id, device = getattr(request, "id", ""), signal.source.rpartition("/")[2]
        if id and (known := self._known(id, device)):
            return known, None
        answer = self._answer(request, signal, id)
        if id:
            self._given[device, id] = answer
            if len(self._given) > REMEMBERED:
                del self._given[next(iter(self._given))]
        return answer, request if answer.status == 200 else None

    def _known(self, id: str, device: str) -> Answer | None:
        """What one device was told is no answer to another: it might be a secret."""
        if (device, id) in self._given:
            return self._given[device, id]
        version = self.table.journal.answered(id, device)
        return self._done(version) if version else None

    def _answer(self, request: Request, signal: Signal, id: str) -> Answer:
        by = signal.source
        viewer = rights.asker(by)
        if wrong := rights.asking(request, viewer, self.table.match):
            return self._refused(wrong, 403)
        if isinstance(request, Take):
            return self._take(request, by, viewer)
        if isinstance(request, Park | End):
            return self._put_away(request, by, id)
        if isinstance(request, Lesson):
            return self._learn(request, viewer, signal, id)
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
            case Reseat(change):
                return self.table.reseat(change, by, id)
            case Forget(name):
                return self.table.forget(name)
        return Refusal("house.no.request", {"why": type(request).__name__})

    def _learn(self, lesson: Lesson, viewer: Viewer, signal: Signal, id: str) -> Answer:
        """What people say of pieces; where that answers what was shown, it is played."""
        said = self.pieces.ask(lesson, viewer, signal.at)
        refusal = said if isinstance(said, Refusal) else None
        if not isinstance(said, Refusal) and said:
            refusal = self.table.play_all(said, signal.source, id)
        return self._refused(refusal, _status(refusal)) if refusal else self._done()

    def _put_away(self, request: Park | End, by: str, id: str) -> Answer:
        match = self.table.match
        if match is None or match.name != request.match:
            return self._refused(Refusal("house.no.match", {"match": request.match}), 404)
        self.table.put_away("park" if isinstance(request, Park) else "end", by, id)
        return self._done()

    def _take(self, request: Take, by: str, viewer: Viewer) -> Answer:
        match = self.table.match
        if match is None:
            return self._refused(Refusal("house.no.match"), 404)
        try:
            move = msgspec.convert(request.move, match.game.Tap)
        except msgspec.ValidationError as wrong:
            return self._refused(Refusal("house.no.move", {"why": str(wrong)}))
        not_theirs = rights.taking(match, viewer, move)
        if not_theirs:
            return self._not_open(not_theirs, request.version)
        if request.version is not None and not _open(match, viewer, move, request.version):
            return self._refused(Refusal("house.no.stale"), 409)
        refusal = self.table.play(move, by, request.id)
        return self._refused(refusal) if refusal else self._done()

    def _not_open(self, wrong: Refusal, version: int | None) -> Answer:
        if wrong.key in FORBIDDEN:
            return self._refused(wrong, 403)
        if wrong.key == "house.no.choice" and version not in (None, self.table.version):
            return self._refused(Refusal("house.no.stale"), 409)
        return self._refused(wrong)

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


def _status(refusal: Refusal) -> int:
    if refusal.key == "house.no.which":
        return 409
    return 403 if refusal.key in FORBIDDEN else 422


def _open(match: Match, viewer: Viewer, move: Any, version: int) -> bool:
    """Is it still the same player's to take as when the tablet saw it? A correction says how
    the cardboard lies, which is true whatever else happened."""
    if version >= match.version or isinstance(move, match.game.Correction):
        return True
    then = next((n.state for n in nodes(match) if n.version <= version), match.first)
    return bool(_whose(match, viewer, then, move) & _whose(match, viewer, match.state, move))


def _whose(match: Match, viewer: Viewer, state: Any, move: Any) -> set[str]:
    """Whose choice this is, of those that the viewer may take."""
    found = rights.own(match.game, state, viewer)
    return {choice.seat for choice in found if choice.move == move}
