"""A short look for input that breaks a promise, and all seeds once."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
SEEDS = sorted((Path(__file__).parent / "corpus").iterdir())
SECONDS = 10

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris, which guides the bytes, has no build for this computer",
)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.name)
def test_every_seed_keeps_the_promises(seed: Path) -> None:
    from tests.fuzz.promises import keep_promises

    keep_promises(seed.read_bytes())


def test_ten_seconds_of_bytes_that_nobody_thought_of(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--seconds", str(SECONDS),
         "--found", str(tmp_path / "found")],
        cwd=TOP, capture_output=True, text=True, check=False, timeout=SECONDS * 6,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert "DONE" in done.stderr or "Done" in done.stderr
