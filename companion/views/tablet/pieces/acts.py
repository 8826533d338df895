"""What people say of pieces on our pages, below ``/do/pieces``.

Rule: the table decides who may. A form that was refused comes back with all that was said.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, g, redirect, request

from companion.registry.page import read
from companion.views.tablet import forms
from companion.views.tablet.acts import done
from companion.views.tablet.asking import hosts_only
from companion.views.tablet.kit import Kit
from companion.views.tablet.pages import show
from companion.views.tablet.pieces import asking as pieces_asking
from companion.views.tablet.pieces import facts as pieces_facts
from companion.views.tablet.pieces import shelves as pieces_shelves
from companion.views.tablet.pieces.asking import tell
from companion.views.tablet.replies import JSON, answered
from companion.vocabulary import Adopt, Answer, Guide, Ignore, Refusal, Teach, Unteach


def blueprint(kit: Kit) -> Blueprint:
    """All of it."""
    acts = Blueprint("pieces_acts", __name__, url_prefix="/do/pieces")
    _in_play(acts, kit)
    _teaching(acts, kit)
    return acts


def _in_play(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/mean")
    def mean() -> Any:
        return done(kit, tell(kit, forms.mean(request.form)))

    @acts.post("/ignore")
    def ignore() -> Any:
        meant = pieces_asking.read(request.form)
        answer = tell(kit, Ignore(meant.tag, forms.id_of(request.form)))
        return done(kit, answer, meant.back)

    @acts.post("/teach")
    def teach() -> Any:
        return _teach(kit)


def _teaching(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/unteach")
    def unteach() -> Any:
        tag = request.form.get("tag", "")
        return done(kit, tell(kit, Unteach(tag, forms.id_of(request.form))), _back())

    @acts.post("/guide")
    def guide() -> Any:
        piece = request.form.get("piece", "")
        return done(kit, tell(kit, Guide(forms.id_of(request.form), piece)), _back())

    @acts.post("/import")
    def take_over() -> Any:
        hosts_only(kit)
        file = request.files.get("file")
        text = file.read() if file else b""
        text = text or request.form.get("text", "").encode()
        page = read(text)
        if isinstance(page, Refusal):
            return done(kit, Answer(422, g.seen.version, page), _back())
        asked = Adopt(page.tags, page.facts, forms.id_of(request.form))
        return done(kit, tell(kit, asked), _back())


def _teach(kit: Kit) -> Any:
    """What a tag is on, and what is printed there; then back to where one came from."""
    form, meant, catalogue = request.form, pieces_asking.read(request.form), kit.catalogue()
    if not form.get("tag") and meant.asked and catalogue.on(meant.tag) != meant.piece:
        return done(kit, Answer(409, g.seen.version, Refusal("house.no.which")), meant.back)
    piece = catalogue.piece(pieces_shelves.one_of(catalogue, meant.piece))
    facts = pieces_facts.said(piece.facts, form) if piece else {}
    tag = "" if catalogue.find(meant.tag) else meant.tag
    answer = tell(kit, Teach(meant.piece, forms.id_of(form), tag or _asked(meant), facts))
    if JSON in request.headers.get("Accept", ""):
        return answered(answer, kit.speech, g.language)
    if answer.refusal is None:
        return redirect(_after(meant), 303)
    if answer.status == 422 and pieces_asking.may_say(meant):
        return pieces_asking.ask(kit, show, meant, form, answer.refusal)
    return done(kit, answer, meant.back)


def _after(meant: pieces_asking.Meant) -> str:
    """Where one came from; on the page of all pieces to the same kind of the same game."""
    game, _, rest = meant.piece.partition("/")
    if meant.back != "/pieces" or not rest or meant.tag:
        return meant.back or pieces_asking.home()
    kind = rest.partition("/")[0]
    return f"/pieces?{urlencode({'game': game, 'kind': kind})}#{kind}"


def _asked(meant: pieces_asking.Meant) -> str:
    """A player says only what the table asks about, so that has to be named."""
    return meant.tag if meant.tag and meant.tag == g.seen.pieces.asked else ""


def _back() -> str:
    back = request.form.get("back", "")
    return back if back.partition("?")[0] in pieces_asking.PLACES else ""
