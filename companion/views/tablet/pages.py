"""The pages that people look at.

Rule: a page shows what there is to see and is asked for anew every time; it is never
older than the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, g, redirect, request

from companion.geometry import FIELDS
from companion.journal import MatchRow
from companion.views.tablet.api import listening, shelved
from companion.views.tablet.forms import house_rules
from companion.views.tablet.inviting import chairs
from companion.views.tablet.kit import Kit
from companion.views.tablet.look import look
from companion.views.tablet.pieces import pages as pieces_pages
from companion.views.tablet.replies import number
from companion.views.tablet.speech import theme_of
from companion.views.tablet.starting import box_of
from companion.vocabulary import Game

LISTED = 12  # matches on the start page
WAY = "way"
"""The option that says how much the companion keeps: it is asked before anything else."""
OF_THE_GAME = frozenset({"correct"})
"""Pages that every game draws for itself, if it has them."""


def blueprint(kit: Kit) -> Blueprint:
    """All pages, and their stream."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def start() -> Any:
        if g.viewer.seat:
            return redirect("/seat", 303)
        if g.viewer.role == "spectator" and g.seen.game:
            return redirect("/table", 303)
        return show(kit, "start")

    @pages.get("/table")
    def table() -> Any:
        return show(kit, "table")

    @pages.get("/correct")
    def correct() -> Any:
        return show(kit, "correct") if can_correct(kit) else redirect("/", 303)

    @pages.get("/learn")
    def learn() -> Any:
        return show(kit, "learn") if g.viewer.role == "host" else redirect("/", 303)

    @pages.get("/virtual")
    def virtual() -> Any:
        game = g.seen.game
        is_open = kit.hands and g.viewer.role != "spectator" and (not game or game.on_plate)
        return show(kit, "virtual") if is_open else redirect("/table", 303)

    @pages.get("/stream")
    def stream() -> Response:
        after = request.headers.get("Last-Event-ID") or request.args.get("after")
        if request.args.get("page") == "pieces" and g.viewer.role == "host":
            return listening(kit, kit.feeds.pieces(g.viewer))
        return listening(kit, kit.feeds.regions(g.viewer, number(after)))

    return pages


def show(kit: Kit, name: str, status: int = 200, /, **more: Any) -> Response:
    """A page of this name; ``more`` is what it needs besides, such as a refusal."""
    page = kit.painter.page(look(g.seen, g.viewer))
    facts = {"page": page, **_FACTS.get(name, _no_more)(kit), **more}
    template = f"{page['game']}/{name}" if name in OF_THE_GAME else name
    text = kit.painter.whole(f"{template}.html", g.language, theme_of(request), **facts)
    response = Response(text, status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-cache"
    return response


def can_correct(kit: Kit) -> bool:
    """Is there something to correct, and does whoever asks keep the table?"""
    game = g.seen.game
    is_there = game is not None and kit.painter.has(f"{game.name}/correct.html")
    return is_there and g.viewer.role == "host"


def _no_more(_: Kit) -> dict[str, Any]:
    return {}


def _start(kit: Kit) -> dict[str, Any]:
    game = kit.games.get(request.values.get("game", ""), _game(kit))
    rules = [{**rule, "chosen": _chosen(rule)} for rule in house_rules(game)]
    with kit.reading() as reader:
        rows = reader.matches()
    found = [_listed(kit, row) for row in reversed(rows)]
    return {
        "games": list(kit.games),
        "game": game.name,
        "on_plate": game.on_plate,
        "least": game.players[0],
        "matches": [match for match in found if match["state"] != "over"][:LISTED],
        "colours": list(game.seats),
        "chairs": _typed(game) or chairs(kit, game),
        "way": next((rule for rule in rules if rule["field"] == WAY), None),
        "options": [rule for rule in rules if rule["field"] != WAY],
        "lacking": pieces_pages.lacking(kit, game.name),
    }


def _chosen(rule: dict[str, Any]) -> str:
    """What a form that came back says, or the usual."""
    return request.form.get(rule["field"], str(rule["usual"]))


def _typed(game: Game) -> list[dict[str, str]]:
    """The chairs of a form that came back, as people filled them."""
    form, rows = request.form, range(len(game.seats))
    if any(form.get(f"seat_{row}") not in game.seats for row in rows):
        return []
    return [{"seat": form[f"seat_{row}"], "name": form.get(f"name_{row}", "")} for row in rows]


def _listed(kit: Kit, row: MatchRow) -> dict[str, Any]:
    match = shelved(row, g.seen)
    when = _when(match.last_at, g.language)
    return {
        "match": match.match, "game": match.game, "names": match.names, "state": match.state,
        "when": when,
    }  # fmt: skip


def _when(at: int, language: str) -> str:
    """The day and the time, in the order of that language."""
    from babel.dates import format_datetime, format_skeleton  # noqa: PLC0415 - 40 ms and 5 MB that only this page needs

    moment = datetime.fromtimestamp(at / 1000, UTC).astimezone()
    locale = language.replace("-", "_")
    day = format_skeleton("MMMMd", moment, locale=locale)
    weekday, time = (format_datetime(moment, of, locale=locale) for of in ("EEEE", "HH:mm"))
    return f"{weekday}, {day}, {time}"


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
    return g.seen.game or next(iter(kit.games.values()))


def _virtual(kit: Kit) -> dict[str, Any]:
    return {"shelf": pieces_pages.codes(kit)}


_FACTS = {
    "start": _start, "correct": _correct, "learn": _learn, "virtual": _virtual,
    "pieces": pieces_pages.facts,
}  # fmt: skip
