"""What a turn was waiting for, once the table turned out to lie otherwise.

Rule: what still makes sense stays, in its order; what has lost its ground is dropped.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.maginor.crossing import is_last
from companion.games.maginor.state import END, GUILD_HALL, State
from companion.games.maginor.todo import (
    Again,
    Ask,
    Cross,
    Duel,
    Persuade,
    Replay,
    Step,
    Todo,
)

ASKED_FOR: dict[str, type[Todo]] = {
    "tie": Cross,
    "filled": Cross,
    "returned": Again,
    "persuasion": Persuade,
}
"""What each reading is asked for; that of the rituals is for the end."""


def still(state: State) -> State:
    """The state, waiting for what has not lapsed."""
    kept = [one for todo in state.todo if (one := _on_its_ground(state, todo)) is not None]
    return replace(state, todo=tuple(one for one in kept if _matters(state, one, kept)))


def _on_its_ground(state: State, todo: Todo) -> Todo | None:
    """The same, found anew, or None without the Oracle, marker or card that it is about."""
    if getattr(todo, "oracle", GUILD_HALL) not in (*state.slots, GUILD_HALL):
        return None
    match todo:
        case Duel(oracle=oracle, slot=slot, defender=defender):
            return todo if state.slots[oracle][slot] == defender else None
        case Persuade(oracle=oracle, slot=int(slot)):
            return todo if state.slots[oracle][slot] == state.turn else Persuade(oracle)
        case Cross(oracle=oracle):
            return Cross(oracle) if _is_due(state, oracle) else None
        case Replay(card=card):
            return todo if card in state.played[state.turn] else None
    return todo


def _is_due(state: State, oracle: str) -> bool:
    """The Guild Hall is, once Maginor is back on it."""
    return oracle != GUILD_HALL or (state.maginor == END and not is_last(state))


def _matters(state: State, todo: Todo, kept: list[Todo]) -> bool:
    """Nobody is asked about what does not come; nor at the end, before it is there."""
    match todo:
        case Ask(reading="ritual"):
            return state.phase == "sheet" or is_last(state) or Cross(GUILD_HALL) in kept
        case Ask(reading=reading):
            return any(isinstance(one, ASKED_FOR[reading]) for one in kept)
    return True


def uncrossed(state: State, oracle: str) -> State:
    """This one is not crossed out after all; if Maginor was rolled, he goes on as usual."""
    left = (
        todo for todo in state.todo if not (isinstance(todo, Cross) and todo.oracle == oracle)
    )
    todo = (Step() if isinstance(todo, Step) else todo for todo in left)
    return replace(state, todo=tuple(todo))
