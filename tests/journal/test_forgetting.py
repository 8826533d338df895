"""A word is nowhere on the disk any more, and a power cut leaves the old or the new journal."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.journal import Entry, Journal, NotSaved, restore
from companion.journal.entry import NOTHING, follow
from companion.journal.forgetting import DECIDED
from companion.journal.reader import Reader
from companion.journal.schema import to_read
from tests.cards import fill

COPY = "journal-copy.jsonl"
LENGTH = 60  # entries
WORDY = {"fields": ["a1", "Zoë", "f6"] * 900}  # more than a page of SQLite: it is split up

BROKEN_OFF = """
import os, shutil, sqlite3, sys
from pathlib import Path
from companion.journal import Journal
from tests.journal.test_forgetting import without

folder, kept, doing, deadly = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
steps, looking = 0, False

def step():
    global steps, looking
    if looking:
        return
    looking, steps = True, steps + 1
    if steps == deadly:
        os._exit(9)
    if not deadly:
        shutil.copytree(folder, kept / f"{steps:03}")
    looking = False

class Stepping(sqlite3.Connection):
    def execute(self, *said):
        step()
        cursor = super().execute(*said)
        step()
        return cursor

    def executemany(self, what, rows):
        return super().executemany(what, self._stepping(rows))

    def _stepping(self, rows):
        for number, row in enumerate(rows):
            if number % 20 == 10:
                step()
            yield row

connect = sqlite3.connect

def connecting(*named, **more):
    db = connect(*named, factory=Stepping, **more)
    sqlite3.Connection.execute(db, "PRAGMA cache_size=4")  # so that pages go out early
    return db

def heard(event, said):
    if event in ("open", "os.rename", "os.remove", "os.truncate"):
        if isinstance(said[0], (str, os.PathLike)) and str(said[0]).startswith(str(folder)):
            step()

journal = Journal.open(folder) if doing == "rewrite" else None
sqlite3.connect = connecting
if journal:
    journal._db.close()
    journal.reopen()
sys.addaudithook(heard)
if journal:
    assert journal.rewrite(without)
else:
    journal = Journal.open(folder)
step()
print(steps, flush=True)
os._exit(0)
"""
"""Keeps the folder as it is before and after each step that touches the disk: what a power
cut would leave. Or it is cut off at one."""


def without(reader: Reader) -> Iterator[Entry]:
    """The entries of Ada's match, with Moon for Zoë."""
    for old in reader.entries("ada"):
        line = json.dumps(msgspec.to_builtins(old), ensure_ascii=False)
        new = msgspec.json.decode(line.replace("Zoë", "Moon"), type=Entry)
        if new != old:
            yield new


def evening(folder: Path, entry) -> None:
    """Two matches, turn by turn; both know a Zoë."""
    journal = Journal.open(folder)
    for version in range(1, LENGTH + 1):
        state = WORDY if version % 20 == 7 else None
        match = "bo" if version % 3 == 0 or version < 4 else "ada"
        journal.append(entry(version, match=match, state=state))
    journal.close()


def ada_only(folder: Path, entry) -> None:
    journal = Journal.open(folder)
    for version in range(1, LENGTH + 1):
        journal.append(entry(version, state=WORDY if version % 20 == 7 else None))
    journal.close()


def traces(folder: Path, name: str) -> list[str]:
    """The files in which a byte of the name stands, however it was typed or escaped."""
    texts = {unicodedata.normalize(form, name) for form in ("NFC", "NFD")}
    texts |= {text.casefold() for text in texts} | {text.upper() for text in texts}
    spelled = {text.encode() for text in texts}
    spelled |= {json.dumps(text)[1:-1].encode() for text in texts}
    spelled |= {json.dumps(text)[1:-1].upper().encode() for text in texts}
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(one in path.read_bytes() for one in spelled)
    ]


def told(journal: Journal) -> list[Entry]:
    return [msgspec.structs.replace(each, check=0) for each in journal.tail(0)]


def run(folder: Path, kept: Path, doing: str, deadly: int = 0) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", BROKEN_OFF, str(folder), str(kept), doing, str(deadly)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def snapshots(folder: Path, kept: Path, doing: str) -> list[Path]:
    done = run(folder, kept, doing)
    assert done.returncode == 0, done.stderr
    found = sorted(kept.iterdir())
    assert len(found) == int(done.stdout)
    return found


def test_the_word_is_nowhere_and_all_the_rest_is_as_it_was(folder, entry):
    ada_only(folder, entry)
    journal = Journal.open(folder)
    before = told(journal)
    assert "journal.db" in traces(folder, "Zoë")

    clean = journal.rewrite(without)

    assert clean
    assert traces(folder, "Zoë") == []
    after = told(journal)
    assert [one.body["name"] for one in after] == ["Moon"] * LENGTH
    for was, now in zip(before, after, strict=True):
        same = ("version", "match", "game", "rules", "kind", "by", "id", "hash", "at")
        assert [getattr(was, name) for name in same] == [getattr(now, name) for name in same]
    journal.append(entry(LENGTH + 1))
    journal.close()
    assert not (folder / DECIDED).exists()
    again = Journal.open(folder)
    assert (again.version, again.damage) == (LENGTH + 1, None)
    again.close()


def test_the_other_match_keeps_every_byte_and_all_checks_hold(folder, entry):
    evening(folder, entry)
    journal = Journal.open(folder)
    before = told(journal)

    journal.rewrite(without)

    for was, now in zip(before, told(journal), strict=True):
        assert (was == now) is (was.match == "bo")
    journal.close()
    last = NOTHING
    lines = (folder / COPY).read_bytes().splitlines()
    for line in lines:
        last = follow(last, line)
        assert last is not None
    assert last.version == LENGTH
    with to_read(folder / "journal.db") as db:
        rows = db.execute("SELECT CAST(line AS BLOB) FROM entries ORDER BY version").fetchall()
        assert [line for (line,) in rows] == lines
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def test_where_nothing_has_to_change_nothing_is_touched(folder, entry):
    evening(folder, entry)
    journal = Journal.open(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    assert journal.rewrite(lambda reader: [])

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    journal.close()


def test_at_every_step_of_it_a_power_cut_leaves_the_old_or_the_new_journal(
    folder, entry, tmp_path
):
    ada_only(folder, entry)
    journal = Journal.open(folder)
    old = told(journal)
    new = [msgspec.structs.replace(one, check=0) for one in without(journal._reader)]
    journal.close()

    kept = snapshots(folder, tmp_path / "kept", "rewrite")

    assert len(kept) > 20
    seen = []
    for cut in kept:
        decided = (cut / DECIDED).exists()
        again = Journal.open(cut)
        found = told(again)
        assert found in (old, new), cut
        assert again.damage is None, cut
        seen.append(found == new)
        assert seen[-1] or not decided, f"{cut}: it was decided"
        again.append(entry(LENGTH + 1, body={}))
        again.close()
        if seen[-1]:
            assert traces(cut, "Zoë") == [], cut
        assert not (cut / DECIDED).exists()
    assert seen == sorted(seen)  # once it is new, it stays new
    assert seen[0] is False
    assert seen[-1] is True


def test_a_second_power_cut_while_it_is_finished_changes_nothing(folder, entry, tmp_path):
    ada_only(folder, entry)
    cuts = snapshots(folder, tmp_path / "kept", "rewrite")
    decided = [cut for cut in cuts if (cut / DECIDED).exists()]
    damaged = tmp_path / "damaged"
    shutil.copytree(decided[0], damaged)
    (damaged / "journal.db").write_bytes(b"nothing that one could read")

    for number, first in enumerate((decided[0], decided[len(decided) // 2], damaged)):
        for cut in snapshots(first, tmp_path / f"again-{number}", "open")[::3]:
            again = Journal.open(cut)
            assert (again.version, again.damage) == (LENGTH, None), cut
            again.close()
            assert traces(cut, "Zoë") == [], cut


@pytest.mark.parametrize("deadly", [3, 8, 12, 16, 20])
def test_a_process_that_dies_in_it_leaves_one_that_is_whole(folder, entry, tmp_path, deadly):
    ada_only(folder, entry)

    assert run(folder, tmp_path / "none", "rewrite", deadly).returncode == 9

    decided = (folder / DECIDED).exists()
    again = Journal.open(folder)
    assert (again.version, again.damage) == (LENGTH, None)
    names = {one.body["name"] for one in again.tail(0)}
    again.close()
    assert len(names) == 1
    assert names == {"Moon"} or not decided


def test_a_damaged_database_does_not_bring_the_word_back(folder, entry, tmp_path):
    ada_only(folder, entry)
    cuts = snapshots(folder, tmp_path / "kept", "rewrite")

    for cut in cuts:
        if (cut / DECIDED).exists():
            size = (cut / "journal.db").stat().st_size
            with (cut / "journal.db").open("r+b") as file:
                file.seek(size // 2)
                file.write(bytes(8192))
            again = Journal.open(cut)
            assert {one.body["name"] for one in again.tail(0)} == {"Moon"}
            assert again.version == LENGTH
            again.close()
            assert traces(cut, "Zoë") == [], cut


def test_new_lines_that_are_damaged_are_worth_nothing(folder, entry, tmp_path):
    ada_only(folder, entry)
    cuts = snapshots(folder, tmp_path / "kept", "rewrite")
    first = next(cut for cut in cuts if (cut / DECIDED).exists())
    text = (first / DECIDED).read_bytes()
    (first / DECIDED).write_bytes(text[:900] + b"?" + text[901:])

    again = Journal.open(first)

    assert {one.body["name"] for one in again.tail(0)} == {"Zoë"}
    assert (again.version, again.damage) == (LENGTH, None)
    again.close()
    assert not (first / DECIDED).exists()


def test_a_backup_that_was_put_back_meanwhile_is_not_written_over(folder, entry, tmp_path):
    ada_only(folder, entry)
    journal = Journal.open(folder)
    journal.append(entry(LENGTH + 1, body={"name": "Bo"}), entry(LENGTH + 2))
    journal.backup(tmp_path / "backup.db")
    journal.close()
    cuts = snapshots(folder, tmp_path / "kept", "rewrite")
    cut = next(cut for cut in cuts if (cut / DECIDED).exists())
    journal = Journal.open(tmp_path / "other")
    journal.append(entry(1), entry(2))
    journal.backup(tmp_path / "other.db")
    journal.close()
    restore(tmp_path / "other.db", cut)

    again = Journal.open(cut)

    assert again.version == 2
    again.close()
    assert not (cut / DECIDED).exists()


def test_while_another_thread_reads_it_says_that_a_trace_is_left(folder, entry, monkeypatch):
    monkeypatch.setattr("companion.journal.schema.PATIENCE", 0.1)
    ada_only(folder, entry)
    journal = Journal.open(folder)

    with journal.reading() as reader:
        rows = reader._db.execute("SELECT line FROM entries ORDER BY version")
        assert "Zoë" in rows.fetchone()[0]
        clean = journal.rewrite(without)
        assert all("Zoë" in line for (line,) in rows)  # it reads on what it began with

    assert not clean
    with journal.reading() as reader:
        assert {one.body["name"] for one in reader.tail(0)} == {"Moon"}
    journal.append(entry(LENGTH + 1, body={}))
    journal.close()
    again = Journal.open(folder)
    assert (again.version, again.damage) == (LENGTH + 1, None)
    again.close()
    assert traces(folder, "Zoë") == []
    assert not (folder / DECIDED).exists()


@pytest.mark.parametrize("leave", range(0, 200_000, 16_384))
def test_on_a_full_card_it_is_refused_or_done_and_never_half(card, entry, leave):
    folder = card / "data"
    journal = Journal.open(folder)
    journal.append(*(entry(version) for version in range(1, LENGTH + 1)))
    ballast = fill(card, leave)

    try:
        journal.rewrite(without)
        names = {"Moon"}
    except NotSaved as trouble:
        assert trouble.reason == "full"
        names = {"Zoë"}

    assert {one.body["name"] for one in journal.tail(0)} == names
    ballast.unlink()
    assert journal.rewrite(without)
    journal.append(entry(LENGTH + 1, body={"name": "Moon"}))
    journal.close()
    again = Journal.open(folder)
    assert (again.version, again.damage) == (LENGTH + 1, None)
    assert {one.body["name"] for one in again.tail(0)} == {"Moon"}
    again.close()
    assert traces(folder, "Zoë") == []


def test_a_journal_that_cannot_be_written_refuses(folder, entry):
    ada_only(folder, entry)
    journal = Journal.memory(folder)

    with pytest.raises(NotSaved):
        journal.rewrite(without)

    assert journal.version == LENGTH
    journal.close()


def test_a_journal_on_no_disk_is_rewritten_too(entry):
    journal = Journal.scratch()
    journal.append(entry(1), entry(2))

    assert journal.rewrite(without)

    assert [one.body["name"] for one in journal.tail(0)] == ["Moon", "Moon"]
    journal.append(entry(3))
    assert journal.version == 3


def test_sqlite_is_told_to_wipe(folder, entry):
    ada_only(folder, entry)
    journal = Journal.open(folder)
    journal.rewrite(without)

    assert journal._db.execute("PRAGMA secure_delete").fetchone() == (1,)
    assert journal._db.execute("PRAGMA freelist_count").fetchone() == (0,)
    assert (folder / "journal.db-wal").stat().st_size == 0
    assert isinstance(journal._db, sqlite3.Connection)
    journal.close()
