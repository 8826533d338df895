"""What the table should see to while it plays on, the most urgent first.

Rule: a notice is gone as soon as what it says is mended, and never stands in the way.
"""

from __future__ import annotations

from companion.games.labyrinth.reading.memory import Memory
from companion.games.labyrinth.reading.picturing import picture
from companion.games.labyrinth.reading.rolling import reasons
from companion.games.labyrinth.reading.walking import candidates, strayed
from companion.games.labyrinth.state import State, occupied
from companion.geometry import distance
from companion.vocabulary import Notice

SOON = 700  # ms before a difference is worth a word: hands are still moving
CALM = 2_500  # ms after the last ball or turn before a full tray is one that is blocked


def notices(memory: Memory, state: State) -> tuple[Notice, ...]:
    """Everything there is to say about the table now."""
    return (*reasons(memory), *_table(memory, state))


def _table(memory: Memory, state: State) -> tuple[Notice, ...]:
    if memory.unclear:
        fault = Notice(f"labyrinth.note.{memory.unclear}", memory.unclear_at, kind="fault")
        if memory.unclear != "reversed":
            return (fault,)
        return (fault, *_repairs(memory, state))
    return (
        *_repairs(memory, state),
        *_walker(memory, state),
        *_weak(memory, state),
        *_trays(memory, state),
    )


def _repairs(memory: Memory, state: State) -> tuple[Notice, ...]:
    if memory.now - memory.odd_since < SOON or not memory.odd:
        return ()
    if memory.hold and not memory.seen:
        return (Notice("labyrinth.note.nobody", kind="fault"),)
    seen = picture(memory, state)
    left_over = memory.spare.intersection(seen.extra)
    return (
        *(
            Notice("labyrinth.note.repair", state.at[seat], seat, "repair")
            for seat in seen.missing
        ),
        *(Notice("labyrinth.note.spare", field, kind="repair") for field in sorted(left_over)),
    )


def _walker(memory: Memory, state: State) -> tuple[Notice, ...]:
    """Where the magician on turn may not stop."""
    if state.phase != "walk" or memory.hold or memory.now - memory.changed <= SOON:
        return ()
    here = state.at[state.turn]
    if state.path and occupied(state, here):
        return (Notice("labyrinth.note.occupied", here, state.turn),)
    if not candidates(memory, state) and here not in memory.seen:
        return _behind(state, here)
    if strayed(memory, state):
        return (Notice("labyrinth.note.toofar", here, state.turn),)
    return ()


def _behind(state: State, here: str) -> tuple[Notice, ...]:
    """Out of sight next to somebody: perhaps it stopped on a taken field."""
    others = [state.at[seat] for seat in state.seats if seat != state.turn]
    near = [field for field in others if distance(field, here) == 1]
    return (Notice("labyrinth.note.occupied", near[0], state.turn),) if near else ()


def _weak(memory: Memory, state: State) -> tuple[Notice, ...]:
    dark = sorted(memory.blind - set(state.masked))
    return tuple(Notice("labyrinth.note.weak", field) for field in dark)


def _trays(memory: Memory, state: State) -> tuple[Notice, ...]:
    if any(where != "under" for where in state.balls.values()):
        return ()
    if memory.now - max(memory.fallen, memory.began) <= CALM:
        return ()
    return tuple(Notice("labyrinth.note.tray", tray) for tray in sorted(memory.trays))
