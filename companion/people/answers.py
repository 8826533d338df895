"""What the door answers to somebody who wants to join: come in, or why not."""

from __future__ import annotations

from msgspec import Struct

from companion.people.person import Person


class Joined(Struct, frozen=True):
    """The cookie is fresh: one that somebody else knew before is worth nothing now."""

    cookie: str
    person: Person

    def __repr__(self) -> str:
        return f"Joined({self.person!r})"


class Why(Struct, frozen=True):
    """A key for the languages; ``wait`` is the seconds until the next try."""

    key: str
    wait: int = 0


# What is counted of it, for whoever looks after the table.

COUNTED = (
    "cookie", "code", "replayed", "expired", "foreign", "pin", "slow", "seat", "origin",
    "rights",
)  # fmt: skip
COUNTS_AS = {
    "house.no.code": "code",
    "house.no.code_used": "replayed",
    "house.no.code_old": "expired",
    "house.no.foreign": "foreign",
    "house.no.pin": "pin",
    "house.no.slow": "slow",
    "house.no.seat_taken": "seat",
    "house.no.seat_unknown": "seat",
    "house.no.known": "seat",
}
