"""The small parts of the Pico plate, each drawn once: sensor, beam, self-test, button.

Rule: a part that is built many times is drawn here once, with every leg.
"""

from __future__ import annotations

from making import symbols
from making.plan import Channel, Plan, idle_channels
from making.sheet import Point, Sheet

LEFT = (40, 430, 820, 1260)  # where each begins


def details(sheet: Sheet, plan: Plan, top: float) -> None:
    """Four of them side by side."""
    sheet.stroke((40, top), (sheet.width - 40, top), kind="rule")
    _sensor(sheet, plan, LEFT[0], top)
    _tray(sheet, plan, LEFT[1], top)
    _tests(sheet, plan, LEFT[2], top)
    _button(sheet, plan, LEFT[3], top)


def _sensor(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    sheet.words((x, top + 40), "A sensor, 36 times", "head")
    y = top + 100
    symbols.supply(sheet, (x + 70, y), "A3V3")
    sheet.stroke((x + 70, y), (x + 70, y + 150))
    sheet.stroke((x + 70, y + 10), (x + 275, y + 10), (x + 275, y + 60))
    symbols.capacitor(sheet, (x + 275, y + 10), (x + 275, y + 140), "100 nF")
    sheet.stroke((x + 70, y + 140), (x + 275, y + 140))
    sheet.dot((x + 70, y + 10))
    sheet.dot((x + 70, y + 140))
    symbols.ground(sheet, (x + 70, y + 150))
    sheet.box((x + 12, y + 34), (116, 82))
    sheet.words((x + 70, y + 80), plan["sensor"]["name"], "middle")
    sheet.words((x + 78, y + 29), "1", "small quiet")
    sheet.words((x + 78, y + 133), "2", "small quiet")
    sheet.words((x + 131, y + 68), "3", "small quiet")
    sheet.wire((x + 128, y + 75), (x + 148, y + 75))
    symbols.flag(sheet, (x + 148, y + 75), "channel")
    sheet.lines(
        (x, y + 206),
        ("legs 1, 2, 3 from memory:", "look them up before soldering"),
        "small quiet",
    )


def _tray(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    beam = plan["pico"]["beam"]
    sheet.words((x, top + 40), "A tray, four times", "head")
    y = top + 100
    symbols.supply(sheet, (x + 40, y), "A3V3")
    symbols.resistor(sheet, (x + 40, y), (x + 40, y + 70), f"{beam['resistor']} Ω")
    symbols.diode(sheet, (x + 40, y + 70), (x + 40, y + 150))
    symbols.ground(sheet, (x + 40, y + 150))
    symbols.beam(sheet, (x + 66, y + 110), 118)
    sheet.dot((x + 125, y + 110), 14, "pad")
    sheet.words((x + 125, y + 146), "ball", "small middle quiet")
    symbols.supply(sheet, (x + 210, y), "A3V3")
    symbols.resistor(sheet, (x + 210, y), (x + 210, y + 70), "10 k")
    symbols.phototransistor(sheet, (x + 210, y + 70), (x + 210, y + 150))
    symbols.ground(sheet, (x + 210, y + 150))
    sheet.wire((x + 210, y + 74), (x + 270, y + 74))
    sheet.dot((x + 210, y + 74))
    symbols.flag(
        sheet, (x + 270, y + 74), _name(next(iter(plan["pico"]["mux"]["trays"].values())))
    )
    sheet.lines(
        (x, y + 206),
        (
            f"free beam: code up to {beam['off']}; ball: from {beam['on']}",
            "from memory: companion doctor shows yours",
        ),
        "small quiet",
    )


def _tests(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    sheet.words((x, top + 40), "Self-test and idle channels", "head")
    y = top + 100
    mid, zero = (_name(plan["pico"]["mux"][key]) for key in ("mid", "zero"))
    symbols.supply(sheet, (x + 30, y), "A3V3")
    symbols.resistor(sheet, (x + 30, y), (x + 30, y + 60), "10 k 1 %")
    symbols.resistor(sheet, (x + 30, y + 90), (x + 30, y + 150), "10 k 1 %")
    symbols.ground(sheet, (x + 30, y + 150))
    _out(sheet, (x + 30, y + 75), mid)
    sheet.stroke((x + 30, y + 60), (x + 30, y + 90))
    sheet.stroke((x + 165, y + 75), (x + 165, y + 150))
    _out(sheet, (x + 165, y + 75), zero)
    symbols.ground(sheet, (x + 165, y + 150))
    idle = [_name(channel) for channel in idle_channels(plan)]
    symbols.resistor(sheet, (x + 285, y + 75), (x + 285, y + 150), "10 k")
    _out(sheet, (x + 285, y + 75), idle[0])
    symbols.ground(sheet, (x + 285, y + 150))
    half = plan["sensor"]["codes"] // 2
    sheet.lines(
        (x, y + 206),
        (f"{mid} must read {half}, {zero} must read 0", f"idle: {' '.join(idle)}"),
        "small quiet",
    )


def _out(sheet: Sheet, at: Point, name: str) -> None:
    """A node with its name at the right."""
    x, y = at
    sheet.wire((x, y), (x + 34, y))
    sheet.dot((x, y))
    symbols.flag(sheet, (x + 34, y), name)


def _name(channel: Channel) -> str:
    return f"{channel[0].upper()}{channel[1]}"


def _button(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    sheet.words((x, top + 40), "The button", "head")
    y = top + 175
    sheet.wire((x + 20, y), (x + 60, y))
    symbols.contact(sheet, (x + 60, y), (x + 120, y))
    sheet.wire((x + 125, y), (x + 160, y))
    symbols.ground(sheet, (x + 160, y))
    sheet.words((x + 4, y - 14), f"GP{plan['pico']['pins']['calibrate']}", "small")
    sheet.lines((x, top + 306), ("to ground; the Pico", "pulls up inside"), "small quiet")
