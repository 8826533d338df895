"""A child's name is deleted for good, from the tablet that keeps the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club import Club
from tests.served import Stream

NAME = "Theodora"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club.at(tmp_path) as there:
        yield there


def played(club: Club) -> None:
    """A match of Theodora's, put away."""
    club.match()
    change = {"do": "renamed", "seat": "red", "name": NAME}
    assert club.post("seats", {"id": "r", "change": change})[0] == 200
    club.host.take({"do": "turned", "card": 1})
    club.phone("red").lay("spoon")
    club.post(f"matches/{club.get('state')['match']}/park", {})


def holding(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if NAME.encode() in path.read_bytes()]


def test_nothing_on_the_disk_or_in_any_answer_holds_the_name_any_more(club):
    played(club)
    assert holding(club.data)
    before = club.version

    status, told = club.post("forget", {"name": f" {NAME.lower()} "})

    assert (status, told) == (200, {"version": before, "match": ""})
    assert holding(club.data) == []
    for path in ("matches", "journal?match=m1", "people", "state", "health"):
        assert NAME not in str(club.ask("GET", f"/api/v1/{path}")[1])
    stream = Stream(club.port, f"/api/v1/stream?after={before - 3}", cookie=club.cookie)
    assert NAME not in str(stream.next())
    stream.close()

    club.post("matches/m1/resume", {})
    names = [one["name"] for one in club.get("state")["view"]["seats"]]
    assert names == ["Somebody", "Bo", "Cleo"]
    assert club.host.take({"do": "points", "seat": "blue", "points": 2})[0] == 200


def test_only_who_keeps_the_table_forgets_and_only_between_two_matches(club):
    played(club)
    guest = club.device()
    refused = guest.post("forget", {"name": NAME})
    unknown = club.post("forget", {"name": "Zacharias"})
    club.post("matches/m1/resume", {})

    playing = club.post("forget", {"name": NAME})

    assert (refused[0], unknown[0], playing[0]) == (403, 422, 422)
    assert unknown[1]["refusal"]["key"] == "house.no.called"
    assert playing[1]["refusal"]["key"] == "house.no.running"
    assert holding(club.data)
