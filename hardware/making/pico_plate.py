"""The plate on the paper: three multiplexers, six ribbons, 36 fields, four trays.

Rule: a multiplexer stands beside its rows, so that no ribbon crosses another.
"""

from __future__ import annotations

from collections.abc import Mapping

from making.pico_board import COLLECTOR, PICO, SHORT, STEP, gp
from making.plan import Plan, hall_channels
from making.sheet import Sheet

CHIPS = {"a": (280.0, 512.0), "b": (530.0, 666.0), "c": (684.0, 918.0)}  # top and bottom
MUX = (732.0, 178.0)  # left edge and width
EDGE = 911.0  # just outside of its right side: a wire must not rub out the outline
BUS = 704.0  # the five address wires, upright
LANES = {"a": 624.0, "b": 648.0, "c": 672.0}  # upright parts of the three SIG wires
PLATE = (1014.0, 370.0)
CELL = 74.0
ADDRESS = ("mux_s0", "mux_s1", "mux_s2", "mux_s3", "mux_enable")


def plate(sheet: Sheet, plan: Plan) -> None:
    """Everything to the right of the Pico."""
    _address(sheet, plan)
    _signals(sheet, plan)
    for chip in CHIPS:
        _multiplexer(sheet, plan, chip)
    _trays(sheet, plan)
    _rows(sheet, plan)
    _fields(sheet, plan)
    _tests(sheet, plan)


def _address(sheet: Sheet, plan: Plan) -> None:
    """S0 to S3 and EN as one thick line under the Pico to all three."""
    first, low = gp(plan, "mux_s0").at[1], PICO[1] + STEP * 19 + 76
    for name in ADDRESS:
        (x, y), _ = gp(plan, name)
        sheet.wire((x, y), (COLLECTOR, y))
        sheet.words((COLLECTOR - 14, y + 6), SHORT[name], "end")
    for chip in CHIPS:
        sheet.wire((BUS, _bus_entry(chip)), (MUX[0], _bus_entry(chip)), kind="bundle")
    corners = ((COLLECTOR, first), (COLLECTOR, low), (BUS, low), (BUS, _bus_entry("a")))
    sheet.wire(*corners, kind="bundle")
    sheet.words(
        (COLLECTOR, low + 32),
        "S0 S1 S2 S3 EN: five wires, to all three multiplexers",
        "small quiet",
    )
    sheet.words(
        (COLLECTOR, low + 55), "10 k from EN to 3V3: off until the firmware runs", "small quiet"
    )


def _bus_entry(chip: str) -> float:
    return CHIPS[chip][0] + 102


def _sig_entry(chip: str) -> float:
    return CHIPS[chip][0] + 68


def _signals(sheet: Sheet, plan: Plan) -> None:
    """The three measured wires, each in its own lane."""
    for chip in ("c", "b", "a"):
        (x, y), _ = gp(plan, f"mux_{chip}")
        lane, end = LANES[chip], _sig_entry(chip)
        sheet.wire((x, y), (lane, y), (lane, end), (MUX[0], end))
    x, y = gp(plan, "mux_a").at
    sheet.words((x + 14, y + 24), "short, under 15 cm", "small quiet")


def _multiplexer(sheet: Sheet, plan: Plan, chip: str) -> None:
    top, bottom = CHIPS[chip]
    left, wide = MUX
    sheet.box((left, top), (wide, bottom - top))
    sheet.words((left + 10, top + 30), f"Mux {chip.upper()}", "head")
    sheet.words((left + 10, _sig_entry(chip) + 6), "SIG", "small")
    sheet.words((left + 10, _bus_entry(chip) + 6), "S0 to S3, EN", "small")
    for row, first in _row_channels(plan, chip).items():
        sheet.words((left + wide - 10, _row_y(row) + 6), f"{first} to {first + 5}", "small end")


def _row_channels(plan: Plan, chip: str) -> Mapping[int, int]:
    return {row: place * 6 for place, row in enumerate(plan["pico"]["mux"]["rows"][chip])}


def _row_y(row: int) -> float:
    return PLATE[1] + CELL * (row - 0.5)


def _rows(sheet: Sheet, plan: Plan) -> None:
    """Six ribbons, each from a multiplexer to a strip of sensors."""
    for row in range(1, 7):
        y = _row_y(row)
        sheet.wire((EDGE, y), (PLATE[0], y), kind="bundle")
        middle = PLATE[0] - 26
        sheet.stroke((middle - 6, y + 10), (middle + 6, y - 10))
        sheet.words((middle + 7, y - 9), "6", "small")


def _trays(sheet: Sheet, plan: Plan) -> None:
    """Each corner's beam beside its corner; the far one's wire passes outside."""
    span = CELL * 6
    for name, (chip, channel) in plan["pico"]["mux"]["trays"].items():
        north, west = name[0] == "n", name[1] == "w"
        edge, away = (PLATE[1], -1) if north else (PLATE[1] + span, 1)
        x = PLATE[0] + (CELL / 2 if west else span - CELL / 2)
        y = edge + away * 34
        start = y if west else edge + away * 68
        sheet.wire((EDGE, start), (x, start), (x, y))
        sheet.dot((x, y), 20, "block")
        sheet.words((x, y + 6), name.upper(), "small middle")
        inward, side = (30, "") if west else (-30, " end")
        sheet.words((x + inward, y + 6), f"tray, {chip.upper()}{channel}", "small quiet" + side)
        sheet.words((EDGE - 11, start + 6), str(channel), "small end")


def _fields(sheet: Sheet, plan: Plan) -> None:
    x, y = PLATE
    sheet.words((x - 6, y - 84), "a ribbon: six signals, A3V3, ground", "small quiet")
    span = CELL * 6
    sheet.box((x - 6, y - 6), (span + 12, span + 12), "plate", 10)
    for field, (chip, channel) in hall_channels(plan).items():
        left = x + CELL * "abcdef".index(field[0])
        top = y + CELL * (int(field[1]) - 1)
        sheet.box((left + 3, top + 3), (CELL - 6, CELL - 6), "tile")
        sheet.words((left + CELL / 2, top + 34), field, "field middle")
        sheet.words(
            (left + CELL / 2, top + 57), f"{chip.upper()}{channel}", "small quiet middle"
        )


def _tests(sheet: Sheet, plan: Plan) -> None:
    """Two channels of the middle multiplexer measure what is known."""
    for place, (key, text) in enumerate((("mid", "½ A3V3"), ("zero", "0 V"))):
        chip, channel = plan["pico"]["mux"][key]
        y = _row_y(plan["pico"]["mux"]["rows"][chip][0]) + 25 * (place + 1)
        sheet.wire((EDGE, y), (EDGE + 14, y))
        sheet.words((EDGE + 20, y + 5), text, "small")
        sheet.words((EDGE - 11, y + 5), str(channel), "small end")
