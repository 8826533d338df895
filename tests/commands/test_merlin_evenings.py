"""Whole evenings of Merlin by simulated people: phones, a tablet, a scanner now and then."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.commands.evening import Told
from companion.commands.tapping import Tapped
from companion.games.merlin import GAME
from companion.vocabulary import Viewer

FAVOUR = {"favour": True}
"""The module (page 10)."""
ROUNDS, LAPS = 6, 4


def is_whole(told: Told) -> None:
    assert (told.finished, told.refused, told.misread, told.wrong) == (True, 0, 0, ())
    assert told.replay_equal


@pytest.mark.parametrize(
    ("way", "players", "variants"),
    [("everything", 2, {}), ("board", 3, FAVOUR), ("score", 4, {}), ("score", 2, FAVOUR)],
)
def test_it_is_played_to_its_end_in_each_way(
    tmp_path: Path, way: str, players: int, variants: dict[str, Any]
) -> None:
    evening = Tapped(GAME, tmp_path, players, players, {"way": way, **variants})
    told = evening.play()
    evening.close()

    is_whole(told)
    assert told.turns >= ROUNDS * LAPS * players or way == "score"


def test_people_come_by_everything_and_tell_their_hands_on_their_own_phones(
    tmp_path: Path,
) -> None:
    """Missions, manors, flags, shields against traitors, influence and henchmen, in two evenings
    with the King's favour; each draws four missions before the first turn (page 3)."""
    by, earned = Counter[tuple[str, Any]](), set[str]()
    for seed in (1, 2):
        evening = Tapped(GAME, tmp_path / str(seed), seed, 3, {"way": "everything", **FAVOUR})
        is_whole(evening.play())
        entries = evening.table.journal.entries(evening.table.match.name)
        by += Counter((entry.by.partition(":")[0], entry.body.get("do")) for entry in entries)
        for seat in GAME.show(evening.table.match.state, Viewer())["seats"]:
            earned |= seat["earned"].keys()
        assert evening.table.loop.table.box.synthetic
        evening.close()

    done = {do for _, do in by}
    assert done >= {"fulfils", "seals", "builds", "staff", "apple"}
    assert done & {"spends", "spends-all"}
    assert done & {"flips", "repels", "mirrors", "copies"}
    assert earned >= {"missions", "environs", "influence", "henchmen", "traitors", "end"}
    assert by["tablet/seat", "draws"] >= 2 * 3 * 4
    assert not any(by["tablet/host/tablet", do] for do in ("draws", "fulfils", "drops"))


def test_tiles_dice_missions_and_goods_tell_by_their_labels(tmp_path: Path) -> None:
    evening = Tapped(GAME, tmp_path, 6, 2, {"way": "everything"}, scanned=True)
    told = evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    evening.close()

    is_whole(told)
    scanned = Counter(
        entry.body.get("do") for entry in entries if entry.by.startswith(("code/", "die/"))
    )
    assert all(scanned[do] for do in ("tile", "die", "draws", "traitor", "goes", "sends"))
