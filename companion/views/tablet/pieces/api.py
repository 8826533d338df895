"""Pieces for programs, below ``/api/v1/pieces``.

Rule: it only translates. Who may say what, the table decides; while a game with secrets is
on, only a host hears which pieces became known.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, g, request

from companion.languages import Words
from companion.registry.page import FORMAT
from companion.views.tablet.asking import hosts_only
from companion.views.tablet.kit import Kit
from companion.views.tablet.pieces import shapes
from companion.views.tablet.pieces import words as called
from companion.views.tablet.pieces.asking import tell
from companion.views.tablet.pieces.shelves import Placed, kinds
from companion.views.tablet.replies import Wrong, answered, body, reply
from companion.vocabulary import (
    Adopt,
    Guide,
    Ignore,
    Mean,
    Pieces,
    Refusal,
    Request,
    Teach,
    Unteach,
)


def blueprint(kit: Kit) -> Blueprint:
    """All of it."""
    api = Blueprint("pieces_api", __name__, url_prefix="/api/v1/pieces")
    _teaching(api, kit)
    _in_play(api, kit)

    @api.get("")
    def everything() -> Response:
        words = kit.speech.words(g.language)
        shelves = tuple(_shelf(kit, words, shelf) for shelf in kit.shelves.values())
        return reply(shapes.AllPieces(kit.door.snapshot.version, shelves))

    return api


def _said(kit: Kit, asked: Request) -> Response:
    return answered(tell(kit, asked), kit.speech, g.language)


def _teaching(api: Blueprint, kit: Kit) -> None:
    @api.post("/teach")
    def teach() -> Response:
        told = body(request, shapes.Telling)
        return _said(kit, Teach(told.piece, told.id, told.tag, told.facts))

    @api.post("/unteach")
    def unteach() -> Response:
        told = body(request, shapes.TakingOff)
        return _said(kit, Unteach(told.tag, told.id))

    @api.post("/guide")
    def guide() -> Response:
        told = body(request, shapes.Guiding)
        return _said(kit, Guide(told.id, told.piece))

    @api.post("/import")
    def take_over() -> Response:
        hosts_only(kit)
        told = body(request, shapes.Adopting)
        if told.pieces != FORMAT:
            raise Wrong(422, Refusal("house.no.pieces_newer"))
        return _said(kit, Adopt(told.tags, told.facts, told.id))


def _in_play(api: Blueprint, kit: Kit) -> None:
    @api.post("/ignore")
    def ignore() -> Response:
        told = body(request, shapes.NotNow)
        return _said(kit, Ignore(told.tag, told.id))

    @api.post("/mean")
    def mean() -> Response:
        told = body(request, shapes.Choosing)
        return _said(kit, Mean(told.number, told.id, told.meaning))


def _shelf(kit: Kit, words: Words, shelf: Pieces) -> shapes.OneShelf:
    found = kinds(shelf, kit.catalogue())
    is_told = _is_told()
    return shapes.OneShelf(
        shelf.game,
        called.title(words, shelf.game),
        sum(kind.known for kind in found) if is_told else 0,
        len(shelf.pieces),
        tuple(
            shapes.OneKind(
                kind.name, called.kind(words, shelf.game, kind.name),
                tuple(_piece(kit, words, one, is_told) for one in kind.pieces),
            )
            for kind in found
        ),
    )  # fmt: skip


def _piece(kit: Kit, words: Words, one: Placed, is_told: bool) -> shapes.OnePiece:
    facts = kit.catalogue().registry.facts.get(one.id, {}) if is_told else {}
    lacks = tuple(fact.key for fact in one.piece.facts if fact.needed and fact.key not in facts)
    return shapes.OnePiece(
        one.id, words.say(one.piece.says), one.piece.numbered,
        len(one.tags) if is_told else 0,
        one.tags if g.viewer.role == "host" else (),
        msgspec.to_builtins(facts), lacks if is_told else (),
    )  # fmt: skip


def _is_told() -> bool:
    """What became known just now would tell which piece somebody drew."""
    game = g.seen.game
    return g.viewer.role == "host" or game is None or game.seal is None
