"""The pages of pieces: what is it, what is known, and a file to carry that elsewhere.

Rule: they are asked for anew every time, and tell a device only what it may know.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from flask import Blueprint, Response, g, redirect, request

from companion.registry import export
from companion.registry.page import written
from companion.views.tablet.asking import hosts_only
from companion.views.tablet.kit import Kit
from companion.views.tablet.pieces import asking as pieces_asking
from companion.views.tablet.pieces import shelves as pieces_shelves
from companion.views.tablet.pieces import words as pieces_words
from companion.views.tablet.pieces.seen import Seen
from companion.views.tablet.replies import JSON, Wrong
from companion.vocabulary import Refusal
from companion.vocabulary.tags import label

READERS = ("nfc", "code", "die")
"""How the sources begin that pieces are shown to."""
WORKS = ("ok", "hung")  # states of a reader that is there


def blueprint(kit: Kit) -> Blueprint:
    """All of them."""
    from companion.views.tablet.pages import show  # noqa: PLC0415 - it has our facts

    pages = Blueprint("pieces_pages", __name__)

    @pages.get("/pieces")
    def pieces() -> Any:
        return show(kit, "pieces") if g.viewer.role == "host" else redirect("/", 303)

    @pages.get("/piece")
    def piece() -> Any:
        meant = pieces_asking.read(request.args)
        if not pieces_asking.may_say(meant):
            return redirect(pieces_asking.home(), 303)
        return pieces_asking.ask(kit, show, meant, request.args)

    @pages.get("/pieces.json")
    def everything() -> Response:
        hosts_only(kit)
        return _exported(kit, request.args.get("game", ""))

    return pages


def facts(kit: Kit) -> dict[str, Any]:
    """Everything on the page that teaches."""
    words, catalogue = kit.speech.words(g.language), kit.catalogue()
    now, games = pieces_asking.seen(), pieces_shelves.overview(words, catalogue, kit.shelves)
    game, kind = _chosen(kit, now), request.args.get("kind", "")
    shelf = kit.shelves.get(game)
    return {
        "games": games,
        "game": game,
        "title": pieces_words.title(words, game),
        "kinds": pieces_shelves.shown(words, catalogue, shelf) if shelf else [],
        "open": kind,
        "pieces": pieces_shelves.listed(words, catalogue, shelf, kind) if shelf else [],
        "guide": _guide(kit, now.guide),
        "latest": _latest(kit, now),
        "unknown": [
            {"tag": tag, "short": pieces_words.short(words, tag)}
            for tag in reversed(now.unknown) if tag != now.latest
        ],
        "readers": _readers(kit),
        "id": token_hex(8),
    }  # fmt: skip


def lacking(kit: Kit, game: str) -> str:
    """The first kind of which a game needs more than was told; empty where it needs nothing,
    or nobody knows its pieces."""
    shelf = kit.shelves.get(game)
    return pieces_shelves.lacking(kit.catalogue(), shelf) if shelf else ""


def _chosen(kit: Kit, now: Seen) -> str:
    """The game that is asked for, guided through or played; else the first."""
    guided = now.guide.partition("/")[0]
    playing = g.seen.game.name if g.seen.game else ""
    wanted = (guided, request.args.get("game", ""), request.form.get("game", ""), playing)
    return next((one for one in (*wanted, *kit.shelves) if one in kit.shelves), "")


def _guide(kit: Kit, id: str) -> dict[str, Any] | None:
    """The piece that is asked for now, and where one gets from it."""
    piece = kit.catalogue().piece(id) if id else None
    if piece is None:
        return None
    words, game = kit.speech.words(g.language), id.partition("/")[0]
    return {
        "piece": id,
        "name": words.say(piece.says),
        "numbered": piece.numbered,
        "kind": pieces_words.kind(words, game, piece.kind),
        "drawing": pieces_shelves.drawing(piece.kind),
        "skip": kit.catalogue().after(id),
        "back": pieces_shelves.before(kit.shelves[game], id),
    }


def _latest(kit: Kit, now: Seen) -> dict[str, Any] | None:
    """What was shown last, and what is known of it."""
    if not now.latest:
        return None
    words, catalogue = kit.speech.words(g.language), kit.catalogue()
    found = catalogue.find(now.latest)
    told = {"tag": now.latest, "short": pieces_words.short(words, now.latest)}
    if found is None:
        return {**told, "known": False} if now.latest in now.unknown else None
    return {
        **told,
        "known": True,
        "piece": found.piece,
        "name": pieces_words.called(words, catalogue, found.piece),
        "printed": pieces_words.printed(words, catalogue, found.piece),
        "lacks": bool(found.lacks),
    }


def _readers(kit: Kit) -> list[dict[str, Any]]:
    """Everything that reads pieces: wires that do nothing else, and what hangs on a plate, as
    far as it was heard of."""
    found = []
    for wire in kit.wiring.wired():
        sources = [one for one in wire.sources if one.partition("/")[0] in READERS]
        there = [one for one in sources if not wire.plate or _is_there(kit, one)]
        if there:
            states = kit.vitals.readers
            is_hung = any(states.get(one) == "hung" for one in there)
            found.append({
                "name": wire.name, "kind": wire.kind, "state": wire.condition.state,
                "is_hung": is_hung, "reads": sorted({one.partition("/")[0] for one in there}),
            })  # fmt: skip
    return found


def _is_there(kit: Kit, source: str) -> bool:
    """Is there such a reader on the plate? Of stickers the board says so; of labels and dice
    nobody knows before the first."""
    if source.startswith("nfc/"):
        return kit.vitals.readers.get(source) in WORKS
    return source in kit.vitals.heard


def codes(kit: Kit) -> list[dict[str, Any]]:
    """What can be shown to a reader that is not there: the labels of the game in play."""
    game = g.seen.game.name if g.seen.game else ""
    if game not in kit.shelves:
        return []
    words, catalogue = kit.speech.words(g.language), kit.catalogue()
    return [
        {
            "title": pieces_words.kind(words, game, kind.name),
            "pieces": [
                {"code": label(one.id),
                 "name": _with_print(pieces_shelves.piece(words, catalogue, one))}
                for one in kind.pieces
            ],
        }
        for kind in pieces_shelves.kinds(kit.shelves[game], catalogue)
    ]  # fmt: skip


def _with_print(piece: dict[str, Any]) -> str:
    printed = piece["printed"]
    return f"{piece['name']} · {printed}" if printed else str(piece["name"])


def _exported(kit: Kit, game: str) -> Response:
    if game and game not in kit.shelves:
        raise Wrong(404, Refusal("house.no.game", {"game": game}))
    text = written(export(kit.catalogue().registry, game))
    response = Response(text, mimetype=JSON)
    name = f"pieces-{game}.json" if game else "pieces.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
