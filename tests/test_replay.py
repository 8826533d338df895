"""A tape saved from a game, and its journal, play again to the same state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.bridges.tape import Header, Recorder
from companion.commands.evening import Evening
from companion.commands.replay import replay
from companion.games.labyrinth import GAME
from companion.match import hashed
from companion.simulator.noise import HOME

HOURS = 36_000_000  # ms, longer than any evening


def again(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(replay, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.output)
    return answer


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An evening at home for two, with its tape and its journal in one folder."""
    folder = tmp_path_factory.mktemp("evening")
    recorder = Recorder(lambda: Header("labyrinth", ()), HOURS)
    evening = Evening(GAME, folder, 7, 2, HOME, recorder.record)
    told = evening.play()
    assert told.finished
    recorder.save(folder / "evening.tape")
    evening.journal.close()
    assert evening.loop.table.match is not None
    return folder, hashed(evening.loop.table.match.state)


def test_a_tape_plays_again_to_the_same_hash(played: tuple[Path, str]) -> None:
    folder, state = played
    report = again(str(folder / "evening.tape"))
    assert (report["state_hash"], report["equal"]) == (state, True)
    assert report["state"]["phase"] == "over"


def test_a_journal_folds_to_the_same_hash(played: tuple[Path, str]) -> None:
    folder, state = played
    report = again(str(folder))
    assert (report["state_hash"], report["equal"]) == (state, True)
    assert report["entries"][0]["kind"] == "start"


def test_a_tape_that_begins_in_the_middle_carries_the_state(tmp_path: Path) -> None:
    evenings: list[Evening] = []

    def header() -> Header:
        match = evenings[0].loop.table.match if evenings else None
        if match is None:
            return Header("labyrinth", ())
        start = evenings[0].start
        seats = tuple(start["seats"])
        return msgspec.convert(
            {
                "tape": 1, "game": "labyrinth", "players": [seat["name"] for seat in seats],
                "seats": seats, "box": start["box"], "state": msgspec.to_builtins(match.state),
            },
            Header,
        )  # fmt: skip

    recorder = Recorder(header, 120_000)
    evening = Evening(GAME, tmp_path, 8, 2, HOME, recorder.record)
    evenings.append(evening)
    assert evening.play().finished
    recorder.save(tmp_path / "end.tape")
    report = again(str(tmp_path / "end.tape"))
    assert evening.loop.table.match is not None
    chips = evening.loop.table.match.state.chips
    assert report["state"]["chips"] == {seat: list(won) for seat, won in chips.items()}


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        ("", "the tape is empty"),
        ("no json\n", "not JSON"),
        ('{"tape":2,"game":"labyrinth","players":[]}\n', "format 2"),
        ('{"tape":1,"game":"chess","players":[]}\n', "not installed"),
        ('{"tape":1,"game":"labyrinth","players":["A"]}\n', "can be"),
        (
            '{"tape":1,"game":"labyrinth","players":["A","B"]}\n{"t":5,"source":"hall","v',
            "line 2",
        ),
    ],
)
def test_a_damaged_tape_is_named_in_one_line(tmp_path: Path, text: str, clue: str) -> None:
    tape = tmp_path / "damaged.tape"
    tape.write_text(text)
    result = CliRunner().invoke(replay, [str(tape)])
    assert result.exit_code == 2
    assert clue in result.output
    assert "Traceback" not in result.output
