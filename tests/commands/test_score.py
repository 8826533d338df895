"""``companion score labyrinth``: the chips are the points (book page 15)."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.commands.score import score


def scored(sheet: str, *more: str) -> tuple[int, str]:
    result = CliRunner().invoke(score, ["labyrinth", *more], input=sheet)
    return result.exit_code, result.output


def test_one_player_is_a_sheet_too() -> None:
    code, told = scored('{"players":[{"name":"A","chips":5}]}', "--json")
    assert code == 0
    assert json.loads(told) == {
        "players": [
            {
                "name": "A",
                "total": 5,
                "lines": [{"points": 5, "reason": "5\u00a0chips", "book": "page 15"}],
            }
        ],
        "winners": ["A"],
    }


def test_toml_says_the_same_and_a_count_left_out_is_none() -> None:
    code, told = scored(
        '[[players]]\nname = "A"\nchips = 3\n[[players]]\nname = "B"\n', "--json"
    )
    players = json.loads(told)["players"]
    assert (code, [player["total"] for player in players]) == (0, [3, 0])


def test_equal_chips_share_the_first_place() -> None:
    _, told = scored('{"players":[{"name":"A","chips":5},{"name":"B","chips":5}]}', "--json")
    assert json.loads(told)["winners"] == ["A", "B"]


def test_the_template_is_a_sheet() -> None:
    _, blank = scored("", "--template")
    assert scored(blank)[0] == 0


@pytest.mark.parametrize(
    ("sheet", "clue"),
    [
        ("nonsense", "neither JSON"),
        ('{"players":[{"name":"A","chip":5}]}', "chip"),
        ('{"players":[{"name":"A","chips":25}]}', "24"),
        ('{"players":[{"name":"A","chips":-1}]}', "0"),
        ('{"players":[]}', "players"),
    ],
)
def test_a_mistake_is_one_line_that_names_it(sheet: str, clue: str) -> None:
    code, told = scored(sheet)
    assert code == 2
    assert clue in told
    assert "Traceback" not in told
