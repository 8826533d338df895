"""Whole games by simulated people, over the wires that a real table has."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.commands.evening import Evening
from companion.commands.wiring import Bytes
from companion.games.labyrinth import GAME
from companion.simulator.noise import HARSH, HOME, NONE
from companion.simulator.pico import micropython
from companion.vocabulary import Blind
from tests.served import PROGRAM

SHORT = 4  # a seed whose game has 25 moves
SCANNED = 6  # one of 29, in which nobody stays where they are


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


@pytest.mark.skipif(platform.machine() != "x86_64", reason="MicroPython comes for x86-64 alone")
def test_a_whole_game_with_chips_and_die_scanned_and_no_tap_but_the_start(
    tmp_path: Path,
) -> None:
    evening = Evening(GAME, tmp_path, SCANNED, 2, NONE, wires="pico", scanned=True)
    told = evening.play()
    assert isinstance(evening.wiring, Bytes)
    condition = evening.wiring.condition()
    match = evening.loop.table.match
    assert match is not None
    by = Counter(
        (entry.by, str(entry.body.get("do"))) for entry in evening.journal.entries(match.name)
    )
    evening.close()

    assert (told.finished, told.taps, told.asked, told.refused) == (True, 0, 0, 0)
    assert (told.misread, told.replay_equal) == (0, True)
    drawn = {who for who, what in by if what == "draw"}
    rolled = {who for who, what in by if what == "roll"}
    assert (drawn, rolled) == ({"nfc/0"}, {"code/0"})
    assert by["code/0", "roll"] == told.turns  # each told once, though the scanner may repeat
    counted = {name: condition.counters[name] for name in ("bad", "repeats", "gaps", "gone")}
    assert counted == {"bad": 0, "repeats": 0, "gaps": 0, "gone": 0}
    assert condition.counters["board_kept"] == 0  # each event was taken
    assert condition.counters["board_nfc_a"] == 1  # the reader works


def test_simulate_says_how_often_the_tablet_was_tapped() -> None:
    words = ["--players", "2", "--seed", str(SCANNED), "--noise", "none", "--json"]
    told = CliRunner().invoke(main, ["simulate", "labyrinth", "--scanned", *words])
    report = json.loads(told.output)

    assert told.exit_code == 0
    assert (report["scanned"], report["finished"]) == (True, 1)
    assert (report["taps"], report["asked"], report["misread"]) == (0, 0, 0)


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
