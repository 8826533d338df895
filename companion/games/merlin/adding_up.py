"""Does what the owner told of the copy add up to what the box holds (pages 2, 4, 7 and 12)?

Rule: what was told wrongly is refused before the match begins, with the place in the book. What
nobody told is not wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.merlin.counties import COUNTIES, ROUND, SPACES
from companion.games.merlin.pieces import NEEDS, TEETH
from companion.games.merlin.state import Box
from companion.vocabulary import Refusal

FIRST = COUNTIES[0]
"""Merlin begins on its space (page 2), and whoever tells the rondel does, too."""
NONE = "none"


def wrong(box: Box) -> Refusal | None:
    """The first thing that cannot be."""
    found = (*_rondel(box.rondel), *_flags(box), *_frames(box), *_missions(box))
    return next(iter(found), None)


def _rondel(told: tuple[str, ...]) -> Iterator[Refusal]:
    """24 spaces, so many of each, the black county first."""
    if not told:
        return
    if len(told) != ROUND:
        yield Refusal("merlin.no.rondel", {"count": ROUND, "said": len(told)}, "page 4")
    for space, count in SPACES.items():
        if (said := told.count(space)) != count:
            yield Refusal(
                "merlin.no.rondel_space",
                {"space": space, "count": count, "said": said},
                "page 4",
            )
    if told[0] != FIRST:
        yield Refusal("merlin.no.rondel_first", {"space": FIRST}, "page 2")


def _flags(box: Box) -> Iterator[Refusal]:
    """Each county's flag does something else."""
    told = list(box.flags.values())
    for flag in dict.fromkeys(told):
        if told.count(flag) > 1:
            yield Refusal("merlin.no.two_flags", {"flag": flag}, "page 12")


def _frames(box: Box) -> Iterator[Refusal]:
    """Seven places each, a stone or none."""
    for place, told in (("upper", box.upper), ("lower", box.lower)):
        stones = [stone for stone in told if stone in (*COUNTIES, NONE)]
        if told and not len(told) == len(stones) == TEETH:
            yield Refusal(
                "merlin.no.frame",
                {"place": place, "count": TEETH, "said": len(stones)},
                "page 7",
            )


def _missions(box: Box) -> Iterator[Refusal]:
    """They ask for what the last page names, and each is one card."""
    for mission in box.missions:
        for need in mission.needs:
            if need not in NEEDS:
                yield Refusal("merlin.no.need", {"need": need}, "page 12")
    ids = [mission.id for mission in box.missions]
    if len(set(ids)) < len(ids):
        yield Refusal("merlin.no.twice", {}, "page 7")
