"""The small parts of the direct build: one crossing with every leg, a tray, the time of a row.

Rule: a part that is built many times is drawn here once, with every leg.
"""

from __future__ import annotations

from making import symbols
from making.plan import Plan
from making.sheet import Sheet

LEFT = (40, 770, 1110)  # where each begins


def details(sheet: Sheet, plan: Plan, top: float) -> None:
    """Three of them side by side."""
    sheet.stroke((40, top), (sheet.width - 40, top), kind="rule")
    _switch(sheet, plan, LEFT[0], top)
    _sensor(sheet, LEFT[0] + 300, top)
    _tray(sheet, plan, LEFT[1], top)
    _time(sheet, plan, LEFT[2], top)


def _switch(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    """The transistor that powers a row, with its two resistors."""
    sheet.words((x, top + 40), "A row switch, six times, and one of its six sensors", "head")
    y = top + 92
    symbols.supply(sheet, (x + 190, y), "3V3")
    gate = symbols.mosfet(sheet, (x + 190, y), (x + 190, y + 110))
    sheet.stroke((x + 190, y + 7), (x + 110, y + 7))
    sheet.wire((x + 64, gate[1]), gate)
    symbols.resistor(sheet, (x + 110, y + 7), (x + 110, gate[1]), "")
    sheet.dot((x + 110, gate[1]))
    sheet.dot((x + 190, y + 7))
    sheet.words((x + 58, y + 37), "10 k", "small")
    sheet.words((x, gate[1] + 6), f"GPIO{plan['pi']['rows'][0]}", "small")
    sheet.words((x + 206, y + 60), "AO3401A", "small")
    sheet.wire((x + 190, y + 98), (x + 620, y + 98))
    sheet.words((x + 628, y + 103), "row", "small")
    symbols.resistor(sheet, (x + 190, y + 98), (x + 190, y + 168), "10 k")
    symbols.ground(sheet, (x + 190, y + 168))
    sheet.dot((x + 190, y + 98))
    sheet.lines(
        (x, top + 306),
        ("low switches the row on;", "the gate stays up until then"),
        "small quiet",
    )


def _sensor(sheet: Sheet, x: float, top: float) -> None:
    """A sensor on its row, its open drain on the column."""
    y = top + 190
    sheet.dot((x + 70, y))
    sheet.stroke((x + 70, y), (x + 70, y + 15))
    sheet.box((x + 12, y + 15), (116, 44))
    sheet.words((x + 70, y + 43), "DRV5033FA", "middle")
    sheet.stroke((x + 70, y + 59), (x + 70, y + 70))
    symbols.ground(sheet, (x + 70, y + 70))
    sheet.wire((x + 128, y + 37), (x + 170, y + 37))
    symbols.flag(sheet, (x + 170, y + 37), "column")
    sheet.dot((x + 280, y))
    symbols.capacitor(sheet, (x + 280, y), (x + 280, y + 70), "10 nF")
    symbols.ground(sheet, (x + 280, y + 70))
    sheet.lines(
        (x, top + 306),
        ("open drain only; 10 nF, not 100:", "the row must go dark in time"),
        "small quiet",
    )


def _tray(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    """Two rails that the ball connects."""
    sheet.words((x, top + 40), "The drop line, once", "head")
    y = top + 100
    symbols.supply(sheet, (x + 100, y), "3V3")
    symbols.resistor(sheet, (x + 100, y), (x + 100, y + 75), "2.2 k")
    sheet.wire((x + 60, y + 75), (x + 200, y + 75), (x + 200, y + 96))
    sheet.dot((x + 100, y + 75))
    sheet.words((x, y + 81), f"GPIO{plan['pi']['drop']}", "small")
    sheet.dot((x + 218, y + 108), 14, "pad")
    sheet.stroke((x + 192, y + 96), (x + 208, y + 96), kind="supply")
    sheet.stroke((x + 192, y + 120), (x + 208, y + 120), kind="supply")
    sheet.stroke((x + 200, y + 120), (x + 200, y + 150))
    symbols.ground(sheet, (x + 200, y + 150))
    sheet.words((x + 240, y + 113), "ball", "small quiet")
    sheet.lines(
        (x, y + 206),
        ("four pairs of rails side by side;", "gold: the ball is light, 14 mN"),
        "small quiet",
    )


def _time(sheet: Sheet, plan: Plan, x: float, top: float) -> None:
    """Two rows one after the other."""
    settle, blank = plan["pi"]["settle"], plan["pi"]["blank"]
    read, dark, second = x + 60 + settle, x + 130 + settle, x + 130 + settle + blank
    sheet.words((x, top + 40), "The time of a row", "head")
    for number, (on, off) in enumerate(((x + 60, dark), (second, x + 340))):
        low = top + 140 + 66 * number
        sheet.words((x, low), f"row {number + 1}", "small")
        ends = [(on, low), (on, low - 40), (off, low - 40)]
        sheet.stroke(
            (x + 48, low), *ends, *([(off, low), (x + 340, low)] if not number else [])
        )
    sheet.box((read, top + 104), (dark - read, 32), "plate")
    sheet.words(((read + dark) / 2, top + 126), "read", "small middle")
    for left, right, text in ((x + 60, read, f"{settle} µs"), (dark, second, f"{blank} µs")):
        sheet.stroke((left, top + 228), (right, top + 228), kind="rule")
        sheet.words(((left + right) / 2, top + 250), text, "small middle quiet")
    sheet.lines(
        (x, top + 306),
        (
            f"a sensor wakes in {plan['matrix']['wakes']} µs (datasheet);",
            "the pause keeps the row before quiet",
        ),
        "small quiet",
    )
