"""The drawing of the Pico plate: what leads where, pin by pin.

Rule: every pin and channel comes from the plan; only places on the paper stand in the code.
"""

from __future__ import annotations

from making.pico_board import board, reference, supply
from making.pico_details import details
from making.pico_plate import plate
from making.plan import Plan
from making.sheet import Sheet

WIDTH, HEIGHT = 1500, 1330
WHAT = (
    "36 linear hall sensors, three multiplexers, four light beams. Dotted: card readers and "
    "more, if you like. Nothing here was measured on a real board."
)


def pico_drawing(plan: Plan) -> str:
    """The sheet as SVG."""
    sheet = Sheet(WIDTH, HEIGHT, "The Pico plate", WHAT)
    sheet.words((40, 68), "The Pico plate", "title")
    sheet.words((40, 104), WHAT, "quiet")
    supply(sheet, plan)
    reference(sheet)
    plate(sheet, plan)
    board(sheet, plan)
    details(sheet, plan, 968)
    return sheet.svg()
