"""What fingers do on the tablet, and what eyes read there.

Rule: people see the public view and nothing else of the companion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.simulator.timeline import Timeline, Watch

View = Mapping[str, Any]

GLANCE = 100  # ms from look to look at the tablet
AGAIN = 3000  # ms until people do the same once more
LOST = 20_000  # ms after which the evening has come to a halt


class Tap(Struct, frozen=True):
    """A finger on the tablet."""

    seat: str
    move: dict[str, Any]


class Fingers:
    """One tablet that everybody at the table uses."""

    def __init__(self, watch: Watch) -> None:
        self.view: View = {}
        self.stuck = ""
        self._watch = watch
        self._taps: list[Tap] = []

    def look(self, view: View) -> None:
        """What the tablet shows now."""
        self.view = view

    def tap(self, seat: str, **move: Any) -> None:
        """A button is pressed."""
        self._taps.append(Tap(seat, move))

    def taps(self) -> list[Tap]:
        """Everything tapped since the last time."""
        taps, self._taps = self._taps, []
        return taps

    def shows(self, phase: str, seat: str = "", roll: int = 0) -> bool:
        """Does the tablet show that phase, of that player, with that roll?"""
        view = self.view
        return (
            view.get("phase") == phase
            and (not seat or view["turn"]["seat"] == seat)
            and (not roll or view["roll"] == roll)
        )

    def asks(self) -> bool:
        """Does the companion wait for an answer?"""
        return bool(self.view.get("question"))

    def wait_for(
        self, seen: Callable[[], bool], what: str, insist: Callable[[], None] | None = None
    ) -> Timeline[None]:
        """Look until the tablet agrees; say it again now and then; in the end, be stuck."""
        lost, again = self._watch.now + LOST, self._watch.now + AGAIN
        while not seen():
            if self._watch.now >= lost:
                self.stuck = f"{what}, but the companion is at {self.view.get('phase')!r}"
            if insist and self._watch.now >= again:
                insist()
                again = self._watch.now + AGAIN
            yield self._watch.now + GLANCE
        self.stuck = ""
