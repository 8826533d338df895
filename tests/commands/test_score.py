"""``companion score``: the labyrinth's chips are its points (book page 15), the votes of
Oracles and rituals are Maginor's ("End of the Game").
"""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.commands.score import score


def scored(sheet: str, *more: str, game: str = "labyrinth") -> tuple[int, str]:
    result = CliRunner().invoke(score, [game, *more], input=sheet)
    return result.exit_code, result.output


def maginor(*players: str) -> str:
    return f'{{"players":[{",".join(players)}]}}'


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
        ('{"players":[{"name":"A","chips":NaN}]}', "neither JSON"),
        (f'{{"players":[{{"name":"A","chips":{"9" * 5000}}}]}}', "neither JSON"),
        ('{"players":[{"name":"\\ud800"}]}', "neither JSON"),
        ("[" * 100_000, "neither JSON"),
        (f"a = {'[' * 100_000}", "neither JSON"),
    ],
)
def test_a_mistake_is_one_line_that_names_it(sheet: str, clue: str) -> None:
    code, told = scored(sheet)
    assert code == 2
    assert clue in told
    assert "Traceback" not in told


def test_the_template_of_maginor_is_a_sheet() -> None:
    _, blank = scored("", "--template", game="maginor")

    assert scored(blank, game="maginor")[0] == 0


def test_every_line_of_maginor_has_its_place_in_the_book() -> None:
    """The sheet of the plan: the Great Eagle, and both rituals."""
    sheet = maginor(
        '{"name":"A","oracles":[{"name":"Great Eagle","votes":7},{"votes":9}],'
        '"rituals":["golden-cauldron","supreme-mage"]}'
    )

    code, told = scored(sheet, "--json", game="maginor")

    [player] = json.loads(told)["players"]
    assert (code, player["total"]) == (0, 7 + 9 + 3 + 5)
    assert [(line["points"], line["book"]) for line in player["lines"]] == [
        (7, "Crossing Out"), (9, "Crossing Out"), (3, "Playing Spells"), (5, "Playing Spells"),
    ]  # fmt: skip
    assert "Great Eagle" in player["lines"][0]["reason"]


EAGLE = '{"name":"Great Eagle","votes":7}'
TWELVE = ",".join(['{"votes":5}'] * 12)


@pytest.mark.parametrize(
    ("sheet", "clue"),
    [
        (maginor('{"name":"A","rituals":["supreme-mage","supreme-mage"]}'), "Playing Spells"),
        (maginor('{"name":"A","rituals":["supreme-mage"]}',
                 '{"name":"B","rituals":["supreme-mage"]}'), "Playing Spells"),
        (maginor(f'{{"name":"A","oracles":[{EAGLE}]}}',
                 '{"name":"B","oracles":[{"name":"GREAT EAGLE ","votes":9}]}'), "Crossing Out"),
        (maginor(f'{{"name":"A","oracles":[{TWELVE}]}}'), "Components"),
        (maginor('{"name":"A","oracles":[{"votes":-7}]}'), ">= 5"),
        (maginor('{"name":"A","oracles":[{"votes":16}]}'), "<= 15"),
        (maginor('{"name":"A","oracles":[{"votes":1e30}]}'), "votes"),
        (maginor(f'{{"name":"A","oracles":[{{"votes":{"9" * 30}}}]}}'), "votes"),
        (maginor('{"name":"A","oracles":[{"votes":7.5}]}'), "votes"),
        (maginor('{"name":"A","oracles":[{"votes":"7"}]}'), "votes"),
        (maginor('{"name":"A","oracles":[{"votes":NaN}]}'), "neither JSON"),
        (maginor('{"name":"A","oracles":[{"name":"Unicorn"}]}'), "votes"),
        (maginor('{"name":"A","rituals":["return"]}'), "return"),
        (maginor('{"name":"A","spells":["return"]}'), "spells"),
        (maginor('{"name":"A"}', '{"name":"a "}'), "called 'a'"),
        (maginor('{"name":" "}'), "name"),
        (maginor(*(f'{{"name":"{name}"}}' for name in "ABCDE")), "<= 4"),
        ("votes: 7", "neither JSON"),
    ],
)  # fmt: skip
def test_a_sheet_that_no_box_of_maginor_allows_is_one_line(sheet: str, clue: str) -> None:
    code, told = scored(sheet, game="maginor")

    assert code == 2
    assert clue in told.splitlines()[-1]
    assert "Traceback" not in told
