"""The companion's words: what to say, in the language of whoever looks.

A key such as ``labyrinth.did.walked`` finds a sentence in a ``.po`` file, one folder or
file a language, read at first use and kept in memory. Rule: a gap is never an error.
A language without a sentence borrows English; a key without one is spoken plainly.
"""

from __future__ import annotations

import gettext
import logging
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
NATIVE = "en"  # the language that every key is written in first
TOGETHER = "\u00a0"  # no-break space: a number never loses its noun at the end of a line
ISOLATE = "\u2068{}\u2069"  # keeps a name written from right to left from turning the sentence
PLACES = ("page", "line")  # of a rulebook
HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}( ?)")


class Words:
    """The sentences of one language, the house's and those of some games."""

    def __init__(self, catalogs: tuple[Catalog, ...]) -> None:
        self._catalogs = catalogs
        self._missed: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return self._find(key, {}) is not None

    def word(self, key: str, /, **values: str | int) -> str:
        """The sentence of this key with its holes filled."""
        pattern = self._find(key, values)
        if pattern is None:
            return self._plainly(key)
        game = key.partition(".")[0]
        return HOLE.sub(lambda hole: self._fill(hole, game, values), pattern)

    def say(self, says: Any) -> str:
        """The sentence of a ``Says``, or of one that has become a dict on its way."""
        if isinstance(says, Mapping):
            return self.word(says["key"], **says.get("values", {}))
        return self.word(says.key, **says.values)

    def place(self, book: str) -> str:
        """A place in a rulebook, as games name it: ``page 9`` or ``line 9``, in this language. A
        heading is left as it stands in the book."""
        kind, _, number = book.partition(" ")
        known = kind in PLACES and number.isdecimal()
        return self.word(f"house.{kind}", number=int(number)) if known else book

    def _find(self, key: str, values: Mapping[str, str | int]) -> str | None:
        for catalog in self._catalogs:
            message = catalog.get(key)
            if message is not None and message.string:
                return _form(message.string, catalog.plural_expr, values)
        return None

    def _fill(self, hole: re.Match[str], game: str, values: Mapping[str, str | int]) -> str:
        name, family, space = hole.groups()
        if name not in values:
            return hole.group(0)
        value = values[name]
        if isinstance(value, int):
            return f"{value}{TOGETHER if space else ''}"
        return (self._noun(game, family, value) if family else _isolated(value)) + space

    def _noun(self, game: str, family: str, value: str) -> str:
        """What the game calls this thing, or a thing that is a game calls itself. The owner's
        copy may hold things we never heard of."""
        known = self._find(f"{game}.{family}.{value}", {})
        return known or self._find(f"{value}.{family}", {}) or _isolated(value)

    def _plainly(self, key: str) -> str:
        if key not in self._missed:
            self._missed.add(key)
            log.warning("no words for %s: said plainly until languages/ has them", key)
        return key.rpartition(".")[2].replace("_", " ")


def words(language: str, *extra: Path | None) -> Words:
    """The house's words and those in the folders (or ``.po`` files) given."""
    return _words(language, tuple(place for place in extra if place is not None))


def languages() -> tuple[str, ...]:
    """Every language that the house speaks."""
    return tuple(sorted(folder.parent.name for folder in HERE.glob("*/house.po")))


@cache
def _words(language: str, extra: tuple[Path, ...]) -> Words:
    spoken = dict.fromkeys((language, language.partition("-")[0], NATIVE))
    places = [place for tongue in spoken for place in _places(tongue, extra)]
    return Words(tuple(_catalog(place) for place in places if place.is_file()))


def _places(tongue: str, extra: tuple[Path, ...]) -> list[Path]:
    games = [place if place.suffix == ".po" else place / f"{tongue}.po" for place in extra]
    return [HERE / tongue / "house.po", *games]


@cache
def _catalog(place: Path) -> Catalog:
    tongue = place.parent.name if place.stem == "house" else place.stem
    with place.open("rb") as file:
        return read_po(file, locale=tongue.replace("-", "_"))


def _form(string: Any, rule: str, values: Mapping[str, str | int]) -> str:
    """The right plural form: by ``count``, or else by the first number there is."""
    if isinstance(string, str):
        return string
    numbers = [value for value in values.values() if isinstance(value, int)]
    count = values.get("count", numbers[0] if numbers else 1)
    return str(string[_plural(rule)(int(count))])


@cache
def _plural(rule: str) -> Callable[[int], int]:
    return gettext.c2py(rule)


def _isolated(text: str) -> str:
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)
    return ISOLATE.format(text) if turns else text
