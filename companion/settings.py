"""What the owner of a table has written into companion.toml, read strictly.

A key that nobody reads, a wrong type or a pin given twice is an error that names the place,
both sides and the next step; nothing is passed over in silence. A new wire is one more Struct
in ``Wire``.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

RESERVED = {
    0: "the ID chip",
    1: "the ID chip",
    2: "I2C",
    3: "I2C",
    14: "the UART",
    15: "the UART",
}
COLOURS = ("red", "blue", "yellow", "green")

Text = Annotated[str, Meta(min_length=1, description="text in quotes")]
Word = Annotated[str, Meta(pattern=r"^[^/+#\s]+$", description="one word without / + or #")]
Port = Annotated[int, Meta(ge=0, le=65535, description="a whole number from 0 to 65535")]
Seed = Annotated[int | None, Meta(description="a whole number")]
Walls = Annotated[int, Meta(ge=0, le=24, description="a whole number from 0 to 24")]
Speed = Annotated[float, Meta(gt=0, description="a number above 0")]
Pin = Annotated[int, Meta(ge=0, le=27, description="a BCM number from 0 to 27")]
Colour = Annotated[
    str, Meta(pattern=f"^({'|'.join(COLOURS)})$", description="red, blue, yellow or green")
]


KEYS = "Write key = value; a key with other signs than A to Z, 0 to 9, - and _ goes in quotes."


class SettingsError(Exception):
    """The file says what cannot be followed; the text says where, why and what then."""


class Web(Struct, frozen=True):
    """Where the page is served."""

    host: Text = "0.0.0.0"  # every network the computer is in: tablets come by wireless  # noqa: S104 - tablets come from the whole house
    port: Port = 8321  # 0 takes any that is free


class Virtual(Struct, frozen=True, tag_field="kind", tag="virtual"):
    """The table that is no more than arithmetic."""

    seed: Seed = None
    walls: Walls = 24


class Tape(Struct, frozen=True, tag_field="kind", tag="tape"):
    """A recorded evening, played again."""

    file: Text
    speed: Speed = 1.0


Wire = Virtual | Tape
WIRES: dict[str, type[Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Wire)
}


class Settings(Struct, frozen=True):
    """All of it; what is left out stays as it is here."""

    language: Text = "en"
    data: Text = "~/.local/share/companion"
    table: Word = "table"  # one level of an MQTT topic
    web: Web = Web()
    wires: tuple[Wire, ...] = ()
    pins: dict[str, Pin] = {}  # source to number
    players: dict[str, Colour] = {}  # name to colour, in turn order

    @property
    def folder(self) -> Path:
        """Where the data stands."""
        return Path(self.data).expanduser()


DEFAULTS = Settings()


def load(path: Path) -> Settings:
    """The settings of this file; paths in it start from the folder it stands in."""
    page = _Page(path.name)
    raw = page.parsed(_text(path))
    page.section("the top level", raw, Settings)
    page.section("[web]", raw.get("web", {}), Web)
    page.wires(raw.get("wires", []))
    page.each("[pins]", raw.get("pins", {}), Pin)
    page.each("[players]", raw.get("players", {}), Colour)
    settings = msgspec.convert(raw, Settings)
    page.free("[pins]", settings.pins)
    page.once("[pins]", {source: f"GPIO{pin}" for source, pin in settings.pins.items()}, "pin")
    page.once("[players]", settings.players, "colour")
    return _placed(settings, path.parent)


class _Page:
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

    def each(self, place: str, said: Any, wanted: Any) -> None:
        """A section with keys of the owner's choice, and values of one type."""
        self._is_section(place, said)
        for key, value in said.items():
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
    near = difflib.get_close_matches(str(said), known, 1, 0.5)
    others = f"{', '.join(known[:-1])} and {known[-1]}"
    return f"Did you mean {near[0]}?" if near else f"Known are {others}."


def _told(value: object) -> str:
    kinds = {str: "the text ", bool: "the truth value ", dict: "a section", list: "a list"}
    if isinstance(value, dict | list):
        return kinds[type(value)]
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return f"{kinds.get(type(value), '')}{shown}"


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        why = f"line {line} is not UTF-8. Save the file as UTF-8."
    except FileNotFoundError:
        why = f"there is no such file in {path.parent.absolute()}. Write one, or name another."
    except OSError as error:
        why = f"cannot be read ({error.strerror}). Look at what it is and who may read it."
    raise SettingsError(f"{path.name}: {why}")


def _placed(settings: Settings, folder: Path) -> Settings:
    """Paths, wherever the program is started from."""
    wires = tuple(
        replace(wire, file=str(folder / Path(wire.file).expanduser()))
        if isinstance(wire, Tape)
        else wire
        for wire in settings.wires
    )
    data = str(folder / Path(settings.data).expanduser())
    return replace(settings, data=data, wires=wires)
