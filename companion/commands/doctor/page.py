"""The findings as people read them in a terminal: one thing a line, what to do under it.

Rule: calm and aligned, readable without colour, and no wider than the window.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import click

from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check
from companion.commands.doctor.picture import picture

WIDEST = 100  # letters; longer lines are hard to follow
COLOURS = {OK: "green", WARN: "yellow", WRONG: "red", UNKNOWN: None}
STATE = max(len(state) for state in COLOURS)
GAP = "  "
NUMBERS = (
    "  A sign and the code; under it the difference from the empty plate, and the noise. "
    "All are codes from 0 to 4095."
)


def page(checks: Iterable[Check], plate: dict[str, Any] | None) -> Iterator[str]:
    """All lines, the picture of the plate after its findings and a sum at the end."""
    told = list(checks)
    width = max(len(check.name) for check in told)
    for check in told:
        yield from _lines(check, width)
    if plate and plate["fields"]:
        yield ""
        yield from picture(plate["fields"])
        if "self_test" in plate:
            yield from textwrap.wrap(NUMBERS, _width(), subsequent_indent=GAP)
    yield ""
    yield _sum(told)


def _lines(check: Check, width: int) -> Iterator[str]:
    indent = " " * (STATE + width + 2 * len(GAP))
    room = max(_width() - len(indent), 20)
    first, *more = textwrap.wrap(check.text, room, break_on_hyphens=False)
    state = click.style(f"{check.state:<{STATE}}", fg=COLOURS[check.state])
    yield f"{state}{GAP}{check.name:<{width}}{GAP}{first}"
    yield from (f"{indent}{line}" for line in more)
    if check.next and check.state != OK:
        step = textwrap.wrap(f"Next: {check.next}", room, break_on_hyphens=False)
        yield from (f"{indent}{line}" for line in step)


def _sum(told: list[Check]) -> str:
    count = {state: sum(check.state == state for check in told) for state in (WRONG, WARN)}
    if not any(count.values()):
        return "Nothing is wrong."
    called = {WRONG: "wrong", WARN: "to look after"}
    parts = [f"{number} {called[state]}" for state, number in count.items() if number]
    return f"{' and '.join(parts)}; the rest is well or cannot be told."


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST)
