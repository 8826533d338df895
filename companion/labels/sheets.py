"""Labels on pages: a line of text on top, then the labels with marks where to cut.

Rule: a label is a square of its code and its words; nothing of it, nor the white that its
code needs, reaches over its edge.
"""

from __future__ import annotations

from pathlib import Path

from companion.labels.code import QUIET, code, module, version
from companion.labels.label import Label
from companion.labels.lines import fitted, leading
from companion.labels.paper import MARGIN, Grid
from companion.labels.pen import BLACK, CUT, GREY, LIGHT, POINT, STRONG, Pen
from companion.languages import Words

WORDS = Path(__file__).parent / "words"

SQUARE = 0.7  # of the edge: the code with the white around it; the words have the rest
LETTERS = 0.29  # points a mm of the edge: two lines of a name and one of the game fit
SMALL = 0.7  # of the name's size: the game's
SIDE = 0.03  # of the edge left white beside the words

TITLE, LINE = 13, 7.5  # points
RULER = 50  # mm: what a printer that shrinks the page gives away
MARK = 1.2  # mm from a corner of a label along each of its edges
HAIR = 0.1  # mm


class Sheets:
    """Draws the labels of one game."""

    def __init__(
        self, title: str, labels: tuple[Label, ...], grid: Grid, spoken: Words
    ) -> None:
        texts = [label.code for label in labels]
        self._title, self._labels, self._grid, self._spoken = title, labels, grid, spoken
        self._module = module(SQUARE * grid.edge, texts)
        self._version = version(texts)
        self._pages = -(-len(labels) // grid.room)
        self._pen = Pen(grid.paper, title)

    def draw(self) -> bytes:
        """The file."""
        for number in range(self._pages):
            first = number * self._grid.room
            labels = self._labels[first : first + self._grid.room]
            self._pen.page()
            self._head(number + 1, labels)
            for place, label in enumerate(labels):
                self._draw(label, *self._grid.at(place))
            self._marks(len(labels))
        return self._pen.done()

    # The line on top.

    def _head(self, page: int, labels: tuple[Label, ...]) -> None:
        left, right = self._grid.left, self._grid.paper.width - self._grid.left
        self._ruler(right, MARGIN + TITLE * POINT * 0.5)
        self._pen.font(TITLE, STRONG)
        self._pen.write(left, MARGIN + TITLE * POINT, self._title)
        self._pen.font(LINE, ink=GREY)
        told = self._spoken.word(
            "house.labels.page", page=page, pages=self._pages, paper=self._grid.paper.name
        )
        base = MARGIN + TITLE * POINT + 5  # mm
        self._pen.right(right, base, told)
        room = right - left - self._pen.width(told) - 6  # mm
        self._pen.write(left, base, self._kinds(labels, room))

    def _kinds(self, labels: tuple[Label, ...], room: float) -> str:
        """What is on the page, as many of them as there is room for."""
        kinds = [*dict.fromkeys(self._pen.known(label.kind) for label in labels)]
        told = ", ".join(kinds)
        while len(kinds) > 1 and self._pen.width(told) > room:
            kinds.pop()
            told = f"{', '.join(kinds)} {CUT}"
        return self._pen.cut(told, room)

    def _ruler(self, right: float, y: float) -> None:
        """A line to hold a ruler against, each cm marked."""
        pen = self._pen
        pen.ink(BLACK)
        pen.line(right - RULER, y, right, y)
        for at in range(0, RULER + 1, 10):
            tall = 1.4 if at in (0, RULER) else 0.8  # mm
            pen.line(right - at, y - tall, right - at, y + (tall if at in (0, RULER) else 0))
        pen.font(LINE, ink=GREY)
        pen.right(right - RULER - 2, y + LINE * POINT * 0.36, f"{RULER} mm")

    # The labels.

    def _draw(self, label: Label, x: float, y: float) -> None:
        self._code(label.code, x, y)
        self._words(label, x, y)

    def _code(self, text: str, x: float, y: float) -> None:
        """In the middle of the upper part, with its white around it."""
        drawn, size = code(text, self._version), self._module
        left = x + (self._grid.edge - drawn.side * size) / 2
        top = y + QUIET * size
        self._pen.ink(BLACK)
        for block in drawn.blocks:
            self._pen.block(
                left + block.x * size,
                top + block.y * size,
                block.width * size,
                block.height * size,
            )

    def _words(self, label: Label, x: float, y: float) -> None:
        edge, pen = self._grid.edge, self._pen
        middle, room = x + edge / 2, edge * (1 - 2 * SIDE)
        usual = edge * LETTERS
        parts = tuple(part for part in (label.name, label.known) if pen.known(part))
        name = fitted(pen, tuple(pen.known(part) for part in parts), room, usual)
        top = y + edge * (SQUARE - SIDE / 2)
        for number, line in enumerate(name.lines, start=1):
            pen.font(name.size, STRONG)
            pen.centre(
                middle, top + number * leading(name.size) - 0.25 * name.size * POINT, line
            )
        pen.font(usual * SMALL, ink=GREY)
        below = top + name.height + leading(usual * SMALL) * 0.85
        pen.centre(middle, below, pen.cut(pen.known(self._title), room))

    # The marks.

    def _marks(self, count: int) -> None:
        """A small cross wherever labels meet, and at the corners of those outside."""
        edge, pen = self._grid.edge, self._pen
        corners = {
            (round(x + right, 3), round(y + down, 3))
            for x, y in (self._grid.at(number) for number in range(count))
            for right in (0, edge)
            for down in (0, edge)
        }
        pen.ink(LIGHT, HAIR)
        for x, y in sorted(corners):
            pen.line(x - MARK, y, x + MARK, y)
            pen.line(x, y - MARK, x, y + MARK)


def sheets(title: str, labels: tuple[Label, ...], grid: Grid, spoken: Words) -> bytes:
    """A PDF of these labels, in their order. Raises TooFine."""
    return Sheets(title, labels, grid, spoken).draw()
