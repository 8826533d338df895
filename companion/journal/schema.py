"""How the journal lies in SQLite: a row is a line, and everything else is read off it.

The steps only ever add, each in one transaction, counted by ``user_version``.
Written with WAL and synchronous FULL: one flush an entry, and on return it is on disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

PATIENCE = 5.0  # seconds to wait for a lock; nobody holds one for more than milliseconds

STEPS = (
    """
    CREATE TABLE entries (
        version INTEGER PRIMARY KEY,
        line TEXT NOT NULL,
        "match" TEXT AS (json_extract(line, '$.match')) VIRTUAL,
        rules INTEGER AS (json_extract(line, '$.rules')) VIRTUAL,
        kind TEXT AS (json_extract(line, '$.kind')) VIRTUAL,
        id TEXT AS (json_extract(line, '$.id')) VIRTUAL
    );
    CREATE INDEX matches ON entries ("match", kind, rules);
    CREATE INDEX answers ON entries (id) WHERE id <> '';
    """,
)


def to_write(path: Path, steps: Sequence[str] = STEPS) -> sqlite3.Connection:
    """The database, made or brought up to date where it has to be."""
    db = _connect(f"{path.absolute().as_uri()}?mode=rwc")
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        migrate(db, steps)
    except sqlite3.Error:
        db.close()
        raise
    return db


def to_read(path: Path) -> sqlite3.Connection:
    """A connection that can change nothing, not even the write-ahead log."""
    return _connect(f"{path.absolute().as_uri()}?mode=ro")


def as_it_lies(path: Path) -> sqlite3.Connection:
    """The file alone, without its log: all that a full or read-only disk lets one read."""
    return _connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")


def in_memory(steps: Sequence[str] = STEPS) -> sqlite3.Connection:
    """An empty database that no disk knows of."""
    db = _connect("file::memory:")
    migrate(db, steps)
    return db


def step_of(db: sqlite3.Connection) -> int:
    """How many steps the file has taken; more than we know when a newer companion wrote it."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, steps: Sequence[str]) -> None:
    for number, step in enumerate(steps[step_of(db) :], step_of(db) + 1):
        db.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version={number}; COMMIT;")


def insert(db: sqlite3.Connection, first: int, lines: Sequence[bytes]) -> None:
    """All lines in one transaction, or none."""
    rows = [(version, line.decode()) for version, line in enumerate(lines, first)]
    db.execute("BEGIN IMMEDIATE")
    try:
        db.executemany("INSERT INTO entries (version, line) VALUES (?, ?)", rows)
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:  # SQLite itself gives up some of them on a full disk
            db.execute("ROLLBACK")
        raise


def _connect(uri: str) -> sqlite3.Connection:
    # One thread at a time uses a connection, but it may be another than the one that opened it.
    return sqlite3.connect(
        uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
