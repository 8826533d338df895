"""Henchmen are sent to a county, and do their duty (pages 4 and 5).

Rule: a county has one place for each kind of henchman. Whoever comes sends another player's home.
"""

from __future__ import annotations

from typing import Any

from companion.games.merlin.counties import County, Henchman, Owned
from companion.games.merlin.goods import taken
from companion.games.merlin.state import State, with_castle

DUTY: dict[str, Owned] = {
    "builder": "stone",
    "shieldbearer": "shield",
    "flagbearer": "flag",
    "lady": "influence",
}
"""What each brings from the county to the castle; the lady, from there to the county (page 5)."""


def sent(state: State, seat: str, henchman: Henchman, county: County) -> State:
    """He stands there, and does his duty."""
    return taken(moved(state, seat, henchman, county), seat, county, DUTY[henchman])


def moved(state: State, seat: str, henchman: Henchman, county: County) -> State:
    """He stands there; that of another player goes back to the castle."""
    for other, castle in state.castles.items():
        if other != seat and castle.henchmen[henchman] == county:
            state = _at(state, other, henchman, "")
    return _at(state, seat, henchman, county)


def _at(state: State, seat: str, henchman: Henchman, county: Any) -> State:
    henchmen = {**state.castles[seat].henchmen, henchman: county}
    return with_castle(state, seat, henchmen=henchmen)
