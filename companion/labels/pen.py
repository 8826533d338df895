"""A pen that writes on a PDF in mm, in black or grey, and puts words where there is room.

Rule: nothing depends on the day: the file says of itself that it was made when PDF was.
"""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

from fpdf import FPDF

from companion.labels.paper import Paper

LONG_AGO = datetime(1993, 6, 15, tzinfo=UTC)
POINT = 25.4 / 72  # mm
FAMILY = "roboto"
STRONG, PLAIN = "B", ""
FONTS = {PLAIN: "Roboto-Regular.ttf", STRONG: "Roboto-Medium.ttf"}
BLACK, GREY, LIGHT = 0, 96, 150  # 0 is black, 255 is white
CUT = "…"


class Pen:
    """Writes on page after page."""

    def __init__(self, paper: Paper, title: str) -> None:
        self._pdf = FPDF(unit="mm", format=(paper.width, paper.height))
        self._pdf.set_creation_date(LONG_AGO)
        self._pdf.set_title(title)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        for style, name in FONTS.items():
            self._pdf.add_font(FAMILY, style, _font(name))
        self._letters = set(self._pdf.fonts[FAMILY].cmap)  # type: ignore[union-attr]

    def page(self) -> None:
        """A new sheet."""
        self._pdf.add_page()

    def font(self, size: float, style: str = PLAIN, ink: int = BLACK) -> None:
        """From now on; ``size`` in points."""
        self._pdf.set_font(FAMILY, style, size)
        self._pdf.set_text_color(ink)

    def ink(self, ink: int, width: float = 0.2) -> None:
        """Of blocks and lines from now on; ``width`` in mm."""
        self._pdf.set_draw_color(ink)
        self._pdf.set_fill_color(ink)
        self._pdf.set_line_width(width)

    def write(self, x: float, y: float, text: str) -> None:
        """To the right of ``x``, on the line ``y``."""
        self._pdf.text(x, y, text)

    def centre(self, x: float, y: float, text: str) -> None:
        """Around ``x``, on the line ``y``."""
        self.write(x - self.width(text) / 2, y, text)

    def right(self, x: float, y: float, text: str) -> None:
        """To the left of ``x``, on the line ``y``."""
        self.write(x - self.width(text), y, text)

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """A filled rectangle."""
        self._pdf.rect(x, y, width, height, style="F")

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """From one place to another."""
        self._pdf.line(x, y, to_x, to_y)

    def width(self, text: str) -> float:
        """In mm, in the font of now."""
        return self._pdf.get_string_width(text)

    def known(self, text: str) -> str:
        """Without the letters that the font does not have."""
        return "".join(letter for letter in text if ord(letter) in self._letters).strip()

    def cut(self, text: str, room: float) -> str:
        """As much of it as there is room for."""
        if self.width(text) <= room:
            return text
        while text and self.width(text.rstrip() + CUT) > room:
            text = text[:-1]
        return text.rstrip() + CUT

    def done(self) -> bytes:
        """The whole file."""
        return bytes(self._pdf.output())


def _font(name: str) -> Path:
    return Path(str(files("font_roboto") / "files" / name))
