"""Whether the card readers of a board work, as its beat tells it.

Rule: only a change is told. A reader that was never there is no news; one that was is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.vocabulary import Signal

STATES = ("absent", "ok", "hung")  # by their numbers in the beat
READER = re.compile("nfc_([a-z])")  # ``nfc_a`` is the reader ``nfc/0``


class Readers:
    """What was told of each reader last."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def changes(self, beat: Mapping[str, int], at: int) -> tuple[Signal, ...]:
        """What this beat has to say that the last one had not. A board that has just begun
        leaves a reader out until it knows; a state of tomorrow's firmware says nothing."""
        changed = []
        for word, number in beat.items():
            found = READER.fullmatch(word)
            if not found or number >= len(STATES):
                continue
            source = f"reader/nfc/{ord(found[1]) - ord('a')}"
            if STATES[number] != self._told.get(source, "absent"):
                changed.append(Signal(source, STATES[number], at))
            self._told[source] = STATES[number]
        return tuple(changed)
