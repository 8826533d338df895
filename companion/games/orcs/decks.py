"""The spells of each mage: pile, hand, discard pile (lines 4, 7 and 10), and those that can be
learned.

Rule: which card comes is told from outside. An empty pile is the discard pile, shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.games.orcs.state import POISON, Card, Deck, State, can, everything, obeys

HAND, LONGER, SHORTER = 4, 5, 3
OPEN = 3  # of each pile


def owned(seat: str, card: Card) -> Card:
    """A first spell of that colour: alike in all colours, and yet another card (line 1)."""
    return replace(card, id=f"{seat}-{card.id}")


def starters(cards: Mapping[str, Card], seat: str) -> tuple[str, ...]:
    """The eight first spells of a mage (line 4)."""
    return tuple(
        sorted(id for id, card in cards.items() if not card.pile and id.startswith(f"{seat}-"))
    )


def with_deck(state: State, seat: str, deck: Deck) -> State:
    """The same with another deck of this mage."""
    return replace(state, decks={**state.decks, seat: deck})


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The same without one of these."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def pile(state: State, seat: str) -> tuple[str, ...]:
    """What can be drawn: the pile, or the discard pile where it is empty."""
    deck = state.decks[seat]
    return deck.draw or deck.discard


def drawn(state: State, seat: str, card: str) -> State:
    """A card comes to the hand."""
    deck = state.decks[seat]
    if not deck.draw:
        deck = replace(deck, draw=tuple(sorted(deck.discard)), discard=())
    deck = replace(deck, draw=less(deck.draw, card), hand=tuple(sorted((*deck.hand, card))))
    return with_deck(state, seat, deck)


def discarded(state: State, seat: str, cards: Iterable[str]) -> State:
    """Cards of the hand go to the discard pile."""
    deck = state.decks[seat]
    for card in cards:
        deck = replace(deck, hand=less(deck.hand, card), discard=(*deck.discard, card))
    return with_deck(state, seat, deck)


def played(state: State, card: str) -> State:
    """A card of the mage on turn lies open."""
    deck = state.decks[state.turn]
    state = replace(state, table=(*state.table, card))
    return with_deck(state, state.turn, replace(deck, hand=less(deck.hand, card)))


def cleared(state: State) -> State:
    """What lies open goes to the discard pile."""
    deck = state.decks[state.turn]
    deck = replace(deck, discard=(*deck.discard, *state.table))
    return with_deck(replace(state, table=()), state.turn, deck)


def gained(state: State, seat: str, card: str) -> State:
    """A card comes into a deck, by the discard pile (lines 10 and 13)."""
    deck = state.decks[seat]
    return with_deck(state, seat, replace(deck, discard=(*deck.discard, card)))


def whole(state: State, seat: str) -> tuple[str, ...]:
    """Every card of a mage, wherever it is (line 12)."""
    deck = state.decks[seat]
    table = state.table if seat == state.turn else ()
    return (*deck.draw, *deck.hand, *deck.discard, *table)


def size(state: State, seat: str) -> int:
    """How many cards are drawn at the end of a turn (lines 7 and 13)."""
    if obeys(state, seat, "three-spells"):
        return SHORTER
    return LONGER if can(state, seat, "extra-spell") else HAND


def is_poison(card: str) -> bool:
    """Is this a poison card?"""
    return card.startswith(POISON)


def printed(state: State, card: str) -> Card | None:
    """What stands on a card; nothing is known of poison."""
    return state.cards.get(card)


def named(state: State, card: str) -> str:
    """What a card is called: the name of its spell, or poison."""
    known = printed(state, card)
    return known.name if known else POISON


def different(state: State, cards: Iterable[str]) -> Iterable[str]:
    """One of those on which the same is printed; two Books may give other kinds of magic."""
    return {_face(state, card): card for card in cards}.values()


def _face(state: State, card: str) -> object:
    known = printed(state, card)
    if known is None:
        return POISON
    return known.name, known.magic, known.power, known.damage, known.boost


def supports(state: State, seat: str) -> int:
    """Support spells in the whole deck (line 12)."""
    if not everything(state):
        return state.support[seat]
    cards = (printed(state, card) for card in whole(state, seat))
    return sum(card is not None and card.category == "support" for card in cards)


def poisons(state: State, seat: str) -> int:
    """Poison cards in the whole deck (line 12)."""
    if not everything(state):
        return state.poison[seat]
    return sum(map(is_poison, whole(state, seat)))
