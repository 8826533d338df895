"""The whole firmware on a cable: who it is, what it reads, and what it does when asked."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.firmware.bench import EMPTY, FIRMWARE, Bench, interpreter, of, told

FIELDS = 36


def row(*codes: int) -> str:
    return "".join(f"{code:03x}" for code in codes)


def test_it_says_who_it_is_as_soon_as_it_has_power(bench: Bench) -> None:
    hello, *levels, frame = bench.look(trays="0010")

    assert (hello.kind, hello.number, hello.ms) == ("H", 0, 0)
    assert {**hello.value, "id": ""} == {
        "protocol": "1", "firmware": "1.2.0", "board": "plate", "id": "", "hall": "36",
        "trays": "nw,ne,sw,se", "rate": "100", "ring": "64",
        "readers": "nfc/0,nfc/1,code/0",
    }  # fmt: skip
    assert int(hello.value["id"], 16) > 0
    assert told(levels) == [
        ("S", 0, "drop/nw", 0), ("S", 0, "drop/ne", 0),
        ("S", 0, "drop/sw", 1), ("S", 0, "drop/se", 0),
    ]  # fmt: skip
    assert frame.kind == "F"


def test_it_says_it_again_whenever_asked_and_who_it_is_does_not_change(bench: Bench) -> None:
    first = bench.look()[0]
    bench.say("?")
    second = bench.look()[0]
    bench.reset()
    third = bench.look()[0]

    assert first.value == second.value == third.value
    assert first.boot == second.boot != third.boot


def test_a_frame_tells_every_code_and_is_counted(bench: Bench) -> None:
    codes = row(*(number * 113 for number in range(FIELDS)))  # 0 ... 3955
    bench.look(7)

    frame = bench.look(codes=codes)[-1]

    assert (frame.number, frame.ms, frame.value) == (8, 70, codes)


def test_a_beat_comes_five_times_a_second(bench: Bench) -> None:
    beats = of("B", bench.look(102))

    assert [beat.ms for beat in beats] == [200, 400, 600, 800, 1000]
    assert beats[0].value == {
        "kept": 0, "dropped": 0, "bad": 0, "slow": 0, "mid": 2048, "zero": 0, "code_bad": 0,
    }  # fmt: skip
    assert beats[-1].value == {
        **beats[0].value,
        "nfc_a": 0, "nfc_a_errors": 0, "nfc_a_resets": 0,
        "nfc_b": 0, "nfc_b_errors": 0, "nfc_b_resets": 0,
    }  # fmt: skip


def test_it_learns_the_empty_plate_and_remembers(bench: Bench) -> None:
    low, high = row(*range(2000, 2036)), row(*range(2002, 2038))
    bench.look()
    bench.say("C 7 learn")
    said = [line for n in range(64) for line in bench.look(codes=high if n % 2 else low)]

    middle = row(*range(2001, 2037))
    assert told(said) == [("L", 0, "baseline", middle), ("R", 7, "learn", "ok")]
    bench.say("?")
    assert told(bench.look())[1] == ("L", 0, "baseline", middle)
    bench.reset()
    assert told(bench.look())[1] == ("L", 0, "baseline", middle)


def test_it_does_not_learn_a_plate_on_which_something_moves(bench: Bench) -> None:
    bench.look()
    bench.say("C 8 learn")
    said = [
        line for n in range(64) for line in bench.look(codes=row(2048 + n) + EMPTY[3:])
    ]  # sixty codes: a quarter of a magnet

    assert told(said) == [("R", 8, "learn", "unsteady")]
    assert not (bench.flash / "baseline").exists()


def test_it_does_not_learn_a_plate_on_which_a_magnet_stands(bench: Bench) -> None:
    bench.look()
    for number, code in ((9, 2048 + 191), (10, 2048 - 191)):  # its ball lost; upside down
        bench.say(f"C {number} learn")
        said = bench.look(64, codes=EMPTY[:45] + row(code) + EMPTY[48:])
        assert told(said) == [("R", number, "learn", "covered")]


def test_noise_an_odd_reading_and_a_dead_sensor_do_not_keep_it_from_learning(
    bench: Bench,
) -> None:
    """Noise has 2 codes (sd); one reading in ten thousand is 20 off; quiescent differs."""
    made = [2048 + (number * 7) % 75 - 37 for number in range(FIELDS)]
    made[20], made[21] = 0, 4095
    bench.look()
    bench.say("C 11 learn")
    said = []
    for n in range(64):
        noise = [(n * 7 + number * 3) % 15 - 7 for number in range(FIELDS)]
        codes = [
            min(4095, max(0, code + off)) if 0 < code < 4095 else code
            for code, off in zip(made, noise, strict=True)
        ]
        codes[5] += 20 if n == 30 else 0
        said += bench.look(codes=row(*codes))

    learned, reply = told(said)
    assert reply == ("R", 11, "learn", "ok")
    codes = [int(learned[3][n : n + 3], 16) for n in range(0, 108, 3)]
    assert all(abs(code - was) <= 1 for code, was in zip(codes, made, strict=True))


def test_an_old_baseline_outlives_a_learning_that_failed(bench: Bench) -> None:
    bench.look()
    bench.say("C 1 learn")
    bench.look(64)
    bench.say("C 2 learn")
    bench.look(64, codes=row(2400) + EMPTY[3:])
    bench.say("?")

    assert told(bench.look())[1] == ("L", 0, "baseline", EMPTY)


def test_it_restarts_on_command_and_a_command_it_does_not_know_does_nothing(
    bench: Bench,
) -> None:
    boot = bench.look(5)[0].boot
    bench.say("C 1 dance", "C 2 restart")
    said = bench.look()
    bench.scan()
    again = bench.hear(lambda line: line.kind == "F" and line.boot != boot)

    assert told(said) == [("R", 1, "dance", "unknown"), ("R", 2, "restart", "ok")]
    assert again[0].kind == "H"
    assert (again[-1].number, again[-1].ms) == (1, 10)


def test_whatever_goes_wrong_is_printed_and_ends_the_program_with_1(bench: Bench) -> None:
    bench.look()
    bench.board.scan(10, "no sensors at all")

    assert bench.board._process.wait(5) == 1
    assert "Traceback" in (bench.flash / "errors.txt").read_text()


@pytest.mark.parametrize("name", ["micropython", "cpython"])
def test_it_ends_quietly_when_nobody_moves_its_sensors_any_more(
    name: str, tmp_path: Path
) -> None:
    pipe = tmp_path / "sensors"
    os.mkfifo(pipe)
    program = str(FIRMWARE / "desktop" / "run.py")
    with subprocess.Popen(
        [interpreter(name), program, str(tmp_path), str(pipe)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ) as process:
        pipe.write_text(f"0 {EMPTY} 0000 0 0\n10 {EMPTY} 0000 0 0\n")
        said, _ = process.communicate(timeout=10)

    assert process.returncode == 0
    assert said.count(b" hall ") == 2
