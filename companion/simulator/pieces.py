"""What lies on the virtual table, as plain values that a file can keep.

Rule: magicians and balls change in place, as cardboard does; nothing else here does.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from companion.simulator.builds import CODES
from companion.simulator.ground import Spot
from companion.simulator.noise import HOME, Noise


class Magician(Struct):
    """Where a magician is; lift in mm above the plate; in hand the sensors miss it."""

    x: float
    y: float
    lift: float = 0.0
    in_hand: bool = False
    amplitude: float = 1.0

    @property
    def spot(self) -> Spot:
        return self.x, self.y


class Ball(Struct):
    """A ball under a magician (held back by a wall, it is not quite under it), falling
    and rolling for so many ms more, in a tray, or in somebody's hand. ``wall``: the edge
    that held it back when it fell, empty if none did or it was fetched since."""

    where: Literal["under", "falling", "tray", "hand"]
    seat: str
    x: float
    y: float
    tray: str = ""
    left: float = 0.0
    wall: str = ""

    @property
    def spot(self) -> Spot:
        return self.x, self.y


class Metal(Struct, frozen=True):
    """A phone or a tool on the plate, as one strong dipole in mT mm3."""

    x: float
    y: float
    strength: float


class Cardboard(Struct):
    """The whole table: the plate's truth. ``late``: ms after which the trays tell of what
    happens in them."""

    walls: tuple[str, ...]
    slope: float
    chatter: int
    magicians: dict[str, Magician]
    balls: list[Ball]
    symbols: dict[str, str]
    bag: list[str]
    sensors: dict[str, Any]
    noise: Noise = HOME
    metal: Metal | None = None
    build: str = CODES.name
    late: int = 0
