"""P07: an hour of flickering sensors and broken frames fills neither log nor journal."""

from __future__ import annotations

import logging
from random import Random

import pytest

from companion.games.labyrinth import GAME
from companion.geometry import FIELDS, INDEX
from companion.journal import Journal
from companion.loop import Loop
from companion.table import Table
from companion.vocabulary import Signal, Tick

HOUR = 3_600_000  # ms
STANDING = ("a1", "f6")
START = {
    "do": "start",
    "game": "labyrinth",
    "seats": [
        {"name": "Ada", "seat": "red", "corner": "a1"},
        {"name": "Bo", "seat": "blue", "corner": "f6"},
    ],
}


def frame(chance: Random, flicker: str) -> str:
    codes = [2048 + chance.randint(-3, 3) for _ in FIELDS]
    for field in STANDING:
        codes[INDEX[field]] += 245
    codes[INDEX[flicker]] += chance.choice((0, 60, 120))
    return "".join(f"{code:03x}" for code in codes)


def test_an_hour_of_flicker_and_noise(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    chance = Random(7)
    table = Table({"labyrinth": GAME}, Journal.scratch(), lambda: 0)
    loop = Loop(table, lambda _: None)
    loop.step(Signal("tablet/t", START, 0))
    for at in range(0, HOUR, 200):
        loop.step(Signal("hall", frame(chance, "c3"), at))
        loop.step(Signal("hall", "no frame at all", at + 10))
        loop.step(Signal("drop/nw", at // 200 % 2, at + 20))
        loop.step(Signal("drop/nw", 0, at + 25))
        loop.step(Tick(at + 50))
    assert len(caplog.records) < 200
    assert table.version < 200
    assert loop.senses.unread == HOUR // 200
