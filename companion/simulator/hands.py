"""What hands do to the plate: walking, mishaps, fetching a ball, putting it back.

Rule: each doing is a timeline; hands know fields and magicians, nothing of turns or
points.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from companion.geometry import neighbours
from companion.simulator import gait
from companion.simulator.gait import TICK
from companion.simulator.ground import PITCH, TRAY_SPOTS, Spot, apart, field_at, place
from companion.simulator.noise import Noise
from companion.simulator.plate import Plate
from companion.simulator.timeline import Timeline, Watch

REACTION = (300, 800)  # ms from a ball falling to a hand stopping
CARRY = (350, 1100)  # ms through the air
AT_TRAY = (150, 500)  # ms of fiddling until the ball sticks to the magician
PULL = (100, 250)  # ms of pulling it up
LOOK = 50  # ms from glance to glance
LIFTING = (5.0, 12.0, 20.0, 30.0, 40.0)  # mm, one frame each
BESIDE_TRAY = (-4.0, 12.0)  # mm from the tray towards the field, both ways
HESITATION = (19.0, 21.9)  # mm from the centre of the field: over the border, ball still on
NUDGE = (4.0, 16.0)  # mm
NUDGED_MOST = 17.0  # mm from the centre: a nudged magician still stands on its field
NUDGE_TICKS = 8
HALF_LIFT = (8.0, 15.0)  # mm
HALF_LIFT_TICKS = 20
KNOCKED_OFF = 0.1  # of knocks: one ball of anybody falls
ROOM_MOST = 13.0  # mm from the centre, when two stand on one field
TWO = 15.0  # mm between two magicians on one field


class Hands:
    """All hands around one plate."""

    def __init__(self, plate: Plate, noise: Noise, rng: Random, watch: Watch) -> None:
        self._plate, self._noise, self._rng, self._watch = plate, noise, rng, watch

    def walk(self, seat: str, path: tuple[str, ...]) -> Timeline[bool]:
        """Lead a magician over fields; True if its ball was heard falling."""
        if self._rng.random() < self._noise.hesitate:
            first = self._rng.randrange(len(path))
            if first and path[first - 1] not in self._standing(seat):
                if (yield from self._lead(seat, path[:first])):
                    return True
                path = path[first:]
            yield from self._hesitate(seat)
        return (yield from self._lead(seat, path))

    def put_back(self, seat: str, field: str) -> Timeline[None]:
        """Take a magician up, fetch a ball, and stand both on a field."""
        for lift in LIFTING:
            self._plate.raise_to(seat, lift)
            yield self._watch.now + TICK
        while not self._plate.has_ball(seat):
            self._plate.lift(seat)
            if not self._plate.holds_ball(seat):
                yield from self._fetch(seat)
            yield self._watch.soon(CARRY)
            self._plate.set_down(seat, *self._room_on(field, seat))
            yield self._watch.soon(PULL)
            if self._rng.random() < self._noise.slip:
                self._plate.drop(seat)

    def arrange(self, seat: str, field: str) -> None:
        """Before the game: stand not quite in the middle."""
        self._plate.move_to(seat, *gait.rest(field, self._noise, self._rng))

    def _lead(self, seat: str, path: tuple[str, ...]) -> Timeline[bool]:
        start = self._plate.magicians[seat].spot
        spots = gait.walk(start, path, self._standing(seat), self._noise, self._rng)
        mishaps = self._mishaps(seat, len(spots))
        stops_at = None
        for number, spot in enumerate(spots):
            self._plate.move_to(seat, *spot)
            for mishap in mishaps.get(number, ()):
                mishap()
            if stops_at is None and not self._plate.has_ball(seat):
                stops_at = self._watch.soon(REACTION)
            if stops_at is not None and self._watch.now >= stops_at:
                return True
            yield self._watch.now + TICK
        self._plate.raise_to(seat, 0.0)
        if stops_at is not None:
            yield max(stops_at, self._watch.now)
        return stops_at is not None

    def _hesitate(self, seat: str) -> Timeline[None]:
        here = self._plate.magicians[seat].spot
        field = field_at(*here)
        (x, y), beyond = place(field), place(self._rng.choice(neighbours(field)))
        share = self._rng.uniform(*HESITATION) / PITCH
        over = x + share * (beyond[0] - x), y + share * (beyond[1] - y)
        back = gait.straight(over, here, self._rng)
        for spot in (*gait.straight(here, over, self._rng), *back):
            self._plate.move_to(seat, *spot)
            yield self._watch.now + TICK
        yield self._watch.soon(REACTION)

    def _fetch(self, seat: str) -> Timeline[None]:
        yield self._watch.soon(CARRY)
        while not self._tray():
            yield self._watch.now + LOOK
        tray = self._tray()
        for _ in range(2):
            self._plate.lift(seat)
            self._plate.set_down(seat, *self._beside(tray))
            yield self._watch.soon(AT_TRAY)
        self._plate.fetch(seat, tray)
        yield self._watch.soon(PULL)
        self._plate.lift(seat)

    def _tray(self) -> str:
        return next((tray for tray in TRAY_SPOTS if self._plate.balls_in(tray)), "")

    def _beside(self, tray: str) -> Spot:
        x, y = TRAY_SPOTS[tray]
        right, down = (self._rng.uniform(*BESIDE_TRAY) for _ in range(2))
        return x + (right if x < 0 else -right), y + (down if y < 0 else -down)

    def _standing(self, seat: str) -> dict[str, Spot]:
        return {
            self._plate.field_of(other): magician.spot
            for other, magician in self._plate.magicians.items()
            if other != seat and not magician.in_hand
        }

    def _room_on(self, field: str, seat: str) -> Spot:
        # Two magicians on one field do not stand inside each other.
        other = self._standing(seat).get(field)
        if other is None:
            return gait.rest(field, self._noise, self._rng)
        around = [n * pi / 4 + self._rng.random() for n in range(8)]
        there = [_near(field, other, TWO, angle, ROOM_MOST) for angle in around]
        return max(there, key=lambda spot: apart(spot, other))

    def _mishaps(self, seat: str, ticks: int) -> dict[int, list[Callable[[], None]]]:
        mishaps: dict[int, list[Callable[[], None]]] = {}
        for chance, doing in (
            (self._noise.nudge, self._nudge(seat)),
            (self._noise.half_lift, self._half_lift(seat)),
            (self._noise.knock, [self._knock]),
        ):
            if self._rng.random() < chance:
                start = self._rng.randrange(ticks)
                for number, step in enumerate(doing, start):
                    mishaps.setdefault(number, []).append(step)
        return mishaps

    def _nudge(self, seat: str) -> list[Callable[[], None]]:
        other = self._rng.choice([s for s in self._plate.magicians if s != seat])
        here, angle = self._plate.magicians[other].spot, self._rng.uniform(0, 2 * pi)
        field, far = field_at(*here), self._rng.uniform(*NUDGE)

        def push(number: int) -> Callable[[], None]:
            spot = _near(field, here, far * number / NUDGE_TICKS, angle, NUDGED_MOST)
            return lambda: self._plate.move_to(other, *spot)

        return [push(number) for number in range(1, NUDGE_TICKS + 1)]

    def _half_lift(self, seat: str) -> list[Callable[[], None]]:
        high = self._rng.uniform(*HALF_LIFT)

        def raised(number: int) -> Callable[[], None]:
            lift = high * sin(pi * number / HALF_LIFT_TICKS)
            return lambda: self._plate.raise_to(seat, lift)

        return [raised(number) for number in range(1, HALF_LIFT_TICKS + 1)]

    def _knock(self) -> None:
        self._plate.knock()
        if self._rng.random() < KNOCKED_OFF:
            self._plate.drop(self._rng.choice(list(self._plate.magicians)))


def _near(field: str, here: Spot, far: float, angle: float, most: float) -> Spot:
    (x, y), (right, down) = place(field), (far * cos(angle), far * sin(angle))
    return (
        x + min(max(here[0] + right - x, -most), most),
        y + min(max(here[1] + down - y, -most), most),
    )
