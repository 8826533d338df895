"""Casting a spell: the base card, cards added for power and boost, and the row (lines 6 to 11).

Rule: one row alone is applied. A card that is added gives power of its own kinds, and only that of
the base card's kind counts; boosts come before the spell.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.orcs import decks, moves, spells
from companion.games.orcs.pieces import NAMES
from companion.games.orcs.state import Card, State, everything, obeys
from companion.games.orcs.todo import (
    Boost,
    Casting,
    Done,
    Drop,
    Effect,
    Jump,
    Learn,
    Show,
    Take,
    Todo,
)
from companion.games.orcs.waiting import dropped, first, instead, may_jump, victims
from companion.vocabulary import Refusal

AT_TABLE = ("support", "other")
"""What is told of a spell that was learned, where decks stay at the table: support spells count
at the end (line 12)."""


def acting(state: State) -> Refusal | None:
    """Why no action can begin now (line 6)."""
    if state.phase != "act" or state.todo:
        return Refusal("orcs.no.phase", {}, "line 6")
    return None


def acted(state: State, *todo: Todo) -> State:
    """One action less, and what it leads to; power kept from a bonus is used or lost (line 14)."""
    return replace(state, actions=state.actions - 1, power=0, todo=(*todo, Done()))


def cast(state: State, move: moves.Cast) -> State | Refusal:
    """A card of the hand is the base: one power of its kind."""
    if wrong := acting(state) or unfit(state, move.card):
        return wrong
    name = spell(state, move.card)
    after = decks.played(state, move.card) if everything(state) else state
    if name in spells.KNOWLEDGE:
        return acted(after, Learn())
    card = move.card if everything(state) else ""
    return acted(after, Casting(name, 1 + state.power, card))


def spell(state: State, word: str) -> str:
    """Its name, which is all that is told where decks stay at the table."""
    return decks.named(state, word) if everything(state) else word


def unfit(state: State, word: str) -> Refusal | None:
    """Why that cannot be cast."""
    if not everything(state) and word not in NAMES:
        return Refusal("orcs.no.spell", {"spell": word}, "line 8")
    if everything(state) and word not in state.decks[state.turn].hand:
        return Refusal("orcs.no.hand", {}, "line 6")
    if everything(state) and decks.printed(state, word) is None:
        return Refusal("orcs.no.poison_cast", {}, "line 13")
    return _unlearned(state) if spell(state, word) in spells.KNOWLEDGE else None


def _unlearned(state: State) -> Refusal | None:
    if obeys(state, state.turn, "no-spells"):
        return Refusal("orcs.no.no_spells", {}, "line 13")
    if everything(state) and not any(state.open):
        return Refusal("orcs.no.open", {}, "line 10")
    return None


def add(state: State, move: moves.Add) -> State | Refusal:
    """One more card: its power, if it is of the kind that the spell asks for, and its boost; it
    may be played for the boost alone (lines 7 and 11)."""
    casting = _casting(state)
    if casting is None or not everything(state):
        return Refusal("orcs.no.phase", {}, "line 7")
    if move.card not in state.decks[state.turn].hand:
        return Refusal("orcs.no.hand", {}, "line 7")
    card, base = decks.printed(state, move.card), decks.printed(state, casting.card)
    if card is None or base is None:
        return Refusal("orcs.no.poison_cast", {}, "line 13")
    casting = replace(casting, power=casting.power + _helps(card, base))
    return instead(decks.played(state, move.card), Boost(_boosts(card)), casting)


def _helps(card: Card, base: Card) -> bool:
    """Wisdom gives any kind of magic; of two kinds on a Book, one has to fit (line 10)."""
    return card.name == spells.WISDOM or not set(card.magic).isdisjoint(base.magic)


def _boosts(card: Card) -> tuple[Effect, ...]:
    """What is printed; of Wisdom the book says it (line 11)."""
    return ("teleport", "draw") if card.name == spells.WISDOM else card.boost


def _casting(state: State) -> Casting | None:
    todo = first(state)
    return todo if isinstance(todo, Casting) else None


def reached(state: State, casting: Casting) -> tuple[int, ...]:
    """The rows whose power is reached (line 7); where nobody told the card, people say."""
    card = decks.printed(state, casting.card)
    if card is None or not is_told(state, casting):
        rows = len(card.damage) if card else 0
        return tuple(range(1, (rows or spells.rows(casting.spell)) + 1))
    return tuple(n for n, power in enumerate(card.power, 1) if power <= casting.power)


def is_told(state: State, casting: Casting) -> bool:
    """Is it known which power the rows of this spell need?"""
    card = decks.printed(state, casting.card)
    return card is not None and bool(card.power)


def row(state: State, move: moves.Row) -> State | Refusal:
    """That row is applied, and no other (line 7)."""
    casting = _casting(state)
    if casting is None or move.row not in reached(state, casting):
        return Refusal("orcs.no.row", {}, "line 7")
    if casting.spell == "replenish":
        return _replenished(state, move.row)
    if casting.spell == "voodoo" and move.row > 1:
        return instead(state, *((Drop(victims(state)),) if everything(state) else ()))
    return instead(
        state, *spells.effect(casting.spell, move.row, damage(state, casting, move.row))
    )


def damage(state: State, casting: Casting, row: int) -> int:
    """What a row of an attack does; where nobody told the card, rows are called by it."""
    card = decks.printed(state, casting.card)
    told = card.damage if card else ()
    return told[row - 1] if row <= len(told) else row


def _replenished(state: State, row: int) -> State:
    """Two cards, or one more action (line 10)."""
    if row > 1:
        return dropped(replace(state, actions=state.actions + 1))
    return instead(state, Take(state.turn, 2)) if everything(state) else dropped(state)


def nothing(state: State, _: moves.Nothing) -> State | Refusal:
    """No row is reached; where nobody told the card, people say that, too."""
    casting = _casting(state)
    if casting is None or (is_told(state, casting) and reached(state, casting)):
        return Refusal("orcs.no.phase", {}, "line 7")
    return dropped(state)


def boost(state: State, move: moves.Boost) -> State | Refusal:
    """A boost effect, before the spell (line 11); where decks stay at the table, of any card."""
    todo = first(state)
    at_table = isinstance(todo, Casting) and not everything(state) and move.what == "teleport"
    if not at_table and not (isinstance(todo, Boost) and move.what in todo.left):
        return Refusal("orcs.no.boost", {}, "line 11")
    if move.what == "teleport" and not may_jump(state):
        return Refusal("orcs.no.no_teleport", {}, "line 13")
    used = Jump() if move.what == "teleport" else Take(state.turn, 1)
    if isinstance(todo, Boost):
        left = tuple(what for what in todo.left if what != move.what)
        return instead(state, used, Boost(left))
    return replace(state, todo=(used, *state.todo))


def learns(state: State, move: moves.Learns) -> State | Refusal:
    """An open spell goes to the own discard pile, and its place is filled (line 10)."""
    if not isinstance(first(state), Learn):
        return Refusal("orcs.no.phase", {}, "line 10")
    places = state.open if everything(state) else AT_TABLE
    if move.place >= len(places) or not places[move.place]:
        return Refusal("orcs.no.open", {}, "line 10")
    seat = state.turn
    state = replace(state, learned={**state.learned, seat: state.learned[seat] + 1})
    if everything(state):
        return _learned(state, move.place)
    more = state.support[seat] + (places[move.place] == "support")
    return dropped(replace(state, support={**state.support, seat: more}))


def _learned(state: State, place: int) -> State:
    state = decks.gained(state, state.turn, state.open[place])
    left = (*state.open[:place], "", *state.open[place + 1 :])
    return instead(replace(state, open=left), Show(place))
