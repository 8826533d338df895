"""What is printed on a piece, as people tell it.

Rule: pure, and strict: what a piece cannot bear is not kept. What is told again comes out the
same, so that a file of it may be read as often as one likes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.vocabulary import Fact, Piece, Refusal


def printed(piece: Piece, told: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    """What of this is printed there, or the first fact that cannot be."""
    facts = {fact.key: fact for fact in piece.facts}
    read: dict[str, Any] = {}
    for key, value in told.items():
        said = _READ[facts[key].kind](facts[key], value) if key in facts else None
        if said is None:
            return Refusal("house.no.fact", {"fact": key[:LONGEST]})
        read[key] = said
    return read


def counts(id: str, piece: Piece, facts: Mapping[str, Any]) -> Refusal | None:
    """Why a row on the piece of this name does not add up: by the number beside it, or by what
    the box holds."""
    for fact in piece.facts:
        row = facts.get(fact.key)
        if fact.kind != "row" or row is None:
            continue
        for key, values in _uneven(fact, row, facts.get(fact.counted)):
            return Refusal(key, {"piece": id, "fact": fact.key, **values}, fact.book)
    return None


Uneven = Iterator[tuple[str, dict[str, str | int]]]


def _uneven(fact: Fact, row: Sequence[str], number: int | None) -> Uneven:
    if number is not None and len(row) != number:
        yield "house.no.fact_count", {"count": number, "said": len(row)}
    if fact.length and len(row) != fact.length:
        yield "house.no.fact_row", {"count": fact.length, "said": len(row)}
    for word, count in zip(fact.of, fact.each, strict=False):
        if row.count(word) != count:
            yield "house.no.fact_each", {"word": word, "count": count, "said": row.count(word)}
    if fact.begins and row[0] != fact.begins:
        yield "house.no.fact_begins", {"word": fact.begins}


def is_told_apart(piece: Piece) -> bool:
    """Is what is printed on it the name by which people know it? Then no two bear the same."""
    return piece.numbered and bool(piece.facts) and all(f.kind == "text" for f in piece.facts)


LONGEST = 40  # letters of a word that nobody knows, in a sentence about it


def _one(fact: Fact, value: object) -> str | None:
    return value if isinstance(value, str) and value in fact.of else None


def _some(fact: Fact, value: object) -> list[str] | None:
    row = _words(fact, value)
    if row is None or len(set(row)) < len(row):
        return None
    return sorted(row, key=fact.of.index)


def _row(fact: Fact, value: object) -> list[str] | None:
    row = _words(fact, value)
    return row if row is not None and len(row) <= fact.longest else None


def _words(fact: Fact, value: object) -> list[str] | None:
    if not isinstance(value, list | tuple):
        return None
    return list(value) if all(_one(fact, word) for word in value) else None


def _number(fact: Fact, value: object) -> int | None:
    return value if type(value) is int and fact.least <= value <= fact.most else None


def _numbers(fact: Fact, value: object) -> list[int] | None:
    if not isinstance(value, list | tuple) or len(value) > fact.longest:
        return None
    return list(value) if all(_number(fact, one) is not None for one in value) else None


def _text(fact: Fact, value: object) -> str | None:
    """However it is typed, a word that was proposed is that word."""
    if not isinstance(value, str) or len(value) > 4 * fact.longest:
        return None
    text = unicodedata.normalize("NFC", value).strip()
    if not 1 <= len(text) <= fact.longest or not text.isprintable():
        return None
    return next((word for word in fact.of if word.casefold() == text.casefold()), text)


_READ: dict[str, Callable[[Fact, object], Any]] = {
    "one": _one,
    "some": _some,
    "row": _row,
    "number": _number,
    "numbers": _numbers,
    "text": _text,
}
