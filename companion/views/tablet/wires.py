"""The wires as the page and health tell of them: state in a word, trouble in a sentence.

Rule: players read what they can do about it; whoever set the table up reads names, groups
and ports. Both are words of the languages; a bridge only names the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from companion.languages import Words
from companion.views.tablet.shapes import Bridge, Wire
from companion.vocabulary import Condition

ANYWHERE = "USB"


class Wired(Struct, frozen=True):
    """One wire. ``port``: where it is to be found, if that was said. ``learned``: what came
    of learning its empty plate; None where it cannot."""

    name: str
    kind: str
    plate: bool
    in_use: bool
    sources: tuple[str, ...]
    condition: Condition
    port: str = ""
    learned: str | None = None


class Wiring(Protocol):
    """All wires of the table, and which of the plates counts."""

    @property
    def is_virtual(self) -> bool: ...
    def wired(self) -> tuple[Wired, ...]: ...
    def use(self, name: str) -> bool: ...
    def learn(self, name: str) -> str: ...


def sources(wires: Iterable[Wired], heard: dict[str, int], now: int) -> tuple[Wire, ...]:
    """Every source once; where several plates bring it, as the one in use brings it."""
    found: dict[str, Wire] = {}
    for wire in sorted(wires, key=lambda one: one.plate and not one.in_use):
        for source in wire.sources:
            ago = None if source not in heard else max(0, now - heard[source])
            found.setdefault(source, Wire(source, wire.condition.state, ago))
    return tuple(found.values())


def bridges(wires: Iterable[Wired], words: Words) -> tuple[Bridge, ...]:
    """Every wire for programs, with its sentences."""
    return tuple(_bridge(wire, words) for wire in wires)


def shown(wires: tuple[Wired, ...]) -> list[dict[str, Any]]:
    """Every wire for the menu."""
    plates = [wire for wire in wires if wire.plate]
    return [
        {
            "name": wire.name,
            "kind": wire.kind,
            "state": wire.condition.state,
            "why": wire.condition.why,
            "values": _filled(wire),
            "used": wire.in_use and len(plates) > 1 and wire.condition.state == "live",
            "usable": wire.plate and not wire.in_use and wire.condition.state == "live",
            "learned": wire.learned,
        }
        for wire in wires
    ]


def called(words: Words, name: str) -> str:
    """A wire by the name that players have for it: ``scanner-2`` is a scanner."""
    return words.word(f"house.wire.kind.{name.partition('-')[0]}")


def _filled(wire: Wired) -> dict[str, str | int]:
    """What the sentences need; a wire that is looked for everywhere has no port yet."""
    values = wire.condition.values
    return {**values, "port": values.get("port") or wire.port or ANYWHERE}


def _bridge(wire: Wired, words: Words) -> Bridge:
    said, why = wire.condition, wire.condition.why
    values = {**_filled(wire), "wire": called(words, wire.kind)}
    return Bridge(
        name=wire.name,
        kind=wire.kind,
        plate=wire.plate,
        in_use=wire.in_use,
        state=said.state,
        why=why,
        text=words.word(f"house.wire.{why}", **values) if why else "",
        detail=words.word(f"house.wire.{why}.detail", **values) if why else "",
        port=str(said.values.get("port") or wire.port),
        device=said.device,
        counters=said.counters,
    )
