"""What stands where on the boards, read from ``hardware/table.toml`` and looked through for mistakes.

Rule: a number that can be worked out from the data file is worked out here and written nowhere
else; a plan with a fault is not built.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent.parent / "table.toml"
COLUMNS = "abcdef"
FIELDS = tuple(f"{column}{row}" for row in range(1, 7) for column in COLUMNS)

Plan = Mapping[str, Any]
Channel = tuple[str, int]
"""A multiplexer and one of its inputs, as ``("a", 12)``."""


def read(path: Path = TABLE) -> dict[str, Any]:
    """The data file, as it is."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def hall_channels(plan: Plan) -> dict[str, Channel]:
    """Field to channel: the rows of a multiplexer one after the other, six columns each."""
    where = {
        row: (chip, place * len(COLUMNS))
        for chip, rows in plan["pico"]["mux"]["rows"].items()
        for place, row in enumerate(rows)
    }
    return {
        field: (where[int(field[1])][0], where[int(field[1])][1] + COLUMNS.index(field[0]))
        for field in FIELDS
        if int(field[1]) in where
    }


def other_channels(plan: Plan) -> dict[str, Channel]:
    """The trays and the two self-tests."""
    mux = plan["pico"]["mux"]
    trays = {f"tray {name.upper()}": tuple(at) for name, at in mux["trays"].items()}
    return trays | {"half of A3V3": tuple(mux["mid"]), "ground": tuple(mux["zero"])}


def idle_channels(plan: Plan) -> list[Channel]:
    """What is left over and goes to ground."""
    mux = plan["pico"]["mux"]
    taken = {*hall_channels(plan).values(), *other_channels(plan).values()}
    every = [(chip, number) for chip in mux["rows"] for number in range(mux["channels"])]
    return [channel for channel in every if channel not in taken]


def pi_pins(plan: Plan) -> dict[str, int]:
    """Every wire of the direct build to its BCM number."""
    pi = plan["pi"]
    return (
        {f"row {number}": pin for number, pin in enumerate(pi["rows"], 1)}
        | {f"column {COLUMNS[place]}": pin for place, pin in enumerate(pi["columns"])}
        | {"drop": pi["drop"]}
        | {f"tray {name.upper()}": pin for name, pin in pi["trays"].items()}
    )


def sums(loads: Iterable[Mapping[str, Any]]) -> tuple[float, float]:
    """Milliamperes, usual and at most."""
    every = list(loads)
    usual = sum(load["count"] * load["usual"] for load in every)
    return usual, sum(load["count"] * load["most"] for load in every)


def vbus(plan: Plan) -> list[Mapping[str, Any]]:
    """What the USB cable carries: the regulator passes on all that hangs behind it."""
    usual, most = sums(plan["pico"]["a3v3"])
    behind = {"count": 1, "name": "everything on A3V3", "usual": usual, "most": most}
    return [behind, *plan["pico"]["vbus"]]


def beam_current(plan: Plan) -> float:
    """Milliamperes through the light diode of a tray."""
    beam, output = plan["pico"]["beam"], plan["pico"]["regulator"]["output"]
    return float((output - beam["forward"]) / beam["resistor"] * 1000)


def heat(plan: Plan, current: float) -> float:
    """Watts in the regulator at so many milliamperes."""
    regulator = plan["pico"]["regulator"]
    return float((regulator["input"] - regulator["output"]) * current / 1000)
