"""A sheet to draw wiring on: blocks, wires, words, in the ink of the house.

Rule: whoever draws says what a thing is (a wire, a supply, something that comes later), never
its colour; so day and night are decided here alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Point = tuple[float, float]

STYLE = """
text { font-family: -apple-system, "Segoe UI", Roboto, "Noto Sans", Lato, "Liberation Sans", system-ui, sans-serif; font-size: 17px; fill: #171c21 }
.title { font-size: 40px; font-weight: 900 }
.head { font-size: 20px; font-weight: 700 }
.field { font-size: 20px; font-weight: 700 }
.small { font-size: 15px }
.quiet { fill: #4a5258 }
.ground { fill: #ecede8 }
.plate { fill: #dfe2dc }
.tile { fill: #dcdfd8 }
.block { fill: #fbfaf6; stroke: #171c21; stroke-width: 2 }
.part { fill: #ecede8; stroke: #171c21; stroke-width: 2 }
.ink { fill: #171c21 }
.pad { fill: #c3c8c1 }
.halo { fill: none; stroke: #ecede8; stroke-width: 10 }
.wire, .later, .bundle, .supply { fill: none; stroke: #171c21; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.later { stroke: #4a5258; stroke-dasharray: 2 6 }
.bundle { stroke-width: 6 }
.supply { stroke-width: 4 }
.rule { fill: none; stroke: #c3c8c1; stroke-width: 2 }
.end { text-anchor: end }
.middle { text-anchor: middle }
@media (prefers-color-scheme: dark) {
  text { fill: #f0eee6 }
  .quiet { fill: #b3babb }
  .ground { fill: #14181c }
  .plate { fill: #1e2429 }
  .tile { fill: #2b3339 }
  .block { fill: #333b42; stroke: #f0eee6 }
  .part { fill: #14181c; stroke: #f0eee6 }
  .ink { fill: #f0eee6 }
  .pad { fill: #56616a }
  .halo { stroke: #14181c }
  .wire, .bundle, .supply { stroke: #f0eee6 }
  .later { stroke: #b3babb }
  .rule { stroke: #3d464c }
}
"""


class Sheet:
    """What was drawn so far; later things lie on top of earlier ones."""

    def __init__(self, width: int, height: int, title: str, what: str) -> None:
        self.width, self.height = width, height
        self.title, self.what = title, what
        self._lines: list[str] = []

    def svg(self) -> str:
        """The whole drawing."""
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">',
                "<!-- Written by hardware/build.py from hardware/table.toml: change it there. -->",
                f"<title>{escape(self.title)}</title>",
                f"<desc>{escape(self.what)}</desc>",
                f"<style>{STYLE}</style>",
                f'<rect class="ground" width="{self.width}" height="{self.height}"/>',
                *self._lines,
                "</svg>",
                "",
            )
        )

    def draw(self, line: str) -> None:
        self._lines.append(line)

    def words(self, at: Point, text: str, kind: str = "") -> None:
        """A line of text; the point is on its base line."""
        if not text:
            return
        of = f' class="{kind}"' if kind else ""
        self.draw(
            f'<text{of} x="{_n(at[0])}" y="{_n(at[1])}">{escape(text, quote=False)}</text>'
        )

    def lines(self, at: Point, texts: Sequence[str], kind: str = "", step: float = 23) -> None:
        """Several lines, one under the other."""
        for number, text in enumerate(texts):
            self.words((at[0], at[1] + number * step), text, kind)

    def wire(self, *points: Point, kind: str = "wire") -> None:
        """A wire over these points; it passes over what is drawn already."""
        path = "M" + " L".join(f"{_n(x)} {_n(y)}" for x, y in points)
        self.draw(f'<path class="halo" d="{path}"/>')
        self.draw(f'<path class="{kind}" d="{path}"/>')

    def stroke(self, *points: Point, kind: str = "wire") -> None:
        """A stroke of a sign: like a wire, with nothing around it."""
        path = "M" + " L".join(f"{_n(x)} {_n(y)}" for x, y in points)
        self.draw(f'<path class="{kind}" d="{path}"/>')

    def box(self, at: Point, size: Point, kind: str = "block", corner: float = 4) -> None:
        self.draw(
            f'<rect class="{kind}" x="{_n(at[0])}" y="{_n(at[1])}" '
            f'width="{_n(size[0])}" height="{_n(size[1])}" rx="{_n(corner)}"/>'
        )

    def dot(self, at: Point, radius: float = 5, kind: str = "ink") -> None:
        self.draw(
            f'<circle class="{kind}" cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}"/>'
        )

    def shape(self, *points: Point, kind: str = "ink") -> None:
        """A filled shape with straight sides."""
        path = "M" + " L".join(f"{_n(x)} {_n(y)}" for x, y in points) + " Z"
        self.draw(f'<path class="{kind}" d="{path}"/>')


def _n(number: float) -> str:
    """A coordinate without needless digits."""
    return f"{number:.1f}".rstrip("0").rstrip(".")
