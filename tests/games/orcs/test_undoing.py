"""What an undo takes back, where missions were secret until the end (line 14)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.games.orcs import GAME, moves
from companion.journal import Journal
from companion.table import Table
from companion.vocabulary import Player, Start
from tests.games.orcs.table import BOX, by_chance

START = Start(
    "orcs",
    (Player("Ada", "red"), Player("Bo", "blue")),
    {"way": "everything", "missions": True},
    msgspec.to_builtins(BOX),
)


def state(there: Table) -> Any:
    assert there.match is not None
    return there.match.state


def test_the_end_opens_missions_and_an_undo_of_it_leaves_the_game_where_it_was() -> None:
    there = Table({"orcs": GAME}, Journal.scratch(), lambda: 0)
    assert there.start(START, "test", "") is None
    rng = Random(1)
    while state(there).round < 2:
        assert there.play(by_chance(state(there), rng), "test", "") is None
    before = state(there)
    assert there.play(moves.Ends(), "test", "") is None
    assert state(there).phase == "over"
    assert there.undo(None, False, "test", "") is None
    assert state(there) == before
    assert there.match is not None
    assert sum(isinstance(node.move, moves.Keeps) for node in there.match.closed) == 2, (
        "closed again"
    )
