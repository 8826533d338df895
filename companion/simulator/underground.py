"""What happens under the plate: a ball follows its magnet, is held back, falls, rolls.

Rule: pure geometry and Newton; walls come in as stops, chance comes in from outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, inf, radians, sin, sqrt

from numpy.random import Generator

from companion.geometry import edge, table
from companion.simulator.ground import HALF, PITCH, PLATE, SIZE, Spot, cell_at, name

BALL = table()["ball"]
GRAVITY = 9810.0  # mm/s2
ROLLING_SPHERE = 5 / 7  # share of the push that moves a rolling ball on instead of turning it
HELD: float = HALF - PLATE["wall_thickness"] / 2 - BALL["radius"]  # mm from the centre line
RIM: float = HALF - BALL["radius"]  # mm; the box has an outside

Stops = tuple[float, float, float, float]
"""How far from its centre a ball may go in a field: left, right, up, down."""

_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def stops(walls: Iterable[str]) -> tuple[tuple[Stops, ...], ...]:
    """For each row and column: where walls and the rim stop a ball; inf where it may pass."""
    built = frozenset(walls)
    return tuple(
        tuple(_stops(column, row, built) for column in range(SIZE)) for row in range(SIZE)
    )


def _stops(column: int, row: int, walls: frozenset[str]) -> Stops:
    left, right, up, down = (
        _stop(column, row, column + across, row + along, walls) for across, along in _SIDES
    )
    return left, right, up, down


def _stop(column: int, row: int, beside: int, below: int, walls: frozenset[str]) -> float:
    if not (0 <= beside < SIZE and 0 <= below < SIZE):
        return RIM
    return HELD if edge(name(column, row), name(beside, below)) in walls else inf


def follow(ball: Spot, magnet: Spot, stopped: tuple[tuple[Stops, ...], ...]) -> Spot:
    """Where the ball comes to when its magnet has moved a little, a few mm at most."""
    column, row = cell_at(*ball)
    for _ in range(2):  # round a corner it goes through two borders
        across = _crossing(magnet[0] - column * PITCH, stopped[row][column][0:2])
        along = _crossing(magnet[1] - row * PITCH, stopped[row][column][2:4])
        if across and along:
            across, along = _round_the_post(column, row, across, along, stopped)
        column, row = column + across, row + along
        if not (across or along):
            break
    left, right, up, down = stopped[row][column]
    x, y = column * PITCH, row * PITCH
    return min(max(magnet[0], x - left), x + right), min(max(magnet[1], y - up), y + down)


def _crossing(offset: float, sides: tuple[float, ...]) -> int:
    if offset > HALF and sides[1] == inf:
        return 1
    return -1 if offset < -HALF and sides[0] == inf else 0


def _round_the_post(
    column: int, row: int, across: int, along: int, stopped: tuple[tuple[Stops, ...], ...]
) -> tuple[int, int]:
    # Exactly over the point where four fields meet: the ball finds the way that is free.
    first_across = stopped[row][column + across][2 if along < 0 else 3] == inf
    first_along = stopped[row + along][column][0 if across < 0 else 1] == inf
    return (0, along) if first_along and not first_across else (across, 0)


def holding(ball: Spot, magnet: Spot, stopped: tuple[tuple[Stops, ...], ...]) -> str:
    """The wall that keeps a ball from its magnet, empty if none does; of two, the one that
    the magnet is further beyond. The rim is no wall."""
    column, row = cell_at(*ball)
    right, down = magnet[0] - column * PITCH, magnet[1] - row * PITCH
    offsets = zip((-right, right, -down, down), stopped[row][column], _SIDES, strict=True)
    beyond, stop, (across, along) = max((off - stop, stop, side) for off, stop, side in offsets)
    if beyond <= 0 or stop == RIM:
        return ""
    return edge(name(column, row), name(column + across, row + along))


def milliseconds_to_tray(distance: float, slope: float, rng: Generator) -> float:
    """From detaching to the tray: falling, bouncing, rolling down the slope."""
    tilt = radians(slope)
    push = ROLLING_SPHERE * GRAVITY * (sin(tilt) - BALL["rolling"] * cos(tilt))
    falling = sqrt(2 * BALL["fall"] / GRAVITY)
    rolling = sqrt(2 * distance * rng.uniform(1.0, BALL["detour"]) / push)
    return 1000 * (falling + rolling) + float(rng.uniform(0.0, BALL["bounce"]))
