"""Looks through companion.toml, part by part, and says in one line what is wrong.

Rule: nothing is passed over in silence. A line names the place, both sides and the next
step.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from companion.settings.wires import ONE_LINE, RESERVED, SEVERAL, WIRES

KEYS = "Write key = value; a key with other signs than A to Z, 0 to 9, - and _ goes in quotes."


class SettingsError(Exception):
    """The file says what cannot be followed; the text says where, why and what then."""


class Page:
    """Checks a part of the file of this name, and complains in its words."""

    def __init__(self, name: str) -> None:
        self.name = name

    def parsed(self, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            what, _, where = str(error).rpartition(" (at ")
            last = f"line {text.rstrip().count(chr(10)) + 1}, at its end"
            place = last if where.startswith("end") else where.removesuffix(")")
            raise self._wrong(f"{place}: {what}. {KEYS}") from None

    def section(self, place: str, said: Any, kind: type[Struct]) -> None:
        """Every key of a section is known, none is missing, and each value is of its type."""
        self._is_section(place, said)
        known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        wanted = get_type_hints(kind, include_extras=True)
        for key, value in said.items():
            if key in known:
                self._value(f"{_inside(place)}{key}", value, wanted[key])
            elif key != kind.__struct_config__.tag_field:
                raise self._wrong(f"{place} has no {key!r}. {_nearest(key, list(known))}")
        for key, field in known.items():
            if field.required and key not in said:
                raise self._wrong(f"{place} has no {key}. Add a line {key} = …")

    def wires(self, said: Any) -> None:
        """Every wire is of a kind we know, and right for its kind."""
        if not isinstance(said, list):
            raise self._wrong(
                "[wires] stands in single brackets. Write [[wires]], once a wire."
            )
        for number, wire in enumerate(said, 1):
            place = f"[[wires]] number {number}"
            self._is_section(place, wire)
            kind = wire.get("kind")
            if not isinstance(kind, str) or kind not in WIRES:
                wrong = f"has the kind {kind!r}" if kind else "has no kind"
                raise self._wrong(f"{place} {wrong}. {_nearest(kind, list(WIRES))}")
            self.section(f"{place} ({kind})", wire, WIRES[kind])
            self._found(f"{place} ({kind})", wire)
        self._of_a_kind([wire["kind"] for wire in said])
        ports = {n: wire["port"] for n, wire in enumerate(said, 1) if "port" in wire}
        self.once("[[wires]]", {f"number {n}": port for n, port in ports.items()}, "port")

    def _found(self, place: str, wire: dict[str, Any]) -> None:
        if wire["kind"] == "scanner" and not wire.keys() & {"port", "serial"}:
            raise self._wrong(
                f"{place} has neither port nor serial. "
                "Add one of them, so that it can be told from others."
            )

    def _of_a_kind(self, kinds: list[str]) -> None:
        for number, kind in enumerate(kinds, 1):
            if kind not in SEVERAL and kind in kinds[: number - 1]:
                first = kinds.index(kind) + 1
                raise self._wrong(
                    f"[[wires]] numbers {first} and {number} are both {kind}. "
                    "A table has one: take one of them out."
                )

    def each(
        self, place: str, said: Any, wanted: Any, known: tuple[str, ...] | None = None
    ) -> None:
        """A section of values of one type; its keys are of the owner's choice, or known."""
        self._is_section(place, said)
        for key, value in said.items():
            if known and key not in known:
                raise self._wrong(f"{place} has no {key!r}. {_nearest(key, list(known))}")
            self._value(f"{place} {key}", value, wanted)

    def free(self, place: str, pins: Mapping[str, int]) -> None:
        for source, pin in pins.items():
            if pin in RESERVED:
                raise self._wrong(
                    f"{place} gives GPIO{pin} to {source}, but {RESERVED[pin]} needs it. "
                    f"Give {source} another pin: 4 to 13 and 16 to 27 are free."
                )

    def once(self, place: str, given: Mapping[str, str], what: str) -> None:
        owners: dict[str, str] = {}
        for owner, thing in given.items():
            first = owners.setdefault(thing, owner)
            if first != owner:
                raise self._wrong(
                    f"{place} gives {thing} to both {first} and {owner}. "
                    f"Give one of them its own {what}."
                )

    def trays(self, place: str, given: Mapping[str, int]) -> None:
        own = [name for name in given if name.startswith(f"{ONE_LINE}/")]
        if own and ONE_LINE in given:
            raise self._wrong(
                f"{place} has {ONE_LINE} and {own[0]}. Write {ONE_LINE} where all trays share "
                f"one line, or the others where each has its own."
            )

    def unlike(self, place: str, given: Mapping[str, int], usual: Mapping[str, int]) -> None:
        """What is left out keeps its usual pin; nothing else may be given that one."""
        kept = {pin: owner for owner, pin in usual.items() if owner not in given}
        for owner, pin in given.items():
            if pin in kept:
                raise self._wrong(
                    f"{place} gives GPIO{pin} to {owner}, and {kept[pin]} is there by itself. "
                    f"Give {owner} another pin, or {kept[pin]}, too."
                )

    def read(self, place: str, given: Mapping[str, int], is_read: bool) -> None:
        if given and not is_read:
            raise self._wrong(
                f"{place} is there, but no wire is of the kind pins. "
                f'Add a [[wires]] with kind = "pins", or take {place} out.'
            )

    def _value(self, place: str, said: Any, wanted: Any) -> None:
        words = [meta.description for meta in getattr(wanted, "__metadata__", ())]
        if not words:  # a section of its own, looked at by itself
            return
        try:
            msgspec.convert(said, wanted)
        except msgspec.ValidationError:
            raise self._wrong(f"{place} must be {words[0]}, and is {_told(said)}.") from None

    def _is_section(self, place: str, said: Any) -> None:
        if not isinstance(said, dict):
            raise self._wrong(f"{place} must be a section, and is {_told(said)}.")

    def _wrong(self, what: str) -> SettingsError:
        return SettingsError(f"{self.name}: {what}")


def _inside(place: str) -> str:
    return "" if place == "the top level" else f"{place} "


def _nearest(said: object, known: list[str]) -> str:
    if not known:
        return "It has nothing to choose."
    near = difflib.get_close_matches(str(said), known, 1, 0.5)
    others = f"{', '.join(known[:-1])} and {known[-1]}"
    return f"Did you mean {near[0]}?" if near else f"Known are {others}."


def _told(value: object) -> str:
    kinds = {str: "the text ", bool: "the truth value ", dict: "a section", list: "a list"}
    if isinstance(value, dict | list):
        return kinds[type(value)]
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return f"{kinds.get(type(value), '')}{shown}"
