"""A round: a fate card, then a turn of every mage (lines 5 to 7), and the end (line 12).

Rule: what needs no choice happens by itself. ``settled`` goes on until somebody has to say or
to choose something.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.orcs import board, decks
from companion.games.orcs.state import PATHS, State, can, everything, following
from companion.games.orcs.todo import Choose, Show, Take, Todo, Unveil
from companion.games.orcs.waiting import lapsed

ACTIONS, MORE = 2, 3
CLEARED = 4  # paths that end the game


def settled(state: State) -> State:
    """The state once nothing more happens by itself."""
    while True:
        after = _next(state)
        if after is None:
            return state
        state = after


def _next(state: State) -> State | None:
    if state.todo:
        return lapsed(state)
    return _PHASES[state.phase](state) if state.phase in _PHASES else None


# Phases that are over when nothing is to be done any more


def _mages(state: State) -> State | None:
    """Every mage has a position; then two markers are turned on each path (line 3)."""
    if -1 in state.mages.values():
        return None
    todo = tuple(Unveil(path) for path in range(PATHS) for _ in range(2))
    return replace(state, phase="markers", todo=todo)


def _markers(state: State) -> State:
    """Three spells of each pile lie open (line 2); each mage draws four (line 4)."""
    if not everything(state):
        return replace(state, phase="fate")
    places = tuple(Show(place) for place in range(2 * decks.OPEN))
    return replace(state, phase="open", todo=places, open=("",) * len(places))


def _open(state: State) -> State:
    hands = tuple(Take(seat, decks.HAND) for seat in state.seats)
    return replace(state, phase="hands", todo=hands)


def _hands(state: State) -> State:
    return replace(state, phase="missions" if state.options.missions else "fate")


def _missions(state: State) -> State | None:
    """Each keeps one of two (line 14)."""
    if len(state.missions) < len(state.seats):
        return None
    return replace(state, phase="fate")


def _reveal(state: State) -> State:
    return replace(state, phase="act", actions=_actions(state))


def _act(state: State) -> State | None:
    """A turn is over with its last action: monsters heal, and new spells are drawn (lines 7, 8)."""
    if state.actions:
        return None
    state = replace(board.healed(state), phase="draw", power=0)
    if not everything(state):
        return state
    seat = state.turn
    state = decks.discarded(state, seat, state.decks[seat].hand)
    return replace(state, todo=(Take(seat, decks.size(state, seat)),))


def _draw(state: State) -> State:
    """The next mage; after the last, the round is over."""
    after = replace(state, turn=following(state))
    if after.turn != state.seats[0]:
        return turned(after)
    if is_end(after):
        return ended(after)
    return replace(after, phase="fate", rule="none", moving=())


_PHASES: dict[str, Callable[[State], State | None]] = {
    "mages": _mages,
    "markers": _markers,
    "open": _open,
    "hands": _hands,
    "missions": _missions,
    "reveal": _reveal,
    "act": _act,
    "draw": _draw,
}


def turned(state: State) -> State:
    """A turn begins: markers for empty paths first, then one on a path of choice (line 6)."""
    empty = (n for n, path in enumerate(state.paths) if board.is_empty(path) and path.markers)
    todo: tuple[Todo, ...] = (*(Unveil(path) for path in empty), Choose())
    return replace(state, phase="reveal", todo=todo, actions=0)


def _actions(state: State) -> int:
    """Two in a turn, or three with the ability (lines 6 and 13)."""
    return MORE if can(state, state.turn, "extra-action") else ACTIONS


def gained(before: State, after: State) -> State:
    """Who gains that ability within a turn has the third action "from now on" (line 13)."""
    if not (before.phase == after.phase == "act" and before.turn == after.turn):
        return after
    more = _actions(after) - _actions(before)
    return replace(after, actions=max(0, after.actions + more)) if more else after


def cleared(state: State) -> int:
    """Paths without monsters, and by the usual reading without markers (line 12)."""
    markers = state.options.cleared == "markers"
    return sum(board.is_empty(path) and not (markers and path.markers) for path in state.paths)


def is_end(state: State) -> bool:
    """Is this round the last?"""
    return cleared(state) >= CLEARED


def ended(state: State) -> State:
    """Where decks stay at the table, counts and missions are told now; and missions that nobody
    kept, or two: each lies in the box once (line 14)."""
    kept = list(state.missions.values())
    missions = {seat: m for seat, m in state.missions.items() if kept.count(m) == 1}
    told = len(missions) == len(state.seats) or not state.options.missions
    over = everything(state) and told
    state = replace(board.healed(state), missions=missions, todo=(), actions=0, power=0)
    state = decks.cleared(state) if state.table else state
    return replace(state, phase="over" if over else "sheet")


def begun(state: State) -> State:
    """The fate card is told, and the first mage is on turn."""
    return turned(replace(state, round=state.round + 1, turn=state.seats[0]))
