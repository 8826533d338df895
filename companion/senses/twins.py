"""One thing that several readers tell is one thing.

Rule: each reader may tell it once. Whoever tells it a second time tells of another.
"""

from __future__ import annotations

from collections.abc import Hashable

KEPT = 16  # things that are remembered; no hand shows as many within a moment


class Twins:
    """Remembers who told what, for ``within`` milliseconds."""

    def __init__(self, within: int) -> None:
        self._within = within
        self._told: dict[Hashable, tuple[int, frozenset[str]]] = {}

    def is_twin(self, what: Hashable, reader: str, at: int) -> bool:
        """Did another reader tell this a moment ago, and this one not yet?"""
        since, readers = self._told.pop(what, (at, frozenset[str]()))
        is_twin = bool(readers) and reader not in readers and at - since <= self._within
        self._told[what] = (since, readers | {reader}) if is_twin else (at, frozenset({reader}))
        if len(self._told) > KEPT:
            del self._told[next(iter(self._told))]
        return is_twin
