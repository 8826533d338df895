"""What pieces, their kinds and what is printed on them are called.

Rule: a game's own words first. What the owner's copy has and no game has a word for is
shown as the owner wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.languages import Words
from companion.registry import Catalogue
from companion.vocabulary import Fact, Piece

SHORT = 4  # of a number's last digits that people compare with a sticker
LONGEST = 14  # letters of a code's text; the rest is cut off


def noun(words: Words, game: str, fact: Fact, value: str) -> str:
    """What stands on the piece, in a word."""
    for family in (fact.words or "word", fact.key):
        if (key := f"{game}.{family}.{value}") in words:
            return words.word(key)
    return value


def told(words: Words, game: str, fact: Fact, value: Any) -> str:
    """The same for everything that one fact may hold."""
    if isinstance(value, list | tuple):
        return ", ".join(noun(words, game, fact, str(one)) for one in value)
    return noun(words, game, fact, str(value))


def printed(words: Words, catalogue: Catalogue, id: str) -> str:
    """Everything that is known to stand on a piece, in one line."""
    piece, facts = catalogue.piece(id), catalogue.registry.facts.get(id, {})
    game = id.partition("/")[0]
    known = [fact for fact in piece.facts if fact.key in facts] if piece else []
    return ", ".join(text for one in known if (text := told(words, game, one, facts[one.key])))


def called(words: Words, catalogue: Catalogue, id: str) -> str:
    """A piece by its name; empty where there is no such piece."""
    piece = catalogue.piece(id)
    return words.say(piece.says) if piece else ""


def named(
    words: Words, catalogue: Catalogue, values: Mapping[str, str | int]
) -> dict[str, str | int]:
    """What a sentence about a piece is filled with: the piece by its name, and a word of one of
    its facts as people say it."""
    id = str(values["piece"])
    piece, game = catalogue.piece(id), id.partition("/")[0]
    told: dict[str, str | int] = {"piece": called(words, catalogue, id) or id}
    for fact in piece.facts if piece and "word" in values else ():
        if fact.key == values.get("fact"):
            told["word"] = noun(words, game, fact, str(values["word"]))
    return {**values, **told}


def kind(words: Words, game: str, name: str) -> str:
    """A kind of pieces, all together."""
    key = f"{game}.kind.{name}"
    return words.word(key) if key in words else name.replace("-", " ")


def title(words: Words, game: str) -> str:
    """A game, also one whose rules follow."""
    key = f"{game}.title"
    return words.word(key) if key in words else game.replace("_", " ").capitalize()


def short(words: Words, tag: str) -> str:
    """A tag, as short as it can be told from the others on the same piece."""
    how, _, text = tag.partition(":")
    if how == "nfc":
        return words.word("house.pieces.sticker", end=text[-SHORT:])
    cut = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return words.word("house.pieces.code", text=cut)


def lacks(catalogue: Catalogue, piece: Piece, id: str) -> bool:
    """Does nobody know yet what has to be known of it?"""
    facts = catalogue.registry.facts.get(id, {})
    return any(fact.needed and fact.key not in facts for fact in piece.facts)
