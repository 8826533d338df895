"""One finding of the doctor: what is the matter with one thing, and what to do next.

Rule: every finding has a name that never changes, for programs, and a sentence for people.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

OK, WARN, WRONG, UNKNOWN = "ok", "warn", "wrong", "unknown"
"""All is well; it works, but not as it should; it does not work; it cannot be told."""


class Check(Struct, frozen=True, omit_defaults=True):
    """``name`` is the thing, such as ``wire/pico``; ``values`` are the numbers behind it."""

    name: str
    state: str
    text: str
    next: str = ""
    values: dict[str, Any] = {}


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
