"""What is printed on a piece, as a form asks for it, and what people said there.

Rule: pure. A form works without scripts: what was chosen so far comes back with every
step. What is not said is left out, and the table has the last word on what fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Protocol

from companion.languages import Words
from companion.views.tablet.names import clean
from companion.views.tablet.pieces import words as called
from companion.vocabulary import Fact

TILES = 20  # numbers that are tiles; where there are more, one is typed
DIGITS = 9  # of a number that is typed; no game has more


class Form(Protocol):
    """What a browser sends of a form."""

    def get(self, key: str, default: str) -> str: ...
    def getlist(self, key: str) -> list[str]: ...


def said(facts: tuple[Fact, ...], form: Form) -> dict[str, Any]:
    """What a form says of a piece: only what somebody did say."""
    found = {fact: _said(fact, form) for fact in facts}
    return {fact.key: value for fact, value in found.items() if _is_told(fact, value)}


def _is_told(fact: Fact, value: Any) -> bool:
    """Nothing at all is an answer only where nothing may stand."""
    return bool(value) or value == 0 or (value == [] and not fact.needed)


def _said(fact: Fact, form: Form) -> Any:
    name = f"fact-{fact.key}"
    if fact.kind == "one":
        return form.get(name, "")
    if fact.kind == "text":
        return form.get(name, "") or clean(
            form.get(f"other-{fact.key}", "").strip(), fact.longest
        )
    if fact.kind == "some":
        return list(dict.fromkeys(form.getlist(name)))
    if fact.kind == "row":
        return _stepped(fact, form.getlist(name), form)
    if fact.kind == "numbers":
        typed = " ".join(form.getlist(name)).replace(",", " ").split()
        return [_number(text) for text in _stepped(fact, typed, form)]
    return _count(fact, form)


def _stepped(fact: Fact, row: list[str], form: Form) -> list[str]:
    """A row that one more was laid to, or that the last was taken off."""
    key, _, value = form.get("add", "").partition("=")
    if key == fact.key and not _is_full(fact, row) and _left(fact, row, value) != 0:
        return [*row, value]
    return row[:-1] if form.get("less", "") == fact.key else row


def _is_full(fact: Fact, row: Sequence[Any]) -> bool:
    return len(row) >= (fact.length or fact.longest)


def _left(fact: Fact, row: Sequence[Any], word: str) -> int | None:
    """How many more of this word a row has; None where it may be any number of them."""
    counts = dict(zip(fact.of, fact.each, strict=False))
    return max(0, counts[word] - row.count(word)) if word in counts else None


def _count(fact: Fact, form: Form) -> Any:
    text = form.get(f"fact-{fact.key}", "").strip()
    value = _number(text) if text else None
    key, _, by = form.get("step", "").partition("=")
    if key != fact.key or isinstance(value, str):
        return value
    start = fact.least if value is None else value
    return max(fact.least, min(fact.most, start + (1 if by == "1" else -1)))


def _number(text: str) -> int | str:
    """A whole number; whatever else it is, the table says what is wrong with it."""
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= DIGITS
    return int(text) if is_number else text


def fields(
    words: Words, game: str, facts: tuple[Fact, ...], values: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The form: a question for each fact, its answers, and what was answered so far."""
    return [
        _field(words, game, fact, values.get(fact.key)) | {"count": _counted(fact, values)}
        for fact in facts
    ]


def _counted(fact: Fact, values: Mapping[str, Any]) -> int:
    """How many words the row has, by the box or by the number on the same piece; 0 while nobody
    knows."""
    number = values.get(fact.counted, fact.length)
    return number if isinstance(number, int) else 0


def _field(words: Words, game: str, fact: Fact, value: Any) -> dict[str, Any]:
    key = f"{game}.fact.{fact.key}"
    proposed = _answers(fact)
    chosen = list(value) if isinstance(value, list | tuple) else [value]
    row = chosen if value is not None else []
    several = [word for word, count in zip(fact.of, fact.each, strict=False) if count > 1]
    places = [words.word(f"{game}.word.{place}") for place in fact.places]
    rest = value if isinstance(value, str) and value not in proposed else ""
    return {
        "key": fact.key,
        "kind": fact.kind,
        "asks": words.word(key) if key in words else fact.key.replace("_", " "),
        "needed": fact.needed,
        "choices": [
            {"value": one, "text": called.noun(words, game, fact, one),
             "chosen": one in map(str, chosen), "left": _left(fact, row, one), "several": one in several}
            for one in proposed
        ],
        "row": [
            {"value": str(one), "text": called.noun(words, game, fact, str(one)), "place": place}
            for one, place in zip_longest(row, places[: len(row)], fillvalue="")
        ],
        "place": "".join(places[len(row) : len(row) + 1]),
        "value": "" if value is None else value,
        "rest": rest,
        "least": fact.least,
        "most": fact.most,
        "longest": fact.longest,
        "full": _is_full(fact, row),
    }  # fmt: skip


def _answers(fact: Fact) -> list[str]:
    if fact.kind in ("number", "numbers"):
        count = fact.most - fact.least + 1
        return [str(n) for n in range(fact.least, fact.most + 1)] if count <= TILES else []
    return list(fact.of)
