"""The signs of a wiring drawing: ground, supply, resistor, diode, transistor.

Rule: each is told where its legs are and draws itself between them, upright or lying.
"""

from __future__ import annotations

from making.sheet import Point, Sheet


def ground(sheet: Sheet, at: Point) -> None:
    """Ground, hanging under this point."""
    x, y = at
    sheet.stroke((x, y), (x, y + 8))
    for number, half in enumerate((12, 8, 3)):
        low = y + 8 + number * 6
        sheet.stroke((x - half, low), (x + half, low))


def supply(sheet: Sheet, at: Point, name: str) -> None:
    """A supply, standing on this point."""
    x, y = at
    sheet.stroke((x, y), (x, y - 10))
    sheet.stroke((x - 14, y - 10), (x + 14, y - 10), kind="supply")
    sheet.words((x, y - 18), name, "small middle")


def flag(sheet: Sheet, at: Point, name: str) -> None:
    """The name of a net, at the right end of a wire."""
    x, y = at
    wide = 9.5 * len(name) + 18
    sheet.shape(
        (x, y),
        (x + 12, y - 14),
        (x + wide, y - 14),
        (x + wide, y + 14),
        (x + 12, y + 14),
        kind="part",
    )
    sheet.words((x + 14, y + 6), name, "small")


def resistor(sheet: Sheet, top: Point, bottom: Point, value: str) -> None:
    """Upright, its value at the right."""
    x, middle = top[0], (top[1] + bottom[1]) / 2
    sheet.stroke(top, bottom)
    sheet.box((x - 8, middle - 21), (16, 42), "part", 2)
    sheet.words((x + 16, middle + 6), value, "small")


def capacitor(sheet: Sheet, top: Point, bottom: Point, value: str) -> None:
    """Upright, its value at the right."""
    x, middle = top[0], (top[1] + bottom[1]) / 2
    sheet.stroke(top, (x, middle - 5))
    sheet.stroke((x, middle + 5), bottom)
    for y in (middle - 5, middle + 5):
        sheet.stroke((x - 14, y), (x + 14, y), kind="supply")
    sheet.words((x + 22, middle + 6), value, "small")


def diode(sheet: Sheet, top: Point, bottom: Point) -> None:
    """A light diode: current from top to bottom, light to the right."""
    x, y = top[0], (top[1] + bottom[1]) / 2
    sheet.stroke(top, bottom)
    sheet.shape((x - 13, y - 11), (x + 13, y - 11), (x, y + 11), kind="part")
    sheet.stroke((x - 13, y + 11), (x + 13, y + 11))


def beam(sheet: Sheet, at: Point, length: float) -> None:
    """Light, to the right."""
    x, y = at
    sheet.stroke((x, y), (x + length, y), kind="later")
    sheet.shape((x + length, y), (x + length - 11, y - 6), (x + length - 11, y + 6))


def phototransistor(sheet: Sheet, top: Point, bottom: Point) -> None:
    """Light from the left opens the way from top to bottom."""
    x, y = top[0], (top[1] + bottom[1]) / 2
    sheet.stroke((x - 16, y - 15), (x - 16, y + 15), kind="supply")
    sheet.stroke((x - 16, y - 6), (x, y - 18), top)
    sheet.stroke((x - 16, y + 6), (x, y + 18), bottom)
    sheet.shape((x - 1, y + 17), (x - 12, y + 15), (x - 5, y + 6))


def mosfet(sheet: Sheet, top: Point, bottom: Point) -> Point:
    """A P-channel transistor: source on top, drain at the bottom; says where its gate is."""
    x, y = top[0], (top[1] + bottom[1]) / 2
    sheet.stroke(top, (x, y - 14), (x - 16, y - 14))
    sheet.stroke(bottom, (x, y + 14), (x - 16, y + 14))
    sheet.stroke((x - 16, y - 20), (x - 16, y + 20), kind="supply")
    sheet.stroke((x - 25, y - 16), (x - 25, y + 16))
    sheet.dot((x - 32, y), 6, "part")
    return (x - 38, y)


def contact(sheet: Sheet, left: Point, right: Point, *, pressed: bool = False) -> None:
    """A contact that a finger or a ball closes."""
    for x, y in (left, right):
        sheet.dot((x, y), 5, "part")
    lift = 8 if pressed else 14
    sheet.stroke((left[0], left[1] - lift), (right[0], right[1] - lift), kind="supply")
    if pressed:
        return
    middle = (left[0] + right[0]) / 2
    sheet.stroke((middle, left[1] - lift), (middle, left[1] - lift - 12))
