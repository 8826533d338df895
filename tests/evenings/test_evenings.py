"""Whole evenings as text: from the codes of the sensors and the tags to the final sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.found import found
from companion.vocabulary import Game
from tests.another import installed
from tests.evenings.player import Evening, Written

HERE = Path(__file__).parent
TEXTS = sorted(HERE.glob("*.txt"))

with installed():
    GAMES = found()


def game(text: str) -> Game:
    """The game that the text names."""
    return GAMES[
        next(line.split()[1] for line in text.splitlines() if line.startswith("game "))
    ]


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_the_journal_says_what_the_text_says(text: Path, tmp_path: Path) -> None:
    Evening(game(text.read_text()), tmp_path).play(text.read_text())


@pytest.mark.parametrize(
    ("name", "line", "other"),
    [
        ("two_chips", "       fell\n", "       stop\n"),
        ("scanned", "       found\n", "       stop\n"),
        ("scanned", "says Bo has not", "says Ada has not"),
        ("closed_tokens", "       lay red\n", "       lay red owl\n"),
        ("maginor", "        point red\n", "        point water red\n"),
        ("maginor", "        undo\n", ""),
        ("orcs", "        ruled monsters-plus-1\n", "        ruled none\n"),
        ("orcs", "says With 2", "says With 3"),
        ("merlin", "        pays blue\n", "        pays orange\n"),
        ("merlin", "        goes 1 back\n", "        goes 1\n"),
    ],
)
def test_a_text_that_differs_is_noticed(
    name: str, line: str, other: str, tmp_path: Path
) -> None:
    text = (HERE / f"{name}.txt").read_text()
    assert line in text
    with pytest.raises(Written, match="the table says"):
        Evening(game(text), tmp_path).play(text.replace(line, other, 1))
