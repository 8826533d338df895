"""What is made up for the pieces of every game whose rules ask what stands on them.

Rule: for demos and tests alone, by the name of the game. A game whose pieces say nothing that
its rules would need is not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.simulator import knights, monsters, oracles

MadeUp = Callable[[Random], dict[str, dict[str, Any]]]

PRINTED: Mapping[str, MadeUp] = {
    "maginor": oracles.synthetic,
    "merlin": knights.synthetic,
    "orcs": monsters.synthetic,
}
"""Facts by the piece, drawn by chance."""

SHOWN: Mapping[str, MadeUp] = {"maginor": oracles.hands}
"""… and those that only matter where its pieces are shown to a reader."""
