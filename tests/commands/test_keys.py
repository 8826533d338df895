"""``companion keys``: the PIN for whoever may read the data folder."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.club import Club
from tests.served import PROGRAM


def keys(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "keys", *words], capture_output=True, text=True, check=False
    )


def test_the_pin_that_is_shown_makes_a_tablet_keep_the_table(tmp_path):
    with Club.at(tmp_path) as club:
        shown = keys("--config", str(tmp_path / "companion.toml"), "--json")
        told = json.loads(shown.stdout)
        tablet = club.device()

        assert tablet.join(told["pin"])[0] == 200
        assert tablet.role == ("host", "")
        assert told["address"] == f"{club.address}/"


def test_people_read_the_pin_and_a_code_for_the_camera(tmp_path):
    with Club.at(tmp_path) as club:
        plain = keys("--config", str(tmp_path / "companion.toml")).stdout
        there = keys("--data", str(tmp_path)).stdout

    assert f"PIN {club.pin}" in plain and "▀" in plain
    assert f"PIN {club.pin}" in there


def test_where_no_table_was_ever_opened_one_clear_line_says_so(tmp_path):
    none = keys("--data", str(tmp_path))
    nowhere = keys("--config", str(tmp_path / "none.toml"))

    for said in (none, nowhere):
        assert (said.returncode, said.stdout) == (2, "")
        assert len(said.stderr.strip().splitlines()) == 1
    assert "Start the service once" in none.stderr


def test_a_service_without_a_terminal_keeps_pin_and_codes_to_itself(tmp_path: Path):
    """What a unit prints stands in the log of the computer."""
    with Club.at(tmp_path) as club:
        pin = club.pin
        club.stop()
        assert club.process.stdout and club.process.stderr
        said = club.process.stdout.read() + club.process.stderr.read()

    assert pin not in said and "join#" not in said
