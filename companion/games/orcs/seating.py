"""Who sits at the table changes in the middle of a match.

Rule: the book knows none of this; it begins with two to four players and ends with them. So each
function here is the house's rule and says why. What the table was told of the board stays true,
and what is still owed to somebody else is done first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.orcs import board, decks
from companion.games.orcs.rounds import settled, turned
from companion.games.orcs.state import (
    KINDS,
    NOWHERE,
    SEATS,
    Deck,
    State,
    everything,
    following,
)
from companion.games.orcs.todo import Asks, Drop, Show, Take, Todo
from companion.vocabulary import Joined, Left, Refusal, Renamed, Seating, Swapped

BY_SEAT = (
    "names", "mages", "won", "tracks", "learned", "poison", "support", "decks", "missions",
)  # fmt: skip
"""What the state holds for every seat."""
FEWEST, MOST = 2, 4
IN_A_TURN = ("reveal", "act", "draw")
BOOK = "line 4"


def seated(state: State, seating: Seating) -> State | Refusal:
    """The state after people changed, or why they cannot. A game that is over stays as it
    ended (house rule: its sheet tells who won)."""
    if state.phase == "over":
        return Refusal("orcs.no.over", {}, "line 12")
    return _CHANGES[type(seating)](state, seating)


def _named(state: State, change: Renamed | Swapped) -> State | Refusal:
    """House rule: only names change. What a mage has belongs to the colour on the table, and
    nobody has to move any cardboard."""
    names = change.among(state.names)
    return replace(state, names=names) if names else Refusal("orcs.no.seat", {}, BOOK)


# Somebody leaves


def _left(state: State, change: Left) -> State | Refusal:
    """House rule: monsters that were won go into the box, poison onto its pile, and the position
    on the tower is free. The other cards go out with their player."""
    seat = change.seat
    if seat not in state.seats:
        return Refusal("orcs.no.seat", {}, BOOK)
    if len(state.seats) <= FEWEST:
        return Refusal("orcs.no.stay", {}, BOOK)
    back = state.pile_left + decks.poisons(state, seat)
    todo = tuple(_owed(state.todo, seat))
    if seat != state.turn:
        return settled(_without(replace(state, todo=todo, pile_left=back), seat))
    return settled(_broken_off(replace(state, pile_left=back), seat, todo))


def _owed(todo: tuple[Todo, ...], seat: str) -> Iterator[Todo]:
    """What is still to be done without this mage."""
    for one in todo:
        if isinstance(one, Drop):
            yield Drop(tuple(other for other in one.seats if other != seat))
        elif not isinstance(one, Take) or one.seat != seat:
            yield one


def _broken_off(state: State, seat: str, todo: tuple[Todo, ...]) -> State:
    """House rule: whoever is on turn and leaves takes the rest of the turn along, and monsters
    heal. But an open place for a spell is filled, and what others draw is drawn; what nobody
    answered will be asked again."""
    after = following(state)
    if state.phase not in IN_A_TURN:
        return replace(_without(state, seat), turn=after, todo=todo)
    last = seat == state.seats[-1]
    stays = tuple(one for one in todo if isinstance(one, Show | Take))
    state = replace(board.healed(state), table=(), power=0, actions=0, asked=_answered(state))
    state = _without(state, seat)
    if last:  # with the end of a turn before, the round is over
        return replace(state, turn=state.seats[-1], phase="draw", todo=stays)
    state = turned(replace(state, turn=after))
    return replace(state, todo=(*stays, *state.todo))


def _answered(state: State) -> tuple[str, ...]:
    waiting = {f"{one.kind} {one.what}" for one in state.todo if isinstance(one, Asks)}
    return tuple(word for word in state.asked if word not in waiting)


def _without(state: State, seat: str) -> State:
    """Nothing of this seat is on the table any more."""
    return replace(
        state,
        seats=tuple(other for other in state.seats if other != seat),
        **{name: _of_others(getattr(state, name), seat) for name in BY_SEAT},
    )


def _of_others(by_seat: dict[str, Any], seat: str) -> dict[str, Any]:
    return {other: value for other, value in by_seat.items() if other != seat}


# Somebody joins


def _joined(state: State, change: Joined) -> State | Refusal:
    """House rule: what everybody begins with, last in turn order, on the first free position of
    the tower. Markers stay as they were laid for those who began, and there is no mission
    for who comes after those were dealt. Four spells are drawn as soon as nothing else waits."""
    seat = change.player.seat
    if wrong := _no_place(state, seat):
        return wrong
    none = dict.fromkeys(KINDS, 0)
    placed = NOWHERE not in state.mages.values()
    state = replace(
        state,
        seats=(*state.seats, seat),
        names={**state.names, seat: change.player.name},
        mages={**state.mages, seat: board.free(state)[0] if placed else NOWHERE},
        won={**state.won, seat: none},
        tracks={**state.tracks, seat: none},
        learned={**state.learned, seat: 0},
        poison={**state.poison, seat: 0},
        support={**state.support, seat: 0},
    )
    return settled(_dealt(state, seat) if everything(state) else state)


def _dealt(state: State, seat: str) -> State:
    """The eight first spells; before hands are dealt to all, no hand."""
    state = decks.with_deck(state, seat, Deck(draw=decks.starters(state.cards, seat)))
    if state.phase in ("mages", "markers", "open"):
        return state
    hand = Take(seat, decks.HAND)
    todo = (hand, *state.todo) if state.phase == "fate" else (*state.todo, hand)
    return replace(state, todo=todo)


def _no_place(state: State, seat: str) -> Refusal | None:
    """In the middle of an action nobody is dealt any cards."""
    if len(state.seats) == MOST:
        return Refusal("orcs.no.room", {}, BOOK)
    if seat in state.seats:
        return Refusal("orcs.no.sits", {"name": state.names[seat]}, BOOK)
    if seat not in SEATS:
        return Refusal("orcs.no.seat", {}, BOOK)
    if state.phase == "act" and state.todo:
        return Refusal("orcs.no.join_later", {}, BOOK)
    return None


_CHANGES: dict[type, Callable[[State, Any], State | Refusal]] = {
    Renamed: _named,
    Swapped: _named,
    Left: _left,
    Joined: _joined,
}
