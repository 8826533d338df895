"""Whether the readers of stickers answer that hang on a board.

Rule: a reader that was never there is no fault; one that hangs is.
"""

from __future__ import annotations

from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed
from companion.commands.doctor.listening import Heard

KIND = "reader/"
LOOK = "Look at its six wires and its supply; the switches on it must say SPI."


def readers(name: str, heard: Heard) -> Check:
    """What the board said of each of its readers, the gravest first."""
    said: dict[str, list[str]] = {}
    for one in heard.signals:
        if one.source.startswith(KIND):
            said.setdefault(one.source.removeprefix(KIND), []).append(str(one.value))
    check, values = f"readers/{name}", {"readers": {n: it[-1] for n, it in said.items()}}
    hung = sorted(which for which, states in said.items() if states[-1] == "hung")
    if hung:
        text = f"{listed(hung)} does not answer, though the board resets it."
        return Check(check, WRONG, text, LOOK, values)
    shaky = sorted(which for which, states in said.items() if "hung" in states)
    if shaky:
        text = f"{listed(shaky)} answers again after a reset by the board."
        return Check(check, WARN, text, LOOK, values)
    well = sorted(which for which, states in said.items() if states[-1] == "ok")
    if not well:
        text = "No reader of stickers is plugged in. Without one, labels and taps do the same."
        return Check(check, UNKNOWN, text, values=values)
    return Check(check, OK, f"{listed(well)} answers.", values=values)
