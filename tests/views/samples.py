"""Sample pages of a game, made of real positions of it, and a small house that shows them.

Rule: the page is told what the game itself shows, opens and seals; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from companion import rights
from companion.languages import words
from companion.views.tablet.forms import in_force
from companion.vocabulary import Game, Refusal, Viewer
from tests.views import look
from tests.views.conftest import KINDS, House, Visit

SIZES = {**look.SIZES, "little": (360, 640)}
HOST = Viewer("host")

Line = tuple[Any, Any]
"""A move and the state it was played in."""
Moment = tuple[Any, list[Line]]
"""A position, and how it came to it, the newest first."""


def played(game: Game, state: Any, *taken: Any) -> Moment:
    """After these moves, with the history of them."""
    lines: list[Line] = []
    for move in taken:
        then = game.play(state, move)
        assert not isinstance(then, Refusal), (move, then)
        lines.insert(0, (state, move))
        state = then
    return state, lines


class Samples:
    """``moments``: positions by name. ``phones`` and ``passed``: on whose phone, or on the table's
    own tablet handed to whom, which one is looked at. ``corrected``: what is picked on the page of
    corrections. Blue has a phone, whoever that is."""

    def __init__(
        self,
        game: Game,
        moments: Callable[[], Mapping[str, Moment]],
        phones: Mapping[str, tuple[str, str]],
        passed: Mapping[str, tuple[str, str]],
        corrected: Mapping[str, tuple[str, dict[str, str]]],
    ) -> None:
        self.game, self.folder = game, look.ROOT / "games" / game.name
        self._moments, self._phones = moments, phones
        self._passed, self._corrected = passed, corrected

    def page(self, name: str, eyes: Viewer = HOST, **more: Any) -> dict[str, Any]:
        """What the tablet's server would hand to the templates."""
        state, lines = self._moments()[name]
        view = self.game.show(state, eyes)
        choices = rights.own(self.game, state, eyes)
        history = [self._told(state, *line, eyes) for line in lines]
        called = {one["seat"]: one["name"] for one in view["seats"]}
        usual = {
            "game": self.game.name,
            "choices": [msgspec.to_builtins(choice) for choice in choices],
            "history": history,
            "undo": history[0] if history else None,
            "on_plate": False,
            "virtual": False,
            "rules": in_force(self.game, view["options"]),
            "people": {"phones": {"blue": {"name": called["blue"]}}, "hosts": 1, "lobby": []},
        }
        return look.page(view) | usual | more

    def _told(self, now: Any, then: Any, move: Any, eyes: Viewer) -> dict[str, Any]:
        """A line of the history, as this viewer may know it by now."""
        after = self.game.play(then, move)
        sealed = self.game.seal(now, after, move) if self.game.seal else None
        if sealed and sealed.seat != eyes.seat:
            return {"seat": sealed.seat, "says": msgspec.to_builtins(sealed.says)}
        says = self.game.says(then, move)
        seat = getattr(move, "seat", "") or then.turn
        return {"seat": seat, "says": msgspec.to_builtins(says)}

    def seated(self, name: str, seat: str, phone: bool = True) -> dict[str, Any]:
        """The same on the phone of a seat, or on the tablet that was passed to it."""
        state, _ = self._moments()[name]
        may = {"host": False, "play": True, "undo": False, "correct": False}
        viewer = {"role": "seat", "seat": seat, "name": state.names[seat]}
        people = {"phones": {seat: {}} if phone else {}, "hosts": 1, "lobby": []}
        eyes = Viewer("seat", seat)
        return self.page(name, eyes, viewer=viewer, may=may, undo=None, people=people)

    def watched(self, name: str) -> dict[str, Any]:
        """The same for somebody who only looks on."""
        viewer = {"role": "spectator", "seat": "", "name": ""}
        may = dict.fromkeys(("host", "play", "undo", "correct"), False)
        return self.page(name, Viewer(), viewer=viewer, may=may, undo=None)

    @cached_property
    def _environment(self) -> Environment:
        house = FileSystemLoader(look.HOUSE / "templates")
        game = PrefixLoader({self.game.name: FileSystemLoader(self.folder / "page")})
        return Environment(
            loader=ChoiceLoader([house, game]), autoescape=True, undefined=StrictUndefined
        )

    def paint(self, template: str, language: str = "en", **context: Any) -> str:
        """That template, in that language."""
        spoken = words(language, self.folder / "words")
        usual = {
            "language": language,
            "theme": "auto",
            "say": spoken.say,
            "word": spoken.word,
            "in_book": spoken.place,
        }
        return self._environment.get_template(template).render(usual | context)

    @cached_property
    def _painted(self) -> dict[str, tuple[str, dict[str, Any]]]:
        tables = {name: ("table.html", {"page": self.page(name)}) for name in self._moments()}
        phones = {
            name: ("seat.html", {"page": self.seated(*where)})
            for name, where in self._phones.items()
        }
        passed = {
            name: ("seat.html", {"page": self.seated(*where, phone=False)})
            for name, where in self._passed.items()
        }
        sheets = {
            name: (f"{self.game.name}/correct.html", {"page": self.page(moment), "pick": pick})
            for name, (moment, pick) in self._corrected.items()
        }
        return {**tables, **phones, **passed, **sheets}

    def pictures(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Every sample page: its template and facts."""
        return self._painted

    @cache  # noqa: B019 - one a game, as long as the tests run
    def _visit(self) -> type[Visit]:
        samples = self

        class GameVisit(Visit):
            """Somebody who looks at a page: ``/look/turn/light``, ``/look/turn/light/el``."""

            def do_GET(self) -> None:  # noqa: N802 - what the standard library calls it
                _, kind, *rest = self.path.partition("?")[0].split("/")
                if kind != "look":
                    return super().do_GET()
                name, theme, *tongue = rest
                template, facts = samples.pictures()[name]
                text = samples.paint(template, *tongue, theme=theme, **facts)
                return self.give(200, "text/html; charset=utf-8", text.encode())

            def file(self, name: str) -> None:
                front = f"{samples.game.name}/"
                if not name.startswith(front):
                    return super().file(name)
                own = samples.folder / "page" / name.removeprefix(front)
                return self.give(200, KINDS[Path(name).suffix], own.read_bytes())

        return GameVisit

    def house(self) -> House:
        """The small house, with the pages of this game in it."""
        return GameHouse(self._visit())


class GameHouse(House):
    """A house that answers with other visits than its own."""

    def __init__(self, visit: type[Visit]) -> None:
        ThreadingHTTPServer.__init__(self, ("127.0.0.1", 0), visit)
        self.begin()
