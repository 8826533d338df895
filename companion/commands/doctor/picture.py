"""The plate as people look at it: six by six fields, each with a sign and its numbers.

Rule: every sign is a letter or a mark of its own, so no colour is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.geometry import COLUMNS

SIGNS = {"ok": ".", "magnet": "M", "reversed": "U", "dead": "X", "noisy": "~", "far": "!"}
LEGEND = {
    "ok": "empty", "magnet": "a magnet stands here", "reversed": "a magnet upside down",
    "dead": "dead", "noisy": "noisy", "far": "far from the empty plate",
}  # fmt: skip
MARGIN = 4  # letters before the first field
GAP = 2


def picture(fields: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The lines of it, with a legend of the signs that are there."""
    cells = {name: _cell(about) for name, about in fields.items()}
    width = max(len(line) for cell in cells.values() for line in cell) + GAP
    drawn = [" " * MARGIN + "".join(f"{column:<{width}}" for column in COLUMNS)]
    for row in "123456":
        upper, lower = zip(*(cells[f"{column}{row}"] for column in COLUMNS), strict=True)
        drawn.append(f"  {row} " + "".join(f"{text:<{width}}" for text in upper))
        if any(lower):
            drawn.append(" " * MARGIN + "".join(f"{text:<{width}}" for text in lower))
    there = [word for word in SIGNS if any(one["verdict"] == word for one in fields.values())]
    legend = "   ".join(f"{SIGNS[word]} {LEGEND[word]}" for word in there)
    return [*(line.rstrip() for line in drawn), "", f"  {legend}"]


def _cell(about: Mapping[str, Any]) -> tuple[str, str]:
    """A sign and the code; under it the difference and the noise."""
    sign = SIGNS[about["verdict"]]
    if "code" not in about:
        return sign, ""
    difference, noise = about["difference"], about["noise"]
    return f"{sign} {about['code']:.0f}", f"{round(difference):+d} ±{noise:.1f}"
