"""Whole evenings as text: from the codes of the sensors to the final sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.labyrinth import GAME
from tests.evenings.player import Evening, Written

TEXTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_the_journal_says_what_the_text_says(text: Path, tmp_path: Path) -> None:
    Evening(GAME, tmp_path).play(text.read_text())


def test_a_text_that_differs_is_noticed(tmp_path: Path) -> None:
    text = TEXTS[0].read_text().replace("       fell\n", "       stop\n")
    with pytest.raises(Written, match="the journal says"):
        Evening(GAME, tmp_path).play(text)
