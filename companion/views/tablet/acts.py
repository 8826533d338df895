"""What the forms of our pages do, below ``/do``.

Rule: a browser without scripts gets a page back, a script gets what the API says.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, g, redirect, request

from companion.geometry import FIELDS
from companion.views.tablet import choosing, forms, starting
from companion.views.tablet.kit import Kit
from companion.views.tablet.names import LONGEST, clean
from companion.views.tablet.pages import show, symbols
from companion.views.tablet.replies import JSON, Wrong, answered
from companion.vocabulary import Answer, End, Park, Refusal, Take

HAVE_A_PAGE = {"/": "start", "/table": "table", "/correct": "correct", "/learn": "learn"}
HAVE_A_PAGE |= {"/virtual": "virtual"}


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
        return _done(kit, kit.door.ask(forms.take(request.form), g.device))

    @acts.post("/undo")
    def undo() -> Any:
        asked = forms.undo(request.form, kit.door.sight().strikes)
        return _done(kit, kit.door.ask(asked, g.device))

    @acts.post("/redo")
    def redo() -> Any:
        return _done(kit, kit.door.ask(forms.redo(request.form), g.device))


def _around_play(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/start")
    def start() -> Any:
        game = kit.games.get(request.form.get("game", ""))
        if game is None:
            raise Wrong(400, Refusal("house.no.game", {"game": request.form.get("game", "")}))
        return _done(
            kit, starting.begin(kit, forms.start(request.form, game), g.device), "/table"
        )

    @acts.post("/park")
    def park() -> Any:
        return _done(kit, kit.door.ask(Park(_match()), g.device), "/")

    @acts.post("/end")
    def end() -> Any:
        return _done(kit, kit.door.ask(End(_match()), g.device), "/")

    @acts.post("/resume")
    def resume() -> Any:
        return _done(kit, _resumed(kit), "/table")

    @acts.post("/learn")
    def learn() -> Any:
        return _done(kit, _learned(kit), "/learn")


def _wires(acts: Blueprint, kit: Kit) -> None:
    @acts.post("/wire")
    def wire() -> Any:
        return _done(kit, choosing.use(kit, request.form.get("wire", "")))

    @acts.post("/plate-learn")
    def plate_learn() -> Any:
        return _done(kit, choosing.learn(kit, request.form.get("wire", "")))


def _done(kit: Kit, answer: Answer, then: str = "") -> Any:
    if JSON in request.headers.get("Accept", ""):
        return answered(answer, kit.speech, g.language)
    place = urlsplit(request.headers.get("Referer", "")).path
    here = place if place in HAVE_A_PAGE else "/table"
    if answer.refusal is None:
        return redirect(then or here, 303)
    return refused(kit, answer.status, answer.refusal, here)


def refused(kit: Kit, status: int, refusal: Refusal, here: str) -> Response:
    """The page that somebody came from, with the reason on it."""
    name = HAVE_A_PAGE[here]
    if name == "correct" and kit.door.sight().game is None:
        name = "start"
    return show(kit, name, status, refusal=refusal)


def _match() -> str:
    return request.form.get("match", "")


def _resumed(kit: Kit) -> Answer:
    seen, match = kit.door.sight(), _match()
    if seen.match == match:  # it lies on the table already
        return Answer(200, seen.version, match=match)
    if seen.is_over:
        kit.door.ask(End(seen.match), g.device)
    return starting.resume(kit, match, g.device)


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
    return kit.door.ask(Take(move, seen.version, token_hex(8)), g.device)
