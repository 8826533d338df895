"""Who gets the chips, and when the game is over (book pages 14 and 15)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.labyrinth.finding import settled
from companion.games.labyrinth.state import State


def resolve(state: State, standing: tuple[str, ...]) -> State:
    """The first who stands on the symbol takes the open chip, each further one gets a
    chip from the bag, then a new one is drawn (page 14)."""
    if standing:
        first, *others = standing
        chips = {**state.chips, first: (*state.chips[first], state.wanted)}
        state = replace(state, chips=chips, wanted="", blind=tuple(others))
    reached = tuple(s for s in state.seats if len(state.chips[s]) >= state.goals[s])
    if reached and (state.options.both_reach == "first" or not state.blind):
        state = settled(state)
        return replace(state, phase="over", blind=(), winners=reached, question=None)
    return replace(state, phase="draw")
