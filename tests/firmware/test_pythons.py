"""The same files in this Python, in MicroPython, and through the Pico's own compiler."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from companion.bridges.frames import Line, read
from tests.firmware.bench import FIRMWARE, interpreter, mpy_cross, run

SPOKEN = str(Path(__file__).with_name("spoken.py"))
FILES = sorted(path.relative_to(FIRMWARE) for path in FIRMWARE.rglob("*.py"))


def test_both_pythons_say_the_same() -> None:
    ours = run(interpreter("cpython"), SPOKEN, str(FIRMWARE))
    theirs = run(interpreter("micropython"), SPOKEN, str(FIRMWARE))

    assert len(ours.splitlines()) > 1000
    assert theirs == ours


def test_what_they_say_the_house_understands() -> None:
    said = run(interpreter("cpython"), SPOKEN, str(FIRMWARE))
    lines = [line.encode() for line in said.splitlines() if line.startswith("$")]

    assert len(lines) > 500
    assert all(isinstance(read(line), Line) for line in lines)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_picos_compiler_takes_every_file(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "compiled.mpy"
    subprocess.run([mpy_cross(), "-o", compiled, FIRMWARE / file], check=True)

    assert compiled.stat().st_size > 0


def test_every_file_of_the_plate_lies_in_one_folder_and_is_short() -> None:
    for file in FILES:
        assert len((FIRMWARE / file).read_text().splitlines()) < 200, file
    assert {str(file.parent) for file in FILES} == {".", "desktop"}
