"""The drawing of the direct build: 36 switches on the Raspberry Pi's own pins.

Rule: every pin comes from the plan; only places on the paper stand here.
"""

from __future__ import annotations

from collections.abc import Iterator

from making import symbols
from making.pi_details import details
from making.plan import COLUMNS, Plan
from making.sheet import Point, Sheet

WIDTH, HEIGHT = 1500, 1330
WHAT = (
    "36 hall switches with open drain on the Raspberry Pi's own pins, one row powered at a "
    "time. Nothing here was measured on a real board."
)
HEADER = (176.0, 200.0)  # where pin 1 sits
STEP = 32.0  # between two rows of the header
BLOCK = (430.0, 178.0, 170.0, 736.0)  # the pins again, in the order of their use
PULLS = (668.0, 44.0)  # the first column resistor, and from one to the next
SWITCH = (710.0, 140.0)  # left edge and width of a row switch
PLATE = (984.0, 400.0)
CELL = 72.0
COLUMN_TOP = 240.0  # the first of the six column wires
COLUMN_STEP = 23.0


def pi_drawing(plan: Plan) -> str:
    """The sheet as SVG."""
    sheet = Sheet(WIDTH, HEIGHT, "The direct matrix", WHAT)
    sheet.words((40, 68), "The direct matrix", "title")
    sheet.words((40, 104), WHAT, "quiet")
    _header(sheet, plan)
    _columns(sheet, plan)
    _rows(sheet, plan)
    _plate(sheet)
    _drop(sheet, plan)
    _block(sheet)
    details(sheet, plan, 968)
    return sheet.svg()


def _header(sheet: Sheet, plan: Plan) -> None:
    """The forty pins as they stand on the board; those of this build in ink."""
    x, y = HEADER
    sheet.words((40, y - 44), "The header, seen from above", "head")
    sheet.box((x - 22, y - 22), (STEP + 44, STEP * 19 + 44), corner=10)
    sheet.lines(
        (40, y + STEP * 20 + 14),
        ("In brackets: only where each", "tray has a pin of its own."),
        "small quiet",
    )
    names = dict(_used(plan))
    for pin in range(1, 41):
        at = (x + STEP * ((pin - 1) % 2), y + STEP * ((pin - 1) // 2))
        sheet.dot(at, 8, "ink" if pin in names else "pad")
        _pin_name(sheet, at, pin, names.get(pin, ""))


def _pin_name(sheet: Sheet, at: Point, pin: int, name: str) -> None:
    left = pin % 2
    text = f"{name}  {pin}" if left else f"{pin}  {name}"
    kind = "small" if name else "small quiet"
    sheet.words(
        (at[0] - 32 if left else at[0] + 32, at[1] + 5),
        text.strip(),
        f"{kind} end" if left else kind,
    )


def _used(plan: Plan) -> Iterator[tuple[int, str]]:
    """Header pin and what is written beside it."""
    pi = plan["pi"]
    yield 1, "3V3"
    yield 6, "ground"
    for number, pin in enumerate(pi["rows"], 1):
        yield pi["header"][pin], f"row {number}"
    for place, pin in enumerate(pi["columns"]):
        yield pi["header"][pin], f"column {COLUMNS[place]}"
    yield pi["header"][pi["drop"]], "drop"
    for name, pin in pi["trays"].items():
        yield pi["header"][pin], f"({name.upper()})"


def _entry(sheet: Sheet, plan: Plan, y: float, pin: int) -> None:
    """A pin on the block: its BCM number, and its place on the header."""
    x = BLOCK[0] + BLOCK[2]
    sheet.words((x - 12, y + 5), f"GPIO{pin}", "small end")
    sheet.words((BLOCK[0] + 12, y + 5), f"pin {plan['pi']['header'][pin]}", "small quiet")
    sheet.dot((x, y), 6)


def _block(sheet: Sheet) -> None:
    sheet.words((BLOCK[0], BLOCK[1] - 14), "the same pins by use", "small quiet")


def _columns(sheet: Sheet, plan: Plan) -> None:
    """Over the top of the plate, the last column outermost, so that none crosses another."""
    sheet.box(BLOCK[:2], BLOCK[2:], corner=10)
    last = len(COLUMNS) - 1
    for place, pin in reversed(list(enumerate(plan["pi"]["columns"]))):
        y = COLUMN_TOP + COLUMN_STEP * (last - place)
        x = PLATE[0] + CELL * (place + 0.5)
        sheet.wire((BLOCK[0] + BLOCK[2], y), (x, y), (x, PLATE[1]))
        _entry(sheet, plan, y, pin)
        sheet.words((BLOCK[0] + BLOCK[2] + 14, y - 4), COLUMNS[place], "small quiet")
    _pull_ups(sheet)


def _pull_ups(sheet: Sheet) -> None:
    """A resistor from each column to 3V3, side by side."""
    rail = COLUMN_TOP - 66
    for place in range(len(COLUMNS)):
        x, y = PULLS[0] + PULLS[1] * place, COLUMN_TOP + COLUMN_STEP * place
        sheet.wire((x, rail + 50), (x, y))
        symbols.resistor(sheet, (x, rail), (x, rail + 56), "")
        sheet.dot((x, y))
    right = PULLS[0] + PULLS[1] * (len(COLUMNS) - 1)
    sheet.stroke((PULLS[0], rail), (right + 40, rail))
    symbols.flag(sheet, (right + 40, rail), "3V3")
    sheet.words((right + 22, rail + 36), "10 k each", "small")


def _row_y(number: int) -> float:
    return PLATE[1] + CELL * (number - 0.5)


def _rows(sheet: Sheet, plan: Plan) -> None:
    """From a pin to the gate of its switch, from the switch to six sensors."""
    for number, pin in enumerate(plan["pi"]["rows"], 1):
        y = _row_y(number)
        sheet.wire((BLOCK[0] + BLOCK[2], y), (PLATE[0], y))
        _entry(sheet, plan, y, pin)
        sheet.words((BLOCK[0] + BLOCK[2] + 14, y - 6), f"row {number}", "small quiet")
        sheet.box((SWITCH[0], y - 20), (SWITCH[1], 40))
        sheet.words((SWITCH[0] + SWITCH[1] / 2, y + 6), f"row switch {number}", "middle")
    sheet.words((SWITCH[0] + SWITCH[1] + 10, _row_y(1) - 12), "power", "small quiet")


def _plate(sheet: Sheet) -> None:
    x, y = PLATE
    span = CELL * 6
    sheet.box((x - 6, y - 6), (span + 12, span + 12), "plate", 10)
    for place, column in enumerate(COLUMNS):
        for row in range(1, 7):
            left, top = x + CELL * place, y + CELL * (row - 1)
            sheet.box((left + 3, top + 3), (CELL - 6, CELL - 6), "tile")
            sheet.words((left + CELL / 2, top + CELL / 2 + 7), f"{column}{row}", "field middle")


def _drop(sheet: Sheet, plan: Plan) -> None:
    """One line for all four trays; or a pin for each."""
    y = PLATE[1] + CELL * 6 + 46
    pi = plan["pi"]
    x = BLOCK[0] + BLOCK[2]
    sheet.wire((x, y), (SWITCH[0], y))
    _entry(sheet, plan, y, pi["drop"])
    sheet.box((SWITCH[0], y - 20), (PLATE[0] + CELL * 6 - SWITCH[0], 40))
    sheet.words(
        (SWITCH[0] + 18, y + 5),
        "the contacts of the four corner trays, side by side: a ball in any pulls the line down",
        "small",
    )
    sheet.words((x + 14, y - 6), "drop", "small quiet")
    each = ", ".join(f"{name.upper()} GPIO{pin}" for name, pin in pi["trays"].items())
    sheet.words(
        (SWITCH[0], y + 48),
        f"Or a pin for each, in place of the one line: {each}.",
        "small quiet",
    )
