"""The picture: where every magician should stand, against what the plate shows.

Rule: it only compares. What the page says about a difference is noticing's matter, what
it asks is questioning's.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.labyrinth.reading.memory import Memory, unheard
from companion.games.labyrinth.reading.walking import candidates
from companion.games.labyrinth.state import State

TRUSTED = 3000  # ms; a hand puts a magician down in less
WHOLE = 100  # ms in which everything that stands on a plate has been told


class Picture(Struct, frozen=True):
    """``missing``: seats whose field is not covered. ``extra``: covered fields where
    nobody belongs."""

    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


def picture(memory: Memory, state: State) -> Picture:
    """How the plate differs from the state, for all who stand still."""
    dark = unheard(memory, state)
    still = [seat for seat in state.seats if not _in_hand(memory, state, seat)]
    expected = {state.at[seat] for seat in still}
    missing = tuple(
        s for s in still if state.at[s] not in memory.seen and state.at[s] not in dark
    )
    if any(state.balls[seat] == "tray" for seat in state.seats):
        return Picture(missing)
    extra = {f for f in memory.seen if f not in expected and f not in dark}
    if _walking(memory, state):
        extra -= set(candidates(memory, state))
    return Picture(missing, tuple(sorted(extra)))


def _walking(memory: Memory, state: State) -> bool:
    return state.phase in ("walk", "roll") and not memory.hold


def _in_hand(memory: Memory, state: State, seat: str) -> bool:
    """Nobody expects this magician on its field now."""
    if state.balls[seat] == "tray":
        return True
    return seat == state.turn and _walking(memory, state)


def _is_deaf(memory: Memory, seen: Picture) -> bool:
    """People say that somebody stands there, or play on as if; the plate shows nobody
    there and nobody elsewhere: then its sensor tells nothing."""
    waits = memory.hold and memory.told and not memory.unclear and bool(memory.seen)
    one = len(seen.missing) == 1 and not set(seen.extra) - memory.spare
    return waits and one and memory.now - memory.odd_since >= TRUSTED


def _is_whole(memory: Memory) -> bool:
    """Has the plate said everything? Told anew, it speaks field by field."""
    calm = memory.now - memory.changed >= WHOLE
    return memory.hold and calm and bool(memory.seen) and not memory.unclear


def compared(memory: Memory, state: State) -> Memory:
    """The memory with the difference noticed; once there is none, the plate is believed."""
    seen = picture(memory, state)
    odd = frozenset((*seen.missing, *seen.extra))
    if odd != memory.odd:
        memory = replace(memory, odd=odd, odd_since=memory.now)
    if not odd:
        memory = replace(memory, waved=frozenset())
    if _is_deaf(memory, seen):
        dark = frozenset(state.at[seat] for seat in seen.missing)
        return replace(memory, blind=memory.blind | dark, hold=False, whose=("", ""))
    if _is_whole(memory) and not seen.missing:
        memory = replace(memory, hold=False, whose=("", ""), spare=_spare(memory, state, seen))
    return memory


def _spare(memory: Memory, state: State, seen: Picture) -> frozenset[str]:
    """Covered though everybody is seen elsewhere: of somebody who left, most likely."""
    if unheard(memory, state) & set(state.at.values()):
        return frozenset()
    return frozenset(seen.extra)
