"""When a die that was told is a roll, and whose.

Rule: a die turned in the hand of somebody who walks is no roll. While a walk can go on, the
die is the next player's only once the magician stands still; a die told before that is
offered, not taken.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.choices import FACES, choices
from companion.games.labyrinth.reading.memory import NO_ROLL, Memory
from companion.games.labyrinth.reading.walking import agrees
from companion.games.labyrinth.state import State, following, left
from companion.vocabulary import Notice, Option, Question, Rolled, Says

CALM_BEFORE_ROLL = 1_500  # ms without a movement; a hand that still walks pauses for less
CALM_AT_THE_END = 700  # … and where no step is left, so much that the last one is over
SAME_ROLL = 2_500  # ms in which the same face is the same roll, told once more
OFFERED = 10_000  # ms after which nobody thinks of that die any more
SAID = 5_000  # ms that it stands why a die was not taken


def thrown(
    memory: Memory, state: State, rolled: Rolled
) -> tuple[Memory, tuple[moves.Roll, ...]]:
    """The roll that this is, if it is one; what else it may be is remembered."""
    if rolled.face not in FACES:
        return _told(memory, "labyrinth.note.face"), ()
    if _is_told_again(memory, state, rolled.face):
        return memory, ()
    if state.phase == "draw":
        return _told(memory, "labyrinth.note.chip_first"), ()
    is_meant = state.phase == "roll" or _is_shown_again(memory, state, rolled.face)
    if is_meant or _ends_walk(memory, state, rolled.face):
        return memory, (moves.Roll(rolled.face),)
    pending = (rolled.face, memory.now, following(state))
    return replace(memory, pending=pending), ()


def taken(memory: Memory) -> Memory:
    """The memory once a roll stands."""
    return replace(memory, rolled=memory.now, pending=NO_ROLL)


def offered(memory: Memory, state: State) -> moves.Ask | None:
    """A die told while hands were moving: is it the next roll? Asked once all is calm."""
    face, at, seat = memory.pending
    if not face or memory.now - at > OFFERED or not _is_calm(memory, CALM_BEFORE_ROLL):
        return None
    if state.phase == "walk" and not left(state):
        return None  # that walk ends by itself
    if not any(c.move == moves.Roll(face) and c.seat == seat for c in choices(state)):
        return None
    who: dict[str, str | int] = {"seat": seat, "name": state.names[seat], "face": face}
    meant = (msgspec.to_builtins(moves.Roll(face)),)
    yes, no = Option(Says("labyrinth.opt.yes", who), meant), Option(Says("labyrinth.opt.no"))
    return moves.Ask(Question(Says("labyrinth.ask.roll", who), (yes, no), about="roll"))


def is_over(question: Question, state: State) -> bool:
    """Does nobody wait for that roll any more?"""
    seat = question.says.values.get("seat")
    if state.phase == "walk":
        return seat != following(state)
    return state.phase != "roll" or seat != state.turn


def reasons(memory: Memory) -> tuple[Notice, ...]:
    """Why the last die was not taken, for some seconds."""
    why, at = memory.refused
    return (Notice(why),) if why and memory.now - at < SAID else ()


def _is_told_again(memory: Memory, state: State, face: int) -> bool:
    same = state.phase == "walk" and state.roll == face
    return same and memory.now - memory.rolled <= SAME_ROLL


def _is_shown_again(memory: Memory, state: State, face: int) -> bool:
    """The table asks whether this was a roll, and somebody holds the die up once more: yes."""
    question = state.question
    if question is None or question.about != "roll" or not _is_calm(memory, CALM_BEFORE_ROLL):
        return False
    asked = question.says.values["face"] == face
    return asked and any(c.early and c.move == moves.Roll(face) for c in choices(state))


def _told(memory: Memory, why: str) -> Memory:
    return replace(memory, refused=(why, memory.now))


def _ends_walk(memory: Memory, state: State, face: int) -> bool:
    """Whoever walked stands still where the rules let a walk end (page 12, "or less")."""
    seen = not memory.unclear and agrees(memory, state)
    least = CALM_BEFORE_ROLL if left(state) else CALM_AT_THE_END
    if not state.path or not seen or not _is_calm(memory, least):
        return False
    return any(c.early and c.move == moves.Roll(face) for c in choices(state))


def _is_calm(memory: Memory, least: int) -> bool:
    moved = max(memory.changed, memory.fallen, memory.emptied)
    return memory.now - moved >= least
