"""A short look for input that breaks a promise, and all seeds once."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
SEEDS = sorted((Path(__file__).parent / "corpus").glob("*/*"))
SECONDS = {"lines": 6, "tags": 3, "scans": 4, "pieces": 3}

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris, which guides the bytes, has no build for this computer",
)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.parent.name}-{seed.name}")
def test_every_seed_keeps_the_promises(seed: Path) -> None:
    import_module(f"tests.fuzz.{seed.parent.name}").keep_promises(seed.read_bytes())


@pytest.mark.parametrize(("of", "seconds"), SECONDS.items())
def test_some_seconds_of_bytes_that_nobody_thought_of(
    of: str, seconds: int, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--of", of, "--seconds", str(seconds),
         "--found", str(tmp_path / "found")],
        cwd=TOP, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert "DONE" in done.stderr or "Done" in done.stderr
