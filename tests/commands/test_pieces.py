"""``companion pieces``: what a table knows of its pieces, to look at and to hand on."""

from __future__ import annotations

import json
import os
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.commands.found import shelves
from companion.commands.taught import NAME, taught
from companion.journal.lock import Lock
from companion.registry import Catalogue, Registry

MOON, KEY = "nfc:04a2245c6f6180", "code:4006381333931"
FILE = {
    "pieces": 1,
    "tags": {MOON: "labyrinth/chip/1", KEY: "labyrinth/chip/2"},
    "facts": {"labyrinth/chip/1": {"symbol": "moon"}, "labyrinth/chip/2": {"symbol": "key"}},
}


def ran(data: Path, *words: str, typed: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["pieces", "--data", str(data), *words], input=typed)


def laid(folder: Path, **more: Any) -> str:
    """A file from another table; returns where it lies."""
    file = folder / "theirs.json"
    file.write_text(json.dumps(FILE | more))
    return str(file)


def table(folder: Path, tags: dict[str, str] | None = None) -> Path:
    """The data folder of a table that knows these."""
    data = folder / "data"
    data.mkdir()
    if tags is not None:
        (data / NAME).write_text(json.dumps({"pieces": 1, "tags": tags, "facts": {}}))
    return data


def known(data: Path) -> Registry:
    """What a service that starts there knows."""
    return taught(data, Catalogue(shelves()))


# To look at.


def test_a_table_that_was_taught_nothing_says_so_of_every_kind(tmp_path: Path) -> None:
    told = ran(table(tmp_path), "labyrinth")

    assert told.exit_code == 0
    assert told.output.splitlines() == [
        "The Magic Labyrinth",
        "  Chips: the tags of 0 of 24, what is printed on 0",
        "  The die: the tags of 0 of 6",
    ]


def test_without_a_game_all_four_are_there(tmp_path: Path) -> None:
    told = json.loads(ran(table(tmp_path), "--json").output)

    assert set(told["games"]) >= {"labyrinth", "maginor", "merlin", "orcs"}


def test_as_json_it_is_all_that_was_taught(tmp_path: Path) -> None:
    data = table(tmp_path)
    ran(data, "--import", laid(tmp_path))
    told = json.loads(ran(data, "labyrinth", "--json").output)

    assert told["games"]["labyrinth"]["chip"] == {"pieces": 24, "tagged": 2, "told": 2}
    assert (told["tags"], told["facts"]) == (FILE["tags"], FILE["facts"])


def test_looking_changes_nothing_and_needs_no_lock(tmp_path: Path) -> None:
    data = table(tmp_path, {MOON: "labyrinth/chip/1"})
    before = {path: path.read_bytes() for path in data.iterdir()}
    with closing(Lock(data)):
        told = ran(data, "labyrinth")
    (data / "journal.lock").unlink()

    assert "the tags of 1 of 24" in told.output
    assert {path: path.read_bytes() for path in data.iterdir()} == before


# To hand on.


def test_what_one_table_exports_another_takes_over(tmp_path: Path) -> None:
    data, out = table(tmp_path), tmp_path / "ours.json"
    ran(data, "--import", laid(tmp_path))
    exported = ran(data, "labyrinth", "--export", str(out))
    (tmp_path / "other").mkdir()
    other = table(tmp_path / "other")
    taken = ran(other, "--import", str(out))

    assert (exported.exit_code, taken.exit_code) == (0, 0)
    assert "2 tags" in taken.output
    assert known(other) == known(data) == Registry(FILE["tags"], FILE["facts"])


def test_a_pipe_does_as_well(tmp_path: Path) -> None:
    data = table(tmp_path)
    taken = ran(data, "--import", "-", typed=json.dumps(FILE).encode())
    told = ran(data, "--export", "-")

    assert taken.exit_code == 0
    assert json.loads(told.output) == FILE


def test_taking_over_the_same_again_changes_nothing(tmp_path: Path) -> None:
    data = table(tmp_path)
    ran(data, "--import", laid(tmp_path))
    before = (data / NAME).read_bytes()
    again = ran(data, "--import", laid(tmp_path))

    assert again.exit_code == 0
    assert (data / NAME).read_bytes() == before


def test_of_another_game_nothing_is_handed_on(tmp_path: Path) -> None:
    data = table(tmp_path)
    ran(data, "maginor", "--import", laid(tmp_path))
    ours = ran(data, "maginor", "--export", "-")

    assert known(data) == Registry()
    assert json.loads(ours.output) == {"pieces": 1, "tags": {}, "facts": {}}


def test_a_file_of_ours_is_written_over_and_nobody_elses(tmp_path: Path) -> None:
    data, letter = table(tmp_path, {MOON: "labyrinth/chip/1"}), tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    ours = laid(tmp_path)
    written, refused = ran(data, "--export", ours), ran(data, "--export", str(letter))

    assert written.exit_code == 0
    assert json.loads(Path(ours).read_text())["tags"] == {MOON: "labyrinth/chip/1"}
    assert refused.exit_code == 2
    assert letter.read_text() == "Dear Ada"


# What cannot be.


def refused(data: Path, *words: str, typed: bytes = b"") -> str:
    """One clear line, nothing changed."""
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.suffix}
    told = ran(data, *words, typed=typed)
    after = {
        path.name: path.read_bytes() for path in data.iterdir() if path.name != "journal.lock"
    }
    before.pop("journal.lock", None)
    assert told.exit_code == 2, told.output
    assert len(told.stderr.splitlines()) == 1, told.stderr
    assert "Traceback" not in told.stderr
    assert after == before
    return told.stderr


@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        (b"", "nothing in it"),
        (b"\xff\xfe\x00", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[1, 2]", "no file of pieces"),
        (b'{"pieces": 1, "tags": {"nfc:04a2245c6f6180": 7}}', "no file of pieces"),
        (b'{"pieces": 2, "tags": {}}', "another companion"),
        (b'{"pieces": 1, "tags": {}, "extra": 1}', "no file of pieces"),
        (b" " * 10_000_000, "nothing in it"),
        (b'"' + b"x" * 10_000_000 + b'"', "too large"),
    ],
    ids=["empty", "bytes", "deep", "list", "number", "newer", "extra", "blank", "large"],
)
def test_a_file_that_is_none_is_one_clear_line(tmp_path: Path, typed: bytes, clue: str) -> None:
    assert clue in refused(table(tmp_path), "--import", "-", typed=typed)


@pytest.mark.parametrize(
    ("tag", "piece", "clue"),
    [
        (MOON, "labyrinth/chip/99", "labyrinth/chip/99"),
        (MOON, "chess/pawn/1", "chess/pawn/1"),
        ("nfc:08a1f3c2", "labyrinth/chip/1", "phone"),
        ("nfc:8804a224", "labyrinth/chip/1", "front of a longer number"),
        ("nfc:04a224", "labyrinth/chip/1", "no tag"),
        ("code:CP:LABYRINTH/CHIP/2", "labyrinth/chip/1", "labyrinth/chip/2"),
    ],
)
def test_a_tag_that_cannot_be_is_named_and_nothing_is_taken_over(
    tmp_path: Path, tag: str, piece: str, clue: str
) -> None:
    file = laid(tmp_path, tags={KEY: "labyrinth/chip/2", tag: piece}, facts={})
    said = refused(table(tmp_path), "--import", file)

    assert clue in said
    assert file in said
    assert "Nothing was taken over." in said


def test_a_tag_that_is_another_piece_here_names_both(tmp_path: Path) -> None:
    data = table(tmp_path, {MOON: "labyrinth/chip/5"})
    said = refused(data, "--import", laid(tmp_path))

    assert MOON in said
    assert "labyrinth/chip/5 here" in said
    assert "labyrinth/chip/1 there" in said


def test_what_cannot_be_printed_there_is_not_taken_over(tmp_path: Path) -> None:
    file = laid(tmp_path, facts={"labyrinth/chip/1": {"symbol": 7}})

    assert "symbol" in refused(table(tmp_path), "--import", file)


def test_while_a_service_runs_nothing_is_taken_over(tmp_path: Path) -> None:
    data = table(tmp_path)
    with closing(Lock(data)):
        said = refused(data, "--import", laid(tmp_path))

    assert f"process {os.getpid()}" in said
    assert not (data / NAME).exists()


def test_a_damaged_file_of_the_table_stays_where_it_is(tmp_path: Path) -> None:
    data = table(tmp_path)
    (data / NAME).write_text('{"pieces": 1, "ta')
    looked, taken = refused(data), refused(data, "--import", laid(tmp_path))

    assert NAME in looked
    assert NAME in taken


@pytest.mark.parametrize("word", ["--import", "--export"])
def test_no_such_place_and_a_folder_are_one_clear_line(tmp_path: Path, word: str) -> None:
    data = table(tmp_path)
    nowhere = str(tmp_path / "nowhere" / "file.json")

    assert nowhere in refused(data, word, nowhere)
    assert str(tmp_path) in refused(data, word, str(tmp_path))


def test_other_mistakes_are_one_clear_line_too(tmp_path: Path) -> None:
    data = table(tmp_path, {MOON: "labyrinth/chip/1"})

    assert "chess" in refused(data, "chess")
    assert "own" in refused(data, "maginor", "--export", str(data / NAME))
    assert "choose one" in refused(data, "--import", "-", "--export", "-")
    told = ran(tmp_path / "nowhere")
    assert (told.exit_code, len(told.stderr.splitlines())) == (2, 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    data = table(tmp_path)
    data.chmod(stat.S_IRUSR | stat.S_IXUSR)

    assert str(data) in refused(data, "--import", laid(tmp_path))


def test_the_help_has_an_example() -> None:
    told = CliRunner().invoke(main, ["pieces", "--help"])

    assert told.exit_code == 0
    assert "Example: companion pieces labyrinth" in told.output
