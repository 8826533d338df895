"""A hand that drags a magician over a page, played on the virtual plate at the same pace.

Rule: the page says where the finger was and when, by its own clock; how long ago that
was is found out anew whenever it cannot be true any more.
"""

from __future__ import annotations

from msgspec import Struct

from companion.simulator.ground import within_reach
from companion.simulator.plate import Plate

FORGOTTEN = 1500  # ms after which a hand that says nothing has set its magician down
APART = 150  # ms by which the page's clock may be off before it is read anew

Points = list[tuple[float, float, float]]


class _Spot(Struct, frozen=True):
    due: int
    seat: str
    x: float
    y: float
    lifted: bool


class Dragging:
    """Spots still to be reached, and hands that will let go."""

    def __init__(self) -> None:
        self._spots: list[_Spot] = []
        self._offset: dict[str, int] = {}
        self._letting_go: dict[str, int] = {}

    def say(self, seat: str, points: Points, lifted: bool, released: bool, now: int) -> None:
        """A hand moved over these spots (mm, mm, ms)."""
        due = now
        if points:
            self._set_clock(seat, int(points[0][2]), now)
        for x, y, at in points:
            due = int(at) + self._offset[seat]
            self._spots.append(_Spot(due, seat, x, y, lifted))
        self._letting_go[seat] = due if released else due + FORGOTTEN

    def step(self, plate: Plate, now: int) -> None:
        """Everything that is due."""
        if not self._letting_go:
            return
        due = [spot for spot in self._spots if spot.due <= now]
        self._spots = [spot for spot in self._spots if spot.due > now]
        for spot in due:
            _touch(plate, spot)
        for seat in [seat for seat, when in self._letting_go.items() if when <= now]:
            del self._letting_go[seat]
            if plate.magicians[seat].in_hand:
                plate.set_down(seat, *plate.magicians[seat].spot)

    def _set_clock(self, seat: str, at: int, now: int) -> None:
        offset = self._offset.get(seat)
        if offset is None or abs(at + offset - now) > APART:
            self._offset[seat] = now - at


def _touch(plate: Plate, spot: _Spot) -> None:
    magician = plate.magicians[spot.seat]
    if spot.lifted:
        if not magician.in_hand:
            plate.lift(spot.seat)
        magician.x, magician.y = within_reach(spot.x, spot.y)
    elif magician.in_hand:
        plate.set_down(spot.seat, spot.x, spot.y)
    else:
        plate.move_to(spot.seat, spot.x, spot.y)
