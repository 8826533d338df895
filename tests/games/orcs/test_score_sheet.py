"""``companion score orcs``: the file that people write, and what they are told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from companion.commands.score import as_plain, read_sheet
from companion.games.orcs import GAME
from companion.languages import words
from companion.vocabulary import Refusal, Scores

EXAMPLE = (
    '{"values":{"1":1,"2":2,"4":4,"5":5,"7":5,"8":7},"players":[{"name":"A","defeated":'
    '{"1":5,"2":2,"4":1,"5":3,"7":1,"8":2},"support_spells":4,"poison":2,"abilities":4,'
    '"learned_spells":0,"mission":null}]}'
)
"""The sheet of the plan, which is the example of the book (line 12)."""


def orcs(*players: str, values: str = "{}") -> str:
    return f'{{"values":{values},"players":[{",".join(players)}]}}'


@pytest.fixture
def score(tmp_path: Path) -> Any:
    def scored(sheet: str) -> Scores | Refusal:
        file = tmp_path / "sheet"
        file.write_text(sheet)
        return GAME.score(read_sheet(GAME, str(file)))

    return scored


def told(scores: Scores) -> Any:
    """As ``--json`` prints it."""
    return json.loads(json.dumps(as_plain(scores, words("en"))))


def test_the_sheet_of_the_plan_is_51(score: Any) -> None:
    [player] = told(score(EXAMPLE))["players"]

    assert (player["name"], player["total"]) == ("A", 51)
    assert [(line["points"], line["book"]) for line in player["lines"]] == [
        (5, "line 12"), (4, "line 12"), (4, "line 12"), (15, "line 12"), (5, "line 12"),
        (14, "line 12"), (8, "line 12"), (-4, "line 12"),
    ]  # fmt: skip


def test_toml_says_the_same_and_a_count_left_out_is_none(score: Any) -> None:
    sheet = (
        '[values]\n8 = 7\n[[players]]\nname = "A"\nmission = "mighty"\n'
        '[players.defeated]\n8 = 2\n[[players]]\nname = "B"\n'
    )
    a, b = told(score(sheet))["players"]

    assert (a["total"], b["total"]) == (2 * 7 + 2, 0)
    assert a["lines"][-1]["book"] == "line 14"


def test_the_template_is_a_sheet(score: Any) -> None:
    assert isinstance(score(json.dumps(GAME.blank)), Scores)


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        (orcs('{"name":"A","defeated":{"1":9}}', '{"name":"B","defeated":{"1":8}}'),
         ("orcs.no.figures", {"kind": "1", "count": 17, "most": 16}, "line 1")),
        (orcs('{"name":"A"}', values='{"7":8}'),
         ("orcs.no.value", {"kind": "7", "value": 8, "most": 7}, "line 5")),
        (orcs('{"name":"A"}', values='{"7":0}'),
         ("orcs.no.value", {"kind": "7", "value": 0, "most": 7}, "line 5")),
        (orcs('{"name":"A","poison":15}'), ("orcs.no.poison", {"most": 14}, "line 1")),
        (orcs('{"name":"A","mission":"set"}', '{"name":"B","mission":"set"}'),
         ("orcs.no.mission_twice", {"mission": "set"}, "line 14")),
        (orcs('{"name":"A","abilities":7}'), ("orcs.no.abilities", {"most": 6}, "line 4")),
        (orcs('{"name":"A","defeated":{"8":999}}'),
         ("orcs.no.figures", {"kind": "8", "count": 999, "most": 8}, "line 1")),
    ],
)  # fmt: skip
def test_a_sheet_that_no_box_allows_is_refused_by_the_book(
    score: Any, sheet: str, why: tuple[Any, ...]
) -> None:
    assert score(sheet) == Refusal(*why)


@pytest.mark.parametrize(
    ("sheet", "clue"),
    [
        (orcs('{"name":"A","defeated":{"3":1}}'), "'3'"),
        (orcs('{"name":"A","defeated":{"1":-1}}'), ">= 0"),
        (orcs('{"name":"A","defeated":{"1":1.5}}'), "defeated"),
        (orcs('{"name":"A","defeated":{"1":1000}}'), "<= 999"),
        (orcs(f'{{"name":"A","poison":{"9" * 30}}}'), "poison"),
        (orcs(f'{{"name":"A","poison":{"9" * 5000}}}'), "neither JSON"),
        (orcs('{"name":"A","poison":"2"}'), "poison"),
        (orcs('{"name":"A","mission":"all"}'), "all"),
        (orcs('{"name":"A","trophies":2}'), "trophies"),
        (orcs('{"name":"A"}', values='{"9":9}'), "'9'"),
        (orcs('{"name":"A"}', values='{"8":7.5}'), "values"),
        (orcs('{"name":"A"}', '{"name":"a "}'), "called 'a'"),
        (orcs('{"name":" "}'), "name"),
        (orcs(), "players"),
        (orcs(*(f'{{"name":"{name}"}}' for name in "ABCDE")), "<= 4"),
        ("5 x 1", "neither JSON"),
    ],
)
def test_what_is_no_sheet_is_one_line_that_names_it(score: Any, sheet: str, clue: str) -> None:
    with pytest.raises(click.UsageError) as wrong:
        score(sheet)

    assert clue in wrong.value.message
