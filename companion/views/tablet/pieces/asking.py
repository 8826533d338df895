"""What is it? One question after the other, until it is known what was shown.

Rule: everything said so far stands in the address of the next question, so that it works
without scripts. Who may not say it is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any

from flask import Response, g, request
from msgspec import Struct
from msgspec.structs import replace

from companion.languages import Words
from companion.registry import Catalogue
from companion.views.tablet import asking
from companion.views.tablet.kit import Kit
from companion.views.tablet.look import look
from companion.views.tablet.pieces import facts as pieces_facts
from companion.views.tablet.pieces import shelves as pieces_shelves
from companion.views.tablet.pieces import words as pieces_words
from companion.views.tablet.pieces.facts import Form
from companion.views.tablet.pieces.seen import Seen
from companion.vocabulary import Answer, Pieces, Refusal, Request

Show = Callable[..., Response]
Facts = dict[str, Any]

PLACES = ("/table", "/seat", "/pieces", "/virtual")
"""Where somebody may have come from, and is led back to."""


class Meant(Struct, frozen=True):
    """What somebody is about to say: the ``tag`` that was shown, the ``piece`` that it is on
    (a sort that ends in a slash, where any will do), and what was chosen on the way."""

    tag: str = ""
    piece: str = ""
    game: str = ""
    kind: str = ""
    back: str = ""
    asked: bool = False


def home() -> str:
    """Where whoever asks belongs."""
    return "/seat" if g.viewer.seat else "/table"


def seen() -> Seen:
    """The pieces as whoever asks may know of them."""
    return look(g.seen, g.viewer).pieces


def read(form: Mapping[str, str]) -> Meant:
    """What an address or a form is about. The tag that the table asks about need not be
    named: in a game with secrets no page does."""
    tag, is_asked = form.get("tag", ""), bool(form.get("asked"))
    if is_asked and not tag and seen().asked:
        tag = g.seen.pieces.asked
    back, piece = form.get("back", ""), form.get("piece", "")
    game = piece.partition("/")[0] or form.get("game", "")
    return Meant(
        tag, piece, game, form.get("kind", ""), back if back in PLACES else "", is_asked
    )


def may_say(meant: Meant) -> bool:
    """A host says anything; a player says what the table asks about in play."""
    if g.viewer.role == "host":
        return bool(meant.tag or meant.piece)
    return bool(g.viewer.seat and meant.tag) and meant.tag == g.seen.pieces.asked


def tell(kit: Kit, lesson: Request) -> Answer:
    """What the table says to it; a piece in a refusal has the name that people know."""
    answer = asking.ask(kit, lesson)
    if answer.refusal is None or "piece" not in answer.refusal.values:
        return answer
    named = pieces_words.named(
        kit.speech.words(g.language), kit.catalogue(), answer.refusal.values
    )
    return replace(answer, refusal=replace(answer.refusal, values=named))


def ask(
    kit: Kit, show: Show, meant: Meant, form: Form, refusal: Refusal | None = None
) -> Response:
    """The next question: which game, which kind, which piece, and what is printed on it."""
    words, catalogue = kit.speech.words(g.language), kit.catalogue()
    meant = _presumed(kit, meant)
    facts = _head(kit, words, meant)
    shelf = kit.shelves.get(meant.game)
    if shelf:
        facts |= {"title": pieces_words.title(words, shelf.game)}
        facts |= _step(words, catalogue, shelf, meant, form)
    return show(kit, "piece", 422 if refusal else 200, refusal=refusal, **facts)


def _presumed(kit: Kit, meant: Meant) -> Meant:
    """What the tag is on, if that is known; the game that is played, or the only one."""
    known = kit.catalogue().find(meant.tag)
    if known and not meant.piece:
        return replace(meant, piece=known.piece, game=known.piece.partition("/")[0])
    playing = g.seen.game.name if g.seen.game else ""
    only = next(iter(kit.shelves)) if len(kit.shelves) == 1 else ""
    is_open = playing not in kit.shelves or request.values.get("other")
    return replace(meant, game=meant.game or (only if is_open else playing))


def _head(kit: Kit, words: Words, meant: Meant) -> Facts:
    """What every step shows. In a game with secrets no page says which tag it is about."""
    asked = seen().asked
    is_told = not meant.asked or asked is None or bool(asked.tag)
    return {
        "step": "game",
        "meant": meant,
        "id": token_hex(8),
        "is_known": kit.catalogue().find(meant.tag) is not None,
        "short": pieces_words.short(words, meant.tag) if meant.tag and is_told else "",
        "games": pieces_shelves.overview(words, kit.catalogue(), kit.shelves),
    }


def _step(words: Words, catalogue: Catalogue, shelf: Pieces, meant: Meant, form: Form) -> Facts:
    sorts = pieces_shelves.sorts(words, catalogue, shelf, meant.kind)
    only = sorts[0]["which"] if len(sorts) == 1 and sorts[0]["numbered"] else ""
    which = meant.piece or only
    if id := pieces_shelves.one_of(catalogue, which) if which else "":
        return _printed(words, catalogue, which, id, form)
    kind = pieces_words.kind(words, shelf.game, meant.kind)
    if sorts:
        return {"step": "piece", "sorts": sorts, "kind": kind}
    return {"step": "kind", "kinds": pieces_shelves.shown(words, catalogue, shelf)}


def _printed(words: Words, catalogue: Catalogue, which: str, id: str, form: Form) -> Facts:
    """The form for what is printed on this piece, with what was said so far, or is known."""
    piece, game, is_any = catalogue.piece(id), id.partition("/")[0], which.endswith("/")
    assert piece is not None
    known = {} if is_any else catalogue.registry.facts.get(id, {})
    values = pieces_facts.said(piece.facts, form) if form.get("said", "") else known
    return {
        "step": "facts",
        "which": which,
        "is_any": is_any,
        "name": words.say(piece.says),
        "kind": pieces_words.kind(words, game, piece.kind),
        "drawing": pieces_shelves.drawing(piece.kind),
        "fields": pieces_facts.fields(words, game, piece.facts, values),
    }
