"""What is to be said of a wire: that it is well, or what stands in its way and what to do.

Rule: the sentences stand in ``reasons``; here their holes are filled, with what the doctor
finds out beyond what the bridge knew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from serial.tools.list_ports import comports

from companion.bridges.finding import PICO
from companion.bridges.tape import TapeError, read
from companion.commands.doctor import rights
from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed
from companion.commands.doctor.listening import Heard
from companion.commands.doctor.reasons import REASONS
from companion.settings import Pico, Pins, Scanner, Tape, Virtual, Wire
from companion.vocabulary import Condition


def plates() -> list[str]:
    """The ports with a Pico that runs MicroPython."""
    return [port.device for port in _listed() if (port.vid, port.pid) == PICO]


def nodes(wire: Wire) -> list[Path]:
    """The files in /dev that a wire needs."""
    match wire:
        case Pins():
            return sorted(Path("/dev").glob("gpiochip*"))
        case Pico(port, serial) | Scanner(port, serial) if port or serial:
            found = [p.device for p in _listed() if serial and p.serial_number == serial]
            return [Path(path) for path in ([port] if port else found)]
        case Pico():
            return [Path(path) for path in plates()]
    return []


def undevised(name: str, wire: Wire) -> Check | None:
    """A wire that is no device; None for one that has to be heard."""
    if isinstance(wire, Virtual):
        return Check(f"wire/{name}", OK, "The virtual table needs no wires.")
    if not isinstance(wire, Tape):
        return None
    try:
        tape = read(Path(wire.file))
    except TapeError as wrong:
        step = "Name another file in companion.toml."
        return Check(f"wire/{name}", WRONG, str(wrong), step)
    told = f"The tape {Path(wire.file).name} can be played: a match of {tape.header.game}."
    return Check(f"wire/{name}", OK, told)


def wired(name: str, wire: Wire, heard: Heard) -> Check:
    """How a device was at the end of the look."""
    condition = _told(name, heard)
    values = {"state": condition.state, "why": condition.why, "device": condition.device}
    if condition.why in REASONS:
        told, step = (
            text.format_map(_Known(wire, condition)) for text in REASONS[condition.why]
        )
        state = WARN if condition.state == "live" else WRONG
        return Check(f"wire/{name}", state, told, step, values)
    if condition.state == "live":
        return Check(f"wire/{name}", OK, _well(wire, condition), values=values)
    told = (
        f"{_port(wire, condition)} is open, but the plate sends no frames ({condition.state})."
    )
    return Check(f"wire/{name}", WRONG, told, REASONS["silent"][1], values)


def lines(name: str, heard: Heard) -> Check:
    """How many of the lines of a board were none, on the way in and out."""
    bad, good = heard.counted("bad"), heard.counted("lines")
    dropped, unread = heard.counted("board_dropped"), heard.counted("board_bad")
    told = (
        f"{good} lines came, {bad} were damaged; the board left out {dropped} frames and did "
        f"not understand {unread} of our lines."
    )
    values = {"lines": good, "bad": bad, "dropped": dropped, "unread": unread}
    if bad + dropped + unread <= good // 100:
        return Check(f"lines/{name}", OK, told, values=values)
    step = "Take a shorter cable, without a hub, away from motors and mains."
    return Check(f"lines/{name}", WARN, told, step, values)


def scanned(name: str, heard: Heard) -> Check:
    """The codes that a scanner read meanwhile."""
    codes = [str(signal.value) for signal in heard.fresh if signal.source == "code/0"]
    if codes:
        told = f"It read {len(codes)}: {listed(codes[-3:])}."
        return Check(f"codes/{name}", OK, told, values={"codes": codes})
    told = "No code was read. To test it, show it one while companion doctor looks."
    return Check(f"codes/{name}", UNKNOWN, told, values={"codes": []})


class _Known(dict[str, Any]):
    """The values of a condition, and what the doctor finds out about the rest."""

    def __init__(self, wire: Wire, condition: Condition) -> None:
        super().__init__({"port": _port(wire, condition), **_sides(condition)})
        self._asked: Mapping[str, Callable[[], str]] = {
            "holder": lambda: _holder(Path(self["port"])),
            "there": _there,
            "user": rights.whoami,
            "join": lambda: rights.join(str(self["group"]), str(self["user"])),
        }

    def __missing__(self, key: str) -> str:
        return self._asked[key]() if key in self._asked else "?"


def _told(name: str, heard: Heard) -> Condition:
    """The last word. A foreign board is left again, and then the plate is only missing."""
    if heard.ended.why != "missing":
        return heard.ended
    said = [one.value for one in heard.signals if one.source == f"wire/{name}"]
    foreign = [one for one in said if one["why"] == "foreign"]
    return msgspec.convert(foreign[-1], Condition) if foreign else heard.ended


def _sides(condition: Condition) -> dict[str, str | int]:
    return {key: value for key, value in condition.values.items() if key != "port"}


def _port(wire: Wire, condition: Condition) -> str:
    """The port by its name, or what is looked for."""
    if isinstance(wire, Pins):
        return "The header"
    if condition.why != "missing" and condition.values.get("port"):
        return str(condition.values["port"])
    asked = wire if isinstance(wire, Pico | Scanner) else Pico()
    kind = "plate" if isinstance(wire, Pico) else "scanner"
    return asked.port or f"A {kind} on USB" + (f" ({asked.serial})" if asked.serial else "")


def _well(wire: Wire, condition: Condition) -> str:
    if isinstance(wire, Pins):
        return "Every pin of the matrix is ours, and is read."
    if isinstance(wire, Scanner):
        return f"{_port(wire, condition)} is open."
    said = condition.device
    return (
        f"{_port(wire, condition)} says hello: firmware {said.get('firmware', '?')}, "
        f"protocol {said.get('protocol', '?')}, id {said.get('id', '?')}."
    )


def _holder(port: Path) -> str:
    found = rights.holders(port)
    if found:
        return listed(found)
    return "a program of another user (sudo companion doctor tells which)"


def _there() -> str:
    found: Sequence[str] = [port.device for port in _listed()]
    return (
        f"there are {listed(list(found))}" if found else "this computer has no serial port now"
    )


def _listed() -> list[Any]:
    """A port that vanishes while it is being listed makes the list fall over."""
    try:
        return list(comports())
    except (OSError, TypeError, ValueError):
        return []
