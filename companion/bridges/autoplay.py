"""Simulated people who sit down at a table in the middle of a game and play on.

Rule: they know what people would know: the tablet's view and the cardboard before them.
They first put right what stands wrong, then play, and tap like anybody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.simulator.fingers import Tap
from companion.simulator.hands import Hands
from companion.simulator.ledger import Truth
from companion.simulator.noise import HOME
from companion.simulator.people import People
from companion.simulator.plate import Plate
from companion.simulator.timeline import Watch

AGAIN = 1500  # ms until the same tap is tried once more
ROLLING = 200  # ms between looks whether a ball still rolls

View = Mapping[str, Any]


class Autoplay:
    """One round of people, from now until the game is over."""

    def __init__(self, plate: Plate, rng: Random) -> None:
        self._plate, self._rng = plate, rng
        self._watch = Watch(rng)
        self._hands = Hands(plate, HOME, rng, self._watch)
        self._people: People | None = None
        self._view: View = {}
        self._taps: list[Tap] = []
        self._wakes, self._settling = 0, self._settle()

    @property
    def is_over(self) -> bool:
        """Has somebody won?"""
        return self._view.get("phase") == "over"

    def step(self, now: int, view: View) -> list[Tap]:
        """Everything they do up to now; what they tap comes back."""
        self._view = view
        if not view or self.is_over:
            return []
        if self._people is None:
            return self._sit_down(now)
        if self._people.stuck:  # they look up, and begin again from what is there
            self._people, self._settling, self._wakes = None, self._settle(), now
            return []
        return self._people.step(now, view)

    def _sit_down(self, now: int) -> list[Tap]:
        self._watch.now, self._taps = now, []
        if now < self._wakes:
            return []
        wakes = next(self._settling, None)
        if wakes is None:
            self._people = self._round()
        else:
            self._wakes = wakes
        return self._taps

    def _settle(self) -> Iterator[int]:
        yield self._watch.now
        while any(ball.where == "falling" for ball in self._plate.balls):
            yield self._watch.now + ROLLING
        for shown in list(self._view["seats"]):
            if not self._stands(shown["seat"], shown["at"]):
                yield from self._hands.put_back(shown["seat"], shown["at"])
        while self._view["phase"] == "walk" and self._view["resting"]:
            self._taps.append(Tap(self._view["turn"]["seat"], {"do": "stop"}))
            yield self._watch.now + AGAIN

    def _stands(self, seat: str, field: str) -> bool:
        plate = self._plate
        in_hand = plate.magicians[seat].in_hand
        return not in_hand and plate.has_ball(seat) and plate.field_of(seat) == field

    def _round(self) -> People:
        view, seats = self._view, self._view["seats"]
        chips = {shown["seat"]: tuple(shown["chips"]) for shown in seats}
        gone = {chip for won in chips.values() for chip in won} | {view["wanted"]}
        printed = {one["field"]: one["symbol"] for one in view["fields"] if one["symbol"]}
        truth = Truth(
            seats=tuple(shown["seat"] for shown in seats),
            corners={shown["seat"]: shown["corner"] for shown in seats},
            symbols=printed or self._plate.symbols,
            at={shown["seat"]: shown["at"] for shown in seats},
            chips=chips,
            ball={shown["seat"]: True for shown in seats},
            turn=view["turn"]["seat"],
            wanted=view["wanted"] or "",
            owed=(view["blind"],) if view["blind"] else (),
            roll=(view["left"] if view["phase"] == "walk" else view["roll"]) or 0,
        )
        return People(
            self._plate, HOME, self._rng.getrandbits(32), truth.seats, truth.corners,
            truth.symbols, [name for name in self._plate_bag() if name not in gone], truth,
        )  # fmt: skip

    def _plate_bag(self) -> tuple[str, ...]:
        return tuple(sorted({*self._plate.bag, *self._plate.symbols.values()}))
