"""The lines of words on a label: what it is, and under that, which game it belongs to.

Rule: a name stays whole if it can: in one line, then in two, then in smaller letters. Only
what fits nowhere is cut.
"""

from __future__ import annotations

from msgspec import Struct

from companion.labels.pen import POINT, STRONG, Pen

SMALLER = (1.0, 0.92, 0.84, 0.76)  # of the usual size; below that nobody can read it
MOST = 2  # lines of a name


class Lines(Struct, frozen=True):
    """``size`` in points."""

    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """In mm."""
        return len(self.lines) * leading(self.size)


def leading(size: float) -> float:
    """From one line to the next; mm."""
    return size * POINT * 1.08


def fitted(pen: Pen, parts: tuple[str, ...], room: float, size: float) -> Lines:
    """These parts, each on lines of its own, within ``room`` mm."""
    lines: tuple[str, ...] = ()
    for smaller in SMALLER:
        pen.font(size * smaller, STRONG)
        lines = tuple(line for part in parts for line in _broken(pen, part, room))
        if len(lines) <= MOST and all(pen.width(line) <= room for line in lines):
            return Lines(size * smaller, lines)
    return Lines(size * SMALLER[-1], _cut(pen, parts, lines, room))


def _cut(
    pen: Pen, parts: tuple[str, ...], lines: tuple[str, ...], room: float
) -> tuple[str, ...]:
    """Each part on one line, or a single part on two."""
    left = parts if len(parts) > 1 else (lines[0], parts[0].removeprefix(lines[0]).strip())
    return tuple(pen.cut(line, room) for line in left if line)


def _broken(pen: Pen, text: str, room: float) -> list[str]:
    """Where one line is too short for it, in two that are as even as its spaces allow."""
    words = text.split(" ")
    if pen.width(text) <= room or len(words) == 1:
        return [text]
    halves = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(halves, key=lambda two: max(pen.width(half) for half in two))
