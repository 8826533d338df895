"""Where things lie on the virtual plate, in millimetres.

Rule: the origin is the centre of a1, x grows to the right, y grows downwards; nothing
in here moves.
"""

from __future__ import annotations

from math import floor, hypot

from companion.geometry import COLUMNS, INDEX, TRAYS, table

PLATE = table()["plate"]
PITCH: float = PLATE["pitch"]
HALF = PITCH / 2
SIZE: int = PLATE["size"]
LAST = (SIZE - 1) * PITCH
REACH: float = (
    HALF + PLATE["rail"]
)  # mm from the centre of an outer field to the end of the rail

Spot = tuple[float, float]


def place(field: str) -> Spot:
    """The centre of a field."""
    return COLUMNS.index(field[0]) * PITCH, (int(field[1]) - 1) * PITCH


def cell_at(x: float, y: float) -> tuple[int, int]:
    """Column and row, counted from 0; beside the plate it is the nearest field."""
    column, row = floor((x + HALF) / PITCH), floor((y + HALF) / PITCH)
    return min(max(column, 0), SIZE - 1), min(max(row, 0), SIZE - 1)


def name(column: int, row: int) -> str:
    """What the field in a column and row, counted from 0, is called."""
    return f"{COLUMNS[column]}{row + 1}"


def field_at(x: float, y: float) -> str:
    """The field that a spot lies on, or the nearest one."""
    return name(*cell_at(x, y))


def is_on_plate(x: float, y: float) -> bool:
    """Is there plate under the spot? The rail around is not."""
    return -HALF <= x <= LAST + HALF and -HALF <= y <= LAST + HALF


def within_reach(x: float, y: float) -> Spot:
    """The spot, or the nearest one on the plate and its rail."""
    return min(max(x, -REACH), LAST + REACH), min(max(y, -REACH), LAST + REACH)


def apart(one: Spot, other: Spot) -> float:
    """How far two spots are apart."""
    return hypot(one[0] - other[0], one[1] - other[1])


def _outer(field: str) -> Spot:
    x, y = place(field)
    return (-HALF if x == 0 else LAST + HALF), (-HALF if y == 0 else LAST + HALF)


TRAY_SPOTS = {tray: _outer(field) for tray, field in TRAYS.items()}
"""The trays lie under the outer corners of the box."""

SENSOR_SPOTS = tuple(place(field) for field in INDEX)
"""One sensor under the centre of each field, in the order of a frame."""


def nearest_tray(spot: Spot) -> tuple[str, float]:
    """The tray that a fallen ball rolls to, and how far that is."""
    tray = min(TRAY_SPOTS, key=lambda name: apart(spot, TRAY_SPOTS[name]))
    return tray, apart(spot, TRAY_SPOTS[tray])
