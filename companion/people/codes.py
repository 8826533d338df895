"""One-time codes: what the table shows, and a phone gives back to be let in.

Rule: a code is good once and for some minutes; it carries nothing but chance and two marks.
The last sign tells a slip of the finger, the two before it are keyed, so that a code of
another table is told apart. Only keyed marks are remembered here, never a code itself.
"""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from collections.abc import Callable
from math import inf

from msgspec import Struct

from companion.people.answers import Why

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none looks like another
READ_AS = str.maketrans("OIL", "011")
CHANCE = 7  # signs: 35 bits; with the keyed mark 45 that nobody can guess
MARK = 2  # signs: one foreign code in 1024 passes for an old one of ours
LENGTH = CHANCE + MARK + 1
PIN = 6  # digits
LONGEST = 64  # signs that are looked at of what was typed

SEAT_GOOD = 600  # s: time to find the phone, open the camera and choose a name
HOST_GOOD = 600  # s: the same; who needs longer has the PIN
MOST_OPEN = 64  # every seat on several tablets; the oldest gives way
MOST_ALIKE = 8  # for one seat; so nobody's own push out those of the others
MOST_USED = 256  # spent ones that can still be told from old ones


class Code(Struct, frozen=True):
    """``until`` is the seconds it is good for, from now; 0: until it is used."""

    text: str
    until: int

    def __repr__(self) -> str:
        return f"Code(until={self.until})"


class Ticket(Struct, frozen=True):
    """What a code opens. Without a seat it is any free one but those ``taken``."""

    role: str
    seat: str = ""
    match: str = ""
    taken: frozenset[str] = frozenset()
    until: float = inf

    def is_like(self, other: Ticket) -> bool:
        """For the same seat of the same match; what is for any seat is like nothing."""
        return bool(self.seat) and (self.seat, self.match) == (other.seat, other.match)


def spelled(text: str) -> str:
    """A typed code or PIN as it was meant: no gaps, no small letters, no O for 0."""
    typed = unicodedata.normalize("NFKC", text[:LONGEST]).upper()
    return "".join(sign for sign in typed if sign.isalnum()).translate(READ_AS)


def is_pin(text: str) -> bool:
    """Six digits, in normal spelling; no code is that short."""
    return len(text) == PIN and text.isascii() and text.isdigit()


class Codes:
    """The codes of this table, in memory only."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._open: dict[bytes, Ticket] = {}
        self._used: dict[bytes, None] = {}

    def code(self, ticket: Ticket, at: float) -> str:
        """A new code for it."""
        self._drop(lambda other: other.until <= at)
        chance = "".join(secrets.choice(SIGNS) for _ in range(CHANCE))
        signs = chance + self._mark(chance)
        text = signs + _check(signs)
        alike = [trace for trace, other in self._open.items() if other.is_like(ticket)]
        for trace in alike[: 1 - MOST_ALIKE]:
            del self._open[trace]
        self._open[self._trace(text)] = ticket
        if len(self._open) > MOST_OPEN:
            del self._open[self._oldest()]
        return f"{text[:5]}-{text[5:]}"

    def first(self, at: float) -> str:
        """A code for a host, good until it is used or the next first one is asked for."""
        self._drop(lambda ticket: ticket.until == inf)
        return self.code(Ticket("host"), at)

    def ticket(self, text: str, at: float) -> Ticket | Why:
        """What this code opens, in normal spelling. It stays open until it is spent."""
        if not _is_whole(text):
            return Why("house.no.code")
        if not hmac.compare_digest(self._mark(text[:CHANCE]), text[CHANCE:-1]):
            return Why("house.no.foreign")
        trace = self._trace(text)
        if trace in self._used:
            return Why("house.no.code_used")
        ticket = self._open.get(trace)
        if ticket is None or ticket.until <= at:
            return Why("house.no.code_old")
        return ticket

    def spend(self, text: str) -> None:
        """It opened something, and opens nothing more."""
        trace = self._trace(text)
        if self._open.pop(trace, None):
            self._used[trace] = None
        if len(self._used) > MOST_USED:
            del self._used[next(iter(self._used))]

    def withdraw(self, seat: str = "") -> None:
        """The open codes of a seat are worth nothing any more; without one, all of them but
        the first."""
        self._drop(lambda ticket: ticket.until != inf and seat in ("", ticket.seat))

    def _drop(self, is_out: Callable[[Ticket], bool]) -> None:
        self._open = {trace: t for trace, t in self._open.items() if not is_out(t)}

    def _oldest(self) -> bytes:
        """The first code is on somebody's terminal, and stays."""
        return next(trace for trace, ticket in self._open.items() if ticket.until != inf)

    def _mark(self, chance: str) -> str:
        digest = hmac.digest(self._key, b"mark " + chance.encode(), "sha256")
        return "".join(SIGNS[byte % len(SIGNS)] for byte in digest[:MARK])

    def _trace(self, text: str) -> bytes:
        return hmac.digest(self._key, b"code " + text.encode(), "sha256")


def _is_whole(text: str) -> bool:
    known = len(text) == LENGTH and all(sign in SIGNS for sign in text)
    return known and text[-1] == _check(text[:-1])


def _check(signs: str) -> str:
    """Odd weights: one wrong sign always shows, and so do most that changed places."""
    weighed = sum((2 * place + 1) * SIGNS.index(sign) for place, sign in enumerate(signs))
    return SIGNS[weighed % len(SIGNS)]
