"""Synthetic trophy boards, spells and fate cards for Orcs Orcs Orcs: drawn by chance, and not the
printed ones.

Rule: no real match ever sees these. They keep to what the book counts and explains (six abilities
for six kinds, eight first spells, forty to learn in two piles, fifteen fate cards), and everything
else is made up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any

Facts = dict[str, Any]

COLOURS = ("red", "yellow", "blue", "green")
BOARDS, SPELLS, FATES = 4, 40, 15
ABILITIES = (
    "extra-spell", "extra-action", "poison", "no-rule-change", "remove-card", "no-loss",
)  # fmt: skip
BONUSES = ("draw", "action", "discard", "power")
HITS = range(2, 9)  # a guess: the weakest fall to one spell, the strongest to two good ones
STRENGTHS = ("weak", "strong", "mighty")
RULES = (
    "monsters-plus-1", "no-spells", "three-spells", "no-teleport", "no-trophies",
    "exchange-spells",
)  # fmt: skip
RULED = 9  # fate cards with a rule; the others have none, as some do

EARTH, LIGHTNING, WATER, FIRE = MAGIC = ("earth", "lightning", "water", "fire")
PLAIN = {"smash": EARTH, "zap": LIGHTNING, "cold-snap": WATER, "fire-spark": FIRE}
"""One of each kind; which of them has which kind is what the names sound like."""
BETTER = {
    "fireball": FIRE, "lightning-bolt": LIGHTNING, "earthquake": EARTH, "ice-storm": WATER,
}  # fmt: skip
SUPPORT = ("switch", "replenish", "magical-bonds", "voodoo")
BOOK, WISDOM = "book-of-magic", "wisdom"
ROWS = {
    **dict.fromkeys(PLAIN, ((1, 2, 3), (2, 3, 4))),
    "fireball": ((1, 2, 3), (2, 4, 5)),
    "lightning-bolt": ((1, 2, 3), (2, 3, 4)),
}
"""The power that each row needs, and its damage: the most is the book's, the rest made up."""
TWO_ROWS = (1, 2)  # power; made up
FIRST = (*PLAIN, BOOK, BOOK, WISDOM, WISDOM)
"""Four attacks of the four kinds are in a first deck, as players tell; the rest is made up."""
LEARNED = {
    **dict.fromkeys(PLAIN, 1), **dict.fromkeys(BETTER, 4), **dict.fromkeys(SUPPORT, 4),
    BOOK: 2, WISDOM: 2,
}  # fmt: skip
"""How often each is among the forty; made up."""
BOOSTS = ((), ("teleport",), ("draw",))
BOTH = ("teleport", "draw")  # of Wisdom; the other boosts are made up


def synthetic(rng: Random) -> dict[str, Facts]:
    """What is printed on the pieces of nobody's box, by the piece: ``spell/12``."""
    board = _board(rng)
    boards = {f"board/{number}": board for number in range(1, BOARDS + 1)}
    return boards | _starters(rng) | _spells(rng) | _fates(rng)


def _board(rng: Random) -> Facts:
    """The stronger a monster, the more hits it takes."""
    kinds = len(ABILITIES)
    bonuses = [*BONUSES, *rng.choices(BONUSES, k=kinds - len(BONUSES))]
    return {
        "hits": sorted(rng.sample(HITS, kinds)),
        "abilities": rng.sample(ABILITIES, kinds),
        "bonuses": rng.sample(bonuses, kinds),
    }


def _starters(rng: Random) -> dict[str, Facts]:
    """The same eight in every colour, each time in another order."""
    cards = [_spell(rng, name) for name in FIRST]
    return {
        f"starter/{colour}/{number}": card
        for colour in COLOURS
        for number, card in enumerate(rng.sample(cards, len(cards)), 1)
    }


def _spells(rng: Random) -> dict[str, Facts]:
    """Forty, in two piles of twenty."""
    names = [name for name, count in LEARNED.items() for _ in range(count)]
    piles = [1 + number % 2 for number in range(SPELLS)]
    cards = zip(rng.sample(names, SPELLS), piles, strict=True)
    return {
        f"spell/{number}": {"pile": pile, **_spell(rng, name)}
        for number, (name, pile) in enumerate(cards, 1)
    }


def _spell(rng: Random, name: str) -> Facts:
    if name in (BOOK, WISDOM):
        return _knowledge(rng, name)
    category = "support" if name in SUPPORT else "attack"
    magic = (PLAIN | BETTER).get(name) or rng.choice(MAGIC)
    power, damage = ROWS.get(name, (TWO_ROWS, ()))
    facts = {"name": name, "category": category, "magic": [magic], "power": [*power]}
    if damage:
        facts["damage"] = [*damage]
    return {**facts, **_boost(rng.choice(BOOSTS))}


def _knowledge(rng: Random, name: str) -> Facts:
    """A Book gives one of two kinds, Wisdom any, and both boosts (lines 10 and 11)."""
    is_book = name == BOOK
    magic = _in_order(rng.sample(MAGIC, 2), MAGIC) if is_book else [*MAGIC]
    facts = {"name": name, "category": "knowledge", "magic": magic}
    return {**facts, **_boost(() if is_book else BOTH)}


def _boost(boosts: Iterable[str]) -> Mapping[str, list[str]]:
    return {"boost": [*boosts]} if boosts else {}


def _fates(rng: Random) -> dict[str, Facts]:
    """Every rule is there, and every category moves with some card."""
    some = [[*those] for n in (1, 2, 3) for those in combinations(STRENGTHS, n)]
    moves = [*some, *rng.choices(some, k=FATES - len(some))]
    rules = [*RULES, *rng.choices(RULES, k=RULED - len(RULES)), *["none"] * (FATES - RULED)]
    cards = zip(rng.sample(moves, FATES), rng.sample(rules, FATES), strict=True)
    return {
        f"fate/{number}": {"moves": moving, "rule": rule}
        for number, (moving, rule) in enumerate(cards, 1)
    }


def _in_order(words: Iterable[str], order: tuple[str, ...]) -> list[str]:
    return sorted(words, key=order.index)
