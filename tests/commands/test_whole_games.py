"""Whole games by simulated people, over the wires that a real table has."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import pytest

from companion.commands.evening import Evening
from companion.commands.wiring import Bytes
from companion.games.labyrinth import GAME
from companion.simulator.noise import HARSH, HOME
from companion.simulator.pico import micropython
from companion.vocabulary import Blind
from tests.served import PROGRAM

SHORT = 4  # a seed whose game has 25 moves


@pytest.mark.skipif(platform.machine() != "x86_64", reason="MicroPython comes for x86-64 alone")
def test_a_whole_game_through_the_real_firmware_in_the_real_micropython(tmp_path: Path) -> None:
    evening = Evening(GAME, tmp_path, SHORT, 4, HOME, wires="pico")
    told = evening.play()
    assert isinstance(evening.wiring, Bytes)
    condition = evening.wiring.condition()
    evening.close()

    assert micropython() is not None
    assert (told.finished, told.misread, told.refused, told.replay_equal) == (True, 0, 0, True)
    assert condition.state == "live"
    assert condition.device["board"] == "plate"
    counted = {name: condition.counters[name] for name in ("bad", "repeats", "gaps", "gone")}
    assert counted == {"bad": 0, "repeats": 0, "gaps": 0, "gone": 0}
    assert condition.counters["board_kept"] == 0  # each event was taken


def test_a_whole_game_over_the_pins_of_a_matrix(tmp_path: Path) -> None:
    evening = Evening(GAME, tmp_path, SHORT, 4, HOME, wires="gpio")
    told = evening.play()
    evening.close()

    assert (told.finished, told.misread, told.refused, told.replay_equal) == (True, 0, 0, True)


def test_a_switch_stuck_in_a_corner_from_the_start_is_found_out(tmp_path: Path) -> None:
    evening = Evening(GAME, tmp_path, 12, 4, HARSH, wires="gpio")
    evening.plate.break_sensor("f1", 4095)
    blind: list[str] = []
    while not blind and evening.now < 60_000:
        evening._pass() if evening.now else evening._ask(evening.start) or evening._pass()
        blind += [
            one.field for one in evening.loop.senses.standing(0) if isinstance(one, Blind)
        ]
    evening.close()

    assert blind == ["f1"]


def test_without_the_library_for_pins_one_line_says_what_brings_it(tmp_path: Path) -> None:
    (tmp_path / "gpiozero.py").write_text('raise ImportError("not here", name="gpiozero")\n')
    told = subprocess.run(
        [*PROGRAM, "simulate", "labyrinth", "--wires", "gpio"],
        capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip

    assert told.returncode == 2
    assert "pip install '.[pi]'" in told.stderr
    assert "Traceback" not in told.stderr
