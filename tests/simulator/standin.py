"""A companion with perfect eyes: it looks at the virtual plate itself, not at frames.

Rule: it takes the people's taps and what lies on the plate, and nothing from their
own sheet; so that the sheet can be checked against it.
"""

from __future__ import annotations

from typing import Any

from companion.simulator.people import Tap
from companion.simulator.plate import Plate

STILL = 1100  # ms that a magician rests when its walk is over; pauses are shorter


class StandIn:
    """Phases, chips and fields of one game, honestly kept."""

    def __init__(self, plate: Plate, seats: tuple[str, ...], corners: dict[str, str]) -> None:
        self._plate, self._seats, self._corners = plate, seats, corners
        self.phase, self.turn, self.wanted, self.roll = "draw", seats[0], "", 0
        self.at = dict(corners)
        self.chips: dict[str, list[str]] = {seat: [] for seat in seats}
        self.falls: list[tuple[str, str]] = []
        self.stops = self.refused = 0
        self._blind: list[str] = []
        self._spot, self._still_since, self._left_start = (0.0, 0.0), 0, False

    def take(self, tap: Tap, now: int) -> None:
        """A tap of somebody; what does not fit is counted and left."""
        doing = {"draw": self._draw, "roll": self._roll, "stop": self._stop}
        doing[tap.move["do"]](tap.move, now)

    def look(self, now: int) -> None:
        """What became of the magician on turn."""
        if self.phase != "walk":
            return
        spot = self._plate.magicians[self.turn].spot
        if spot != self._spot:
            self._spot, self._still_since = spot, now
        here = self._plate.field_of(self.turn)
        self._left_start |= here != self.at[self.turn]
        if not self._plate.has_ball(self.turn):
            self.falls.append((self.turn, here))
            self.at[self.turn] = self._corners[self.turn]
            self._next()
        elif now - self._still_since > STILL and self._left_start:
            self._end_walk()

    def view(self) -> dict[str, Any]:
        """What the people see on the tablet."""
        seats = [
            {"seat": s, "at": self.at[s], "chips": self.chips[s], "ball": "under"}
            for s in self._seats
        ]
        return {
            "phase": self.phase, "turn": {"seat": self.turn}, "wanted": self.wanted,
            "roll": self.roll, "left": 0, "question": None, "seats": seats,
        }  # fmt: skip

    def _draw(self, move: dict[str, Any], _: int) -> None:
        if self.phase != "draw":
            self.refused += 1
            return None
        if self._blind:
            return self._give(self._blind.pop(0), move["symbol"])
        first = self._seats.index(self.turn)
        order = self._seats[first:] + self._seats[:first]
        self.wanted = move["symbol"]
        there = [seat for seat in order if self._is_wanted(self.at[seat])]
        if there:
            self._blind = there[1:]
            return self._give(there[0], move["symbol"])
        if self.roll:
            self._next()
        self.phase = "roll"
        return None

    def _roll(self, move: dict[str, Any], now: int) -> None:
        if self.phase == "walk":
            self._end_walk()
        if self.phase != "roll":
            self.refused += 1
            return
        self.phase, self.roll = "walk", move["face"]
        self._still_since, self._left_start = now, False

    def _stop(self, _: dict[str, Any], __: int) -> None:
        self.stops += 1
        self._end_walk()

    def _end_walk(self) -> None:
        seat, self.at[self.turn] = self.turn, self._plate.field_of(self.turn)
        if self._left_start and self._is_wanted(self.at[seat]):
            self._give(seat, self.wanted)
        else:
            self._next()

    def _give(self, seat: str, chip: str) -> None:
        self.chips[seat].append(chip)
        self.phase, self.wanted = "draw", ""
        if len(self.chips[seat]) == 5:
            self.phase = "over"

    def _is_wanted(self, field: str) -> bool:
        return bool(self.wanted) and self._plate.symbols.get(field) == self.wanted

    def _next(self) -> None:
        self.turn = self._seats[(self._seats.index(self.turn) + 1) % len(self._seats)]
        self.phase, self.roll = "roll", 0
