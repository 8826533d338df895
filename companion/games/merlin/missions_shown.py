"""Missions that are shown: drawn, laid open, taken, discarded or fulfilled.

Rule: where hands are kept, what a mission of a hand can mean is a secret of its seat, and if it
can mean nothing, one sentence says so for all of them. Where missions stay at the table, one is
fulfilled by what stands on it.
"""

from __future__ import annotations

from typing import Any

from companion.games.merlin import moves
from companion.games.merlin.fulfilling import may_fulfil
from companion.games.merlin.meant import NOTHING, Meant, first, one, these
from companion.games.merlin.rules import play
from companion.games.merlin.saying import does
from companion.games.merlin.saying import mission as called
from companion.games.merlin.setting_up import drawable
from companion.games.merlin.state import State, everything
from companion.games.merlin.todo import Icon, Show, Take
from companion.vocabulary import Meaning, Refusal, Shown

NOT_THIS = Refusal("merlin.no.not_this")
"""Said of each, in a hand or not."""


def mission(state: State, which: str, shown: Shown) -> Meant:
    """By the number on its label, or by its facts."""
    if everything(state):
        return _kept(state, f"mission-{which}")
    return _at_the_table(state, shown)


def _kept(state: State, card: str) -> Meant:
    waits = first(state)
    if card not in state.cards:
        return NOT_THIS
    match waits:
        case Show():
            return one(state, state.turn, moves.Shows(card), called(state, "shows", card))
        case Take(seat=seat):
            return _taken(state, seat, card, from_pile=waits.pile)
    meant = these(state, moves.Fulfils(card), moves.Drops(card))
    return NOT_THIS if isinstance(meant, Refusal) else meant


def _taken(state: State, seat: str, card: str, *, from_pile: bool) -> Meant:
    """From the display for all to see, or from the pile in secret."""
    if card in state.display and not from_pile:
        move = moves.Takes(state.display.index(card))
        return one(state, seat, move, called(state, "takes", card))
    if card not in drawable(state, seat):
        return NOT_THIS
    says = called(state, "draws", card)
    return (Meaning(says, (moves.Draws(seat, card),), seat, secret=True),)


# Where missions stay at the table


def _at_the_table(state: State, shown: Shown) -> Meant:
    """Its points; with the King's favour who is in its corner, if that was told."""
    points, henchman = shown.facts.get("points"), shown.facts.get("henchman")
    if isinstance(first(state), Icon):
        return these(state, moves.Corner(henchman)) if henchman else NOTHING
    if points not in (1, 2, 3):
        return NOTHING
    claims: Any = moves.Claims(points)
    refused = play(state, claims)
    if isinstance(refused, Refusal):
        return refused if _is_second(state) else NOTHING
    corner = isinstance(first(refused), Icon) and henchman
    both = (claims, moves.Corner(henchman)) if corner else (claims,)  # type: ignore[arg-type]
    return (Meaning(does("claims", points=points), both, state.turn),)


def _is_second(state: State) -> bool:
    """Only then the reason is worth telling: there was one in this turn."""
    return bool(state.fulfilled) and not may_fulfil(state)
