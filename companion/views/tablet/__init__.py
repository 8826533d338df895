"""The tablets around the table: pages, streams and the API, served by one small web app.

Rule: a request passes the guard first; every answer carries the same careful headers.
"""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, g, redirect, request
from werkzeug.exceptions import HTTPException

from companion.views.tablet import (
    acts,
    api,
    asking,
    guard,
    handling,
    inviting,
    inviting_api,
    pages,
    statics,
)
from companion.views.tablet.kit import Kit
from companion.views.tablet.pieces import acts as pieces_acts
from companion.views.tablet.pieces import api as pieces_api
from companion.views.tablet.pieces import pages as pieces_pages
from companion.views.tablet.replies import JSON, Wrong, reply
from companion.views.tablet.shapes import NotDone, Refused
from companion.vocabulary import Refusal

__all__ = ["Kit", "create_app"]

log = logging.getLogger(__name__)


def create_app(kit: Kit) -> Flask:
    """The web app around what the kit holds."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.url_map.merge_slashes = False
    kit.speech.know(kit.shelves.values())
    app.config["MAX_CONTENT_LENGTH"] = guard.FILE
    app.config["MAX_FORM_MEMORY_SIZE"] = guard.FILE
    app.register_blueprint(api.blueprint(kit))
    app.register_blueprint(pages.blueprint(kit))
    app.register_blueprint(acts.blueprint(kit))
    app.register_blueprint(inviting.blueprint(kit))
    app.register_blueprint(inviting_api.blueprint(kit))
    app.register_blueprint(pieces_pages.blueprint(kit))
    app.register_blueprint(pieces_acts.blueprint(kit))
    app.register_blueprint(pieces_api.blueprint(kit))
    app.register_blueprint(statics.blueprint(kit.statics))
    if kit.hands:
        app.register_blueprint(handling.blueprint(kit, kit.hands))
    _guard(app, kit)
    _mistakes(app, kit)
    return app


def _guard(app: Flask, kit: Kit) -> None:
    @app.before_request
    def look_who_knocks() -> Any:
        g.language = kit.speech.language_of(request)
        g.device, g.fresh = guard.device_of(request, kit.people)
        _check(kit)
        request.get_data()  # who sends slowly is who they are when all of it is there
        g.seen = kit.door.sight()
        g.viewer = asking.viewer(kit, request, g.device, g.seen.match, g.language)
        if g.viewer.role == "spectator" and not kit.people.watch:
            return _shut(request.endpoint or "")
        return None

    @app.after_request
    def dress(response: Response) -> Response:
        response.headers.update(guard.HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        if _is_private(response):
            response.headers["Cache-Control"] = "no-store"
        if _is_new(response) and "immutable" not in response.headers["Cache-Control"]:
            guard.remember(response, kit.people, g.fresh)
        return response


def _check(kit: Kit) -> None:
    """Raises Wrong for what nobody of ours would send."""
    if "Transfer-Encoding" in request.headers:  # nobody needs it for so little
        raise Wrong(411, Refusal("house.no.json"))
    if (request.content_length or 0) > guard.room(request):
        guard.drain(request)
        raise Wrong(413, Refusal("house.no.size"))
    if guard.is_foreign(request):
        kit.people.count("origin")
        raise Wrong(403, Refusal("house.no.origin"))


def _is_private(response: Response) -> bool:
    """A page of a seat may show a hand; who gets the tablet next does not go back to it."""
    is_seats = "viewer" in g and bool(g.viewer.seat)
    return is_seats and "immutable" not in response.headers["Cache-Control"]


def _is_new(response: Response) -> bool:
    """Does the device need a cookie, and did it not just get one for a seat?"""
    return bool(g.get("fresh")) and "Set-Cookie" not in response.headers


def _shut(endpoint: str) -> Any:
    """The host wants nobody to watch: who has no seat may only ask for one."""
    if endpoint.partition(".")[0] in ("inviting", "inviting_api", "statics"):
        return None
    if endpoint in ("api.health", "api.description"):
        return None
    if endpoint.partition(".")[0] == "pages" and endpoint != "pages.stream":
        return redirect("/join", 303)
    raise Wrong(403, Refusal("house.no.watch"))


def _mistakes(app: Flask, kit: Kit) -> None:
    @app.errorhandler(Wrong)
    def wrong(mistake: Wrong) -> Response:
        return _told(kit, mistake.status, mistake.refusal)

    @app.errorhandler(HTTPException)
    def refused(mistake: HTTPException) -> Any:
        status = mistake.code or 500
        if status < 400:
            return mistake
        response = _told(kit, status, Refusal(f"house.no.http_{status}"))
        if status == 405 and mistake.response is None:
            response.headers["Allow"] = ", ".join(getattr(mistake, "valid_methods", None) or ())
        return response


def _told(kit: Kit, status: int, refusal: Refusal) -> Response:
    language = g.get("language", kit.speech.language)
    told = kit.speech.refused(refusal, language)
    if _wants_page():
        return Response(f"{told.text}\n", status, mimetype="text/plain")
    return reply(NotDone(kit.door.snapshot.version, Refused(told.key, told.text)), status)


def _wants_page() -> bool:
    programs = request.path.startswith(("/api/", "/virtual/"))
    return not programs and JSON not in request.headers.get("Accept", "")
