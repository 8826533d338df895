"""Who sits at the table changes in the middle of a match.

Rule: the book knows none of this; it begins with two to four players and ends with them. So each
function here is the house's rule and says why. Whoever leaves takes nothing along that belongs to
the box; what was scored stays scored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import goods
from companion.games.merlin.counties import HENCHMEN
from companion.games.merlin.reckoning import first
from companion.games.merlin.scoring import total
from companion.games.merlin.setting_up import DRAWN, HAND, unused
from companion.games.merlin.sheets import Scoring
from companion.games.merlin.state import (
    NOWHERE,
    ROUNDS,
    SEATS,
    Castle,
    State,
    Tile,
    everything,
    following,
    with_castle,
)
from companion.games.merlin.todo import Begin, Show, Take, Todo, Traitors
from companion.games.merlin.turns import over, settled
from companion.vocabulary import Joined, Left, Refusal, Renamed, Seating, Swapped

BY_SEAT = ("names", "castles", "at", "on")
"""What the state holds for every seat."""
FEWEST, MOST = 2, 4
IN_A_TURN = ("choose", "act", "refill")
BEFORE_A_ROUND = ("land", "begin", "draw", "roll")
BOOK = "page 2"


def seated(state: State, seating: Seating) -> State | Refusal:
    """The state after people changed, or why they cannot. A game that is over stays as it
    ended (house rule: its sheet tells who won)."""
    if state.phase == "over":
        return Refusal("merlin.no.over", {}, "page 10")
    return _CHANGES[type(seating)](state, seating)


def _named(state: State, change: Renamed | Swapped) -> State | Refusal:
    """House rule: only names change. What a player has belongs to the colour on the table, and
    nobody has to move any cardboard."""
    names = change.among(state.names)
    return replace(state, names=names) if names else Refusal("merlin.no.seat", {}, BOOK)


# Somebody leaves


def _left(state: State, change: Left) -> State | Refusal:
    """House rule: goods, apples, influence, henchmen and manors go back, traitors and missions to
    those that were discarded, Grail and Excalibur onto their spaces."""
    seat = change.seat
    if seat not in state.seats:
        return Refusal("merlin.no.seat", {}, BOOK)
    if len(state.seats) <= FEWEST:
        return Refusal("merlin.no.stay", {}, BOOK)
    state = replace(
        _given_back(state, seat),
        todo=tuple(one for one in state.todo if getattr(one, "seat", "") != seat),
        starter=_starter(state, seat),
    )
    if seat == state.turn:
        state = _broken_off(state, seat)
    return settled(_without(state, seat))


def _given_back(state: State, seat: str) -> State:
    """What lies on counties and in the supply is counted by castles, and so it is back there as
    soon as this one is away."""
    castle = state.castles[seat]
    for county, count in castle.traitors.items():
        state = goods.rid(state, seat, county, count)
    missions = (card for card in castle.hand if card not in state.discard)
    return replace(
        state,
        tiles=tuple(Tile(t.kind, "" if t.owner == seat else t.owner) for t in state.tiles),
        discard=(*state.discard, *missions),
        grail="" if state.grail == seat else state.grail,
        excalibur="" if state.excalibur == seat else state.excalibur,
    )


def _starter(state: State, seat: str) -> str:
    """Of a round that is played, the one before it stands for whoever began: the next to the left
    begins the next round as if nobody had left."""
    if seat != state.starter:
        return state.starter
    if state.phase in BEFORE_A_ROUND:
        return following(state, seat)
    return state.seats[state.seats.index(seat) - 1]


def _broken_off(state: State, seat: str) -> State:
    """House rule: whoever is on turn and leaves takes the rest of the turn along. But a gap of
    the display is filled, and what others still have to do is done; then the next is on turn."""
    if state.phase not in IN_A_TURN:
        return replace(state, turn=following(state, seat))
    stays = tuple(one for one in state.todo if isinstance(one, Show) or hasattr(one, "seat"))
    before = state.seats[state.seats.index(seat) - 1]
    return replace(over(state), turn=before, phase="refill", todo=stays)


def _without(state: State, seat: str) -> State:
    """Nothing of this seat is on the table any more; the points of the others stay as they are,
    though its counts are told no more where the score alone is kept."""
    had = {other: total(state, other) for other in state.seats if other != seat}
    state = replace(
        state,
        seats=tuple(had),
        counted=tuple(_uncounted(one, seat) for one in state.counted),
        **{name: _of_others(getattr(state, name), seat) for name in BY_SEAT},
    )
    for other, points in had.items():
        state = _told(state, other, points - total(state, other))
    return state


def _uncounted(scoring: Scoring, seat: str) -> Scoring:
    """A scoring without what was counted of one colour."""
    areas = tuple(replace(one, manors=_of_others(one.manors, seat)) for one in scoring.areas)
    influence = {c: _of_others(there, seat) for c, there in scoring.influence.items()}
    laid = scoring.grail
    tied = first(influence.get(laid.county, {})) if laid else ()
    return Scoring(
        traitors_left=_of_others(scoring.traitors_left, seat),
        excalibur=None if scoring.excalibur == seat else scoring.excalibur,
        areas=areas,
        influence=influence,
        grail=laid if laid and laid.owner in tied and len(tied) > 1 else None,
        henchmen=_of_others(scoring.henchmen, seat),
    )


def _told(state: State, seat: str, points: int) -> State:
    told = dict(state.castles[seat].earned)
    told["told"] = told.get("told", 0) + points
    return with_castle(state, seat, earned=told) if points else state


def _of_others(by_seat: Any, seat: str) -> Any:
    return {other: value for other, value in by_seat.items() if other != seat}


# Somebody joins


def _joined(state: State, change: Joined) -> State | Refusal:
    """House rule: a castle as at the start, last in turn order. The landscape stays as it was laid
    for those who began. A start tile, traitors and missions come as soon as nothing else waits;
    dice, when all roll them."""
    player = change.player
    if wrong := _no_place(state, player.seat):
        return wrong
    if state.starts and not unused(state):
        state = replace(state, dealt=())  # those that were dealt are shuffled again
    state = replace(
        state,
        seats=(*state.seats, player.seat),
        names={**state.names, player.seat: player.name},
        castles={**state.castles, player.seat: _castle(state)},
        at={**state.at, player.seat: NOWHERE},
        on={**state.on, player.seat: ""},
        todo=(*state.todo, *_owed(state, player.seat)),
    )
    return settled(state)


def _castle(state: State) -> Castle:
    """Where the score alone is kept nothing is there before it is counted."""
    castle = Castle(henchmen=dict.fromkeys(HENCHMEN, ""))
    if state.options.way == "score":
        return replace(castle, staffs=0)
    return replace(castle, apples=min(1, goods.apples(state)))


def _owed(state: State, seat: str) -> tuple[Todo, ...]:
    """What everybody gets at the start (page 3), and was dealt to the others already."""
    match state.phase:
        case "land" | "sheet":
            return ()
        case "begin":
            return (Begin(seat),)
    hand = (Take(seat, HAND, pile=True),) if everything(state) else ()
    return (Begin(seat), Traitors(seat, DRAWN), *hand)


def _no_place(state: State, seat: str) -> Refusal | None:
    """In the middle of a turn's action nobody is dealt anything, nor in the last scoring."""
    if len(state.seats) == MOST:
        return Refusal("merlin.no.room", {}, BOOK)
    if seat in state.seats:
        return Refusal("merlin.no.sits", {"name": state.names[seat]}, BOOK)
    if seat not in SEATS:
        return Refusal("merlin.no.seat", {}, BOOK)
    if state.phase == "score" and state.round == ROUNDS:
        return Refusal("merlin.no.join_next", {}, "page 10")
    if state.phase in IN_A_TURN and state.todo:
        return Refusal("merlin.no.join_later", {}, BOOK)
    return None


_CHANGES: dict[type, Callable[[State, Any], State | Refusal]] = {
    Renamed: _named,
    Swapped: _named,
    Left: _left,
    Joined: _joined,
}
