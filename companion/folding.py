"""A match out of its journal: restart, replay and a bug report are this one function.

Rule: pure. An entry that today's rules play otherwise is noticed by its hash; then the
match goes on from the last state that the journal itself holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.journal.entry import Entry
from companion.match import Match, begin, hashed, redone, reseated, taken, undoing, undone
from companion.vocabulary import Game, Refusal, Seating, Start


class Folded(Struct, frozen=True):
    """A match, and where this version's rules led elsewhere than the journal says:
    ``diverged`` is the entry, ``dropped`` how many moves after the last stored state
    could not be played again."""

    match: Match
    diverged: int = 0
    dropped: int = 0


def fold(game: Game, entries: Iterable[Entry]) -> Folded:
    """The match that these entries lead to."""
    entries = list(entries)
    match = _started(game, entries[0])
    for number, entry in enumerate(entries[1:], 1):
        match = applied(match, entry)
        if entry.hash and hashed(match.state) != entry.hash:
            return _from_stored(game, match, entries, number)
    return Folded(match)


def _started(game: Game, entry: Entry) -> Match:
    match = begin(game, entry.match, entry.version, msgspec.convert(entry.body, Start))
    if not isinstance(match, Refusal):
        return match
    state = msgspec.convert(entry.state, game.State)
    return Match(game, entry.match, state, state, entry.version)


def applied(match: Match, entry: Entry) -> Match:
    """The match after one entry; one that this version's rules refuse changes nothing,
    which its hash then shows."""
    after: Match | Refusal
    match_status = STATUS.get(entry.kind)
    if match_status:
        return replace(match, status=match_status, version=entry.version)
    if entry.kind == "undo":
        back = undoing(match, entry.body["to"], True)
        after = undone(match, entry.version, back, entry.body["strike"]) if back else match
    elif entry.kind == "redo":
        after = redone(match, entry.version)
    elif entry.kind == "rebase":
        after = _at(match, entry)
    elif entry.kind == "seats":
        after = reseated(match, entry.version, msgspec.convert(entry.body, Seating))
    else:
        after = _played(match, entry)
    return replace(match, version=entry.version) if isinstance(after, Refusal) else after


STATUS = {"park": "parked", "resume": "running", "end": "ended"}


def _played(match: Match, entry: Entry) -> Match | Refusal:
    try:
        move = msgspec.convert({"move": entry.body}, _one_of(match.game.Move)).move
    except msgspec.ValidationError:
        return Refusal("house.no.move")
    return taken(match, entry.version, move)


@cache
def _one_of(moves: Any) -> Any:
    """A record with one of these moves. What a record is made of is worked out once; what a
    bare union is made of, at every call, which was the half of all folding."""
    return msgspec.defstruct("Said", [("move", moves)])


def _at(match: Match, entry: Entry) -> Match:
    state = msgspec.convert(entry.state, match.game.State)
    return replace(
        match, state=state, first=state, version=entry.version, last=None, undone=(), closed=()
    )


def _from_stored(game: Game, match: Match, entries: list[Entry], wrong: int) -> Folded:
    """Go on from the last state that the journal itself holds."""
    stored = [n for n, entry in enumerate(entries) if entry.state is not None]
    start = stored[-1]
    match = _at(match, entries[start])
    dropped = 0
    for entry in entries[start + 1 :]:
        after = applied(match, entry)
        if entry.hash and hashed(after.state) != entry.hash:
            dropped = len(entries) - entries.index(entry)
            break
        match = after
    return Folded(match, entries[wrong].version, dropped)
