"""In which words a device is spoken to: its language, and the words of the games.

Rule: a page, a stream and an answer for the same device use the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Request

from companion.languages import NATIVE, Words, languages, words
from companion.views.tablet.shapes import Refused
from companion.vocabulary import Game, Pieces, Refusal


def folder(game: Game | Pieces, name: str) -> Path:
    """A folder of a game: its ``words`` or its ``page``."""
    return Path(str(files(game.package) / name))


class Speech:
    """The words of the house and of all games, by language."""

    def __init__(self, games: Iterable[Game], language: str) -> None:
        self._extra = tuple(folder(game, "words") for game in games)
        self.language = language

    def know(self, shelves: Iterable[Pieces]) -> None:
        """The words for pieces, too, also of games whose rules follow."""
        more = (folder(shelf, "words") for shelf in shelves)
        self._extra = tuple(dict.fromkeys((*self._extra, *more)))

    def words(self, language: str) -> Words:
        """All the words of a language."""
        return words(language, *self._extra)

    def language_of(self, request: Request) -> str:
        """What the device asks for, if the house speaks it; else the table's language."""
        spoken = [*dict.fromkeys((self.language, *languages(), NATIVE))]
        chosen = request.cookies.get("language", "")
        if chosen in spoken:
            return chosen
        if not request.accept_languages:
            return self.language
        return request.accept_languages.best_match(spoken, self.language) or self.language

    def refused(self, refusal: Refusal, language: str) -> Refused:
        """A refusal, put into words."""
        spoken = self.words(language)
        return Refused(refusal.key, spoken.say(refusal), spoken.place(refusal.book))


def theme_of(request: Request) -> str:
    """How the page is to look on this device."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in ("auto", "light", "dark", "contrast") else "auto"


def plain(says: Any) -> dict[str, Any]:
    """A ``Says`` as JSON has it."""
    return {"key": says.key, "values": dict(says.values), "book": says.book}
