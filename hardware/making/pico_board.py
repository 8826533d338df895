"""The Pico on the paper: its pins, its power, and what ends in a word beside it.

Rule: the pins stand as on the board, USB on top; a wire asks ``gp`` where it begins.
"""

from __future__ import annotations

from typing import NamedTuple

from making import symbols
from making.plan import Plan, sums, vbus
from making.sheet import Point, Sheet

PICO = (264.0, 190.0)  # where its body begins
BODY = 200.0  # wide
STEP = 30.0  # between two chip pins
COLLECTOR = 214.0  # where the address wires leave the Pico
NAMES = {  # what is printed beside the pins that are no GP
    3: "GND", 8: "GND", 13: "GND", 18: "GND", 23: "GND", 28: "GND", 30: "RUN", 33: "AGND",
    35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 38: "GND", 39: "VSYS", 40: "VBUS",
}  # fmt: skip
SHORT = {
    "scanner_tx": "scanner RX", "scanner_rx": "scanner TX", "piezo": "knock sensor",
    "nfc_miso": "reader MISO", "nfc_cs": "reader SS", "nfc_sck": "reader SCK",
    "nfc_mosi": "reader MOSI", "nfc_reset": "reader RSTPDN", "nfc_b_cs": "reader 1 SS",
    "nfc_b_reset": "reader 1 RSTPDN",
    "mux_s0": "S0", "mux_s1": "S1", "mux_s2": "S2", "mux_s3": "S3", "mux_enable": "EN",
}  # fmt: skip


class Pin(NamedTuple):
    """A pin of the Pico on the paper."""

    at: Point  # where a wire begins
    left: bool


def board(sheet: Sheet, plan: Plan) -> None:
    """The Pico itself, over the ends of its wires."""
    _extra(sheet, plan)
    _button(sheet, plan)
    _kept(sheet, plan)
    _pico(sheet, plan)


def _pin(chip_pin: int) -> Pin:
    """Pins 1 to 20 run down the left side, 21 to 40 up the right one; USB is on top."""
    left = chip_pin <= 20
    row = chip_pin - 1 if left else 40 - chip_pin
    return Pin((PICO[0] if left else PICO[0] + BODY, PICO[1] + STEP * row), left)


def gp(plan: Plan, name: str) -> Pin:
    """The pin of this use."""
    return _pin(plan["pico"]["chip"][plan["pico"]["pins"][name]])


def _pico(sheet: Sheet, plan: Plan) -> None:
    x, y = PICO
    sheet.box((x, y - 24), (BODY, STEP * 19 + 48), corner=10)
    sheet.box((x + BODY / 2 - 30, y - 46), (60, 34), "part")
    sheet.words((x + BODY / 2, y - 23), "USB", "small middle")
    sheet.words((x, y - 52), "Raspberry Pi Pico", "head")
    used = set(plan["pico"]["pins"].values())
    numbers = {chip: gp for gp, chip in enumerate(plan["pico"]["chip"]) if chip}
    for chip_pin in range(1, 41):
        gp = numbers.get(chip_pin)
        _pin_name(
            sheet,
            chip_pin,
            f"GP{gp}" if gp is not None else NAMES[chip_pin],
            quiet=gp is not None and gp not in used,
        )


def _pin_name(sheet: Sheet, chip_pin: int, name: str, *, quiet: bool) -> None:
    (x, y), left = _pin(chip_pin)
    kind = "small quiet" if quiet else "small"
    inward = 1 if left else -1
    side = "" if left else " end"
    sheet.dot((x, y), 6, "pad" if quiet else "ink")
    sheet.words(
        (x + inward * 12, y + 5),
        f"{chip_pin}  {name}" if left else f"{name}  {chip_pin}",
        kind + side,
    )


def supply(sheet: Sheet, plan: Plan) -> None:
    """From USB through the regulator to A3V3, with the sums."""
    regulator, (x, y) = plan["pico"]["regulator"], _pin(40).at
    sheet.wire((x, y), (566, y), kind="supply")
    sheet.words((x + 14, y - 10), f"{regulator['input']:.0f} V", "small")
    sheet.box((566, y - 34), (210, 68))
    sheet.words((671, y - 8), "regulator", "middle head")
    sheet.words((671, y + 18), regulator["name"], "middle small")
    sheet.wire((776, y), (860, y), kind="supply")
    symbols.flag(sheet, (860, y), "A3V3")
    usual, most = sums(plan["pico"]["a3v3"])
    every = sums(vbus(plan))
    sheet.lines(
        (952, y - 30),
        (
            "A3V3 feeds whatever is measured, and ADC_VREF:",
            f"{usual:.0f} mA, at most {most:.0f} of {regulator['most']}.",
            f"USB brings {every[0]:.0f} mA, at most {every[1]:.0f} with all extras.",
            "10 µF close before and behind the regulator.",
        ),
        "small quiet",
    )


def reference(sheet: Sheet) -> None:
    """What the converter measures against, and ground."""
    x, y = _pin(35).at
    sheet.wire((x, y), (x + 40, y), kind="supply")
    symbols.flag(sheet, (x + 40, y), "A3V3")
    for chip_pin in (38, 33):
        x, y = _pin(chip_pin).at
        sheet.wire((x, y), (x + 24, y))
        symbols.ground(sheet, (x + 24, y))


def _extra(sheet: Sheet, plan: Plan) -> None:
    """Pins of what is built by those who like it end in a word."""
    names = [
        name for name in plan["pico"]["pins"] if name.startswith(("scanner", "piezo", "nfc"))
    ]
    for name in names:
        (x, y), left = gp(plan, name)
        end = COLLECTOR - 16 if left else x + 40
        sheet.wire((x, y), (end, y), kind="later")
        side = "small quiet end" if left else "small quiet"
        sheet.words((end + (-8 if left else 8), y + 5), SHORT[name], side)


def _button(sheet: Sheet, plan: Plan) -> None:
    x, y = gp(plan, "calibrate").at
    sheet.wire((x, y), (x + 40, y))
    sheet.words((x + 48, y + 5), "calibrate button", "small")


def _kept(sheet: Sheet, plan: Plan) -> None:
    """Two pins each, with the reason up to its first comma."""
    for gp in (4, 8):
        why = plan["pico"]["kept"][str(gp)].split(",")[0]
        x, y = _pin(plan["pico"]["chip"][gp]).at
        sheet.words((x - 16, y + STEP / 2 + 5), f"kept for {why}", "small quiet end")
