"""What each of the eight secret missions counts, and what that earns (line 14).

Rule: a mission looks at what a mage has won, what the others have, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.orcs.kinds import STRENGTH, Kind
from companion.games.orcs.pieces import STRENGTHS
from companion.games.orcs.state import Mission

Won = Mapping[Kind, int]


class Mine(NamedTuple):
    """A mage at the end. ``spells``: how many learned cards earn the points of that mission."""

    won: Won
    others: tuple[Won, ...]
    abilities: int
    learned: int
    spells: int

    def of(self, strength: str) -> int:
        """Monsters of that category."""
        return sum(n for kind, n in self.won.items() if STRENGTH[kind] == strength)


def _most(mine: Mine) -> int:
    """Kinds of which nobody has more. Of what nobody won, nobody has the most."""
    return sum(
        count > 0 and all(other.get(kind, 0) <= count for other in mine.others)
        for kind, count in mine.won.items()
    )


EARNS: dict[Mission, tuple[int, Callable[[Mine], int]]] = {
    "weak": (2, lambda mine: mine.of("weak") // 2),
    "strong": (2, lambda mine: mine.of("strong") // 2),
    "mighty": (2, lambda mine: mine.of("mighty") // 2),
    "many": (3, lambda mine: sum(mine.won.values()) // 4),
    "set": (3, lambda mine: min(map(mine.of, STRENGTHS))),
    "abilities": (2, lambda mine: mine.abilities),
    "most": (3, _most),
    "spells": (2, lambda mine: mine.learned // mine.spells),
}
"""Points for each, and how many of them there are. A pair is any two of a category: the book
says "of weak monsters", and not of one kind."""
