"""Watches the balls of the virtual plate: what truly held them back, and what they crossed.

Rule: it looks at the cardboard alone, never at the companion.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.geometry import edge
from companion.simulator.ground import Spot, cell_at, name
from companion.simulator.pieces import Ball
from companion.simulator.plate import Plate
from tests.walls_study.record import Walked

Cell = tuple[int, int]


class Watching:
    """All balls of one plate, looked at once a frame."""

    def __init__(self, plate: Plate) -> None:
        self.falls: list[Walked] = []
        self.walks: list[Walked] = []
        self.turn, self._on_turn, self._is_walking = 0, "", False
        self._plate = plate
        self._cells: dict[str, Cell] = {}
        self._spots: dict[str, Spot] = {}
        self._crossed: dict[str, list[str]] = {}

    def look(self, now: int, on_turn: str, has_rolled: bool) -> None:
        """One frame: whose turn it is by the people's own sheet, and every ball."""
        if on_turn != self._on_turn:
            self._turned(on_turn)
        if has_rolled and not self._is_walking:
            self._crossed[on_turn] = []
        self._is_walking = has_rolled
        for ball in self._plate.balls:
            self._follow(ball, now)

    def _turned(self, on_turn: str) -> None:
        before = self._on_turn
        fell = any(fall.turn == self.turn and fall.seat == before for fall in self.falls)
        if before and not fell:
            walked = tuple(self._crossed.get(before, ()))
            self.walks.append(Walked(self.turn, before, walked))
        self.turn += 1
        self._on_turn, self._is_walking = on_turn, False

    def _follow(self, ball: Ball, now: int) -> None:
        if ball.where == "under" and self._spots.get(ball.seat) == ball.spot:
            return
        self._spots[ball.seat] = ball.spot
        seat, cell = ball.seat, cell_at(*ball.spot)
        before = self._cells.get(seat)
        if ball.where in ("under", "falling") and before and cell != before:
            self._crossed.setdefault(seat, []).extend(self._between(before, cell))
        if ball.where == "under":
            self._cells[seat] = cell
        elif ball.where == "falling" and before:
            self._fell(ball, now)

    def _fell(self, ball: Ball, now: int) -> None:
        del self._cells[ball.seat]
        crossed = tuple(self._crossed.pop(ball.seat, ()))
        self.falls.append(
            Walked(self.turn, ball.seat, crossed, True, ball.wall, now, ball.tray)
        )

    def _between(self, one: Cell, other: Cell) -> Sequence[str]:
        """Over which edges a ball came there; aslant within a frame, by the free way."""
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1:
            return (edge(name(*one), name(*other)),)
        ways = [
            (edge(name(*one), name(*post)), edge(name(*post), name(*other)))
            for post in ((other[0], one[1]), (one[0], other[1]))
        ]
        return next((way for way in ways if not self._plate.walls & set(way)), ())
