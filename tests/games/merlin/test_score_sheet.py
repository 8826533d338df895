"""``companion score merlin``: the file that people write, and what they are told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.commands.score import score

EXAMPLE = """
[[players]]
name = "Ada"
colour = "yellow"
score = 12
flags = 2
stones = 2
shields = 1

[[players]]
name = "Bo"
colour = "blue"
staffs = 3
apples = 2

[[scorings]]
traitors_left = { yellow = 1 }
areas = [ { terrain = "forest", tiles = 5, manors = { yellow = 1, blue = 1 } } ]
influence = { orange = { yellow = 2, blue = 2 } }
grail = { owner = "yellow", county = "orange" }
henchmen = { yellow = 1, blue = 3 }
"""
"""Examples of pages 8 to 10, one after the other."""


@pytest.fixture
def scored(tmp_path: Path) -> Any:
    def run(sheet: str, *more: str) -> tuple[int, str]:
        file = tmp_path / "sheet"
        file.write_text(sheet)
        result = CliRunner().invoke(score, ["merlin", str(file), *more])
        return result.exit_code, result.output

    return run


def test_the_examples_of_the_book_line_by_line(scored: Any) -> None:
    code, told = scored(EXAMPLE, "--json")
    ada, bo = json.loads(told)["players"]

    assert (code, ada["total"], bo["total"]) == (0, 12 - 3 + 2 + 4 + 1 + 1, 2 + 3 + 2 + 6)
    assert [(line["points"], line["book"]) for line in ada["lines"]] == [
        (12, "page 8"), (-3, "page 8"), (2, "page 9"), (4, "page 9"), (1, "page 9"),
        (1, "page 10"),
    ]  # fmt: skip
    assert json.loads(told)["winners"] == ["Ada"]


def test_every_line_has_a_reason_in_words(scored: Any) -> None:
    for language in ("en", "hu"):
        code, told = scored(EXAMPLE, "--lang", language)
        assert code == 0
        assert "merlin.score" not in told


def test_the_template_is_a_sheet(scored: Any) -> None:
    blank = CliRunner().invoke(score, ["merlin", "--template"]).output
    assert scored(blank)[0] == 0


def players(*people: dict[str, Any], **more: Any) -> str:
    return json.dumps({"players": people, **more})


BLUE, RED = {"name": "A", "colour": "blue"}, {"name": "B", "colour": "red"}


@pytest.mark.parametrize(("sheet", "clue"), [
    (players({**BLUE, "staffs": 4}, RED), "page 2"),
    (players(BLUE, RED, scorings=[{"henchmen": {"green": 1}}]), "page 2"),
    (players(BLUE, RED, scorings=[{"areas": [{"terrain": "lake", "tiles": 7}]}]), "page 3"),
    (players({**BLUE, "colour": "pink"}), "pink"),
    (players({**BLUE, "staffs": -1}), "staffs"),
    (players({**BLUE, "staffs": 1.5}), "staffs"),
    (players({**BLUE, "seals": 5}), "seals"),
    (players(BLUE, {**RED, "colour": "blue"}), "two players have the colour 'blue'"),
    (players(BLUE, {**RED, "name": "a"}), "two players have the name 'a'"),
    (players(BLUE, scorings=[{}] * 4), "scorings"),
    (players(), "players"),
    ("merlin", "neither JSON"),
])  # fmt: skip
def test_what_cannot_be_is_one_clear_line(scored: Any, sheet: str, clue: str) -> None:
    code, told = scored(sheet)
    [*_, line] = told.strip().splitlines()

    assert (code, line.startswith("Error: ")) == (2, True)
    assert clue in line
    assert "merlin.no" not in told
    assert "Traceback" not in told
