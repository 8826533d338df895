"""The API that programs and other pages rely on, below ``/api/v1``.

Rule: names and shapes here are promised to the outside. It only translates: what may
be done, the table decides; what may be seen, the game's ``show``.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, g, request

from companion.journal import Entry, MatchRow
from companion.views.tablet import openapi, shapes
from companion.views.tablet.choosing import learn, use
from companion.views.tablet.hub import MOST, Ticket
from companion.views.tablet.kit import Kit
from companion.views.tablet.replies import Wrong, answered, body, number, reply
from companion.views.tablet.server import TICKET
from companion.views.tablet.sight import Sight
from companion.views.tablet.speech import plain
from companion.views.tablet.starting import begin, resume
from companion.vocabulary import Answer, End, Park, Redo, Refusal, Take, Undo, Viewer

ON_A_MATCH: dict[str, type[Park | End]] = {"park": Park, "end": End}


def blueprint(kit: Kit) -> Blueprint:
    """All addresses of the API."""
    api = Blueprint("api", __name__, url_prefix="/api/v1")
    _asking(api, kit)
    _choosing(api, kit)
    _looking(api, kit)
    return api


def _asking(api: Blueprint, kit: Kit) -> None:
    def told(answer: Answer) -> Response:
        return answered(answer, kit.speech, g.language)

    @api.post("/matches")
    def start() -> Response:
        return told(begin(kit, body(request, shapes.NewMatch), g.device))

    @api.post("/matches/<match>/<any(park, resume, end):what>")
    def on_a_match(match: str, what: str) -> Response:
        if request.get_data():
            body(request, shapes.Nothing)
        if what == "resume":
            return told(resume(kit, match, g.device))
        return told(kit.door.ask(ON_A_MATCH[what](match), g.device))

    @api.post("/moves")
    def move() -> Response:
        tap = body(request, shapes.Tap)
        return told(kit.door.ask(Take(tap.move, tap.version, tap.id), g.device))

    @api.post("/corrections")
    def correct() -> Response:
        tap = body(request, shapes.Tap)
        _check_correction(kit.door.sight(), tap.move)
        return told(kit.door.ask(Take(tap.move, tap.version, tap.id), g.device))

    @api.post("/undo")
    def undo() -> Response:
        back = body(request, shapes.TakeBack)
        return told(kit.door.ask(Undo(back.id, back.to, back.strike), g.device))

    @api.post("/redo")
    def redo() -> Response:
        return told(kit.door.ask(Redo(body(request, shapes.GiveBack).id), g.device))


def _choosing(api: Blueprint, kit: Kit) -> None:
    @api.post("/wires")
    def wires() -> Response:
        chosen = body(request, shapes.Choose)
        if bool(chosen.use) == bool(chosen.learn):
            raise Wrong(400, Refusal("house.no.request", {"why": "use or learn"}))
        answer = use(kit, chosen.use) if chosen.use else learn(kit, chosen.learn)
        return answered(answer, kit.speech, g.language)


def _looking(api: Blueprint, kit: Kit) -> None:
    document = msgspec.json.encode(openapi.document(kit.games.values()))

    @api.get("/state")
    def state() -> Response:
        return reply(_state(kit.door.sight(), Viewer(language=g.language)))

    @api.get("/choices")
    def choices() -> Response:
        return reply(_choices(kit, kit.door.sight()))

    @api.get("/matches")
    def matches() -> Response:
        with kit.reading() as reader:
            rows = tuple(shelved(row, kit.door.sight()) for row in reader.matches())
        return reply(shapes.Matches(kit.door.snapshot.version, rows))

    @api.get("/journal")
    def journal() -> Response:
        match = request.args.get("match", kit.door.sight().match)
        with kit.reading() as reader:
            entries = tuple(_written(entry) for entry in reader.entries(match))
        if not entries and match:
            raise Wrong(404, Refusal("house.no.match", {"match": match}))
        return reply(shapes.Entries(kit.door.snapshot.version, match, entries))

    @api.get("/stream")
    def stream() -> Response:
        after = request.headers.get("Last-Event-ID") or request.args.get("after")
        return listening(kit, kit.feeds.events(g.language, number(after)))

    @api.get("/health")
    def health() -> Response:
        return reply(kit.vitals.health(kit.speech.words(g.language)))

    @api.get("/openapi.json")
    def description() -> Response:
        return Response(document, mimetype="application/json")


def listening(kit: Kit, ticket: Ticket) -> Response:
    """The head of a stream; the server hands the connection on to the hub."""
    if kit.hub.count >= MOST:
        return answered(
            Answer(503, kit.door.snapshot.version, Refusal("house.no.room")),
            kit.speech, g.language,
        )  # fmt: skip
    if request.method == "GET":  # who only asks for the head gets no more
        request.environ[TICKET] = ticket
    response = Response(mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Connection"] = "close"
    response.automatically_set_content_length = False  # it ends with the connection
    return response


def _check_correction(seen: Sight, move: dict[str, Any]) -> None:
    if seen.game is None:
        raise Wrong(404, Refusal("house.no.match"))
    try:
        msgspec.convert(move, seen.game.Correction)
    except msgspec.ValidationError as wrong:
        raise Wrong(422, Refusal("house.no.correction", {"why": str(wrong)})) from None


def _state(seen: Sight, viewer: Viewer) -> shapes.State:
    game = seen.game
    view = game.show(seen.state, viewer) if game else {}
    name = game.name if game else ""
    return shapes.State(seen.version, seen.match, name, seen.saved, view, seen.notices)


def _choices(kit: Kit, seen: Sight) -> shapes.Choices:
    say = kit.speech.words(g.language).say
    found = seen.game.choices(seen.state) if seen.game else ()
    return shapes.Choices(
        seen.version,
        tuple(
            shapes.Open(
                one.seat, msgspec.to_builtins(one.move), plain(one.says), say(one.says),
                one.place, one.usual, one.early,
            )
            for one in found
        ),
    )  # fmt: skip


def shelved(row: MatchRow, seen: Sight) -> shapes.Shelved:
    """A match for a list; one that is won is over, whether somebody said so or not."""
    names = tuple(str(seat["name"]) for seat in row.start["seats"])
    is_over = row.state == "ended" or (row.match == seen.match and seen.is_over)
    state = "over" if is_over else row.state
    return shapes.Shelved(
        row.match, row.game, names, state, row.first_at, row.last_at, row.entries
    )


def _written(entry: Entry) -> shapes.Written:
    return shapes.Written(
        entry.version, entry.match, entry.kind, entry.by, entry.id, entry.at, entry.hash,
        entry.body,
    )  # fmt: skip
