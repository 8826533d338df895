"""The issue's bad input on the real way: posted to a running table, or scored from a file. One clear
line comes back, with the place in the book, and nothing has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.commands.score import score
from companion.games.orcs import GAME, moves
from companion.match import hashed
from tests.secrets.planted import PLANTED
from tests.secrets.search import Device, House

BOX = PLANTED["orcs"].box(Random(5))
TRAITS = {"4": {"hits": 9, "ability": "poison"}, "8": {"hits": 9}}
PLAYERS = 3


class Table:
    """A house, its match, and a phone for each seat."""

    def __init__(self, house: House, phones: dict[str, Device]) -> None:
        self.house, self.phones = house, phones

    @property
    def state(self) -> Any:
        return self.house.state

    def posts(self, move: Any, who: Device | None = None) -> dict[str, Any]:
        """By the phone of whoever is on turn, if by nobody else."""
        device = who or self.phones[self.state.turn]
        version, plain = self.house.service.table.version, msgspec.to_builtins(move)
        said = {"version": version, "id": os.urandom(8).hex(), "move": plain}
        return device.post("/api/v1/moves", said)

    def plays(self, *played: Any) -> None:
        for move in played:
            assert "refusal" not in self.posts(move), move

    def why(self, move: Any, who: Device | None = None) -> tuple[str, str, str]:
        """What is told: its key, the line that people read, the place in the book."""
        before = hashed(self.state)
        told = self.posts(move, who)["refusal"]
        assert hashed(self.state) == before
        assert "\n" not in told["text"] and told["text"].endswith(".")
        return told["key"].removeprefix("orcs.no."), told["text"], told["book"]

    def begins(self) -> None:
        """Played up to the first action."""
        while self.state.phase != "act":
            choice = GAME.choices(self.state)[0]
            assert "refusal" not in self.posts(choice.move, self.phones[choice.seat])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house"), GAME) as open_house:
        yield open_house


@pytest.fixture
def table(house: House, way: str) -> Iterator[Table]:
    options = {"way": way, "missions": True}
    with house.seated(PLAYERS, {**BOX, "traits": TRAITS}, options) as phones:
        begun = Table(house, phones)
        begun.begins()
        yield begun


@pytest.mark.parametrize("way", ["everything"])
def test_what_is_not_in_the_hand_is_told_to_that_hand_alone(table: Table) -> None:
    seat, host = table.state.turn, table.house.host
    inside, outside = table.state.decks[seat].hand[0], table.state.decks[seat].draw[0]
    other = next(phone for one, phone in table.phones.items() if one != seat)

    assert table.why(moves.Cast(outside))[::2] == ("hand", "line 6")
    for who in (other, host):
        told = {table.why(moves.Cast(card), who) for card in (inside, outside, "rabbit")}
        assert [key for key, *_ in told] == ["house.no.choice"], "the same of any card"


@pytest.mark.parametrize("way", ["board"])
def test_the_rest_is_told_with_its_place_in_the_book(table: Table) -> None:
    house, (one, other, _) = table.house, table.state.seats
    assert table.why(moves.Counts(one, "1", 17), house.host)[::2] == ("figures", "line 1")
    assert table.why(moves.Worth("4", 5), house.host)[::2] == ("value", "line 5")
    there = table.state.mages[other]
    assert table.why(moves.Teleport(there))[::2] == ("occupied", "line 6")

    house.says(moves.Puts("8", there, 0))
    table.plays(moves.Cast("smash"), moves.Row(2))
    far = table.state.figures
    assert table.why(moves.Figure(far))[::2] == ("path", "line 8")

    house.says(moves.Turn(one, 2))
    house.says(moves.Track(one, "4", 2))
    house.says(moves.Counts(other, "poison", 14))
    assert table.why(moves.Give(other))[::2] == ("poison", "line 13")
    assert table.why(moves.Counts(one, "poison", 1), house.host)[::2] == ("poison", "line 1")

    house.says(moves.Ends())
    house.says(moves.Tells(one, "set"))
    twice = table.why(moves.Tells(other, "set"), table.phones[other])
    assert twice[::2] == ("mission_twice", "line 14")


@pytest.mark.parametrize(
    ("sheet", "clue", "book"),
    [
        ('{"players":[{"name":"A","defeated":{"1":17}}]}', "16", "line 1"),
        ('{"players":[{"name":"A","defeated":{"8":5}},{"name":"B","defeated":{"8":4}}]}', "8",
         "line 1"),
        ('{"players":[{"name":"A"}],"values":{"4":5}}', "4", "line 5"),
        ('{"players":[{"name":"A","mission":"set"},{"name":"B","mission":"set"}]}', "mission",
         "line 14"),
        ('{"players":[{"name":"A","poison":15}]}', "poison", "line 1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "el"])
def test_a_sheet_from_a_file_is_refused_in_one_line(
    tmp_path: Path, sheet: str, clue: str, book: str, language: str
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(sheet)

    result = CliRunner().invoke(score, ["orcs", str(file), "--lang", language])

    (line,) = [line for line in result.output.splitlines() if str(file) in line]
    assert (result.exit_code, line in result.output.splitlines()[-1]) == (2, True)
    place = book if language == "en" else book.replace("line", "γραμμή")
    assert f"{place})" in line and "orcs.no." not in line
    assert language == "el" or clue in line
