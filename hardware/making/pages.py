"""The two wiring pages: words from ``words/``, tables and figures from the plan.

Rule: a page says no number that the plan has; it leaves a gap, and the gap is filled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Any

from making.plan import (
    FIELDS,
    Channel,
    Plan,
    hall_channels,
    heat,
    idle_channels,
    other_channels,
    pi_pins,
    sums,
    vbus,
)

WORDS = Path(__file__).parent / "words"
NOTE = "<!-- Written by hardware/build.py from hardware/table.toml and hardware/making/words/: change it there. -->\n"
EXTRA = ("scanner", "nfc")  # pins of what is built by those who like it


def pico_page(plan: Plan) -> str:
    """hardware/pico.md"""
    pico, mux = plan["pico"], plan["pico"]["mux"]
    usual, most = sums(pico["a3v3"])
    least = [load for load in vbus(plan) if "if built" not in load["name"]]
    return _page(
        "pico",
        full=plan["magnet"]["full"],
        bare=plan["magnet"]["bare"],
        parts=_parts(pico["parts"]),
        pins=_pico_pins(plan),
        kept=_kept(pico["kept"], "GP"),
        channels=_channels(plan),
        power=_power("A3V3", pico["a3v3"], pico["regulator"]["most"])
        + "\n\n"
        + _power("USB, 5 V", vbus(plan), None),
        heat=f"{heat(plan, usual):.1f}",
        heat_most=f"{heat(plan, most):.1f}",
        other=pico["regulator"]["other"],
        other_most=pico["regulator"]["other_most"],
        usb_most=f"{sums(vbus(plan))[1]:.0f}",
        usb_least=f"{sums(least)[1]:.0f}",
        adc=", ".join(f"GP{pico['pins'][f'mux_{chip}']}" for chip in mux["rows"]),
        mid=_name(mux["mid"]),
        zero=_name(mux["zero"]),
        half=plan["sensor"]["codes"] // 2,
        **{name: f"GP{pin}" for name, pin in pico["pins"].items() if name.startswith(EXTRA)},
        idle=", ".join(_name(channel) for channel in idle_channels(plan)),
        pitch=f"{plan['plate']['pitch']:g}",
        depth=plan["plate"]["sensor_depth"],
        led=pico["beam"]["resistor"],
        button=pico["pins"]["calibrate"],
    )


def pi_page(plan: Plan) -> str:
    """hardware/pi.md"""
    pi, matrix = plan["pi"], plan["matrix"]
    row = sums(load for load in pi["load"] if "row that is on" in load["name"])
    return _page(
        "pi",
        magnet=matrix["name"],
        depth=f"{matrix['sensor_depth']:g}",
        parts=_parts(pi["parts"]),
        pins=_pi_pins(plan),
        kept=_kept(pi["kept"], "GPIO"),
        power=_power("the 3V3 pins", pi["load"], pi["supply"]["most"]),
        row=f"{row[0]:.0f}",
        row_most=f"{row[1]:.0f}",
        lingers=matrix["lingers"],
        wakes=matrix["wakes"],
        settle=pi["settle"],
        blank=pi["blank"],
        drop=pi["drop"],
        trays=", ".join(f"{name.upper()} GPIO{pin}" for name, pin in pi["trays"].items()),
    )


def _page(name: str, **gaps: Any) -> str:
    words = (WORDS / f"{name}.md").read_text(encoding="utf-8")
    return NOTE + Template(words).substitute(gaps)


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _parts(parts: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        (
            part["count"],
            part["name"],
            part["use"],
            f"{part['price']:.2f}",
            f"{part['count'] * part['price']:.2f}",
        )
        for part in parts
    ]
    total = sum(part["count"] * part["price"] for part in parts)
    rows.append(
        ("", "**together**", "price from memory, check before ordering", "", f"**{total:.0f}**")
    )
    return _table(("pieces", "part", "for", "each", "sum"), rows)


def _pico_pins(plan: Plan) -> str:
    pico = plan["pico"]
    rows = [
        (
            f"GP{pin}",
            pico["chip"][pin],
            pico["use"][name] + (" (if built)" if name.startswith(EXTRA) else ""),
        )
        for name, pin in pico["pins"].items()
    ]
    fixed = (
        ("VBUS", 40, "5 V from USB, to the regulator"),
        ("ADC_VREF", 35, "from A3V3"),
        ("AGND", 33, "ground of the sensors"),
        ("GND", 38, "ground of the regulator"),
    )
    return _table(("name", "chip pin", "use"), [*rows, *fixed])


def _pi_pins(plan: Plan) -> str:
    header = plan["pi"]["header"]
    rows = [(f"GPIO{pin}", header[pin], _pi_use(name)) for name, pin in pi_pins(plan).items()]
    fixed = (
        ("3V3", "1, 17", "row switches and pull-ups"),
        ("GND", "6, 9, 14, 20, 25, 30, 34, 39", "ground"),
    )
    return _table(("BCM", "header pin", "use"), [*rows, *fixed])


def _pi_use(name: str) -> str:
    kind = name.split(maxsplit=1)[0]
    says = {
        "row": "output, low powers the row",
        "column": "input, low where a magnet is",
        "drop": "input, low while a ball lies in any tray",
        "tray": "input, low while a ball lies there; in place of drop",
    }
    return f"{name}: {says[kind]}"


def _kept(kept: Mapping[str, str], prefix: str) -> str:
    """Pins with the same reason share a line."""
    grouped = groupby(kept.items(), key=lambda pair: pair[1])
    return "\n".join(
        f"* {', '.join(prefix + pin for pin, _ in pairs)}: {why}" for why, pairs in grouped
    )


def _channels(plan: Plan) -> str:
    halls = hall_channels(plan)
    rows = [
        (f"row {row}", *(_name(halls[field]) for field in FIELDS if field.endswith(str(row))))
        for row in range(1, 7)
    ]
    others = " · ".join(f"{what} {_name(at)}" for what, at in other_channels(plan).items())
    idle = " ".join(_name(channel) for channel in idle_channels(plan))
    return _table(("", *"abcdef"), rows) + f"\n\n{others} · idle {idle}"


def _power(place: str, loads: Sequence[Mapping[str, Any]], limit: float | None) -> str:
    rows = [
        (
            load["count"],
            load["name"],
            f"{load['count'] * load['usual']:.1f}",
            f"{load['count'] * load['most']:.1f}",
        )
        for load in loads
    ]
    usual, most = sums(loads)
    bound = f"**{most:.0f}** of {limit} (memory)" if limit else f"**{most:.0f}**"
    rows.append(("", f"**together on {place}**", f"**{usual:.0f}**", bound))
    return _table(("pieces", "what", "mA, usual", "mA, at most"), rows)


def _name(channel: Channel) -> str:
    return f"{channel[0].upper()}{channel[1]}"
