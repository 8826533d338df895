"""Questions about the picture: what stays different long enough becomes one question.

Rule: one at a time, asked once, with "we don't know, play on" among the answers; a
question that the table has answered by itself is taken back.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.explaining import explain
from companion.games.labyrinth.reading.falling import whose
from companion.games.labyrinth.reading.memory import NO_ROLL, Memory, latest, unheard
from companion.games.labyrinth.reading.picturing import Picture, picture
from companion.games.labyrinth.reading.rolling import is_over, offered
from companion.games.labyrinth.reading.walking import BOTH, candidates, is_early, place
from companion.games.labyrinth.state import State, left, occupied
from companion.geometry import distance, neighbours, table, turned
from companion.vocabulary import Option, Question, Says

ASK = 6_000  # ms before a difference is worth a question
ASK_HELD = 2_500  # ms when people changed the state themselves, or after a restart
STUCK = 10_000  # ms before a covered field that nobody stands on is asked about
LOST = 1_200  # ms out of sight; longer than a ball of a lifted magician rolls
WHO = 1_500  # ms before two magicians that moved are asked about
LATEST = table()["drop"]["latest"]  # ms from the last border crossed to the tray

UNKNOWN = Option(Says("labyrinth.opt.unknown"))


def asked(memory: Memory, state: State) -> tuple[Memory, Any | None]:
    """One question about the picture, once the difference has lasted, or its end."""
    question = state.question
    if question and _settled(question, memory, state):
        return memory, moves.Unask()
    if question and question.about == "drop":
        return memory, _anew(question, state)
    if memory.unclear not in ("", "reversed") or question or state.phase == "over":
        return memory, None
    if roll := offered(memory, state):
        return replace(memory, pending=NO_ROLL), roll
    both = _two_shown(memory, state)
    if both:
        return memory, both
    lost = _out_of_sight(memory, state) or _early(memory, state)
    if lost:
        return replace(memory, sought=(memory.began, lost.question.place)), lost
    if not memory.odd or memory.odd == memory.waved:
        return memory, None
    found = _question(memory, state, memory.now - memory.odd_since)
    return (replace(memory, waved=memory.odd) if found else memory), found


def _anew(question: Question, state: State) -> moves.Ask | None:
    """The question whose ball it is, once its answers mean something else."""
    ask = whose(state, str(question.says.values["tray"]))
    return ask if ask.question != question else None


def _settled(question: Question, memory: Memory, state: State) -> bool:
    match question.about:
        case "picture":
            about = question.says.values.get("seat")
            return not memory.odd or (about is not None and about not in memory.odd)
        case "roll":
            return is_over(question, state)
        case "early":
            walker = question.options[0].says.values.get("seat")
            return state.phase != "walk" or walker != state.turn or bool(state.path)
        case "lost":
            walker = question.options[0].says.values.get("seat")
            return state.phase != "walk" or walker != state.turn or bool(place(memory, state))
        case "who":
            walker = question.options[0].says.values.get("seat")
            return state.phase != "walk" or walker != state.turn
    return False


def _question(memory: Memory, state: State, lasted: int) -> moves.Ask | None:
    seen = picture(memory, state)
    if lasted < (ASK_HELD if memory.hold else ASK):
        return None
    quarters = _quarters(memory, state)
    if quarters:
        return _ask_turned(state, quarters)
    if not seen.missing and len(seen.extra) == 1 and (memory.hold or lasted >= STUCK):
        return _ask_stuck(seen.extra[0])
    return _who_moved(memory, state, _without_spare(memory, seen))


def _without_spare(memory: Memory, seen: Picture) -> Picture:
    """Whoever left a magician standing has not moved, and is nobody's explanation."""
    return Picture(seen.missing, tuple(f for f in seen.extra if f not in memory.spare))


def _who_moved(memory: Memory, state: State, seen: Picture) -> moves.Ask | None:
    if len(seen.missing) == 1 and seen.extra:
        mixed = _mixed_up(memory, state, seen)
        return mixed or _ask_misplaced(state, seen.missing[0], seen.extra)
    if len(seen.missing) > 1 and len(seen.extra) >= len(seen.missing):
        return _ask_several(state, seen)
    return None


def _quarters(memory: Memory, state: State) -> int:
    """By how many quarter turns the plate shows the same picture, if that is certain."""
    expected, shown = set(state.at.values()), set(memory.seen)
    fits = [q for q in (1, 2, 3) if {turned(f, q) for f in expected} == shown]
    same = expected == shown
    return fits[0] if len(fits) == 1 and not same and len(expected) > 1 else 0


def _meant(*played: Any) -> tuple[Any, ...]:
    return tuple(msgspec.to_builtins(move) for move in played)


def _called(state: State, seat: str) -> dict[str, str | int]:
    return {"name": state.names[seat], "seat": seat}


def _ask(
    says: Says, options: tuple[Option, ...], place: str = "", about: str = "picture"
) -> moves.Ask:
    return moves.Ask(Question(says, (*options, UNKNOWN), place=place, about=about))


def _ask_turned(state: State, quarters: int) -> moves.Ask:
    now = (state.turned + quarters) % 4
    yes = Option(Says("labyrinth.opt.yes"), _meant(moves.Turned(now)))
    return _ask(Says("labyrinth.ask.turned"), (yes, Option(Says("labyrinth.opt.no"))))


def _ask_misplaced(state: State, seat: str, extra: tuple[str, ...]) -> moves.Ask:
    near = min(extra, key=lambda field: (distance(field, state.at[seat]), field))
    values = _called(state, seat)
    here = Option(Says("labyrinth.opt.here", values), _meant(moves.Place(seat, near)))
    there = Option(Says("labyrinth.opt.there", values))
    return _ask(Says("labyrinth.ask.misplaced", values), (here, there), near)


def _ask_several(state: State, seen: Picture) -> moves.Ask:
    field = seen.extra[0]
    options = tuple(
        Option(
            Says("labyrinth.opt.seat", _called(state, seat)), _meant(moves.Place(seat, field))
        )
        for seat in seen.missing
    )
    nobody = Option(Says("labyrinth.opt.nobody"))
    return _ask(Says("labyrinth.ask.who"), (*options, nobody), field, "several")


def _ask_stuck(field: str) -> moves.Ask:
    ignore = Option(Says("labyrinth.opt.ignore"), _meant(moves.Mask(field)))
    return _ask(Says("labyrinth.ask.stuck"), (ignore, Option(Says("labyrinth.opt.no"))), field)


def _two_shown(memory: Memory, state: State) -> moves.Ask | None:
    """Two magicians moved at once, and either could be the one on turn."""
    if state.phase != "walk" or memory.hold or memory.now - memory.changed < WHO:
        return None
    shown = candidates(memory, state)
    gone = [s for s in state.seats if s != state.turn and state.at[s] not in memory.seen]
    if len(shown) != 2 or len(gone) != 1 or set(shown) == set(memory.waved):
        return None
    return _ask_who(memory, state, shown, gone[0])


def _out_of_sight(memory: Memory, state: State) -> moves.Ask | None:
    """The walker is seen nowhere, no ball fell, and no sensor is known to be dead there:
    one beside the field where it was last must be. Which one, people see."""
    if state.phase != "walk" or memory.hold or not left(state) or memory.by_hand:
        return None
    if memory.now - max(memory.changed, memory.began) < LOST or place(memory, state):
        return None
    here = latest(memory, memory.touched)
    if not here or here in memory.seen or candidates(memory, state):
        return None
    if memory.sought == (memory.began, here):
        return None
    if any(occupied(state, field) for field in neighbours(here)):
        return None  # it may stand behind somebody, which a notice says
    around = [(way, field) for way, field in _around(here) if field not in memory.seen]
    silent = [(way, field) for way, field in around if field not in memory.left]
    options = tuple(
        option
        for way, field in silent or around  # whoever never spoke is more likely dead
        if (option := _went(memory, state, way, field))
    )
    values = _called(state, state.turn)
    there = Option(Says("labyrinth.opt.there", values))
    return (
        _ask(Says("labyrinth.ask.lost", values), (*options, there), here, "lost")
        if options
        else None
    )


def _early(memory: Memory, state: State) -> moves.Ask | None:
    """The magician stood there before the die was told, and has not moved since."""
    if state.phase != "walk" or memory.hold or memory.by_hand:
        return None
    here = place(memory, state)
    if not here or here == state.at[state.turn] or not is_early(memory, state, here):
        return None
    if memory.now - max(memory.changed, memory.rolled) < WHO:
        return None
    if memory.sought == (memory.began, here):
        return None
    touched = (*(one for one, _ in memory.touched),)
    found = explain(state, touched, here, unheard(memory, state))
    if found is None:
        return None
    values = _called(state, state.turn)
    walked = Option(
        Says("labyrinth.opt.here", values), _meant(moves.Walk(found.path, found.either))
    )
    there = Option(Says("labyrinth.opt.there", values))
    return _ask(Says("labyrinth.ask.misplaced", values), (walked, there), here, "early")


def _around(field: str) -> list[tuple[str, str]]:
    """The fields beside it, and which way they lie on the page."""
    ways = {(0, -1): "up", (0, 1): "down", (-1, 0): "left", (1, 0): "right"}
    return [
        (ways[ord(other[0]) - ord(field[0]), int(other[1]) - int(field[1])], other)
        for other in neighbours(field)
    ]


def _went(memory: Memory, state: State, way: str, field: str) -> Option | None:
    touched = (*(one for one, _ in memory.touched), field)
    found = (
        None if occupied(state, field) else explain(state, touched, field, frozenset({field}))
    )
    if found is None:
        return None
    says = Says(f"labyrinth.opt.{way}", _called(state, state.turn))
    return Option(says, _meant(moves.Walk(found.path, found.either)))


def _mixed_up(memory: Memory, state: State, seen: Picture) -> moves.Ask | None:
    """The one taken for the walker turned up beside a magician that left just then: it
    may as well be that one, pushed over the border."""
    here, other = state.at[state.turn], seen.missing[0]
    if state.phase != "walk" or memory.hold or len(seen.extra) != 1:
        return None
    since, left = memory.seen.get(here, 0), memory.left.get(state.at[other], memory.now)
    if distance(here, state.at[other]) != 1 or since < left - BOTH:
        return None
    return _ask_who(memory, state, [seen.extra[0], here], other)


def _ask_who(memory: Memory, state: State, shown: list[str], other: str) -> moves.Ask | None:
    touched = tuple(field for field, _ in memory.touched)
    walks = [explain(state, touched, field, unheard(memory, state)) for field in shown]
    options = tuple(
        Option(
            Says("labyrinth.opt.seat", _called(state, seat)),
            _meant(moves.Walk(found.path, found.either)),
        )
        for seat, found in zip((state.turn, other), walks, strict=True)
        if found
    )
    if len(options) < 2:
        return None
    return _ask(Says("labyrinth.ask.who"), options, shown[0], "who")
