"""Missions that are fulfilled, and the King's favour for them (pages 7, 10 and 11).

Rule: one in a turn, two with the flag for it. What is earned, points or an ability, is chosen at
once; the missing cards are drawn as the turn ends.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.games.merlin import moves
from companion.games.merlin.counties import Henchman
from companion.games.merlin.flags import in_turn
from companion.games.merlin.missions import is_fulfilled
from companion.games.merlin.pieces import SEALS
from companion.games.merlin.spaces import discarded
from companion.games.merlin.state import (
    State,
    earned,
    everything,
    has_flag,
    own,
    with_castle,
)
from companion.games.merlin.todo import Favour, Icon
from companion.games.merlin.turns import spent
from companion.vocabulary import Refusal

BOTH = 2
"""Points of the flag, once both missions are fulfilled (page 12)."""
MOST = 2


def fulfils(state: State, move: moves.Fulfils) -> State | Refusal:
    """A mission of the hand, all of whose needs the player owns (page 7)."""
    if not everything(state) or not in_turn(state):
        return Refusal("merlin.no.phase", {}, "page 7")
    if move.card not in own(state).hand:
        return Refusal("merlin.no.hand", {}, "page 7")
    card = state.cards[move.card]
    if not is_fulfilled(own(state), card.needs):
        return Refusal("merlin.no.needs", {}, "page 7")
    after = _counted(state)
    if isinstance(after, Refusal):
        return after
    return _favoured(discarded(after, move.card), card.points, card.henchman)


def claims(state: State, move: moves.Claims) -> State | Refusal:
    """A mission that stays at the table: people see its needs."""
    if everything(state) or not in_turn(state):
        return Refusal("merlin.no.phase", {}, "page 7")
    after = _counted(state)
    return after if isinstance(after, Refusal) else _favoured(after, move.points, "")


def may_fulfil(state: State) -> bool:
    """Is one more mission open in this turn (pages 4 and 12)?"""
    return not isinstance(_counted(state), Refusal)


def _counted(state: State) -> State | Refusal:
    """The second one uses the flag."""
    more = replace(state, fulfilled=state.fulfilled + 1)
    if not state.fulfilled:
        return more
    county = has_flag(state, "two-missions")
    if county is None or state.fulfilled == MOST:
        return Refusal("merlin.no.second", {}, "page 4")
    return earned(spent(more, county), state.turn, "missions", BOTH)


def _favoured(state: State, points: int, henchman: Henchman | Literal[""]) -> State:
    """Points, or the choice of a favour; who is in the corner is asked where nobody told it."""
    if not state.options.favour:
        return earned(state, state.turn, "missions", points)
    todo = Favour(points, henchman) if henchman else Icon(points)
    return replace(state, todo=(todo, *state.todo))


def corner(state: State, move: moves.Corner, todo: Icon) -> State:
    """Who is in the corner of the mission."""
    return replace(state, todo=(Favour(todo.points, move.henchman), *state.todo[1:]))


def seals(state: State, move: moves.Seals, todo: Favour) -> State | Refusal:
    """The points, or a seal on an ability of the henchman's column (page 10)."""
    state = replace(state, todo=state.todo[1:])
    bonus = f"{todo.henchman}-1" in own(state).seals
    state = earned(state, state.turn, "favour", int(bonus))
    if not move.row:
        return earned(state, state.turn, "missions", todo.points)
    if len(own(state).seals) == SEALS:
        return Refusal("merlin.no.seals", {"most": SEALS}, "page 11")
    if move.row not in rows(state, todo):
        return Refusal("merlin.no.row", {"points": todo.points}, "page 10")
    seal = f"{todo.henchman}-{move.row}"
    return with_castle(state, state.turn, seals=(*own(state).seals, seal))


def rows(state: State, todo: Favour) -> tuple[int, ...]:
    """Rows that a mission of so many points opens, and where no seal lies yet (page 10)."""
    mine = own(state).seals
    if len(mine) == SEALS:
        return ()
    return tuple(
        row for row in range(1, todo.points + 1) if f"{todo.henchman}-{row}" not in mine
    )
