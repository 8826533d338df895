"""Figures on the rondel: where they walk, and what lies opposite and beside (pages 4, 6 and 12).

Rule: a walk is reckoned only where the owner told the rondel and the figure's space is known;
else people say where it landed.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.merlin.counties import COUNTIES, ROUND, SPACES, County
from companion.games.merlin.state import NOWHERE, State, is_known
from companion.games.merlin.todo import Act, Lands


def walked(state: State, figure: str, steps: int) -> State:
    """A figure goes so many spaces clockwise, or back where they are fewer than none; then its
    space is known, or asked."""
    state = replace(state, moved=figure)
    if not is_known(state, figure):
        return replace(state, phase="act", todo=(Lands(figure),))
    return landed(state, figure, (state.at[figure] + steps) % ROUND)


def landed(state: State, figure: str, space: int) -> State:
    """It stands there now, and the action of the space is open."""
    word = state.rondel[space]
    state = replace(state, at={**state.at, figure: space}, on={**state.on, figure: word})
    return replace(state, phase="act", todo=(Act(word),))


def told(state: State, figure: str, word: str) -> State:
    """People say the space: of some there is one alone, and so its place is known again."""
    places = [at for at, one in enumerate(state.rondel) if one == word]
    at = places[0] if len(places) == 1 else NOWHERE
    state = replace(state, at={**state.at, figure: at}, on={**state.on, figure: word})
    return replace(state, phase="act", todo=(Act(word), *state.todo[1:]))


def spaces(state: State) -> tuple[str, ...]:
    """The words of all spaces: as they lie, where that is known."""
    return tuple(dict.fromkeys(state.rondel)) or tuple(SPACES)


def placed(state: State, figure: str, county: County) -> State:
    """A figure stands on the space of a county."""
    at = state.rondel.index(county) if state.rondel else NOWHERE
    return replace(state, at={**state.at, figure: at}, on={**state.on, figure: county})


def apart(state: State, knight: str) -> bool:
    """Is this knight on another space than the figure that moved (page 12)? Of a kind that there
    are several of, people see it themselves."""
    one, other = state.at[knight], state.at[state.moved]
    if NOWHERE not in (one, other):
        return one != other
    word = state.on[knight]
    return bool(word) and (word != state.on[state.moved] or SPACES[word] > 1)


def may_turn_aside(state: State) -> bool:
    """Flags lead to another action instead of that of the space, as long as no favour and no staff
    repeats it (page 12)."""
    return not state.staff


def copyable(state: State) -> tuple[str, ...]:
    """Players whose knights are on another space than the figure that moved."""
    others = (seat for seat in state.seats if seat != state.turn)
    return tuple(seat for seat in others if may_turn_aside(state) and apart(state, seat))


def may_mirror(state: State) -> bool:
    """Can a flag put the knight on the opposite space: has it moved, and not acted yet?"""
    return state.moved == state.turn and may_turn_aside(state)


def beside(state: State, county: County) -> tuple[County, ...]:
    """The next counties, either way round; all others, where the order is not known (page 6)."""
    if not state.rondel:
        return tuple(one for one in state.order if one != county)
    at, count = state.order.index(county), len(state.order)
    return tuple(dict.fromkeys((state.order[at - 1], state.order[(at + 1) % count])))


def order(rondel: tuple[str, ...]) -> tuple[County, ...]:
    """The counties, clockwise from the first."""
    return tuple(county for word in rondel for county in COUNTIES if county == word)
