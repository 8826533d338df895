"""The pieces of a game that can carry a tag or a label, and what stands printed on them.

A piece is told by its id, the game before it where several games meet: ``labyrinth/chip/7``.
A tag is the number of a sticker or the text of a code, in one spelling: ``nfc:04a2245c6f6180``,
``code:4006381333931``.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from companion.vocabulary.saying import Says


class Fact(Struct, frozen=True):
    """What stands printed on a piece and is learned from the owner's copy: ``one`` or
    ``some`` of these words, a ``row`` of them in their order (each as often as it is there),
    a ``number`` or ``numbers`` from least to most, or ``text`` (the words are proposals).
    ``longest``: of a row or of numbers at most so many, of a text so many letters.
    ``needed``: without it the piece says nothing in a game. ``counted``: the number that says
    how many words a row has stands in the fact of this key, on the same piece. ``exactly``: a
    row has so many words; ``each``: how often each of the words is in it, in their order;
    ``begins``: the word that it begins with; ``places``: what each of its places belongs to.
    ``words``: what these are called stands among the game's words of this family; else in any.
    ``book``: where the rulebook has that."""

    key: str
    kind: Literal["one", "some", "row", "number", "numbers", "text"]
    of: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    longest: int = 24
    needed: bool = True
    counted: str = ""
    exactly: int = 0
    each: tuple[int, ...] = ()
    begins: str = ""
    places: tuple[str, ...] = ()
    words: str = ""
    book: str = ""

    @property
    def length(self) -> int:
        """How many words a row has; 0 where that is open."""
        return sum(self.each) or self.exactly


class Piece(Struct, frozen=True):
    """``id``: small words and numbers between slashes, its kind first: ``card/red/wand-1``.
    ``says``: what people call it. ``numbered``: only ``facts`` tell it from the others of its
    kind; which of them has which number is all the same. A face of a die names the ``die`` and
    its place on it, counted from 1."""

    id: str
    says: Says
    facts: tuple[Fact, ...] = ()
    numbered: bool = False
    die: str = ""
    face: int = 0

    @property
    def kind(self) -> str:
        """The first word of the id: what people sort by."""
        return self.id.partition("/")[0]


class Pieces(Struct, frozen=True):
    """The pieces of a game in the order in which they lie in its box, and the package that
    has the words for them."""

    game: str
    pieces: tuple[Piece, ...]
    package: str


class Labelled(Struct, frozen=True):
    """What a tag is on: the piece with its game before it, and what is printed on it, as far
    as anybody said. ``lacks``: keys of needed facts that nobody told yet."""

    piece: str
    facts: dict[str, Any] = {}
    lacks: tuple[str, ...] = ()
    die: str = ""
    face: int = 0


class Meaning(Struct, frozen=True):
    """One thing that a shown piece can mean now: the moves, one after the other, and what to
    call it when there are several. ``seat``: whose choice it is, if it is one player's;
    ``secret``: nobody else may know that it can be meant."""

    says: Says
    moves: tuple[Any, ...]
    seat: str = ""
    secret: bool = False
