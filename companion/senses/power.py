"""Whether the computer under the table gets enough power and stays cool enough.

The word of flags that a Raspberry Pi keeps: four bits for now, the same four 16 places
up for "has happened since the start". Only the first four are worth a line on a page.
"""

from __future__ import annotations

NOW = 0xF  # under-voltage, frequency capped, throttled, too hot
SINCE = 16  # places up to the same flags since the start
BITS = (("voltage", 0b0001), ("heat", 0b1000))  # the two that people can mend


def troubles(word: int) -> tuple[str, ...]:
    """What is wrong right now: ``voltage``, ``heat`` or nothing."""
    return tuple(name for name, bit in BITS if word & NOW & bit)


def happened(word: int) -> tuple[str, ...]:
    """What was wrong at some time since the start and is not now."""
    return tuple(name for name in troubles(word >> SINCE) if name not in troubles(word))
