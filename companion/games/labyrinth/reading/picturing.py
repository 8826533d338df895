"""The picture: where every magician should stand, against what the plate shows.

While they differ the page says which magician belongs where, the smallest repair
first. What stays different long enough becomes one question, and play goes on.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.explaining import explain
from companion.games.labyrinth.reading.memory import Memory, unheard
from companion.games.labyrinth.reading.walking import candidates, strayed
from companion.games.labyrinth.state import State, occupied
from companion.geometry import distance, turned
from companion.vocabulary import Notice, Option, Question, Says

SOON = 700  # ms before a difference is worth a word: hands are still moving
ASK = 6_000  # ms before it is worth a question
ASK_HELD = 2_500  # ms when people changed the state themselves, or after a restart
STUCK = 10_000  # ms before a covered field that nobody stands on is asked about
WHO = 1_500  # ms before two magicians that moved are asked about


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
    loose = any(state.balls[seat] == "tray" for seat in state.seats)
    walking = _walking(memory, state)
    extra = [f for f in memory.seen if f not in expected and f not in dark]
    if walking:
        extra = [field for field in extra if field not in candidates(memory, state)]
    if loose:
        extra = []
    return Picture(missing, tuple(sorted(extra)))


def _walking(memory: Memory, state: State) -> bool:
    return state.phase in ("walk", "roll") and not memory.hold


def _in_hand(memory: Memory, state: State, seat: str) -> bool:
    """Nobody expects this magician on its field now."""
    if state.balls[seat] == "tray":
        return True
    return seat == state.turn and _walking(memory, state)


def compared(memory: Memory, state: State) -> Memory:
    """The memory with the difference noticed; once there is none, the plate is believed."""
    seen = picture(memory, state)
    odd = frozenset((*seen.missing, *seen.extra))
    if odd != memory.odd:
        memory = replace(memory, odd=odd, odd_since=memory.now)
    if not odd:
        memory = replace(memory, waved=frozenset())
    if memory.hold and not odd and memory.seen and not memory.unclear:
        memory = replace(memory, hold=False, whose=("", ""))
    return memory


def notices(memory: Memory, state: State) -> tuple[Notice, ...]:
    """What the table should see to, most urgent first."""
    if memory.unclear:
        fault = Notice(f"labyrinth.note.{memory.unclear}", memory.unclear_at, kind="fault")
        if memory.unclear != "reversed":
            return (fault,)
        return (fault, *_repairs(memory, state))
    return (*_repairs(memory, state), *_hints(memory, state), *_trays(memory, state))


def _repairs(memory: Memory, state: State) -> tuple[Notice, ...]:
    if memory.now - memory.odd_since < SOON or not memory.odd:
        return ()
    if memory.hold and not memory.seen:
        return (Notice("labyrinth.note.nobody", kind="fault"),)
    return tuple(
        Notice("labyrinth.note.repair", state.at[seat], seat, "repair")
        for seat in picture(memory, state).missing
    )


def _hints(memory: Memory, state: State) -> tuple[Notice, ...]:
    found: list[Notice] = []
    calm = memory.now - memory.changed > SOON
    if state.phase == "walk" and not memory.hold and calm:
        here = state.at[state.turn]
        if state.path and occupied(state, here):
            found.append(Notice("labyrinth.note.occupied", here, state.turn))
        elif not candidates(memory, state) and here not in memory.seen:
            found += _behind(memory, state)
        elif strayed(memory, state):
            found.append(Notice("labyrinth.note.toofar", here, state.turn))
    for field in sorted(memory.blind - set(state.masked)):
        found.append(Notice("labyrinth.note.weak", field))
    return tuple(found)


def _behind(memory: Memory, state: State) -> list[Notice]:
    """Out of sight next to somebody: perhaps it stopped on a taken field."""
    here = state.at[state.turn]
    near = [s for s in state.seats if s != state.turn and distance(state.at[s], here) == 1]
    if near:
        return [Notice("labyrinth.note.occupied", state.at[near[0]], state.turn)]
    return []


def _trays(memory: Memory, state: State) -> tuple[Notice, ...]:
    if any(where != "under" for where in state.balls.values()):
        return ()
    calm = memory.now - max(memory.fallen, memory.began) > ASK_HELD
    return tuple(Notice("labyrinth.note.tray", tray) for tray in sorted(memory.trays) if calm)


def asked(memory: Memory, state: State) -> tuple[Memory, Any | None]:
    """One question about the picture, once the difference has lasted, or its end."""
    question = state.question
    if question and question.about == "picture" and not memory.odd:
        return memory, moves.Unask()
    if memory.unclear not in ("", "reversed") or question or state.phase == "over":
        return memory, None
    both = _who(memory, state)
    if both:
        return memory, both
    if not memory.odd or memory.odd == memory.waved:
        return memory, None
    found = _question(memory, state, memory.now - memory.odd_since)
    return (replace(memory, waved=memory.odd) if found else memory), found


def _question(memory: Memory, state: State, lasted: int) -> moves.Ask | None:
    seen = picture(memory, state)
    if lasted < (ASK_HELD if memory.hold else ASK):
        return None
    quarters = _quarters(memory, state)
    if quarters:
        return _ask_turned(state, quarters)
    if len(seen.missing) == 1 and seen.extra:
        return _ask_misplaced(state, seen.missing[0], seen.extra)
    if len(seen.missing) > 1 and len(seen.extra) >= len(seen.missing):
        return _ask_several(state, seen)
    if not seen.missing and len(seen.extra) == 1 and lasted >= STUCK:
        return _ask_stuck(seen.extra[0])
    return None


def _quarters(memory: Memory, state: State) -> int:
    """By how many quarter turns the plate shows the same picture, if that is certain."""
    expected, shown = set(state.at.values()), set(memory.seen)
    fits = [q for q in (1, 2, 3) if {turned(f, q) for f in expected} == shown]
    same = expected == shown
    return fits[0] if len(fits) == 1 and not same and len(expected) > 1 else 0


UNKNOWN = Option(Says("labyrinth.opt.unknown"))


def _meant(*played: Any) -> tuple[Any, ...]:
    return tuple(msgspec.to_builtins(move) for move in played)


def _ask_turned(state: State, quarters: int) -> moves.Ask:
    now = (state.turned + quarters) % 4
    options = (
        Option(Says("labyrinth.opt.yes"), _meant(moves.Turned(now))),
        Option(Says("labyrinth.opt.no")),
        UNKNOWN,
    )
    return moves.Ask(Question(Says("labyrinth.ask.turned"), options, about="picture"))


def _ask_misplaced(state: State, seat: str, extra: tuple[str, ...]) -> moves.Ask:
    near = min(extra, key=lambda field: (distance(field, state.at[seat]), field))
    values: dict[str, str | int] = {"name": state.names[seat], "seat": seat}
    options = (
        Option(Says("labyrinth.opt.here", values), _meant(moves.Place(seat, near))),
        Option(Says("labyrinth.opt.there", values)),
        UNKNOWN,
    )
    says = Says("labyrinth.ask.misplaced", values)
    return moves.Ask(Question(says, options, place=near, about="picture"))


def _ask_several(state: State, seen: Picture) -> moves.Ask:
    field = seen.extra[0]
    options = tuple(
        Option(
            Says("labyrinth.opt.seat", {"name": state.names[seat], "seat": seat}),
            _meant(moves.Place(seat, field)),
        )
        for seat in seen.missing
    )
    nobody = Option(Says("labyrinth.opt.nobody"))
    says = Says("labyrinth.ask.who")
    return moves.Ask(Question(says, (*options, nobody, UNKNOWN), place=field, about="several"))


def _ask_stuck(field: str) -> moves.Ask:
    options = (
        Option(Says("labyrinth.opt.ignore"), _meant(moves.Mask(field))),
        Option(Says("labyrinth.opt.no")),
        UNKNOWN,
    )
    says = Says("labyrinth.ask.stuck")
    return moves.Ask(Question(says, options, place=field, about="picture"))


def _who(memory: Memory, state: State) -> moves.Ask | None:
    """Two magicians moved at once, and either could be the one on turn."""
    if state.phase != "walk" or memory.hold or memory.now - memory.changed < WHO:
        return None
    shown = candidates(memory, state)
    gone = [s for s in state.seats if s != state.turn and state.at[s] not in memory.seen]
    if len(shown) != 2 or len(gone) != 1:
        return None
    return _ask_who(memory, state, shown, gone[0])


def _ask_who(memory: Memory, state: State, shown: list[str], other: str) -> moves.Ask | None:
    touched = tuple(field for field, _ in memory.touched)
    walks = [explain(state, touched, field, unheard(memory, state)) for field in shown]
    if None in walks or set(shown) == set(memory.waved):
        return None
    options = tuple(
        Option(
            Says("labyrinth.opt.seat", {"name": state.names[seat], "seat": seat}),
            _meant(moves.Walk(found.path, found.either)) if found else (),
        )
        for seat, found in zip((state.turn, other), walks, strict=True)
    )
    says = Says("labyrinth.ask.who")
    question = Question(says, (*options, UNKNOWN), place=shown[0], about="who")
    return moves.Ask(question)
