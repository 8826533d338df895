"""The API that programs and other pages rely on, below ``/api/v1``.

Rule: names and shapes here are promised to the outside. It only translates: what may
be done, the table decides; what may be seen, the game's ``show``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Response, g, request
from msgspec.structs import replace

from companion.journal import MatchRow
from companion.views.tablet import openapi, shapes
from companion.views.tablet.asking import ask, hosts_only
from companion.views.tablet.choosing import learn, use
from companion.views.tablet.hub import MOST, Ticket
from companion.views.tablet.kit import Kit
from companion.views.tablet.look import Look, look
from companion.views.tablet.pieces.shapes import shown
from companion.views.tablet.replies import Wrong, answered, body, number, reply
from companion.views.tablet.server import TICKET
from companion.views.tablet.sight import Sight
from companion.views.tablet.speech import plain
from companion.views.tablet.starting import begin, resume
from companion.views.tablet.written import written
from companion.vocabulary import Answer, End, Forget, Park, Redo, Refusal, Take, Undo, Viewer

ON_A_MATCH: dict[str, type[Park | End]] = {"park": Park, "end": End}


def blueprint(kit: Kit) -> Blueprint:
    """All addresses of the API."""
    api = Blueprint("api", __name__, url_prefix="/api/v1")
    _asking(api, kit)
    _choosing(api, kit)
    _forgetting(api, kit)
    _looking(api, kit)
    return api


def _asking(api: Blueprint, kit: Kit) -> None:
    def told(answer: Answer) -> Response:
        return answered(answer, kit.speech, g.language)

    @api.post("/matches")
    def start() -> Response:
        return told(begin(kit, body(request, shapes.NewMatch), partial(ask, kit)))

    @api.post("/matches/<match>/<any(park, resume, end):what>")
    def on_a_match(match: str, what: str) -> Response:
        if request.get_data():
            body(request, shapes.Nothing)
        if what == "resume":
            return told(resume(kit, match, partial(ask, kit)))
        return told(ask(kit, ON_A_MATCH[what](match)))

    @api.post("/moves")
    def move() -> Response:
        tap = body(request, shapes.Tap)
        return told(ask(kit, Take(tap.move, tap.version, tap.id)))

    @api.post("/corrections")
    def correct() -> Response:
        tap = body(request, shapes.Tap)
        hosts_only(kit)
        _check_correction(g.seen, tap.move)
        return told(ask(kit, Take(tap.move, tap.version, tap.id)))

    @api.post("/undo")
    def undo() -> Response:
        back = body(request, shapes.TakeBack)
        return told(ask(kit, Undo(back.id, back.to, back.strike)))

    @api.post("/redo")
    def redo() -> Response:
        return told(ask(kit, Redo(body(request, shapes.GiveBack).id)))


def _choosing(api: Blueprint, kit: Kit) -> None:
    @api.post("/wires")
    def wires() -> Response:
        hosts_only(kit)
        chosen = body(request, shapes.Choose)
        if bool(chosen.use) == bool(chosen.learn):
            raise Wrong(400, Refusal("house.no.request", {"why": "use or learn"}))
        answer = use(kit, chosen.use) if chosen.use else learn(kit, chosen.learn)
        return answered(answer, kit.speech, g.language)


def _forgetting(api: Blueprint, kit: Kit) -> None:
    @api.post("/forget")
    def forget() -> Response:
        answer = ask(kit, Forget(body(request, shapes.ForGood).name))
        return answered(answer, kit.speech, g.language)


def _looking(api: Blueprint, kit: Kit) -> None:
    document = msgspec.json.encode(openapi.document(kit.games.values()))

    @api.get("/state")
    def state() -> Response:
        return reply(_state(kit, look(g.seen, g.viewer)))

    @api.get("/choices")
    def choices() -> Response:
        return reply(_choices(kit, look(g.seen, g.viewer)))

    @api.get("/matches")
    def matches() -> Response:
        with kit.reading() as reader:
            rows = tuple(shelved(row, g.seen) for row in reader.matches())
        return reply(shapes.Matches(kit.door.snapshot.version, rows))

    @api.get("/journal")
    def journal() -> Response:
        match = request.args.get("match", g.seen.match)
        with kit.reading() as reader:
            entries = reader.entries(match)
        if not entries and match:
            raise Wrong(404, Refusal("house.no.match", {"match": match}))
        told = written(kit.games, entries, _reads(kit, match))
        return reply(shapes.Entries(kit.door.snapshot.version, match, told))

    @api.get("/stream")
    def stream() -> Response:
        after = request.headers.get("Last-Event-ID") or request.args.get("after")
        return listening(kit, kit.feeds.events(g.viewer, number(after)))

    @api.get("/health")
    def health() -> Response:
        return reply(kit.vitals.health(kit.speech.words(g.language)))

    @api.get("/openapi.json")
    def description() -> Response:
        return Response(document, mimetype="application/json")


def _reads(kit: Kit, match: str) -> Viewer:
    """A tablet is passed on in the match on the table; of any other it reads what its own
    phone may."""
    if match == g.seen.match:
        return Viewer(g.viewer.role, g.viewer.seat, g.language)
    phones = kit.people.phones(match).items()
    seat = next((seat for seat, one in phones if one.device == g.device), "")
    return Viewer("seat" if seat else "spectator", seat, g.language)


def listening(kit: Kit, ticket: Ticket) -> Response:
    """The head of a stream; the server hands the connection on to the hub."""
    if kit.hub.count >= MOST:
        return answered(
            Answer(503, kit.door.snapshot.version, Refusal("house.no.room")),
            kit.speech, g.language,
        )  # fmt: skip
    if request.method == "GET":  # who only asks for the head gets no more
        request.environ[TICKET] = replace(
            ticket,
            device=g.device,
            is_theirs=partial(_is_theirs, kit, g.device, g.viewer, g.seen.match),
        )
    response = Response(mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Connection"] = "close"
    response.automatically_set_content_length = False  # it ends with the connection
    return response


def _is_theirs(kit: Kit, device: str, viewer: Viewer, match: str) -> bool:
    """May the device still hear what it asked for? In the hub's thread: a seat may have
    gone, or the match, between its request and the stream."""
    role, seat = kit.people.viewer(device, match)
    if viewer.seat:
        return (role, seat) == (viewer.role, viewer.seat) and kit.feeds.is_on(match)
    if viewer.role == "host":
        return role == "host" or kit.is_trusting
    return kit.people.watch


def _check_correction(seen: Sight, move: dict[str, Any]) -> None:
    if seen.game is None:
        raise Wrong(404, Refusal("house.no.match"))
    try:
        msgspec.convert(move, seen.game.Correction)
    except msgspec.ValidationError as wrong:
        raise Wrong(422, Refusal("house.no.correction", {"why": str(wrong)})) from None


def _state(kit: Kit, seen: Look) -> shapes.State:
    name = seen.game.name if seen.game else ""
    pieces = shown(seen.pieces, kit.speech.words(seen.viewer.language))
    return shapes.State(
        seen.version, seen.match, name, seen.saved, seen.view, seen.notices, pieces
    )


def _choices(kit: Kit, seen: Look) -> shapes.Choices:
    say = kit.speech.words(seen.viewer.language).say
    return shapes.Choices(
        seen.version,
        tuple(
            shapes.Open(
                one.seat, msgspec.to_builtins(one.move), plain(one.says), say(one.says),
                one.place, one.usual, one.early,
            )
            for one in seen.choices
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
