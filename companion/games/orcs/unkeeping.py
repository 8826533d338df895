"""Decks that were kept stay at the table from now on.

Rule: what counts at the end is remembered, and what stands on the board goes on; whatever was
about a card is people's.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.orcs import decks
from companion.games.orcs.state import State
from companion.games.orcs.todo import Boost, Casting, Drop, Show, Take, Todo, Voodoo

ABOUT_CARDS = (Show, Take, Boost, Voodoo, Drop)
SETTING_UP = ("open", "hands", "missions")  # of the cards; the board is ready by then


def unkept(state: State) -> State:
    """Counts stay, cards go."""
    phase = "fate" if state.phase in SETTING_UP else state.phase
    return replace(
        state,
        support={seat: decks.supports(state, seat) for seat in state.seats},
        poison={seat: decks.poisons(state, seat) for seat in state.seats},
        decks={}, table=(), open=(), piles=(), phase=phase, todo=_left(state),
    )  # fmt: skip


def _left(state: State) -> tuple[Todo, ...]:
    """A spell in the middle of it goes on; people say which row is reached."""
    left = (todo for todo in state.todo if not isinstance(todo, ABOUT_CARDS))
    return tuple(Casting(one.spell) if isinstance(one, Casting) else one for one in left)
