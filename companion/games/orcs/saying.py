"""What choices are called, for both modules that make them.

Rule: two that differ are never called alike. Cards of one name are told apart by their magic, else
by their boost, else by their rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from companion.games.orcs import decks
from companion.games.orcs.pieces import MAGIC, STRENGTHS
from companion.games.orcs.state import Card, State
from companion.games.orcs.todo import Effect
from companion.vocabulary import Choice, Says

Choices = tuple[Choice, ...]
Print = dict[str, str]


def does(what: str, /, **values: str | int) -> Says:
    """What a choice says."""
    return Says(f"orcs.do.{what}", values)


def moving(those: Collection[str]) -> str:
    """Who moves, as one word: ``weak-mighty``, or ``nobody``."""
    return _joined(those, STRENGTHS) or "nobody"


def called(
    what: str, state: State, cards: Iterable[str], hole: str = "card"
) -> Iterator[tuple[str, Says]]:
    """Each of these cards, and what a choice of it says."""
    known = {card: decks.printed(state, card) for card in cards}
    names = [card.name for card in known.values() if card]
    for id, card in known.items():
        if card is None or names.count(card.name) == 1:
            yield id, does(what, **{hole: decks.named(state, id)})
        else:
            yield id, _apart(what, card, [one for one in known.values() if one], hole)


def _apart(what: str, card: Card, others: Iterable[Card], hole: str) -> Says:
    """Of those of this name, by the first that is different on all that differ."""
    prints = [_print(one) for one in others if one.name == card.name]
    differ = {tuple(one.values()) for one in prints}
    if len(differ) == 1:
        return does(what, **{hole: card.name})
    mine = {"verb": what, "card": card.name, **_print(card)}
    by = (part for part in prints[0] if len({one[part] for one in prints}) == len(differ))
    return does(f"of_{next(by, 'print')}", **mine)


def _print(card: Card) -> Print:
    """What stands on it, each part as one word."""
    return {
        "magic": _joined(card.magic, MAGIC) or "none",
        "boost": _joined(card.boost, get_args(Effect)) or "none",
        "rows": ", ".join(_rows(card)) or "0",
    }


def _rows(card: Card) -> Iterator[str]:
    """The power of each row, and the damage it does."""
    for n, power in enumerate(card.power):
        yield f"{power}→{card.damage[n]}" if n < len(card.damage) else f"{power}"


def _joined(those: Collection[str], order: Iterable[str]) -> str:
    return "-".join(one for one in order if one in those)
