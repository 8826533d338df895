"""The journal as the loop uses it: add, read, be asked, be refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest

from companion.journal import Busy, Entry, Journal, NotSaved, restore
from companion.journal.schema import STEPS, in_memory, migrate, step_of


def told(entries: list[Entry]) -> list[Entry]:
    """The entries as they were handed in: the check is the journal's own."""
    return [msgspec.structs.replace(entry, check=0) for entry in entries]


def test_what_was_written_is_read_again_after_a_restart(folder, entry):
    first = Journal.open(folder)
    for version in range(1, 101):
        first.append(entry(version))
    first.close()

    again = Journal.open(folder)

    assert told(again.entries("ada")) == [entry(version) for version in range(1, 101)]
    assert again.version == 100
    assert again.damage is None
    again.close()


def test_what_append_has_taken_another_connection_sees_at_once(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1))

    with journal.reading() as reader:
        assert told(reader.tail(0)) == [entry(1)]
    journal.close()


def test_the_disk_is_waited_for(folder):
    journal = Journal.open(folder)

    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # 2 is FULL
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()


def test_several_entries_go_in_together_or_not_at_all(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1), entry(2), entry(3))

    with pytest.raises(ValueError, match="entry 9 does not follow entry 4"):
        journal.append(entry(4), entry(9))

    assert [each.version for each in journal.tail(0)] == [1, 2, 3]
    journal.append(entry(4))
    assert journal.version == 4
    journal.close()


def test_a_version_that_is_taken_or_skips_one_is_the_callers_mistake(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1))

    for version in (0, 1, 3):
        with pytest.raises(ValueError, match="does not follow entry 1"):
            journal.append(entry(version))

    assert [each.version for each in journal.tail(0)] == [1]
    journal.close()


def test_the_same_request_again_finds_its_first_answer(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1, id=""), entry(2, id="tap", by="tablet/host/ab12"), entry(3, id=""))

    assert journal.answered("tap", "ab12") == 2
    assert journal.answered("tap", "cd34") is None  # another device asked something else
    assert journal.answered("another", "ab12") is None
    assert journal.answered("", "ab12") is None
    journal.close()


def test_the_tail_is_what_came_later_in_every_match(folder, entry):
    journal = Journal.open(folder)
    journal.append(*(entry(version, match="ab"[version % 2]) for version in range(1, 7)))

    assert [each.version for each in journal.tail(4)] == [5, 6]
    assert [each.version for each in journal.entries("a")] == [2, 4, 6]
    assert journal.tail(6) == []
    journal.close()


def test_the_list_of_matches_says_where_each_stands(folder, entry):
    journal = Journal.open(folder)
    kinds = [
        ("monday", "start"),
        ("monday", "move"),
        ("monday", "park"),
        ("tuesday", "start"),
        ("tuesday", "end"),
        ("wednesday", "start"),
        ("monday", "resume"),
        ("monday", "undo"),
        ("thursday", "start"),
        ("thursday", "park"),
    ]
    for version, (match, kind) in enumerate(kinds, 1):
        journal.append(
            entry(version, match=match, kind=kind, at=version * 10, body={"n": version})
        )

    rows = journal.matches()

    assert [(row.match, row.state, row.entries) for row in rows] == [
        ("monday", "running", 5),
        ("tuesday", "ended", 2),
        ("wednesday", "running", 1),
        ("thursday", "parked", 2),
    ]
    assert (rows[0].first_at, rows[0].last_at, rows[0].start) == (10, 80, {"n": 1})
    assert rows[0].game == "labyrinth"
    journal.close()


def test_an_empty_journal_has_nothing_to_tell(folder):
    journal = Journal.open(folder)

    assert (journal.version, journal.tail(0), journal.matches(), journal.newer) == (
        0,
        [],
        [],
        {},
    )
    journal.close()


def test_a_match_of_newer_rules_is_named_and_kept(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1, match="old"), entry(2, match="new", rules=3))
    journal.append(entry(3, match="chess", game="chess"), entry(4, match="old"))
    journal.close()

    older = Journal.open(folder, newest_rules={"labyrinth": 2})

    assert set(older.newer) == {"new", "chess"}
    assert (older.newer["new"].rules, older.newer["new"].known) == (3, 2)
    assert (older.newer["chess"].game, older.newer["chess"].known) == ("chess", None)
    assert len(older.tail(0)) == 4
    older.close()


def test_a_journal_of_a_newer_companion_is_read_and_left_alone(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1), entry(2))
    journal.close()
    with sqlite3.connect(folder / "journal.db") as db:
        db.execute("ALTER TABLE entries ADD COLUMN weather TEXT")
        db.execute(f"PRAGMA user_version={len(STEPS) + 1}")
    db.close()

    older = Journal.open(folder, newest_rules={"labyrinth": 1})

    assert told(older.entries("ada")) == [entry(1), entry(2)]
    assert set(older.newer) == {"ada"}
    assert older.damage is None
    with pytest.raises(NotSaved, match="newer companion wrote it") as refused:
        older.append(entry(3))
    assert refused.value.reason == "newer"
    older.close()


def test_a_step_is_taken_once_and_keeps_what_is_there():
    db = in_memory(STEPS)
    db.execute("""INSERT INTO entries (version, line) VALUES (1, '{"match": "ada"}')""")
    more = (*STEPS, "ALTER TABLE entries ADD COLUMN colour TEXT DEFAULT 'red'")

    migrate(db, more)
    migrate(db, more)

    assert step_of(db) == len(STEPS) + 1
    assert db.execute('SELECT "match", colour FROM entries').fetchall() == [("ada", "red")]


HOLD = """
import sys, time
from pathlib import Path
from companion.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
sys.stdout.write("open\\n"); sys.stdout.flush()
time.sleep(60)
"""


def test_a_second_companion_is_refused_and_a_crashed_one_is_not_waited_for(folder):
    first = subprocess.Popen([sys.executable, "-c", HOLD, folder], stdout=subprocess.PIPE)
    assert first.stdout is not None
    assert first.stdout.readline() == b"open\n"

    with pytest.raises(Busy, match=rf"another companion \(process {first.pid}\)"):
        Journal.open(folder)
    with pytest.raises(Busy):
        Journal.memory(folder)

    first.kill()
    first.communicate()
    Journal.open(folder).close()


def test_the_folder_is_free_again_after_close(folder):
    Journal.open(folder).close()

    Journal.open(folder).close()


def test_eight_readers_never_stop_the_writer(folder, entry):
    journal = Journal.open(folder)
    journal.append(entry(1))
    done, troubles, reads = Event(), [], []

    def read() -> None:
        try:
            while not done.is_set():
                with journal.reading() as reader:
                    versions = [each.version for each in reader.tail(0)]
                reads.append(versions == list(range(1, len(versions) + 1)))
        except sqlite3.Error as error:
            troubles.append(str(error))

    readers = [Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for version in range(2, 502):
        journal.append(entry(version))
    done.set()
    for reader in readers:
        reader.join()

    assert troubles == []
    assert reads and all(reads)
    assert [each.version for each in journal.tail(0)] == list(range(1, 502))
    journal.close()


def test_a_backup_made_while_writing_is_whole(folder, entry, tmp_path):
    journal = Journal.open(folder)
    journal.append(*(entry(version) for version in range(1, 301)))
    writer = Thread(target=lambda: [journal.append(entry(v)) for v in range(301, 501)])

    writer.start()
    backups = [tmp_path / f"backup-{number}.db" for number in range(3)]
    for path in backups:
        journal.backup(path)
    writer.join()
    journal.close()

    for path in backups:
        assert sorted(path.parent.glob(f"{path.name}*")) == [path]  # one file, no log beside it
        restore(path, tmp_path / path.stem)
        again = Journal.open(tmp_path / path.stem)
        assert [each.version for each in again.tail(0)] == list(range(1, again.version + 1))
        assert again.version >= 300
        assert again.damage is None
        again.close()


def test_a_restored_backup_takes_the_place_of_what_was_there(folder, entry, tmp_path):
    journal = Journal.open(folder)
    journal.append(entry(1), entry(2))
    journal.backup(tmp_path / "two.db")
    journal.append(entry(3))
    with pytest.raises(Busy):
        restore(tmp_path / "two.db", folder)
    journal.close()

    kept = restore(tmp_path / "two.db", folder)

    again = Journal.open(folder)
    assert (again.version, again.damage) == (2, None)
    again.close()
    assert kept == folder / "journal-replaced-1.db"
    with sqlite3.connect(kept) as db:
        assert db.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    db.close()


def test_a_journal_for_a_simulation_needs_no_disk(tmp_path: Path, entry):
    journal = Journal.scratch()
    journal.append(entry(1), entry(2))

    assert told(journal.entries("ada")) == [entry(1), entry(2)]
    assert list(tmp_path.iterdir()) == []
    journal.close()
