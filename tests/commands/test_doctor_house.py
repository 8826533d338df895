"""What the doctor says of the disk, the journal, the clocks and the power."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.commands.doctor import clock, disk, power
from companion.commands.doctor.clock import Clocks
from companion.commands.doctor.finding import Check
from companion.commands.doctor.running import keeper
from companion.journal import Entry, Journal
from companion.journal.lock import Lock

SIZE_OF_A_FILM = 2_000_000
TODAY = datetime(2026, 5, 4, 20, 15, tzinfo=UTC).timestamp()


def by_name(checks: list[Check]) -> dict[str, Check]:
    return {check.name: check for check in checks}


def test_a_folder_that_is_not_made_yet_is_well_and_stays_unmade(tmp_path: Path) -> None:
    told = by_name(disk.disk(tmp_path / "some" / "where"))

    assert [told[name].state for name in ("folder", "space", "flush")] == ["ok"] * 3
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a shopping list")

    told = by_name(disk.disk(tmp_path / "data"))["folder"]

    assert (told.state, told.values["reason"]) == ("wrong", "no-folder")
    assert "data in companion.toml" in told.next


def test_a_folder_that_takes_no_files_is_wrong() -> None:
    assert by_name(disk.disk(Path("/proc/companion")))["folder"].state == "wrong"


def test_a_card_that_is_nearly_full_is_a_hint_and_a_full_one_a_fault(card: Path) -> None:
    assert by_name(disk.disk(card))["space"].state == "warn"  # it has half a megabyte

    with pytest.raises(OSError, match="No space"):
        (card / "film.mp4").write_bytes(bytes(SIZE_OF_A_FILM))
    told = by_name(disk.disk(card))["folder"]

    assert (told.state, told.values["reason"]) == ("wrong", "full")


def test_a_journal_that_is_whole_is_counted(tmp_path: Path) -> None:
    written(tmp_path, 3)

    told = disk.journal(tmp_path)

    assert (told.state, told.values["entries"]) == ("ok", 3)


def test_a_journal_that_was_changed_by_hand_is_wrong_and_left_as_it_is(tmp_path: Path) -> None:
    written(tmp_path, 40)
    database = tmp_path / "journal.db"
    damaged = bytearray(database.read_bytes())
    place = damaged.index(b'"n":20')
    damaged[place : place + 6] = b'"n":99'
    database.write_bytes(damaged)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    told = disk.journal(tmp_path)

    assert told.state == "wrong"
    assert told.values["entries"] == 20  # n counts from 0: the 21st does not follow
    assert "Start again" in told.next
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_is_no_database_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"once upon a time " * 400)

    assert disk.journal(tmp_path).state == "wrong"


def test_only_a_lock_that_is_held_means_that_a_companion_runs(tmp_path: Path) -> None:
    assert keeper(tmp_path) is None
    with closing(Lock(tmp_path)):
        assert keeper(tmp_path) is not None
    assert (tmp_path / "journal.lock").exists()  # the file stays, with an old number in it
    assert keeper(tmp_path) is None


def test_a_clock_that_stands_in_the_past_is_wrong(tmp_path: Path) -> None:
    past = datetime(1970, 1, 1, 3, tzinfo=UTC).timestamp()

    told = by_name(clock.clock(Clocks(past, 5), Clocks(past + 4, 9), tmp_path))

    assert told["clock"].state == "wrong"
    assert "1970-01-01" in told["clock"].text
    assert "timedatectl" in told["clock"].next


def test_a_clock_that_is_set_while_one_looks_is_a_hint(tmp_path: Path) -> None:
    told = by_name(clock.clock(Clocks(TODAY, 5), Clocks(TODAY + 3600, 9), tmp_path))

    assert told["clock"].state == "warn"
    assert "+3596.0 s" in told["clock"].text


def test_the_network_has_set_the_clock_or_not_yet_or_nobody_knows(tmp_path: Path) -> None:
    both = Clocks(TODAY, 5), Clocks(TODAY + 4, 9)
    states = [by_name(clock.clock(*both, tmp_path / "none"))["timesync"].state]
    states.append(by_name(clock.clock(*both, tmp_path))["timesync"].state)
    (tmp_path / "synchronized").touch()
    states.append(by_name(clock.clock(*both, tmp_path))["timesync"].state)

    assert states == ["unknown", "warn", "ok"]


@pytest.mark.parametrize(
    ("word", "state"),
    [("0", "ok"), ("50000", "warn"), ("50005", "wrong"), ("80000", "warn"), ("8", "wrong")],
)
def test_power_is_wrong_now_or_was_once(tmp_path: Path, word: str, state: str) -> None:
    (tmp_path / "get_throttled").write_text(f"{word}\n")

    assert power.power(tmp_path / "get_throttled").state == state


def test_a_computer_without_flags_is_no_raspberry_pi(tmp_path: Path) -> None:
    assert power.power(tmp_path / "none").state == "unknown"


def written(folder: Path, entries: int) -> None:
    with closing(Journal.open(folder)) as journal:
        for n in range(entries):
            journal.append(
                Entry(
                    version=n + 1, match="m1", game="labyrinth", rules=1, kind="move", by="clock",
                    id="", body={"n": n}, hash="", state=None, at=1_777_000_000_000 + n,
                )
            )  # fmt: skip
