"""The pages that people look at.

Rule: a page shows what there is to see and is asked for anew every time; it is never
older than the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, g, redirect, request

from companion.geometry import FIELDS
from companion.journal import MatchRow
from companion.views.tablet.api import listening, shelved
from companion.views.tablet.forms import house_rules
from companion.views.tablet.kit import Kit
from companion.views.tablet.replies import number
from companion.views.tablet.speech import theme_of
from companion.views.tablet.starting import box_of
from companion.vocabulary import Game, Viewer

LISTED = 12  # matches on the start page


def blueprint(kit: Kit) -> Blueprint:
    """All pages, and their stream."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def start() -> Any:
        return show(kit, "start")

    @pages.get("/table")
    def table() -> Any:
        return show(kit, "table")

    @pages.get("/correct")
    def correct() -> Any:
        return show(kit, "correct") if kit.door.sight().game else redirect("/", 303)

    @pages.get("/learn")
    def learn() -> Any:
        return show(kit, "learn")

    @pages.get("/virtual")
    def virtual() -> Any:
        return show(kit, "virtual") if kit.hands else redirect("/table", 303)

    @pages.get("/stream")
    def stream() -> Response:
        after = request.headers.get("Last-Event-ID") or request.args.get("after")
        return listening(kit, kit.feeds.regions(g.language, number(after)))

    return pages


def show(kit: Kit, name: str, status: int = 200, **more: Any) -> Response:
    """A page of this name; ``more`` may hold a refusal."""
    page = kit.painter.page(kit.door.sight(), Viewer(language=g.language))
    facts = {"page": page, **_FACTS.get(name, _no_more)(kit), **more}
    text = kit.painter.whole(f"{name}.html", g.language, theme_of(request), **facts)
    response = Response(text, status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _no_more(_: Kit) -> dict[str, Any]:
    return {}


def _start(kit: Kit) -> dict[str, Any]:
    game = _game(kit)
    with kit.reading() as reader:
        rows = reader.matches()
    found = [_listed(kit, row) for row in reversed(rows)]
    return {
        "games": list(kit.games),
        "matches": [match for match in found if match["state"] != "over"][:LISTED],
        "colours": list(game.seats),
        "chairs": _chairs(kit.regulars, game.seats),
        "options": house_rules(game),
    }


def _chairs(regulars: Mapping[str, str], seats: tuple[str, ...]) -> list[dict[str, str]]:
    """A chair for each colour: those who always play here first, then empty ones."""
    named = {seat: name for name, seat in regulars.items() if seat in seats}
    chairs = [*named, *(seat for seat in seats if seat not in named)]
    return [{"name": named.get(seat, ""), "seat": seat} for seat in chairs]


def _listed(kit: Kit, row: MatchRow) -> dict[str, Any]:
    match = shelved(row, kit.door.sight())
    when = _when(match.last_at, g.language)
    return {
        "match": match.match, "game": match.game, "names": match.names, "state": match.state,
        "when": when,
    }  # fmt: skip


def _when(at: int, language: str) -> str:
    from babel.dates import format_datetime  # noqa: PLC0415 - 40 ms and 5 MB that only this page needs

    moment = datetime.fromtimestamp(at / 1000, UTC).astimezone()
    return str(
        format_datetime(moment, "EEEE, d MMMM, HH:mm", locale=language.replace("-", "_"))
    )


def _correct(kit: Kit) -> dict[str, Any]:
    return {"symbols": symbols(kit), "pick": request.args}


def _learn(kit: Kit) -> dict[str, Any]:
    printed = box_of(kit, _game(kit).name).get("symbols", {})
    fields = [
        {"field": field, "symbol": printed.get(field, ""), "known": field in printed}
        for field in FIELDS
    ]
    return {"fields": fields, "symbols": symbols(kit), "field": request.args.get("field", "")}


def symbols(kit: Kit) -> list[str]:
    """Every symbol that the owner's box may show."""
    game = _game(kit)
    chips: Iterable[str] = box_of(kit, game.name).get("chips", ())
    return list(chips or getattr(game.Box(), "chips", ()))


def _game(kit: Kit) -> Game:
    return kit.door.sight().game or next(iter(kit.games.values()))


_FACTS = {"start": _start, "correct": _correct, "learn": _learn}
