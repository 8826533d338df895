"""One device that joined this table.

Rule: a device is one person at most, so it can never have two roles. A seat belongs to a
match; the match is empty before one begins. A person without a seat looks on, and is known.
"""

from __future__ import annotations

from msgspec import Struct


class Person(Struct, frozen=True):
    """``role`` is host or seat; ``at`` is ms since 1970, to tell people, not to count on."""

    device: str
    role: str
    seat: str = ""
    name: str = ""
    match: str = ""
    at: int = 0
