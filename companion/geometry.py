"""The numbers of the table, read once from the hardware folder's data file.

Rule: nothing else in the program repeats a pin, a length or a threshold.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

COLUMNS = "abcdef"
FIELDS = tuple(f"{column}{row}" for row in range(1, 7) for column in COLUMNS)
"""Row by row, as a frame of the sensors comes: a1 b1 … f1, a2 … f6."""
INDEX = {field: number for number, field in enumerate(FIELDS)}
CORNERS = ("a1", "f1", "a6", "f6")
TRAYS = {"nw": "a1", "ne": "f1", "sw": "a6", "se": "f6"}


def neighbours(field: str) -> tuple[str, ...]:
    """The fields beside this one: up, left, right, down."""
    return _NEIGHBOURS[field]


def distance(one: str, other: str) -> int:
    """Steps between two fields when nothing is in the way."""
    return abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1]))


def turned(field: str, quarters: int) -> str:
    """The field after the box was turned clockwise by so many quarters."""
    column, row = COLUMNS.index(field[0]), int(field[1]) - 1
    for _ in range(quarters % 4):
        column, row = 5 - row, column
    return f"{COLUMNS[column]}{row + 1}"


def edge(one: str, other: str) -> str:
    """Two neighbouring fields as one edge, the smaller first: ``a1-b1``."""
    return "-".join(sorted((one, other)))


@cache
def table() -> dict[str, Any]:
    """The data file as it is: see ``hardware/table.toml`` for units and reasons."""
    inside = files("companion") / "table.toml"
    beside = Path(__file__).parent.parent / "hardware" / "table.toml"
    text = inside.read_text() if inside.is_file() else beside.read_text()
    return tomllib.loads(text)


_NEIGHBOURS = {
    field: tuple(
        f"{chr(ord(field[0]) + right)}{int(field[1]) + down}"
        for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1))
        if chr(ord(field[0]) + right) in COLUMNS and 1 <= int(field[1]) + down <= 6
    )
    for field in FIELDS
}
