"""The same through the bridge itself: a real port, real time, its own thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.bridges.pico import Pico
from companion.simulator.pico import Board, micropython
from companion.vocabulary import Answer, Signal
from tests.exactly_once.cutter import Cutter

PRESSES = 200
EMPTY = "7ff" * 36
BUTTON = "button/0"
PATIENCE = 10.0  # s


class Table:
    """Takes what comes and answers at once, as the loop does after its journal."""

    def __init__(self) -> None:
        self.taken: dict[str, list[int]] = {}
        self.levels: dict[str, int] = {}
        self._begun = time.monotonic()

    def now(self) -> int:
        return int((time.monotonic() - self._begun) * 1000)

    def put(self, signal: Signal, answer: Callable[[Answer], None] | None = None) -> None:
        if signal.source.startswith("drop/"):
            self.levels[signal.source] = signal.value
        if answer and signal.boot and signal.sequence:
            self.taken.setdefault(signal.boot, []).append(signal.sequence)
            answer(Answer(200, 0))

    @property
    def marks(self) -> dict[str, int]:
        return {boot: numbers[-1] for boot, numbers in self.taken.items()}


@pytest.mark.skipif(micropython() is None, reason="no MicroPython for this computer")
def test_presses_and_balls_through_the_bridge_while_plugs_fall_out(tmp_path: Path) -> None:
    board = Board(tmp_path / "flash", micropython())
    cutter = Cutter(board.port, tmp_path, seed=1)
    table, chance = Table(), Random(1)
    bridge = Pico(table.put, table.now, port=cutter.port)
    bridge.start()
    at = events = 0

    def look(button: int = 0, tray: int = 0, pause: float = 0.004) -> None:
        nonlocal at
        at += 10
        board.scan(at, EMPTY, f"0{tray}00", button)
        time.sleep(pause)

    for press in range(PRESSES):
        look(button=0, tray=press % 2)
        look(button=1, tray=press % 2)
        events += 2 if press else 1
        if press in (60, 120):
            cutter.pull()
        if press == 90:
            bridge.stop()
            bridge = Pico(table.put, table.now, port=cutter.port, marks=table.marks)
            bridge.start()
        waited = time.monotonic()
        while events - sum(map(len, table.taken.values())) > chance.randrange(10, 40):
            look(button=1, tray=press % 2)
            assert time.monotonic() - waited < PATIENCE
    cutter.down.harm = cutter.up.harm = 0.0
    for _ in range(200):
        look(tray=1, pause=0.01)
    condition = bridge.condition()
    bridge.stop()
    cutter.close()
    board.close()

    assert list(table.taken.values()) == [list(range(1, events + 1))]
    assert table.levels == {"drop/nw": 0, "drop/ne": 1, "drop/sw": 0, "drop/se": 0}
    assert (condition.state, condition.why) == ("live", "")
    assert condition.counters["bad"] > 0
    assert condition.counters["opened"] >= 2
