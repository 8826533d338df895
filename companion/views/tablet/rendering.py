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

from companion.views.tablet.forms import in_force
from companion.views.tablet.look import Look
from companion.views.tablet.speech import Speech, folder
from companion.vocabulary import Game

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
REGIONS = ("own", "subject", "drawing", "score", "hand", "shelf", "history")
OF_THE_HOUSE = frozenset({"own", "shelf", "history"})
"""Regions that look the same whatever is played; the others are the game's."""
OF_A_SEAT = frozenset({"own", "hand"})
"""Whoever has no seat has none of these, and a game without secrets has no hand."""

Page = dict[str, Any]


class Painter:
    """Renders. ``wires`` tells how every wire is, ``company`` who plays with what in a
    match, ``virtual`` whether the virtual table is played on, ``root`` where statics live."""

    def __init__(
        self,
        games: Mapping[str, Game],
        speech: Speech,
        wires: Callable[[], list[dict[str, Any]]],
        company: Callable[[str], dict[str, Any]],
        root: str,
        virtual: Callable[[], bool],
    ) -> None:
        self._speech, self._wires, self._virtual = speech, wires, virtual
        self._company = company
        pages = {name: FileSystemLoader(folder(game, "page")) for name, game in games.items()}
        loaders = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(pages)])
        self._made = Environment(
            loader=loaders, autoescape=True, undefined=StrictUndefined, auto_reload=False
        )
        self._made.globals["static"] = self.root = root
        self._known = frozenset(self._made.list_templates(extensions=["html"]))

    def page(self, seen: Look) -> Page:
        """What the templates know of what a viewer may see."""
        return {
            "version": seen.version,
            "match": seen.match,
            "game": seen.game.name if seen.game else None,
            "saved": seen.saved,
            "view": seen.view,
            "viewer": _whom(seen),
            "may": {**seen.may, "undo": seen.undo is not None, "correct": self._corrects(seen)},
            "on_plate": seen.game is None or seen.game.on_plate,
            "rules": in_force(seen.game, seen.view.get("options", {})) if seen.game else [],
            "people": self._company(seen.match),
            "choices": [
                msgspec.to_builtins(choice) for choice in seen.choices if not choice.early
            ],
            "history": [{"seat": told.seat, "says": told.says} for told in seen.history],
            "notices": [msgspec.to_builtins(notice) for notice in seen.notices],
            "wires": self._wires(),
            "undo": _tile(seen.undo),
            "redo": _tile(seen.redo),
            "virtual": self._virtual(),
            "pieces": msgspec.to_builtins(seen.pieces),
        }

    def _corrects(self, seen: Look) -> bool:
        game = seen.game
        return seen.may["host"] and game is not None and self.has(f"{game.name}/correct.html")

    def whole(self, template: str, language: str, theme: str, **more: Any) -> str:
        """A whole page."""
        return self._made.get_template(template).render(
            language=language, theme=theme, **self._spoken(language), **more
        )

    def warm(self) -> None:
        """Read every template once, so that the first tap is drawn as fast as the next."""
        for name in self._known:
            self._made.get_template(name)

    def regions(self, seen: Look) -> dict[str, str]:
        """Every region of the table's page, by name."""
        page, language = self.page(seen), seen.viewer.language
        return {name: self._region(name, page, language) for name in REGIONS}

    def title(self, seen: Look) -> str:
        """What the tab of the browser is called: the game, and nobody's secret."""
        key = f"{seen.game.name}.title" if seen.game else "house.table"
        return self._speech.words(seen.viewer.language).word(key)

    def has(self, template: str) -> bool:
        """Is there such a template?"""
        return template in self._known

    def _region(self, name: str, page: Page, language: str) -> str:
        if name not in OF_THE_HOUSE and not page["game"]:
            return self._rendered("nothing.html", page, language) if name == "subject" else ""
        template = name if name in OF_THE_HOUSE else f"{page['game']}/{name}"
        if name in OF_A_SEAT and not page["viewer"]["seat"]:
            return ""
        if not self.has(f"{template}.html"):
            return ""
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
        return {"say": words.say, "word": words.word, "in_book": words.place}


def _whom(seen: Look) -> dict[str, str]:
    viewer = seen.viewer
    seats = {one["seat"]: one["name"] for one in seen.view.get("seats", ())}
    return {"role": viewer.role, "seat": viewer.seat, "name": seats.get(viewer.seat, "")}


def _tile(told: Any) -> dict[str, Any] | None:
    return {"seat": told.seat, "says": told.says} if told else None
