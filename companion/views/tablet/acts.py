"""What the forms of our pages do, below ``/do``.

Rule: a browser without scripts gets a page back, a script gets what the API says.
"""

from __future__ import annotations

from functools import partial
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, g, redirect, request

from companion.geometry import FIELDS
from companion.views.tablet import choosing, forms, starting
from companion.views.tablet.asking import ask, hosts_only, viewer
from companion.views.tablet.kit import Kit
from companion.views.tablet.names import LONGEST, clean
from companion.views.tablet.pages import can_correct, show, symbols
from companion.views.tablet.replies import JSON, Wrong, answered
from companion.vocabulary import Answer, End, Park, Refusal, Take

HAVE_A_PAGE = {"/": "start", "/table": "table", "/correct": "correct", "/learn": "learn"}
HAVE_A_PAGE |= {"/virtual": "virtual", "/seat": "seat", "/pieces": "pieces"}


def blueprint(kit: Kit) -> Blueprint:
    """All acts."""
    acts = Blueprint("acts", __name__, url_prefix="/do")
    _in_play(acts, kit)
    _around_play(acts, kit)
    _wires(acts, kit)
    return acts


def _in_play(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/take")
    def take() -> Any:
        return done(kit, ask(kit, forms.take(request.form)))

    @acts.post("/undo")
    def undo() -> Any:
        strikes = g.seen.strikes and g.viewer.role == "host"
        return done(kit, ask(kit, forms.undo(request.form, strikes)))

    @acts.post("/redo")
    def redo() -> Any:
        return done(kit, ask(kit, forms.redo(request.form)))


def _around_play(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/start")
    def start() -> Any:
        game = kit.games.get(request.form.get("game", ""))
        if game is None:
            raise Wrong(400, Refusal("house.no.game", {"game": request.form.get("game", "")}))
        new = forms.start(request.form, game)
        return done(kit, starting.begin(kit, new, partial(ask, kit)), "/table")

    @acts.post("/park")
    def park() -> Any:
        return done(kit, ask(kit, Park(_match())), "/")

    @acts.post("/end")
    def end() -> Any:
        return done(kit, ask(kit, End(_match())), "/")

    @acts.post("/resume")
    def resume() -> Any:
        hosts_only(kit)
        return done(kit, _resumed(kit), "/table")

    @acts.post("/learn")
    def learn() -> Any:
        hosts_only(kit)
        return done(kit, _learned(kit), "/learn")


def _wires(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/wire")
    def wire() -> Any:
        hosts_only(kit)
        return done(kit, choosing.use(kit, request.form.get("wire", "")))

    @acts.post("/plate-learn")
    def plate_learn() -> Any:
        hosts_only(kit)
        return done(kit, choosing.learn(kit, request.form.get("wire", "")))


def done(kit: Kit, answer: Answer, then: str = "") -> Any:
    """What the table said, for a script; else the page that comes then, or the same again
    with the reason on it."""
    if JSON in request.headers.get("Accept", ""):
        return answered(answer, kit.speech, g.language)
    place = urlsplit(request.headers.get("Referer", "")).path
    here = place if place in HAVE_A_PAGE else "/table"
    if answer.refusal is None:
        return redirect(then or here, 303)
    return refused(kit, answer.status, answer.refusal, here)


def refused(kit: Kit, status: int, refusal: Refusal, here: str) -> Response:
    """The page that somebody came from, with the reason on it."""
    g.seen = kit.door.sight()
    g.viewer = viewer(kit, request, g.device, g.seen.match, g.language)
    return show(kit, _may_have(kit, HAVE_A_PAGE[here]), status, refusal=refusal)


def _may_have(kit: Kit, name: str) -> str:
    """This page, or another where there is none such, or not for who asks."""
    if g.viewer.role != "host":
        return "seat" if g.viewer.seat else "table"
    if name == "correct" and not can_correct(kit):
        return "start"
    is_there = kit.hands and g.seen.game and g.seen.game.on_plate
    return "table" if name == "seat" or (name == "virtual" and not is_there) else name


def _match() -> str:
    return request.form.get("match", "")


def _resumed(kit: Kit) -> Answer:
    seen, match = g.seen, _match()
    if seen.match == match:  # it lies on the table already
        return Answer(200, seen.version, match=match)
    if seen.is_over:
        ask(kit, End(seen.match))
    return starting.resume(kit, match, partial(ask, kit))


def _learned(kit: Kit) -> Answer:
    """Keep what is printed on a field; a match in play learns it, too."""
    field, symbol = request.form.get("field", ""), request.form.get("symbol", "")
    if symbol == "other":
        symbol = clean(request.form.get("other", ""))
    elif symbol == "blank":
        symbol = ""
    seen = kit.door.sight()
    game = seen.game or next(iter(kit.games.values()))
    if field not in FIELDS or len(symbol) > LONGEST:
        return Answer(422, seen.version, Refusal("house.no.field", {"field": field}))
    if not kit.boxes.print(game.name, field, symbol, tuple(symbols(kit))):
        return Answer(503, seen.version, Refusal("house.not_saved"))
    if seen.game is None:
        return Answer(200, seen.version)
    move = {"do": "printed", "field": field, "symbol": symbol}
    return ask(kit, Take(move, seen.version, token_hex(8)))
