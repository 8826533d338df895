"""Reading the die of Maginor: a roll where one is open, else a word why it is none.

Rule: pieces that are shown are no part of this, they mean something by themselves. A die that
was told is told again now and then; the same face a moment later is the same roll.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.choices import choices
from companion.games.maginor.pieces import SIDES
from companion.games.maginor.state import CENTRE, State
from companion.vocabulary import Notice, Read, Rolled, Sighting, Tick

DIE = "0"
SAME_ROLL = 2_500  # ms in which the same face is the same roll, told once more
SAID = 5_000  # ms that it stands why a die was not taken


class Memory(Struct, frozen=True):
    """``face`` was a roll at ``rolled``; ``why`` another was none, said at ``said``. Times on
    the table's clock, in ms."""

    face: int = 0
    rolled: int = -SAME_ROLL
    why: str = ""
    said: int = 0


def reader(_: object) -> Memory:
    """The memory of a reading that begins."""
    return Memory()


def read(memory: Memory, state: State, sighting: Sighting | Tick) -> Read:
    """A roll that came to rest, if one is open."""
    if memory.why and sighting.at - memory.said >= SAID:
        memory = replace(memory, why="")
    if not isinstance(sighting, Rolled) or sighting.die != DIE:
        return Read(memory, (), _notices(memory))
    if sighting.face == memory.face and sighting.at - memory.rolled < SAME_ROLL:
        return Read(memory, (), _notices(memory))
    if not 1 <= sighting.face <= len(SIDES):
        return _unread(memory, "maginor.note.face", sighting.at)
    return _rolled(memory, state, sighting)


def _rolled(memory: Memory, state: State, sighting: Rolled) -> Read:
    roll = moves.Roll(SIDES[sighting.face - 1])  # type: ignore[arg-type]  # one of the six
    if any(choice.move == roll for choice in choices(state)):
        return Read(Memory(sighting.face, sighting.at), (roll,))
    if why := _why_not(state):
        return _unread(memory, why, sighting.at)
    return Read(memory, (), _notices(memory))


def _why_not(state: State) -> str:
    """Only in a turn does anybody wonder why a die was not taken."""
    if state.phase != "turn":
        return ""
    if state.todo:
        return "maginor.note.choose_first"
    return "maginor.note.centre" if state.at[state.turn] == CENTRE else ""


def _unread(memory: Memory, why: str, at: int) -> Read:
    memory = replace(memory, why=why, said=at)
    return Read(memory, (), _notices(memory))


def _notices(memory: Memory) -> tuple[Notice, ...]:
    return (Notice(memory.why),) if memory.why else ()
