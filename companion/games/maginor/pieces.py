"""What lies in the box of Maginor (rulebook, "Components" and "Setup").

Rule: only what the book counts or names is stated here. It counts eleven Oracles and names
three; what the others are called, and what is printed on any of them, is learned from the
owner's copy. It speaks of four colours and names none: a mage has a number here, the
cards and markers of its colour have the same one, and its colour is learned once.
"""

from __future__ import annotations

from typing import Literal, get_args

from companion.vocabulary import Fact, Piece, Says

Symbol = Literal["fire", "water", "earth", "air", "fate"]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
"""On Oracles, symbol cards and the die ("Playing Mage Cards")."""

ORACLES = 11
NAMED = ("guild-hall", "great-eagle", "unicorn")
"""The largest ("Components"), and those of the two examples ("Playing Mage Cards", "Rolling
the Die")."""

Spelled = Literal[
    "return", "restoration", "domination", "persuasion", "telekinesis", "teleportation",
    "challenge", "inversion", "golden-cauldron", "supreme-mage",
]  # fmt: skip
SPELLS: tuple[Spelled, ...] = get_args(Spelled)
"""In the order of the book ("Playing Spells")."""

MAGES = 4
"""One for each colour ("Components")."""

WANDS = 5
SYMBOL_CARDS = 5
"""Ten mage cards of each colour ("Setup" 7) of two types; half of each is what players tell."""

MARKERS = 15
"""Influence markers of each colour ("Setup" 7)."""

TRIANGLES = 2
Element = Literal["earth", "water", "fire"]
CORNERS: tuple[Element, ...] = get_args(Element)
"""A duel has two, one for each mage in it ("Duels"); they win in this order."""

SIDES = (*SYMBOLS, "maginor")
"""Of the die: "5 of them correspond to the vote symbols", the sixth to Maginor ("Components")."""

VOTES = Fact("votes", "number", least=5, most=15)
"""The number at the top of an Oracle; from 5 to 15, as players tell."""

RING = Fact("symbols", "row", of=SYMBOLS, longest=15, counted="votes", book="Components")
"""From the top clockwise, one for each vote."""

NAME = Fact("name", "text", needed=False)
COLOUR = Fact("colour", "text", of=("red", "blue", "yellow", "green"), needed=False)
SYMBOL = Fact("symbol", "one", of=SYMBOLS)


def _named(name: str) -> Piece:
    return Piece(f"oracle/{name}", Says(f"maginor.piece.{name}"), (VOTES, RING))


def _oracle(number: int) -> Piece:
    says = Says("maginor.piece.oracle", {"number": number})
    return Piece(f"oracle/{number}", says, (NAME, VOTES, RING), numbered=True)


def _spell(name: str) -> Piece:
    return Piece(f"spell/{name}", Says("maginor.piece.spell", {"spell": name}))


def _mage(mage: int) -> Piece:
    says = Says("maginor.piece.mage", {"mage": mage})
    return Piece(f"mage/{mage}", says, (COLOUR,), numbered=True)


def _wand(mage: int, number: int) -> Piece:
    says = Says("maginor.piece.wand", {"mage": mage, "number": number})
    return Piece(f"card/{mage}/wand/{number}", says, numbered=True)


def _symbol(mage: int, number: int) -> Piece:
    says = Says("maginor.piece.symbol", {"mage": mage, "number": number})
    return Piece(f"card/{mage}/symbol/{number}", says, (SYMBOL,), numbered=True)


def _marker(mage: int, number: int) -> Piece:
    says = Says("maginor.piece.marker", {"mage": mage, "number": number})
    return Piece(f"marker/{mage}/{number}", says, numbered=True)


def _corner(triangle: int, element: str) -> Piece:
    says = Says("maginor.piece.triangle", {"number": triangle, "element": element})
    return Piece(f"triangle/{triangle}/{element}", says)


def _side(place: int) -> Piece:
    says = Says("maginor.piece.die", {"symbol": SIDES[place]})
    return Piece(f"die/{SIDES[place]}", says, die="0", face=place + 1)


def _of(mage: int) -> tuple[Piece, ...]:
    """What a mage begins with ("Setup" 7)."""
    return (
        _mage(mage),
        *(_wand(mage, number) for number in range(1, WANDS + 1)),
        *(_symbol(mage, number) for number in range(1, SYMBOL_CARDS + 1)),
        *(_marker(mage, number) for number in range(1, MARKERS + 1)),
    )


PIECES = (
    *(_named(name) for name in NAMED),
    *(_oracle(number) for number in range(1, ORACLES - len(NAMED) + 1)),
    *(_spell(name) for name in SPELLS),
    Piece("maginor", Says("maginor.piece.maginor")),
    *(piece for mage in range(1, MAGES + 1) for piece in _of(mage)),
    *(_corner(number, each) for number in range(1, TRIANGLES + 1) for each in CORNERS),
    *(_side(place) for place in range(len(SIDES))),
)
"""What can carry a label; the plastic stands only hold what does."""
