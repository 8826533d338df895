"""A card that is full or read-only: play goes on, nothing breaks, saving resumes by itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Busy, CannotOpen, Journal, NotSaved
from tests.cards import fill


def on_disk(folder: Path) -> list[int]:
    """What another program reads from the file now."""
    with closing(sqlite3.connect(f"file:{folder}/journal.db?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = db.execute("SELECT version FROM entries ORDER BY version")
        return [version for (version,) in rows]


def test_a_card_that_runs_full_keeps_what_it_has_and_goes_on_later(card, entry):
    journal = Journal.open(card / "data")
    journal.append(*(entry(version) for version in range(1, 10)))
    ballast = fill(card)
    waiting = []

    for version in range(10, 60):
        waiting.append(entry(version))
        try:
            journal.append(*waiting)
            waiting.clear()
        except NotSaved as trouble:
            assert trouble.reason == "full"
            assert "No space is left on the disk" in str(trouble)
        assert on_disk(card / "data") == list(range(1, journal.version + 1))

    assert len(waiting) > 40
    ballast.unlink()
    journal.append(*waiting)
    journal.append(entry(60))
    assert on_disk(card / "data") == list(range(1, 61))
    journal.close()
    again = Journal.open(card / "data")
    assert (again.version, again.damage) == (60, None)
    again.close()


@pytest.mark.parametrize("leave", range(4096, 80 * 1024, 8192))
def test_however_little_room_there_is_the_journal_stays_whole(card, entry, leave):
    Journal.open(card / "data").close()
    ballast = fill(card, leave)
    try:
        journal = Journal.open(card / "data")
    except CannotOpen as trouble:
        assert trouble.reason == "full"
        journal = Journal.memory(card / "data", shut=trouble.reason)
    saved = 0
    for version in range(1, 80):
        if version == saved + 1:
            try:
                journal.append(entry(version))
                saved = version
            except NotSaved:
                pass

    ballast.unlink()
    journal.reopen()

    assert (journal.version, journal.damage) == (saved, None)
    journal.append(entry(saved + 1))
    assert on_disk(card / "data") == list(range(1, saved + 2))
    journal.close()


def test_a_start_on_a_full_card_says_so_and_plays_on_in_memory(card, entry):
    journal = Journal.open(card / "data")
    journal.append(*(entry(version) for version in range(1, 31)))
    journal.close()
    ballast = fill(card)

    with pytest.raises(
        CannotOpen, match="data: the journal cannot be opened. No space"
    ) as trouble:
        Journal.open(card / "data")
    assert trouble.value.reason == "full"
    held = Journal.memory(card / "data", newest_rules={"labyrinth": 1}, shut="full")

    assert [each.version for each in held.entries("ada")] == list(range(1, 31))
    assert [row.match for row in held.matches()] == ["ada"]
    with held.reading() as reader:
        assert reader.version == held.version == 30
    for _ in range(2):
        with pytest.raises(NotSaved):
            held.append(entry(31))
        with pytest.raises(CannotOpen):
            held.reopen()
    with pytest.raises(Busy):
        Journal.open(card / "data")
    ballast.unlink()
    held.reopen()
    held.append(entry(31))
    assert on_disk(card / "data") == list(range(1, 32))
    held.close()


def test_a_first_start_on_a_full_card_still_plays(card, entry):
    ballast = fill(card)

    with pytest.raises(CannotOpen, match="No space is left"):
        Journal.open(card / "data")
    journal = Journal.memory(card / "data", shut="full")
    assert (journal.version, journal.matches(), journal.newer) == (0, [], {})

    ballast.unlink()
    journal.reopen()
    journal.append(entry(1))
    assert on_disk(card / "data") == [1]
    journal.close()


def test_a_damaged_journal_on_a_full_card_is_mended_once_there_is_room(card, entry):
    journal = Journal.open(card / "data")
    journal.append(*(entry(version) for version in range(1, 101)))
    journal.close()
    with (card / "data" / "journal.db").open("r+b") as file:
        file.seek(20480)
        file.write(bytes(4096))
    ballast = fill(card)

    with pytest.raises(CannotOpen):
        Journal.open(card / "data")
    held = Journal.memory(card / "data", shut="full")
    assert held.version == 100

    ballast.unlink()
    held.reopen()
    assert held.version == 100
    assert held.damage is not None
    assert held.damage.lost == 0
    held.close()


def remount(card: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", card], check=True)


def test_a_read_only_card_is_read_and_named(card, entry):
    journal = Journal.open(card / "data")
    journal.append(*(entry(version) for version in range(1, 31)))
    journal.close()
    remount(card, "ro")

    with pytest.raises(CannotOpen, match="The disk can only be read") as trouble:
        Journal.open(card / "data")
    held = Journal.memory(card / "data", shut=trouble.value.reason)

    assert [each.version for each in held.tail(0)] == list(range(1, 31))
    remount(card, "rw")
    held.reopen()
    held.append(entry(31))
    held.close()


def test_a_read_only_card_after_a_power_cut_is_read_to_the_last_entry(card, entry, tmp_path):
    journal = Journal.open(tmp_path / "data")
    journal.append(*(entry(version) for version in range(1, 31)))
    shutil.copytree(tmp_path / "data", card / "data")  # as it lies there in mid-game
    journal.close()
    (card / "data" / "journal.db-shm").unlink()
    remount(card, "ro")

    with pytest.raises(CannotOpen) as trouble:
        Journal.open(card / "data")
    held = Journal.memory(card / "data", shut=trouble.value.reason)

    assert trouble.value.reason == "read-only"
    assert [each.version for each in held.tail(0)] == list(range(1, 31))
    held.close()


def test_a_backup_onto_a_full_card_leaves_the_last_one_whole(card, entry, tmp_path):
    journal = Journal.open(tmp_path / "data")
    journal.append(*(entry(version) for version in range(1, 101)))
    journal.backup(card / "backup.db")
    good = (card / "backup.db").read_bytes()
    journal.append(*(entry(version) for version in range(101, 201)))
    fill(card)

    with pytest.raises(NotSaved) as trouble:
        journal.backup(card / "backup.db")

    assert trouble.value.reason == "full"
    assert (card / "backup.db").read_bytes() == good
    assert sorted(path.name for path in card.iterdir()) == ["backup.db", "holiday.mp4"]
    journal.close()


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path):
    (tmp_path / "data").write_text("shopping list")

    with pytest.raises(CannotOpen, match="A file stands in the place of the folder"):
        Journal.open(tmp_path / "data")

    journal = Journal.memory(tmp_path / "data", shut="no-folder")
    with pytest.raises(CannotOpen):
        journal.reopen()
    assert journal.matches() == []


LIMITED = """
import resource, sys
from pathlib import Path
from conftest import written
from companion.journal import Journal, NotSaved
journal = Journal.open(Path(sys.argv[1]))
version = 0
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
try:
    for version in range(1, 1000):
        journal.append(written(version))
except NotSaved as trouble:
    failed = version
assert journal.version == failed - 1
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append(written(failed))
sys.stdout.write(str(failed))
journal.close()
"""


def test_a_file_that_may_not_grow_is_whole_and_grows_again_later(folder):
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, folder],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
    )

    assert run.returncode == 0, run.stderr
    journal = Journal.open(folder)
    assert 10 < journal.version == int(run.stdout)
    assert journal.damage is None
    journal.close()
