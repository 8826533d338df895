"""Where on the paper each label lies: rows of squares, edge to edge, below one line of text."""

from __future__ import annotations

from msgspec import Struct

MARGIN = 8.0  # mm; printers leave up to 5 white, and the cut marks stand out by less than 2
HEAD = 17.0  # mm for the game, the page and the ruler
EDGES = (15, 20, 25, 30, 40)  # mm
USUAL_EDGE = 20  # mm: fits a chip and a sleeve, its code has modules of more than 0.4 mm


class Paper(Struct, frozen=True):
    """A sheet, upright; mm."""

    name: str
    width: float
    height: float


PAPERS = {
    "a4": Paper("A4", 210, 297),  # ISO 216
    "letter": Paper("Letter", 215.9, 279.4),  # 8.5 by 11 inches
}


class Grid(Struct, frozen=True):
    """How labels of one size lie on a paper; mm."""

    paper: Paper
    edge: float

    @property
    def columns(self) -> int:
        return int((self.paper.width - 2 * MARGIN) // self.edge)

    @property
    def rows(self) -> int:
        return int((self.paper.height - 2 * MARGIN - HEAD) // self.edge)

    @property
    def room(self) -> int:
        """Labels on one page."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """The sheet is as wide on the left as on the right."""
        return (self.paper.width - self.columns * self.edge) / 2

    def at(self, number: int) -> tuple[float, float]:
        """The upper left corner of a label on its page, counted from 0."""
        row, column = divmod(number, self.columns)
        return self.left + column * self.edge, MARGIN + HEAD + row * self.edge
