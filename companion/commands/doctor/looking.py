"""Everything the doctor looks at, in the order in which one would look.

Rule: a companion that runs is asked and left alone; only where none does are the wires
opened, and its journal read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.commands.doctor import disk, readers, rights, running, sensors, switches, wires
from companion.commands.doctor.clock import clock, clocks
from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed
from companion.commands.doctor.listening import Heard, listen
from companion.commands.doctor.power import power
from companion.settings import Pico, Pins, Scanner, Settings, Tape, Virtual, Wire, named

Wires = Mapping[str, Wire]
About = dict[str, Any]


class Report(Struct, frozen=True):
    """Every finding; ``plate`` has the numbers of the first plate that was heard."""

    ok: bool
    checks: tuple[Check, ...]
    plate: About | None


def looked(settings: Settings, file: Path | None, seconds: float) -> Report:
    """All findings about this table."""
    before, process = clocks(), running.keeper(settings.folder)
    known = named(settings.wires or [Pico(port=port) for port in wires.plates()])
    if process is None:
        found, plate = _heard(known, settings, seconds)
        found = [*_ways(known, shared=True), *found, *disk.disk(settings.folder)]
        found.append(disk.journal(settings.folder))
    else:
        found, plate = running.asked(settings, process), None
        found += [*_ways(known, shared=False), *disk.disk(settings.folder)]
    checks = (*_named(settings, file, known), *found, *clock(before, clocks()), power())
    return Report(all(check.state != WRONG for check in checks), checks, plate)


def _named(settings: Settings, file: Path | None, found: Wires) -> Iterator[Check]:
    """What the owner wrote down; without that, what there is to find."""
    if settings.wires and file:
        told = f"{file} is right; it names {listed(list(found))}."
        yield Check("settings", OK, told)
        return
    none = f"{file} names no wires" if file else "There is no companion.toml here or in /etc"
    told = f"{none}: what can be found by itself is looked at."
    step = 'Name the wires: [[wires]] with kind = "pico" or kind = "pins".'
    yield Check("settings", WARN if file else UNKNOWN, told, step)
    if not found:
        yield Check("wire", UNKNOWN, "No plate is plugged in by USB.", "Plug it in.")
    yield _chip()


def _chip() -> Check:
    chips = [str(path) for path in wires.nodes(Pins())]
    if chips:
        told = f"There are pins ({listed(chips)}); nothing says that a plate is on them."
        return Check("chip", UNKNOWN, told)
    return Check("chip", UNKNOWN, "This computer has no pins of its own.")


def _heard(
    known: Wires, settings: Settings, seconds: float
) -> tuple[list[Check], About | None]:
    """Every wire for itself."""
    devices = {n: wire for n, wire in known.items() if not isinstance(wire, Virtual | Tape)}
    heard = listen(devices, settings, seconds) if devices else {}
    checks: list[Check] = []
    first: About | None = None
    for name, wire in known.items():
        if name not in heard:
            checks += [check for check in [wires.undevised(name, wire)] if check]
            continue
        told, about = _device(name, wire, heard[name], seconds)
        checks, first = [*checks, *told], first or about
    return checks, first


def _device(
    name: str, wire: Wire, heard: Heard, seconds: float
) -> tuple[list[Check], About | None]:
    checks: list[Check] = [wires.wired(name, wire, heard)]
    about: About | None = None
    found: list[Check] = []
    if heard.ended.state == "live":
        match wire:
            case Pico():
                found, about = sensors.plate(name, heard)
                found = [wires.lines(name, heard), *found, readers.readers(name, heard)]
            case Pins():
                found, about = switches.plate(name, heard, seconds)
            case Scanner():
                found = [wires.scanned(name, heard)]
    return [*checks, *found], about


def _ways(known: Wires, *, shared: bool) -> Iterator[Check]:
    """Whether this user may open the wires, and who else does."""
    for name, wire in known.items():
        nodes = wires.nodes(wire)
        yield from _gravest(rights.rights(name, node) for node in nodes)
        yield from _gravest(rights.shared(name, node) for node in nodes if shared)
    if any(isinstance(wire, Pico | Scanner) for wire in known.values()):
        rule = rights.rule()
        yield rule
        yield rights.prober(protected=rule.state == OK)


def _gravest(checks: Iterable[Check | None]) -> list[Check]:
    """One of several ports that may be meant: a name stands for one finding."""
    found = [check for check in checks if check]
    return sorted(found, key=lambda check: check.state != WRONG)[:1]
