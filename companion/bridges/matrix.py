"""How a matrix of switches is wired, and what its levels have to tell.

Rule: no pin is touched here and no time taken; levels come in, signals go out. Nothing
is debounced: a level is told as it was read.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.geometry import COLUMNS, FIELDS, table
from companion.vocabulary import Signal

AGAIN = 100  # ms after a change in which a pin is told at every scan: equal looks count
REFRESH = 1000  # ms after which everything is told once more, should anybody have missed it
HIGHEST = 27  # BCM number on the header

_PI = table()["pi"]
_ROWS = {f"row/{number}": pin for number, pin in enumerate(_PI["rows"], 1)}
_COLUMNS = {f"column/{name}": pin for name, pin in zip(COLUMNS, _PI["columns"], strict=True)}
_TRAYS = {f"drop/{tray}": pin for tray, pin in _PI["trays"].items()}
_LINE = {"drop": _PI["drop"]}


class Wiring(Struct, frozen=True):
    """Which pin is what: rows and columns in order, and the trays by their source."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    trays: dict[str, int]

    @property
    def sources(self) -> tuple[str, ...]:
        """Everything that such a matrix tells."""
        return (*(f"hall/{field}" for field in FIELDS), *self.trays)


def wiring(pins: Mapping[str, int] | None = None) -> Wiring:
    """The pins of the data file, some of them elsewhere: ``row/1``, ``column/a``, ``drop``
    (one line for all trays) or, once any of them is named, a pin for each: ``drop/nw``."""
    named = dict(pins or {})
    trays = _TRAYS if any(name in _TRAYS for name in named) else _LINE
    ours = {**_ROWS, **_COLUMNS, **trays}
    if trays is _TRAYS and "drop" in named:
        raise ValueError("pins: drop is one line for all trays; name it, or a pin for each.")
    if unknown := sorted(set(named) - set(ours)):
        raise ValueError(f"pins: {unknown[0]} is none; there are {', '.join(ours)}.")
    ours |= named
    _check(ours)
    return Wiring(
        tuple(ours[name] for name in _ROWS),
        tuple(ours[name] for name in _COLUMNS),
        {name: ours[name] for name in trays},
    )


def _check(pins: Mapping[str, int]) -> None:
    whose: dict[int, str] = {}
    for name, pin in pins.items():
        if not 0 <= pin <= HIGHEST:
            raise ValueError(f"pins: {name} is {pin}; BCM numbers are 0 to {HIGHEST}.")
        if pin in whose:
            raise ValueError(f"pins: {whose[pin]} and {name} are both {pin}; move one of them.")
        whose[pin] = name


class Telling:
    """Remembers what was told: at first everything, then what changed and is still fresh."""

    def __init__(self) -> None:
        self.changes = 0
        self._levels: dict[str, int] = {}
        self._fresh: dict[str, int] = {}
        self._refreshed = 0

    def tell(self, levels: Mapping[str, int], at: int) -> list[Signal]:
        """The signals of one scan."""
        if levels != self._levels:
            self._note(levels, at)
        if at - self._refreshed >= REFRESH:
            self._refreshed = at
            due = list(levels)
        else:
            due = list(self._fresh)
        for source in [name for name, since in self._fresh.items() if at - since >= AGAIN]:
            del self._fresh[source]
        return [Signal(source, levels[source], at) for source in due]

    def _note(self, levels: Mapping[str, int], at: int) -> None:
        if not self._levels:
            self._refreshed = at - REFRESH
        else:
            changed = [name for name, level in levels.items() if level != self._levels[name]]
            self.changes += len(changed)
            self._fresh |= dict.fromkeys(changed, at)
        self._levels = dict(levels)
