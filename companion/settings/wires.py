"""The kinds of wires that companion.toml can name, and what each lets the owner choose.

Rule: a new wire is one more Struct in ``Wire``; pins stand in the data file, and here only
what may differ from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from companion.geometry import COLUMNS, table

RESERVED = {
    0: "the ID chip",
    1: "the ID chip",
    2: "I2C",
    3: "I2C",
    14: "the UART",
    15: "the UART",
}
Text = Annotated[str, Meta(min_length=1, description="text in quotes")]
Seed = Annotated[int | None, Meta(description="a whole number")]
Walls = Annotated[int, Meta(ge=0, le=24, description="a whole number from 0 to 24")]
Speed = Annotated[float, Meta(gt=0, description="a number above 0")]
Pin = Annotated[int, Meta(ge=0, le=27, description="a BCM number from 0 to 27")]
Device = Annotated[
    str, Meta(pattern="^/.", description="the path of a device such as /dev/ttyACM0, in quotes")
]
Baud = Annotated[
    Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200],
    Meta(description="1200, 2400, 4800, 9600, 19200, 38400, 57600 or 115200"),
]


class Virtual(Struct, frozen=True, tag_field="kind", tag="virtual"):
    """The table that is no more than arithmetic."""

    seed: Seed = None
    walls: Walls = 24


class Tape(Struct, frozen=True, tag_field="kind", tag="tape"):
    """A recorded evening, played again."""

    file: Text
    speed: Speed = 1.0


class Pico(Struct, frozen=True, tag_field="kind", tag="pico"):
    """The plate with a Pico of its own, on USB. Without a port it is looked for."""

    port: Device = ""
    serial: Text = ""  # of its USB plug, where there are several


class Pins(Struct, frozen=True, tag_field="kind", tag="pins"):
    """The plate on this computer's own pins; ``[pins]`` says where it differs."""


class Scanner(Struct, frozen=True, tag_field="kind", tag="scanner"):
    """A reader of codes that sends lines; it says nothing of itself, so it is named."""

    port: Device = ""
    serial: Text = ""
    baud: Baud = 9600


Wire = Virtual | Tape | Pico | Pins | Scanner
WIRES: dict[str, type[Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Wire)
}
SEVERAL = {"scanner"}  # of every other kind a table has one


_PI = table()["pi"]
_ROWS = {f"row/{number}": pin for number, pin in enumerate(_PI["rows"], 1)}
_COLUMNS = {f"column/{name}": pin for name, pin in zip(COLUMNS, _PI["columns"], strict=True)}
_TRAYS = {f"drop/{name}": pin for name, pin in _PI["trays"].items()}
ONE_LINE = "drop"  # for all trays; or each tray has its own
PINS = (*_ROWS, *_COLUMNS, ONE_LINE, *_TRAYS)


def usual_pins(given: Iterable[str]) -> dict[str, int]:
    """The BCM numbers as the data file has them: trays on one line, until one is named."""
    trays = _TRAYS if any(name in _TRAYS for name in given) else {ONE_LINE: _PI["drop"]}
    return {**_ROWS, **_COLUMNS, **trays}


def named(wires: Iterable[Wire]) -> dict[str, Wire]:
    """Every wire by its name: its kind, and from the second of a kind on with a number."""
    names: dict[str, Wire] = {}
    for wire in wires:
        kind = str(wire.__struct_config__.tag)
        count = sum(type(one) is type(wire) for one in names.values()) + 1
        names[kind if count == 1 else f"{kind}-{count}"] = wire
    return names
