"""The virtual cardboard: walls, magicians and balls that obey physics.

Rule: it knows no rules of the game and no clock. Hands move magicians, ``step`` says
what the wires say, chance comes from the generator handed in, and ``truth`` is all of
it as plain values: the cardboard outlives the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

import msgspec
from msgspec.structs import replace
from numpy.random import Generator

from companion.geometry import TRAYS, table
from companion.simulator.builds import BUILDS, CODES, Build
from companion.simulator.ground import (
    TRAY_SPOTS,
    Spot,
    apart,
    field_at,
    is_on_plate,
    nearest_tray,
    place,
    within_reach,
)
from companion.simulator.noise import HOME, Noise
from companion.simulator.pieces import Ball, Cardboard, Magician, Metal
from companion.simulator.scanner import Scanner, under
from companion.simulator.signal import Numbers, Sensors
from companion.simulator.trays import Trays
from companion.simulator.underground import BALL, follow, holding, milliseconds_to_tray, stops
from companion.vocabulary import Signal

PERIOD: int = table()["scan"]["period"]
STRIDE = 2.0  # mm; a longer way is walked in such steps, so that no wall is jumped over
AT_TRAY = 40.0  # mm; from further away no ball can be fetched
SHAKING = 100  # ms after a knock
SHIFT = 1.5  # mm, sd, of every magician when the table is knocked
PHONE = 150_000.0  # mT mm3; the magnets in a phone's case are much stronger than ours


class Plate:
    """36 fields, hidden walls, up to four magicians with a ball each."""

    def __init__(
        self,
        walls: Iterable[str],
        corners: Mapping[str, str],
        rng: Generator,
        noise: Noise = HOME,
        *,
        symbols: Mapping[str, str] | None = None,
        bag: Iterable[str] = (),
        slope: float = BALL["slope"],
        chatter: int = 0,
        build: Build = CODES,
        late: int = 0,
    ) -> None:
        """``corners``: where each seat's magician stands; ``chatter``: ms of contact bounce;
        ``late``: ms after which the trays tell."""
        magicians = {
            seat: Magician(
                *place(field), amplitude=float(1 + noise.magnets * rng.standard_normal())
            )
            for seat, field in corners.items()
        }
        balls = [Ball("under", seat, *magician.spot) for seat, magician in magicians.items()]
        made = Sensors(rng, noise).made()
        card = Cardboard(
            tuple(sorted(walls)), slope, chatter, magicians, balls,
            dict(symbols or {}), list(bag), made, noise, build=build.name, late=late,
        )  # fmt: skip
        self.lay(card, rng)

    @classmethod
    def from_truth(cls, truth: Mapping[str, Any], rng: Generator) -> Plate:
        """The cardboard as it was when ``truth`` was written down."""
        plate = cls.__new__(cls)
        plate.lay(msgspec.convert(dict(truth), Cardboard), rng)
        return plate

    def truth(self) -> dict[str, Any]:
        """Everything that lies on the table, as plain values for JSON."""
        told = replace(self._cardboard, sensors=self.sensors.made())
        plain: dict[str, Any] = msgspec.to_builtins(told)
        return plain

    def lay(self, cardboard: Cardboard, rng: Generator) -> None:
        """Put the cardboard on the table."""
        self._cardboard, self._rng = cardboard, rng
        self.magicians, self.balls, self.bag = (
            cardboard.magicians,
            cardboard.balls,
            cardboard.bag,
        )
        self._build = BUILDS[cardboard.build]
        self.walls, self.symbols = frozenset(cardboard.walls), cardboard.symbols
        self.sensors = Sensors(rng, cardboard.noise, cardboard.sensors)
        self._scanner = Scanner(self.sensors, cardboard)
        self._stops = stops(cardboard.walls)
        full = {ball.tray for ball in self.balls if ball.where == "tray"}
        self._trays = Trays(rng, cardboard.chatter, full, cardboard.late)
        self._now, self._framed, self._shaking = 0, -PERIOD, 0
        self._begun = False

    # What the wires say.

    def step(self, now: int) -> list[Signal]:
        """Time goes on: changes of the trays, then a frame if one is due."""
        said = self.pass_to(now)
        if self._framed < 0 or now - self._framed >= PERIOD:
            self._framed = now
            said.append(Signal("hall", self._scanner.frame(now, now < self._shaking), now))
        return said

    def pass_to(self, now: int) -> list[Signal]:
        """Time goes on, and nobody looks at the fields: changes of the trays alone."""
        elapsed, self._now = max(now - self._now, 0) if self._begun else 0, now
        self._begun = True
        for ball in self.balls:
            if ball.where == "falling":
                self._roll(ball, elapsed)
        return self._trays.tell(now)

    def field(self) -> Numbers:
        """Bz in mT at every sensor; the same array as long as nothing moves."""
        return self._scanner.field()

    def _roll(self, ball: Ball, elapsed: int) -> None:
        ball.left -= elapsed
        if ball.left <= 0:
            ball.where = "tray"
            self._trays.turn(ball.tray, 1, self._now + int(ball.left))

    # What eyes see.

    def has_ball(self, seat: str) -> bool:
        """Does a ball hang under the magician?"""
        return under(self.balls, seat) is not None

    def holds_ball(self, seat: str) -> bool:
        """Was a ball fetched that is not under the magician yet?"""
        return any(ball.where == "hand" and ball.seat == seat for ball in self.balls)

    def field_of(self, seat: str) -> str:
        """The field whose centre is nearest; in the hand, the last one."""
        return field_at(*self.magicians[seat].spot)

    def balls_in(self, tray: str) -> int:
        """How many balls lie in a tray."""
        return sum(ball.where == "tray" and ball.tray == tray for ball in self.balls)

    def fallen_at(self, seat: str) -> Spot | None:
        """Where the ball of a magician came down, until it is fetched."""
        ball = self._fallen(seat)
        return ball.spot if ball else None

    def fallen_by(self, seat: str) -> str:
        """The edge whose wall brought the ball of a magician down, until it is fetched."""
        ball = self._fallen(seat)
        return ball.wall if ball else ""

    def _fallen(self, seat: str) -> Ball | None:
        fallen = (b for b in self.balls if b.seat == seat and b.where in ("falling", "tray"))
        return next(fallen, None)

    # What hands do.

    def move_to(self, seat: str, x: float, y: float) -> None:
        """Push or carry a magician straight to a spot."""
        magician, ball = self.magicians[seat], under(self.balls, seat)
        (left, top), end = magician.spot, within_reach(float(x), float(y))
        strides = ceil(apart(magician.spot, end) / STRIDE) if ball else 0
        for number in range(1, strides + 1):
            share = number / strides
            between = left + share * (end[0] - left), top + share * (end[1] - top)
            self._pull(ball, between)
        magician.x, magician.y = end
        self._scanner.stirred(seat)

    def raise_to(self, seat: str, lift: float) -> None:
        """Lift a magician some mm off the plate; too far, and its ball falls."""
        self.magicians[seat].lift = lift
        if lift > self._build.lift:
            self.drop(seat)
        self._scanner.stirred(seat)

    def lift(self, seat: str) -> None:
        """Take a magician into the hand, away from the plate."""
        self.drop(seat)
        self.magicians[seat].in_hand = True
        self._scanner.stirred(seat)

    def set_down(self, seat: str, x: float, y: float) -> None:
        """Stand a magician somewhere; a ball in its player's hand goes under it."""
        magician = self.magicians[seat]
        if magician.in_hand:
            magician.x, magician.y = within_reach(x, y)
        self.move_to(seat, x, y)
        magician.lift, magician.in_hand = 0.0, False
        self._hang(seat)
        self._scanner.stirred(seat)

    def put(self, seat: str, field: str) -> None:
        """Stand a magician in the middle of a field, its ball under it if it is at hand."""
        self.set_down(seat, *place(field))

    def fetch(self, seat: str, tray: str) -> bool:
        """Pull a ball out of a tray with the magician; False if there is none."""
        self._bring(seat, tray)
        lying = [ball for ball in self.balls if ball.where == "tray" and ball.tray == tray]
        if not lying:
            return False
        ball = lying[0]
        ball.where, ball.seat, ball.tray, ball.wall = "hand", seat, "", ""
        self._trays.turn(tray, int(len(lying) > 1), self._now)
        return True

    def drop(self, seat: str) -> None:
        """The ball under a magician falls, if there is one."""
        ball = under(self.balls, seat)
        if ball:
            ball.where = "falling"
            ball.tray, way = nearest_tray(ball.spot)
            ball.left = milliseconds_to_tray(way, self._cardboard.slope, self._rng)
            self._scanner.stirred(seat)

    def knock(self) -> None:
        """Somebody hits the table."""
        self._shaking = self._now + SHAKING
        self._trays.knock(self._now)
        for seat, magician in self.magicians.items():
            if not magician.in_hand:
                right, down = SHIFT * self._rng.standard_normal(2)
                self.move_to(seat, magician.x + right, magician.y + down)

    def draw_chip(self) -> str:
        """A chip out of the bag, without looking."""
        return self.bag.pop(int(self._rng.integers(len(self.bag))))

    def _pull(self, ball: Ball | None, magnet: Spot) -> None:
        if ball is None or ball.where != "under":
            return
        ball.x, ball.y = follow(ball.spot, magnet, self._stops)
        if apart(ball.spot, magnet) > self._build.detach:
            ball.wall = holding(ball.spot, magnet, self._stops)
            self.drop(ball.seat)

    def _hang(self, seat: str) -> None:
        magician = self.magicians[seat]
        held = next((b for b in self.balls if b.seat == seat and b.where == "hand"), None)
        if held and is_on_plate(*magician.spot):
            held.where, (held.x, held.y) = "under", magician.spot
            self._pull(held, magician.spot)

    def _bring(self, seat: str, tray: str) -> None:
        magician, spot = self.magicians[seat], TRAY_SPOTS[tray]
        if magician.in_hand or apart(magician.spot, spot) > AT_TRAY:
            self.lift(seat)
            inner = place(TRAYS[tray])
            self.set_down(seat, (spot[0] + inner[0]) / 2, (spot[1] + inner[1]) / 2)

    # What is broken, badly made or foreign.

    def break_sensor(self, field: str, code: int | None = None) -> None:
        """The sensor of a field says one code for ever: 0, 4095, or (None) what it says now."""
        self._scanner.stick(field, code)

    def weaken_sensor(self, field: str, share: float) -> None:
        """The sensor of a field answers with a share of its gain."""
        self.sensors.weaken(field, share)
        self._scanner.stirred()

    def swap_magnet(self, seat: str, amplitude: float) -> None:
        """Another magnet: 0.6 is a weak one, -1 is one put in upside down."""
        self.magicians[seat].amplitude = amplitude
        self._scanner.stirred(seat)

    def lay_metal(self, x: float, y: float, strength: float = PHONE) -> None:
        """Somebody lays a phone on the plate."""
        self._cardboard.metal = Metal(x, y, strength)
        self._scanner.stirred()

    def take_metal(self) -> None:
        """The phone is taken away again."""
        self._cardboard.metal = None
        self._scanner.stirred()
