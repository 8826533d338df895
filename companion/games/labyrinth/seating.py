"""Who sits at the table changes in the middle of a match.

Rule: the book knows none of this; it begins with two to four players and ends with them.
So each function here is the house's rule and says why. What is won stays won, and the
bag never runs dry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.labyrinth.finding import settled
from companion.games.labyrinth.pieces import SEATS
from companion.games.labyrinth.state import State, following
from companion.games.labyrinth.winning import resolve
from companion.geometry import CORNERS
from companion.vocabulary import (
    Joined,
    Left,
    Option,
    Player,
    Question,
    Refusal,
    Renamed,
    Says,
    Seating,
    Swapped,
)

BY_SEAT = ("names", "corners", "goals", "at", "balls", "chips")
"""What the state holds for every seat."""


def seated(state: State, seating: Seating) -> State | Refusal:
    """The state after people changed, or why they cannot. A game that is over stays as
    it ended (house rule: its sheet tells who won)."""
    if state.phase == "over":
        return Refusal("labyrinth.no.over", {}, "page 15")
    return _CHANGES[type(seating)](state, seating)


def _renamed(state: State, change: Renamed) -> State | Refusal:
    """House rule, since the book names nobody: another name, and nothing of the game."""
    if change.seat not in state.seats:
        return Refusal("labyrinth.no.seat", {"seat": change.seat})
    return _called(state, {**state.names, change.seat: change.name})


def _swapped(state: State, change: Swapped) -> State | Refusal:
    """House rule: only the names change places. Magician, chips and goal belong to the
    colour on the table, and nobody has to move any cardboard."""
    for seat in (change.seat, change.other):
        if seat not in state.seats:
            return Refusal("labyrinth.no.seat", {"seat": seat})
    one, other = state.names[change.seat], state.names[change.other]
    return _called(state, {**state.names, change.seat: other, change.other: one})


def _called(state: State, names: dict[str, str]) -> State:
    """An open question calls everybody by the new name too."""
    question = state.question
    if question:
        options = tuple(
            replace(option, says=_anew(option.says, names)) for option in question.options
        )
        question = replace(question, says=_anew(question.says, names), options=options)
    return replace(state, names=names, question=question)


def _anew(says: Says, names: dict[str, str]) -> Says:
    seat = says.values.get("seat")
    if seat not in names or "name" not in says.values:
        return says
    return replace(says, values={**says.values, "name": names[str(seat)]})


def _left(state: State, change: Left) -> State | Refusal:
    """House rule: the seat goes out with magician and corner, so that nobody waits for it
    or has to walk round it; the others keep what they have, and their goals. Its chips
    stay out of the bag: they were won, and nobody looks for them again.

    The bag cannot run dry by that. It was enough for one chip less than the goal for
    everybody, and two more (``enough``); whoever leaves takes less than the goal along,
    so no more than was meant for them, and what is left is enough for the others."""
    seat = change.seat
    if wrong := _cannot_leave(state, seat):
        return wrong
    if state.turn == seat:
        state = _broken_off(state)
    if state.late and state.late.seat == seat:
        state = settled(state)
    state = replace(
        state,
        seats=tuple(other for other in state.seats if other != seat),
        **{name: _without(getattr(state, name), seat) for name in BY_SEAT},
        blind=tuple(other for other in state.blind if other != seat),
        late=state.late and replace(state.late, chips=_without(state.late.chips, seat)),
        question=_asked_without(state.question, seat),
    )
    return resolve(state, ()) if state.phase == "draw" else state


def _cannot_leave(state: State, seat: str) -> Refusal | None:
    """House rules: nobody plays alone; and whoever has the last chip already has won as
    soon as the one beside them has drawn, which nobody wants to lose by a tap."""
    if seat not in state.seats:
        return Refusal("labyrinth.no.seat", {"seat": seat})
    if len(state.seats) <= 2:
        return Refusal("labyrinth.no.alone", {}, "page 3")
    if len(state.chips[seat]) >= state.goals[seat]:
        return Refusal("labyrinth.no.winning", {"name": state.names[seat]}, "page 15")
    return None


def _broken_off(state: State) -> State:
    """House rule: the next player is on turn. Nothing of a walk that nobody ended counts;
    the open chip stays open, since all are looking for it."""
    return replace(
        state,
        turn=following(state),
        phase="roll" if state.wanted else "draw",
        roll=0,
        used=0,
        start="",
        path=(),
        either=(),
    )


def _without(by_seat: dict[str, Any], seat: str) -> dict[str, Any]:
    return {other: value for other, value in by_seat.items() if other != seat}


def _asked_without(question: Question | None, seat: str) -> Question | None:
    """Whose ball lies there is still to be said by the others; any other question that
    names somebody who left has no answer any more."""
    if question is None or question.says.values.get("seat") == seat:
        return None
    others = tuple(option for option in question.options if not _names(option, seat))
    if question.about != "drop" and others != question.options:
        return None
    return replace(question, options=others)


def _names(option: Option, seat: str) -> bool:
    return option.says.values.get("seat") == seat


def _joined(state: State, change: Joined) -> State | Refusal:
    """House rule: a free colour and a free corner, no chips, last in turn order: nobody
    who waits for their turn waits longer than they knew. Two who sit opposite stay where
    they are, since nobody moves home in the middle of a game. Whoever joins on the wanted
    symbol has not reached it, and gets nothing for it.

    The turn before is settled by that: played otherwise now, it would make another the
    next one than whom it was followed by."""
    player = change.player
    if wrong := _no_place(state, player):
        return wrong
    seat, corner = player.seat, player.corner or _free(state)[0]
    options = state.options
    state = replace(
        settled(state),
        seats=(*state.seats, seat),
        names={**state.names, seat: player.name},
        corners={**state.corners, seat: corner},
        goals={
            **state.goals,
            seat: max(1, options.chips_to_win - options.handicap.get(seat, 0)),
        },
        at={**state.at, seat: corner},
        balls={**state.balls, seat: "under"},
        chips={**state.chips, seat: ()},
    )
    return state if enough(state) else Refusal("labyrinth.no.bag", {}, "page 15")


def _no_place(state: State, player: Player) -> Refusal | None:
    if len(state.seats) == len(SEATS):
        return Refusal("labyrinth.no.seats", {}, "page 3")
    if player.seat not in SEATS:
        return Refusal("labyrinth.no.seat", {"seat": player.seat})
    if player.seat in state.seats:
        return Refusal("labyrinth.no.taken", {"name": state.names[player.seat]}, "page 3")
    if player.corner and player.corner not in _free(state):
        return Refusal("labyrinth.no.corner", {}, "page 11")
    return None


def _free(state: State) -> list[str]:
    """Corners that are nobody's, first those where nobody stands just now."""
    free = [corner for corner in CORNERS if corner not in state.corners.values()]
    return sorted(free, key=lambda corner: corner in state.at.values())


def enough(state: State) -> bool:
    """Can the bag not run dry? At worst everybody lacks one chip, and the last symbol is
    reached where two stand: the same count as at the start (digest 4.4)."""
    chips = sum(len(won) for won in state.chips.values())
    held = len(state.bag) + chips + bool(state.wanted)
    return sum(goal - 1 for goal in state.goals.values()) + 2 <= held


_CHANGES: dict[type, Callable[[State, Any], State | Refusal]] = {
    Renamed: _renamed,
    Swapped: _swapped,
    Left: _left,
    Joined: _joined,
}
