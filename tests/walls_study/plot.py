"""A picture of how far what was said agrees with what was so.

Rule: plain SVG, drawn from the figures alone.
"""

from __future__ import annotations

from math import sqrt

SIDE, MARGIN = 400, 48  # px
COLOURS = {"ours": "#1f5f8b", "perfect": "#c05a1c"}
Bins = list[tuple[float, float, int]]


def picture(curves: dict[str, Bins]) -> str:
    """Every curve over the diagonal; a dot's area is how often that was said."""
    whole = SIDE + 2 * MARGIN
    dots = "".join(_curve(COLOURS.get(who, "#777"), bins) for who, bins in curves.items())
    names = "".join(
        f'<text x="{MARGIN + 12}" y="{MARGIN + 20 + 18 * n}" fill="{COLOURS.get(who, "#777")}">'
        f"{who}</text>"
        for n, who in enumerate(curves)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'font-family="sans-serif" font-size="13">'
        f'<rect width="{whole}" height="{whole}" fill="white"/>{_frame()}{dots}{names}</svg>\n'
    )


def _frame() -> str:
    marks = "".join(
        f'<text x="{_x(n / 5)}" y="{_y(0) + 18}" text-anchor="middle">{n / 5:g}</text>'
        f'<text x="{_x(0) - 8}" y="{_y(n / 5) + 4}" text-anchor="end">{n / 5:g}</text>'
        for n in range(6)
    )
    return (
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" '
        f'stroke="#999"/><path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#bbb"/>{marks}'
        f'<text x="{_x(0.5)}" y="{_y(0) + 38}" text-anchor="middle">said to be a wall</text>'
        f'<text x="14" y="{_y(0.5)}" text-anchor="middle" '
        f'transform="rotate(-90 14 {_y(0.5)})">is a wall</text>'
    )


def _curve(colour: str, bins: Bins) -> str:
    most = max(count for _, _, count in bins)
    line = "L".join(f"{_x(said):.1f} {_y(seen):.1f}" for said, seen, _ in bins)
    dots = "".join(_dot(colour, said, seen, count, most) for said, seen, count in bins)
    return f'<path d="M{line}" fill="none" stroke="{colour}"/>{dots}'


def _dot(colour: str, said: float, seen: float, count: int, most: int) -> str:
    spread = 1.96 * sqrt(max(seen * (1 - seen), 1 / count) / count)
    low, high = max(seen - spread, 0.0), min(seen + spread, 1.0)
    radius = 2 + 8 * sqrt(count / most)
    return (
        f'<path d="M{_x(said):.1f} {_y(low):.1f}V{_y(high):.1f}" stroke="{colour}"/>'
        f'<circle cx="{_x(said):.1f}" cy="{_y(seen):.1f}" r="{radius:.1f}" fill="{colour}" '
        f'fill-opacity="0.6"><title>said {said:.3f}, is {seen:.3f}, {count} edges</title></circle>'
    )


def _x(share: float) -> float:
    return MARGIN + SIDE * share


def _y(share: float) -> float:
    return MARGIN + SIDE * (1 - share)
