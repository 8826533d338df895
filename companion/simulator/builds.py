"""The two ways to build the plate: which magnets, how deep the sensors, when balls fall.

Rule: numbers of the data file and nothing else.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.geometry import table


class Build(Struct, frozen=True):
    """Dipoles of magnet and ball in mT mm3, and how high they are above the sensors in
    mm; how far the magnet may be from its ball, aside and above, in mm."""

    name: str
    strength: float
    height: float
    ball_strength: float
    ball_height: float
    detach: float
    lift: float


def _build(name: str, numbers: dict[str, Any]) -> Build:
    return Build(name, **{field: numbers[field] for field in Build.__struct_fields__[1:]})


CODES = _build("codes", table()["ball"] | table()["magnet"])
"""Linear sensors that say how strong the field is, as codes of a converter."""

SWITCHES = _build("switches", table()["matrix"])
"""Switches that say yes or no, in a matrix on the Pi's own pins."""

BUILDS = {build.name: build for build in (CODES, SWITCHES)}
