"""What tests in several rooms need of the real world."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cards import SIZE


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A real file system of half a megabyte."""
    place = tmp_path / "card"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)
