"""Whether a Raspberry Pi gets enough power and stays cool enough.

Rule: the flags are the Pi's own; a computer without them is none, and nothing is wrong.
"""

from __future__ import annotations

from pathlib import Path

from companion.bridges.power import FLAGS, flags
from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed
from companion.senses.power import happened, troubles

NEXT = {
    "voltage": "Take the Pi's own power supply and a short, thick cable.",
    "heat": "Give it air: it is too hot.",
}
SAID = {"voltage": "too little voltage", "heat": "too much heat"}


def power(place: Path = FLAGS) -> Check:
    """What the word of flags says now, and of the time since the start."""
    try:
        word = flags(place.read_text())
    except OSError:
        word = None
    if word is None:
        return Check("power", UNKNOWN, "This is no Raspberry Pi: nothing tells of its power.")
    now, once = troubles(word), happened(word)
    if now:
        return _check(WRONG, "The Pi has {} right now.", now)
    if once:
        return _check(WARN, "The Pi had {} at some time since its start.", once)
    return Check("power", OK, "Voltage and heat of the Pi are well.")


def _check(state: str, told: str, which: tuple[str, ...]) -> Check:
    text = told.format(listed([SAID[one] for one in which]))
    return Check("power", state, text, " ".join(NEXT[one] for one in which))
