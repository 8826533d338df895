"""Reading the labyrinth: from what was seen to moves, questions and notices.

Rule: never silent and wrong. A move is read when the rules and what was seen leave one
explanation; when they leave two, the table is asked; when they leave none, the page
says where everybody should stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.falling import fell, returned
from companion.games.labyrinth.reading.memory import Memory, noted
from companion.games.labyrinth.reading.noticing import notices
from companion.games.labyrinth.reading.picturing import compared
from companion.games.labyrinth.reading.questioning import asked
from companion.games.labyrinth.reading.rolling import taken, thrown
from companion.games.labyrinth.reading.walking import ended, followed, late_walk, walked
from companion.games.labyrinth.rules import play
from companion.games.labyrinth.state import State
from companion.vocabulary import Read, Refusal, Rolled, Sighting, Tick


def reader(_: Any) -> Memory:
    """The memory of a reading that begins."""
    return Memory()


def read(memory: Memory, state: State, sighting: Sighting | Tick) -> Read:
    """What one sighting means, with all that was seen before."""
    memory = noted(memory, state, sighting)
    if state.phase == "over":
        return Read(memory)
    if memory.unclear not in ("", "reversed"):
        return _unseen(memory, state, sighting)
    memory = followed(compared(memory, state), state)
    made: list[Any] = []
    memory, found = _found(memory, state, sighting)
    for move in found:
        after = play(state, move)
        if isinstance(after, Refusal):
            continue
        made.append(move)
        state = after
        if isinstance(move, moves.Back):
            memory = replace(memory, back=(move.seat, memory.now))
        if isinstance(move, moves.Roll):
            memory = taken(memory)
        memory = followed(memory, state)
    memory, question = asked(memory, state)
    if question:
        made.append(question)
    return Read(memory, tuple(made), notices(memory, state))


def _unseen(memory: Memory, state: State, sighting: Sighting | Tick) -> Read:
    """The plate tells nothing that can be believed; a die is told all the same."""
    rolls: tuple[moves.Roll, ...] = ()
    if isinstance(sighting, Rolled):
        memory, rolls = thrown(memory, state, sighting)
    if rolls:
        memory = taken(memory)
    return Read(memory, rolls, notices(memory, state))


def _found(
    memory: Memory, state: State, sighting: Sighting | Tick
) -> tuple[Memory, Sequence[Any]]:
    if isinstance(sighting, Rolled):
        return thrown(memory, state, sighting)
    return memory, _moves(memory, state)


def _moves(memory: Memory, state: State) -> list[Any]:
    """What was seen as moves, at most one of each kind; a fall outweighs a walk's end."""
    falls = [fell(memory, state, drop) for drop in memory.news]
    if any(falls):
        return [fall for fall in falls if fall]
    found = [
        returned(memory, state),
        late_walk(memory, state),
        walked(memory, state),
        ended(memory, state),
    ]
    return [move for move in found if move]


__all__ = ["Memory", "read", "reader"]
