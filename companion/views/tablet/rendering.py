"""Pages and their regions, made from what there is to see.

Rule: everything is escaped; a region is rendered once for all who see the same, and a
template that fails is logged and leaves a gap instead of ending the service.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
)

from companion.views.tablet.sight import Sight
from companion.views.tablet.speech import Speech, folder
from companion.vocabulary import Game, Viewer

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
REGIONS = ("subject", "drawing", "score", "shelf", "history")
OF_THE_HOUSE = frozenset({"shelf", "history"})
"""Regions that look the same whatever is played; the others are the game's."""

Page = dict[str, Any]


class Painter:
    """Renders. ``wires`` tells how every wire is, ``virtual`` whether the virtual table is
    played on, ``root`` is where statics live."""

    def __init__(
        self,
        games: Mapping[str, Game],
        speech: Speech,
        wires: Callable[[], list[dict[str, Any]]],
        root: str,
        virtual: Callable[[], bool],
    ) -> None:
        self._speech, self._wires, self._virtual = speech, wires, virtual
        pages = {name: FileSystemLoader(folder(game, "page")) for name, game in games.items()}
        loaders = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(pages)])
        self._made = Environment(
            loader=loaders, autoescape=True, undefined=StrictUndefined, auto_reload=False
        )
        self._made.globals["static"] = root

    def page(self, seen: Sight, viewer: Viewer) -> Page:
        """What the templates know of a sight."""
        game = seen.game
        open_now = game.choices(seen.state) if game else ()
        return {
            "version": seen.version,
            "match": seen.match,
            "game": game.name if game else None,
            "saved": seen.saved,
            "view": game.show(seen.state, viewer) if game else {},
            "choices": [msgspec.to_builtins(choice) for choice in open_now if not choice.early],
            "history": [{"seat": told.seat, "says": told.says} for told in seen.history],
            "notices": [msgspec.to_builtins(notice) for notice in seen.notices],
            "wires": self._wires(),
            "undo": _tile(seen.undo),
            "redo": _tile(seen.redo),
            "virtual": self._virtual(),
        }

    def whole(self, template: str, language: str, theme: str, **more: Any) -> str:
        """A whole page."""
        return self._made.get_template(template).render(
            language=language, theme=theme, **self._spoken(language), **more
        )

    def warm(self) -> None:
        """Read every template once, so that the first tap is drawn as fast as the next."""
        for name in self._made.list_templates(extensions=["html"]):
            self._made.get_template(name)

    def regions(self, seen: Sight, language: str) -> dict[str, str]:
        """Every region of the table's page, by name."""
        page = self.page(seen, Viewer(language=language))
        return {name: self._region(name, page, language) for name in REGIONS}

    def title(self, seen: Sight, language: str) -> str:
        """What the tab of the browser is called."""
        key = f"{seen.game.name}.title" if seen.game else "house.table"
        return self._speech.words(language).word(key)

    def _region(self, name: str, page: Page, language: str) -> str:
        if name not in OF_THE_HOUSE and not page["game"]:
            return self._rendered("nothing.html", page, language) if name == "subject" else ""
        template = name if name in OF_THE_HOUSE else f"{page['game']}/{name}"
        return self._rendered(f"{template}.html", page, language)

    def _rendered(self, template: str, page: Page, language: str) -> str:
        try:
            return self._made.get_template(template).render(
                page=page, language=language, **self._spoken(language)
            )
        except TemplateError:
            log.exception("the region %s could not be drawn", template)
            return ""

    def _spoken(self, language: str) -> dict[str, Any]:
        words = self._speech.words(language)
        return {"say": words.say, "word": words.word}


def _tile(told: Any) -> dict[str, Any] | None:
    return {"seat": told.seat, "says": told.says} if told else None
