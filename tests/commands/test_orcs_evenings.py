"""Whole evenings of Orcs Orcs Orcs by simulated people: phones, a tablet, a scanner now and then."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.commands.evening import Told
from companion.commands.tapping import Tapped
from companion.games.orcs import GAME
from companion.vocabulary import Viewer

BOTH = {"missions": True, "bonus": True}
"""The two variants (line 14)."""
SECRET = ("draws", "keeps")
"""What only its own seat may know for now."""


def is_whole(told: Told) -> None:
    assert (told.finished, told.refused, told.misread, told.wrong) == (True, 0, 0, ())
    assert told.replay_equal


@pytest.mark.parametrize("way", ["everything", "board", "score"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_played_to_its_end_in_each_way(tmp_path: Path, way: str, players: int) -> None:
    variants = BOTH if players == 3 else {}
    evening = Tapped(GAME, tmp_path, players, players, {"way": way, **variants})
    told = evening.play()
    evening.close()

    is_whole(told)
    assert told.turns > 4 * players or way == "score"


def test_hands_and_missions_are_told_by_their_own_phones_alone(tmp_path: Path) -> None:
    """Four players draw four cards each turn, and keep one mission each (lines 4, 7 and 14)."""
    evening = Tapped(GAME, tmp_path, 5, 4, {"way": "everything", **BOTH})
    told = evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    box = evening.table.loop.table.box
    evening.close()

    is_whole(told)
    by = Counter((entry.by.partition(":")[0], entry.body.get("do")) for entry in entries)
    assert by["tablet/seat", "keeps"] >= 4
    assert by["tablet/seat", "draws"] > 4 * told.turns / 2
    assert not any(by["tablet/host/tablet", do] for do in SECRET)
    assert by["tablet/host/tablet", "reveal"]
    assert box.synthetic


def test_cards_markers_and_fates_tell_by_their_labels(tmp_path: Path) -> None:
    evening = Tapped(GAME, tmp_path, 6, 2, {"way": "everything"}, scanned=True)
    told = evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    evening.close()

    is_whole(told)
    scanned = Counter(entry.body.get("do") for entry in entries if entry.by == "code/0")
    assert all(scanned[do] for do in ("reveal", "opens", "draws", "fate", "cast", "figure"))


def test_where_the_score_alone_is_kept_phones_and_tablet_count(tmp_path: Path) -> None:
    """Every mage tells the own counts and mission; no correction is needed for that."""
    by: Counter[tuple[str, Any]] = Counter()
    for seed in range(4):
        evening = Tapped(GAME, tmp_path / str(seed), seed, 4, {"way": "score", **BOTH})
        is_whole(evening.play())
        entries = evening.table.journal.entries(evening.table.match.name)
        by += Counter((entry.by.partition(":")[0], entry.body.get("do")) for entry in entries)
        shown = GAME.show(evening.table.match.state, Viewer())
        evening.close()
        assert shown["phase"] == "over"
        assert all(seat["mission"] for seat in shown["seats"])

    assert by["tablet/seat", "tally"]
    assert by["tablet/seat", "tells"] and by["tablet/seat", "done"]
