"""One device that joined this table, and when two people have the same name.

Rule: a device is one person at most, so it can never have two roles. A seat belongs to a
match; the match is empty before one begins. A person without a seat looks on, and is known.
"""

from __future__ import annotations

import unicodedata

from msgspec import Struct


class Person(Struct, frozen=True):
    """``role`` is host or seat; ``at`` is ms since 1970, to tell people, not to count on."""

    device: str
    role: str
    seat: str = ""
    name: str = ""
    match: str = ""
    at: int = 0


def is_alike(one: str, other: str) -> bool:
    """Nobody at the table would hear two names."""
    return _heard(one) == _heard(other)


def _heard(name: str) -> str:
    """Folding can undo the normal form, so it is taken again."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).strip()
