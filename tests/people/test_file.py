"""The file of the people: whole, private, and done without where it must be."""

from __future__ import annotations

import json
import logging
import os
import subprocess
from pathlib import Path

import pytest

from companion.people import Joined, People
from tests.cards import fill
from tests.people.conftest import Clock, Table, came_in


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def secrets_of(people: People) -> list[str]:
    return [people.pin, people._kept.key]


def test_the_table_stays_with_its_folder(table, restarted, tmp_path) -> None:
    host, red = table.host(), table.phone("red")
    after = restarted().people
    assert (after.table, after.pin) == (table.people.table, table.people.pin)
    assert len(after.table) == 8 and int(after.table, 16) >= 0
    assert after.viewer(host, "m1") == ("host", "")
    assert after.viewer(red, "m1") == ("seat", "red")
    assert after.knows(red)


def test_two_folders_are_two_tables(table, other_table) -> None:
    assert table.people.table != other_table.people.table
    assert table.people._kept.key != other_table.people._kept.key


def test_nobody_else_may_read_the_file(table, restarted, tmp_path) -> None:
    before = os.umask(0)
    try:
        (tmp_path / "people.json.part").write_text("left over")
        (tmp_path / "people.json.part").chmod(0o666)
        host = table.host()
    finally:
        os.umask(before)
    assert mode(tmp_path / "people.json") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["people.json"]
    assert restarted().people.viewer(host, "") == ("host", "")


def test_a_file_out_of_a_backup_is_closed_again(table, restarted, tmp_path) -> None:
    (tmp_path / "people.json").chmod(0o644)
    restarted()
    assert mode(tmp_path / "people.json") == 0o600


def test_no_code_and_no_cookie_stands_in_the_file(table, tmp_path) -> None:
    code = table.people.code("host").text
    joined = table.tried(code)
    text = (tmp_path / "people.json").read_text()
    assert joined.cookie not in text and code not in text
    assert joined.person.device in text


DAMAGED = {
    "empty": b"",
    "cut off": b'{"table": "0123',
    "zeros": b"\0" * 4096,
    "not UTF-8": b'{"table": "\xff\xfe"}',
    "another file": b"[1, 2, 3]",
    "deep": b'{"x": ' + b"[" * 100_000 + b"}",
    "without a key": b'{"table": "01234567", "pin": "123456"}',
    "a short key": b'{"table": "01234567", "pin": "123456", "key": "00"}',
    "a PIN of letters": b'{"table": "01234567", "pin": "secret", "key": "%s"}' % (b"0" * 64),
    "a PIN of more": b'{"table": "01234567", "pin": "123456\\n", "key": "%s"}' % (b"0" * 64),
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_kept_aside_and_everybody_joins_anew(
    table, restarted, tmp_path, text, caplog
) -> None:
    cookie = table.tried(table.people.pin).cookie
    (tmp_path / "people.json").write_bytes(text)
    (tmp_path / "people.json").chmod(0o644)
    after = restarted().people
    assert (tmp_path / "people.json.damaged").read_bytes() == text
    assert mode(tmp_path / "people.json.damaged") == 0o600
    assert after.table != table.people.table
    assert after.device(cookie) == ""
    assert after.persons() == ()
    assert restarted().people.table == after.table
    assert "people.json: cannot be read" in caplog.text
    assert not [secret for secret in secrets_of(after) if secret in caplog.text]


def test_a_folder_in_the_place_of_the_file_is_put_aside(tmp_path, clock) -> None:
    (tmp_path / "people.json").mkdir()
    Table(tmp_path, clock)
    assert (tmp_path / "people.json").is_file()
    assert (tmp_path / "people.json.damaged").is_dir()


def test_a_file_that_gives_a_seat_twice_is_read_so_that_it_has_one_phone(
    table, restarted, tmp_path
) -> None:
    first, second = table.phone("red", "m1"), table.phone("red", "m2")
    path = tmp_path / "people.json"
    path.write_text(path.read_text().replace('"m2"', '"m1"'))
    after = restarted().people
    assert after.phones("m1")["red"].device == second
    assert after.viewer(first, "m1") == ("spectator", "")


def test_what_a_newer_companion_wrote_besides_is_passed_over(
    table, restarted, tmp_path
) -> None:
    path = tmp_path / "people.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"lamps": 3}))
    assert restarted().people.table == table.people.table


def plays_on(folder: Path, caplog) -> None:
    """Somebody joins, sits, leaves, and the log says once that nothing of it is kept."""
    table = Table(folder, Clock())
    host, red = table.host(), table.phone("red")
    assert table.people.viewer(host, "m1") == ("host", "")
    assert table.people.viewer(red, "m1") == ("seat", "red")
    assert isinstance(table.tried(table.people.pin), Joined)
    table.people.set_watch(False)
    said = [record for record in caplog.records if "is not written" in record.getMessage()]
    assert len(said) == 1 and said[0].levelno == logging.WARNING
    assert not [secret for secret in secrets_of(table.people) if secret in caplog.text]


def test_a_folder_that_is_none_stops_nobody(tmp_path, caplog) -> None:
    (tmp_path / "data").write_text("a file in the place of the folder")
    plays_on(tmp_path / "data", caplog)


def test_a_disk_that_can_only_be_read_stops_nobody(card, caplog) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(card)], check=True)
    plays_on(card, caplog)


def test_a_folder_that_may_only_be_read_stops_nobody(tmp_path, caplog) -> None:
    tmp_path.chmod(0o500)
    if os.access(tmp_path, os.W_OK):
        pytest.skip("this user may write everywhere")
    plays_on(tmp_path, caplog)


def test_a_file_that_may_not_be_read_is_kept_aside(table, restarted, tmp_path, caplog) -> None:
    file = tmp_path / "people.json"
    file.chmod(0o000)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    assert restarted().people.table != table.people.table
    assert (tmp_path / "people.json.damaged").exists()
    assert "PermissionError" in caplog.text


def test_a_full_disk_keeps_the_last_whole_file(card, clock, caplog) -> None:
    table = Table(card, clock)
    first = table.host()
    ballast = fill(card)
    second = table.host()
    assert table.people.viewer(second, "") == ("host", "")
    assert Table(card, clock).people.viewer(first, "") == ("host", "")
    ballast.unlink()
    third = table.host()
    after = Table(card, clock).people
    assert [after.viewer(device, "") for device in (second, third)] == [("host", "")] * 2
    assert caplog.text.count("is not written") == 1
    assert not list(card.glob("*.part"))


def test_a_folder_that_is_not_there_yet_is_made(tmp_path, clock) -> None:
    table = Table(tmp_path / "not" / "yet", clock)
    assert came_in(table.tried(table.people.pin)).role == "host"
    assert mode(tmp_path / "not" / "yet" / "people.json") == 0o600
