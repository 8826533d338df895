"""What one can ask the journal: the entries of a match, what is new, which matches there are.

Rule: nothing here writes, so every thread may have a reader of its own (``Journal.reading``).
"""

from __future__ import annotations

import sqlite3
from itertools import groupby
from typing import Any

from msgspec import Struct

from companion.journal.entry import Entry, decode

STATES = {"start": "running", "resume": "running", "park": "parked", "end": "ended"}


class MatchRow(Struct, frozen=True):
    """One match in the list of matches."""

    match: str
    game: str
    rules: int  # the newest that any of its entries was written with
    state: str  # running, parked or ended; whether it is won only the rules know
    first_at: int
    last_at: int
    entries: int
    start: Any  # the body of its first entry


LATELY = 1000  # entries; a device remembers far fewer events


class Reader:
    """Reads over a connection that others opened and close."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    @property
    def version(self) -> int:
        """The version of the last entry; 0 when there is none."""
        return int(
            self._db.execute("SELECT ifnull(max(version), 0) FROM entries").fetchone()[0]
        )

    def entries(self, match: str) -> list[Entry]:
        """Every entry of the match, in order."""
        query = 'SELECT line FROM entries WHERE "match" = ? ORDER BY version'
        return self._read(query, match)

    def tail(self, after_version: int) -> list[Entry]:
        """Every entry after this version, of all matches."""
        query = "SELECT line FROM entries WHERE version > ? ORDER BY version"
        return self._read(query, after_version)

    def marks(self) -> dict[str, int]:
        """The newest event of each boot of a device that was taken by the latest entries."""
        marks: dict[str, int] = {}
        for entry in self.tail(self.version - LATELY):
            if isinstance(entry.mark, str):
                boot, _, number = entry.mark.partition(" ")
                marks[boot] = max(marks.get(boot, 0), int(number))
        return marks

    def answered(self, id: str, by: str) -> int | None:
        """The version that the request with this id led to, if it was taken. ``by`` is the
        device: what another one asked under the same id is none of its business."""
        entries = self._read("SELECT line FROM entries WHERE id = ? AND id <> ''", id)
        mine = [one.version for one in entries if one.by.rpartition("/")[2] == by]
        return min(mine, default=None)

    def matches(self) -> list[MatchRow]:
        """Every match, in the order they were begun."""
        kinds = self._db.execute(
            'SELECT "match", kind, count(*), min(version), max(version), max(rules)'
            ' FROM entries GROUP BY "match", kind'
        ).fetchall()
        groups = [list(group) for _, group in groupby(kinds, key=lambda row: row[0])]
        return [
            self._row(group) for group in sorted(groups, key=lambda g: min(r[3] for r in g))
        ]

    def _row(self, kinds: list[Any]) -> MatchRow:
        first = self._entry(min(row[3] for row in kinds))
        last = self._entry(max(row[4] for row in kinds))
        turns = [(row[4], STATES[row[1]]) for row in kinds if row[1] in STATES]
        return MatchRow(
            match=first.match,
            game=first.game,
            rules=max(row[5] for row in kinds),
            state=max(turns)[1] if turns else "running",
            first_at=first.at,
            last_at=last.at,
            entries=sum(row[2] for row in kinds),
            start=first.body,
        )

    def _entry(self, version: int) -> Entry:
        return self._read("SELECT line FROM entries WHERE version = ?", version)[0]

    def _read(self, query: str, value: str | int) -> list[Entry]:
        lines = self._db.execute(query, (value,))
        return [entry for (line,) in lines if (entry := decode(line)) is not None]
