"""A small picture of measured lines, drawn by hand as SVG.

Rule: what grows by factors is drawn by factors: the upright axis counts tens.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 640, 400  # px
LEFT, RIGHT, TOP, BOTTOM = 96, 128, 48, 56  # px round the lines, for the words
INK, FAINT, GROUND = "#171c21", "#b9beb8", "#ecede8"  # the page's own light colours
DASHES = ("none", "6 4", "2 3")  # one a line: told apart without colour
FONT = '"Segoe UI", Roboto, "Noto Sans", Lato, sans-serif'

Points = list[tuple[int, float]]


def plot(title: str, across: str, up: str, lines: dict[str, Points]) -> str:
    """One picture: a line of points for each name."""
    low, high = _tens([value for points in lines.values() for _, value in points])
    steps = sorted({step for points in lines.values() for step, _ in points})

    def x(step: float) -> float:
        return LEFT + (step - steps[0]) / (steps[-1] - steps[0]) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        share = (log10(value) - low) / (high - low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    parts = [_text(LEFT, 28, title, "start", 16)]
    for ten in range(low, high + 1):
        parts.append(_line([(LEFT, y(10**ten)), (WIDTH - RIGHT, y(10**ten))], FAINT, 1))
        parts.append(_text(LEFT - 8, y(10**ten) + 4, f"{10.0**ten:g} {up}", "end"))
    below = HEIGHT - BOTTOM + 24
    parts += [_text(x(step), below, f"{across} = {step}", "middle") for step in steps]
    for dash, (name, points) in zip(DASHES, lines.items(), strict=False):
        places = [(x(step), y(value)) for step, value in points]
        parts.append(_line(places, INK, 2, dash))
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3.5"/>' for px, py in places]
        parts.append(_text(places[-1][0] + 10, places[-1][1] + 4, name, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f"font-family='{FONT}' fill=\"{INK}\">\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>\n'
        + "\n".join(parts) + "\n</svg>\n"
    )  # fmt: skip


def _tens(values: list[float]) -> tuple[int, int]:
    return floor(log10(min(values))), ceil(log10(max(values)))


def _line(places: list[tuple[float, float]], ink: str, width: int, dash: str = "none") -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return (
        f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="{width}" '
        f'stroke-dasharray="{dash}"/>'
    )


def _text(x: float, y: float, words: str, anchor: str, size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
        f"{escape(words)}</text>"
    )
