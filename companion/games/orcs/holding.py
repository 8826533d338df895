"""Spells and poison that are shown: drawn, played, discarded, learned or taken out.

Rule: where decks are kept, what a card of a hand can mean is a secret of its seat, and if it can
mean nothing, one sentence says so for all of them. Whoever shows a card has it: what others can
hold means the same whatever is in the hand, and a copy of a label would be played in the open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.orcs import decks, moves
from companion.games.orcs.boxing import named
from companion.games.orcs.choices import choices
from companion.games.orcs.rules import play
from companion.games.orcs.saying import does
from companion.games.orcs.state import State, everything
from companion.games.orcs.todo import Casting, Drop, Learn, Show, Take
from companion.games.orcs.waiting import first
from companion.vocabulary import Meaning, Refusal, Says, Shown

Meant = tuple[Meaning, ...] | Refusal
"""Empty where cards of that kind say nothing just now."""


def learned(state: State, card: str) -> Meant:
    """A spell of the two piles: it lies open now, is learned, or is in a deck by then."""
    todo = first(state)
    if isinstance(todo, Show):
        return _open(state, moves.Opens(card), does("opens", card=decks.named(state, card)))
    if isinstance(todo, Learn):
        if card not in state.open:
            return Refusal("orcs.no.card", {}, "line 10")
        move = moves.Learns(state.open.index(card))
        return _open(state, move, does("learns", card=decks.named(state, card)))
    return _held(state, _whose(state), card)


def _open(state: State, move: Any, says: Says) -> Meant:
    refused = play(state, move)
    return refused if isinstance(refused, Refusal) else (Meaning(says, (move,), state.turn),)


def starting(state: State, seat: str, shown: Shown) -> Meant:
    """A first spell, of the mage of its colour alone. The eight are the same in each colour, but
    not their numbers: it is told by its name and its magic. A Book that lies open is not the
    other one, or it would feel for that in the hand."""
    whose = _whose(state)
    if whose not in ("", seat):
        return Refusal("orcs.no.not_now", {"name": state.names[seat]}, "line 6")
    name, magic = named(str(shown.facts.get("name", ""))), set(shown.facts.get("magic", ()))
    cards = (state.cards[card] for card in decks.starters(state.cards, seat))
    those = [card for card in cards if card.name == name]
    same = [card for card in those if set(card.magic) == magic]
    return _held(state, whose, *(card.id for card in same or those))


def poisoned(state: State) -> Meant:
    """Any poison card of a hand or a pile."""
    if not everything(state):
        those = (one for one in choices(state) if one.move == moves.Remove("poison"))
        return tuple(Meaning(one.says, (one.move,), one.seat) for one in those)
    whose = _whose(state)
    if not whose:
        return ()
    deck = state.decks[whose]
    cards = decks.pile(state, whose) if _draws(state) else deck.hand
    return _held(state, whose, *filter(decks.is_poison, reversed(cards)))


def at_the_table(state: State, shown: Shown, *, learned: bool) -> Meant:
    """Where decks stay there, a spell is cast by its name, and learned by its category."""
    name, todo = named(str(shown.facts.get("name", ""))), first(state)
    if isinstance(todo, Learn) and learned:
        support = shown.facts.get("category") == "support"
        says = does("learns_support" if support else "learns_other")
        return (Meaning(says, (moves.Learns(0 if support else 1),), state.turn),)
    if state.phase != "act" or todo or not name:
        return ()
    return _open(state, moves.Cast(name), does("cast", spell=name))


# A hand


def _draws(state: State) -> bool:
    return isinstance(first(state), Take)


def _whose(state: State) -> str:
    """Whose cards are asked for now; empty if nobody's are."""
    match first(state):
        case Take(seat=seat):
            return seat
        case Drop(seats=seats):
            return seats[0]
        case Casting():
            return state.turn
        case None if state.phase == "act":
            return state.turn
    return ""


def _held(state: State, seat: str, *cards: str) -> Meant:
    """All that this mage can do with it, or with the first of these that are alike."""
    if not seat:
        return ()
    for card in cards:
        those = [
            (says, move) for says, move in _moves(state, seat, card) if _plays(state, move)
        ]
        if those:
            return tuple(Meaning(says, (move,), seat, secret=True) for says, move in those)
    return Refusal("orcs.no.not_this", {"name": state.names[seat]}, "line 7")


def _plays(state: State, move: Any) -> bool:
    return not isinstance(play(state, move), Refusal)


def _moves(state: State, seat: str, card: str) -> Iterator[tuple[Says, Any]]:
    name = decks.named(state, card)
    match first(state):
        case Take():
            yield does("draws", card=name), moves.Draws(seat, card)
        case Drop():
            yield does("drops", card=name), moves.Drops(seat, card)
        case Casting():
            yield does("add", card=name), moves.Add(card)
        case _:
            yield does("cast", spell=name), moves.Cast(card)
            yield does("remove", card=name), moves.Remove(card)
