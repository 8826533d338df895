"""The door: what was typed there, a code or the PIN, and what it opens.

Rule: a code is always looked up, since nobody can guess one. The PIN is short, so whoever
guesses at it is made to wait, and while they wait it is not compared at all.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from companion.people import patience
from companion.people.answers import Why
from companion.people.codes import HOST_GOOD, SEAT_GOOD, Code, Codes, Ticket, is_pin

GOOD = {"seat": SEAT_GOOD, "host": HOST_GOOD}


class Door:
    """Of one table. Whoever holds it sees to it that one at a time comes in."""

    def __init__(self, key: bytes, pin: str, now: Callable[[], float]) -> None:
        self.pin = pin
        self._codes, self._now = Codes(key), now
        self._wrong: patience.Guesses = ()

    def code(self, role: str, seat: str, match: str, taken: frozenset[str]) -> Code:
        at, good = self._now(), GOOD[role]
        ticket = Ticket(role, seat, match, taken, at + good)
        return Code(self._codes.code(ticket, at), good)

    def first_code(self) -> Code:
        return Code(self._codes.first(self._now()), 0)

    def ticket(self, text: str, address: str) -> Ticket | Why:
        """What this opens, in normal spelling."""
        at = self._now()
        return (
            self._guessed(text, address, at) if is_pin(text) else self._codes.ticket(text, at)
        )

    def spend(self, text: str) -> None:
        """It let somebody in. The PIN is not spent by that."""
        self._codes.spend(text)

    def withdraw(self, seat: str = "") -> None:
        """The open codes of this seat end; without one, all of them."""
        self._codes.withdraw(seat)

    def _guessed(self, pin: str, address: str, at: float) -> Ticket | Why:
        wait = patience.wait(self._wrong, address, at)
        if wait:
            return Why("house.no.slow", wait)
        if hmac.compare_digest(pin, self.pin):
            return Ticket("host")
        self._wrong = patience.remembered(self._wrong, address, at)
        return Why("house.no.pin")
