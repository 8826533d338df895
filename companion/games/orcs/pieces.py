"""What lies in the box of Orcs Orcs Orcs (rulebook: the first lines, "Contents").

Rule: only what the book counts or names is stated here, with the line of its text. Which
spell, fate or marker is printed on which card, and the hearts and abilities on the trophy
boards, are learned from the owner's copy.
"""

from __future__ import annotations

from companion.vocabulary import Fact, Piece, Says

COLOURS = ("red", "yellow", "blue", "green")
"""Of the mages and of what each of them has (line 1)."""

RANKS = {1: 16, 2: 16, 4: 12, 5: 12, 7: 8, 8: 8}
"""Monsters of each kind, twice: as figures and as markers. 1 and 2 are weak, 4 and 5 are
strong, 7 and 8 are mighty (line 1)."""

BOARDS, FATES, STARTERS, SPELLS, POISONS = 4, 15, 8, 40, 14
"""Trophy boards, fate cards, starter spells of each colour, spells to learn, poison (line 1)."""

STRENGTHS = ("weak", "strong", "mighty")
"""The three categories (line 3)."""

RULES = (
    "none", "monsters-plus-1", "no-spells", "three-spells", "no-teleport", "no-trophies",
    "exchange-spells",
)  # fmt: skip
"""What the lower part of a fate card may say (line 13); it may be blank (line 5)."""

MAGIC = ("earth", "lightning", "water", "fire")
CATEGORIES = ("attack", "knowledge", "support")
"""Four kinds of magic, three kinds of spells (line 6)."""

NAMES = (
    "smash", "zap", "cold-snap", "fire-spark", "fireball", "lightning-bolt", "earthquake",
    "ice-storm", "book-of-magic", "wisdom", "switch", "replenish", "magical-bonds", "voodoo",
)  # fmt: skip
"""Every spell that the book explains (lines 8 to 11)."""

MISSIONS = ("weak", "strong", "mighty", "many", "set", "abilities", "most", "spells")
"""Eight cards (line 1), eight of them explained (line 14)."""

ABILITIES = (
    "extra-spell", "extra-action", "poison", "no-rule-change", "remove-card", "no-loss",
)  # fmt: skip
"""What a trophy board gives for two monsters of a kind (line 13)."""

BONUSES = ("draw", "action", "discard", "power")
"""What its back gives for each monster (line 14)."""

PRINT = Fact("print", "one", of=("none", "three", "four"), needed=False)
"""Some markers stay in the box with two or three players, and bear a number (line 3)."""

FATE = (Fact("moves", "some", of=STRENGTHS), Fact("rule", "one", of=RULES))
"""The upper part and the lower part (line 5)."""

SPELL = (
    Fact("name", "text", of=NAMES),
    Fact("category", "one", of=CATEGORIES),
    Fact("magic", "some", of=MAGIC),
    Fact("power", "numbers", least=1, most=9, longest=4, needed=False),
    Fact("damage", "numbers", least=0, most=9, longest=4, needed=False),
    Fact("boost", "some", of=("teleport", "draw"), needed=False),
)
"""A spell has rows, each with the power it needs and what it does (lines 6 and 7)."""

PILE = Fact("pile", "number", least=1, most=2)
"""Two symbols in the lower right corner tell the two piles (line 2)."""

TROPHIES = (
    Fact("hits", "numbers", least=1, most=30, longest=6, needed=False),
    Fact("abilities", "row", of=ABILITIES, longest=6, needed=False),
    Fact("bonuses", "row", of=BONUSES, longest=6, needed=False),
)
"""Printed for each of the six kinds, here in their order (line 4; the back, line 14)."""

MAGICAL = Fact("magic", "some", of=MAGIC, needed=False)
PER = Fact("per", "number", least=1, most=9, needed=False)
"""How many new spells earn two points; the number is lost in our book (line 14)."""


def _mage(colour: str) -> Piece:
    return Piece(f"mage/{colour}", Says("orcs.piece.mage", {"colour": colour}))


def _board(number: int) -> Piece:
    says = Says("orcs.piece.board", {"number": number})
    return Piece(f"board/{number}", says, TROPHIES, numbered=True)


def _monster(rank: int, number: int) -> Piece:
    says = Says("orcs.piece.monster", {"rank": rank, "number": number})
    return Piece(f"monster/{rank}/{number}", says, numbered=True)


def _marker(rank: int, number: int) -> Piece:
    says = Says("orcs.piece.marker", {"rank": rank, "number": number})
    return Piece(f"marker/{rank}/{number}", says, (PRINT,), numbered=True)


def _starter(colour: str, number: int) -> Piece:
    says = Says("orcs.piece.starter", {"colour": colour, "number": number})
    return Piece(f"starter/{colour}/{number}", says, SPELL, numbered=True)


def _spell(number: int) -> Piece:
    says = Says("orcs.piece.spell", {"number": number})
    return Piece(f"spell/{number}", says, (PILE, *SPELL), numbered=True)


def _fate(number: int) -> Piece:
    says = Says("orcs.piece.fate", {"number": number})
    return Piece(f"fate/{number}", says, FATE, numbered=True)


def _poison(number: int) -> Piece:
    says = Says("orcs.piece.poison", {"number": number})
    return Piece(f"poison/{number}", says, (MAGICAL,), numbered=True)


def _mission(name: str) -> Piece:
    facts = (PER,) if name == "spells" else ()
    return Piece(f"mission/{name}", Says("orcs.piece.mission", {"mission": name}), facts)


PIECES = (
    *(_mage(colour) for colour in COLOURS),
    *(_board(number) for number in range(1, BOARDS + 1)),
    *(_starter(colour, n) for colour in COLOURS for n in range(1, STARTERS + 1)),
    *(_spell(number) for number in range(1, SPELLS + 1)),
    *(_poison(number) for number in range(1, POISONS + 1)),
    *(_fate(number) for number in range(1, FATES + 1)),
    *(_monster(rank, n) for rank, most in RANKS.items() for n in range(1, most + 1)),
    *(_marker(rank, n) for rank, most in RANKS.items() for n in range(1, most + 1)),
    *(_mission(name) for name in MISSIONS),
)
"""What can carry a label. Not the board, the tower and the score track, of which there is
one each; not the cubes, which are smaller than any label; not the bases under the figures."""
