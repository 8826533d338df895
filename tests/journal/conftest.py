"""What an evening at the table writes, one entry at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Entry

HALF_PAST_EIGHT = 1_760_000_000_000  # ms since 1970

Write = Callable[..., Entry]


def written(version: int, **other: Any) -> Entry:
    """The entry with this version in a match of Ada's: a start, then steps."""
    entry: dict[str, Any] = {
        "version": version,
        "match": "ada",
        "game": "labyrinth",
        "rules": 1,
        "kind": "start" if version == 1 else "move",
        "by": "hall",
        "id": f"request-{version}",
        "body": {"do": "step", "to": "b3", "way": ["a1", "a2"], "name": "Zoë"},
        "hash": f"{version:016x}",
        "state": {"fields": ["a1", "f6"] * 50} if version % 20 == 0 else None,
        "at": HALF_PAST_EIGHT + version * 1000,
    }
    return Entry(**(entry | other))


@pytest.fixture
def entry() -> Write:
    return written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"
