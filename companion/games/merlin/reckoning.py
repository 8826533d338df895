"""What a scoring gives, category by category (pages 8 to 10).

Rule: from counts alone, so that a game, a score that is kept by taps and a sheet in a file are
reckoned by the same lines. A share is rounded down, and nobody but the first has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.merlin.sheets import Scoring
from companion.vocabulary import Line, Says

TRAITOR, REPELLED = -3, 3
"""Points of a traitor that is left, and of Excalibur where none is (page 8)."""
APPLE, STAFF, GOODS = 1, 2, 3
"""Points of an apple and of a staff; so many goods are one point (page 10)."""

Told = tuple[str, int, Says]
"""Whose, how many points, and why."""


def first(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Whoever has most of it, the equal ones together; nobody of none."""
    most = max(counts.values(), default=0)
    return tuple(who for who, count in counts.items() if count == most) if most else ()


def share(counts: Mapping[str, int], pot: int, grail: str = "") -> dict[str, int]:
    """What each of the first gets. The Grail breaks a tie of its owner: all is theirs, and the
    others get nothing (page 9)."""
    tied = first(counts)
    if grail in tied:
        tied = (grail,)
    return dict.fromkeys(tied, pot // len(tied)) if tied else {}


def traitors(left: Mapping[str, int], excalibur: str) -> Iterator[Told]:
    """Three points less for each that was not driven away; three more for whoever has Excalibur
    and drove all away (page 8)."""
    for who, count in left.items():
        if count:
            told: dict[str, str | int] = {"count": count}
            yield who, TRAITOR * count, Says("merlin.score.traitors", told, "page 8")
    if excalibur and not left.get(excalibur):
        yield excalibur, REPELLED, Says("merlin.score.excalibur", {}, "page 8")


def area(terrain: str, tiles: int, manors: Mapping[str, int]) -> Iterator[Told]:
    """As many points as it has tiles, for most manors in it (page 9)."""
    told: dict[str, str | int] = {"terrain": terrain, "tiles": tiles}
    yield from _shared("area", told, share(manors, tiles))


def pot(county: str, influence: Mapping[str, int], grail: str = "") -> Iterator[Told]:
    """As many points as there are markers on the county, for most of them (page 9)."""
    total = sum(influence.values())
    told: dict[str, str | int] = {"county": county, "markers": total}
    tied = len(first(influence)) > 1 and grail in first(influence)
    yield from _shared("grail" if tied else "county", told, share(influence, total, grail))


def _shared(what: str, told: dict[str, str | int], shares: Mapping[str, int]) -> Iterator[Told]:
    """A share, and among how many."""
    players = len(shares)
    if players > 1:
        what, told = f"{what}_shared", {**told, "players": players}
    for who, points in shares.items():
        yield who, points, Says(f"merlin.score.{what}", told, "page 9")


def henchmen(counts: Mapping[str, int]) -> Iterator[Told]:
    """One point for each in a county (page 9)."""
    for who, count in counts.items():
        if count:
            yield who, count, Says("merlin.score.henchmen", {"count": count}, "page 9")


def ending(apples: int, staffs: int, goods: int) -> Iterator[Line]:
    """Apples, staffs, and every three goods that are left (page 10)."""
    counts = {"apples": (apples, APPLE * apples), "staffs": (staffs, STAFF * staffs)}
    counts["goods"] = (goods, goods // GOODS)
    for what, (count, points) in counts.items():
        if count:
            yield Line(points, Says(f"merlin.score.{what}", {"count": count}, "page 10"))


def scored(scoring: Scoring) -> Iterator[Told]:
    """A whole scoring as it was written down."""
    yield from traitors(_plain(scoring.traitors_left), scoring.excalibur or "")
    for region in scoring.areas:
        yield from area(region.terrain, region.tiles, _plain(region.manors))
    for county, influence in scoring.influence.items():
        laid = scoring.grail.owner if scoring.grail and scoring.grail.county == county else ""
        yield from pot(county, _plain(influence), laid)
    yield from henchmen(_plain(scoring.henchmen))


def _plain(counts: Mapping[Any, int]) -> dict[str, int]:
    return {str(who): count for who, count in counts.items()}
