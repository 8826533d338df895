"""The virtual table's hands, below ``/virtual``: drag, fetch, roll, draw, let others play.

Rule: hands move cardboard. What follows from it, the companion has to sense as ever.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Annotated, Any

from flask import Blueprint, Response, g, request
from msgspec import Meta, Struct

from companion.views.tablet.api import listening
from companion.views.tablet.asking import ask, hosts_only, players_only
from companion.views.tablet.feeds import frame
from companion.views.tablet.hub import Ticket
from companion.views.tablet.kit import Hands, Kit
from companion.views.tablet.look import look
from companion.views.tablet.replies import Wrong, answered, body, reply
from companion.views.tablet.shapes import Nothing
from companion.vocabulary import Answer, Choice, Refusal, Take

Millimetres = Annotated[float, Meta(ge=-1000, le=1000)]
Point = tuple[Millimetres, Millimetres, Annotated[float, Meta(ge=0)]]


class Dragged(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand moved: spots in mm and the ms they were reached at, by the page's clock."""

    seat: str
    points: Annotated[list[Point], Meta(max_length=1000)] = []
    lifted: bool = False
    released: bool = False


class Fetched(Struct, frozen=True, forbid_unknown_fields=True):
    """A ball is pulled out of a tray."""

    seat: str
    tray: str


class Showing(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece is held to the reader: the text of its label, or ``die: 3``."""

    code: Annotated[str, Meta(min_length=1, max_length=200)]


class Playing(Struct, frozen=True, forbid_unknown_fields=True):
    """Simulated people play, or leave the hands to us."""

    on: bool


def blueprint(kit: Kit, hands: Hands) -> Blueprint:
    """All that hands can do."""
    virtual = Blueprint("virtual", __name__, url_prefix="/virtual")
    _cardboard(virtual, kit, hands)
    _chance(virtual, kit, hands)
    return virtual


def _cardboard(virtual: Blueprint, kit: Kit, hands: Hands) -> None:
    @virtual.post("/hand")
    def hand() -> Response:
        players_only(kit)
        told = body(request, Dragged)
        if not hands.hand(told.seat, told.points, told.lifted, told.released):
            raise Wrong(404, Refusal("house.no.magician"))
        return reply({})

    @virtual.post("/fetch")
    def fetch() -> Response:
        players_only(kit)
        told = body(request, Fetched)
        if not hands.fetch(told.seat, told.tray):
            raise Wrong(422, Refusal("house.no.ball"))
        return reply({})

    @virtual.post("/show")
    def show() -> Response:
        players_only(kit)
        hands.show(body(request, Showing).code)
        return reply({})

    @virtual.get("/stream")
    def stream() -> Response:
        return listening(kit, Ticket("plate", lambda: frame("plate", hands.picture())))


def _chance(virtual: Blueprint, kit: Kit, hands: Hands) -> None:
    @virtual.post("/roll")
    def roll() -> Response:
        players_only(kit)
        body(request, Nothing)
        return reply({"face": hands.roll()})

    @virtual.post("/draw")
    def draw() -> Any:
        players_only(kit)
        body(request, Nothing)
        return _drawn(kit, hands)

    @virtual.post("/autoplay")
    def autoplay() -> Response:
        hosts_only(kit)
        told = body(request, Playing)
        hands.autoplay(told.on)
        return reply({"on": told.on})


def _drawn(kit: Kit, hands: Hands) -> Response:
    seen = look(g.seen, g.viewer)
    found: tuple[Choice, ...] = seen.choices
    open_now = {str(one.move.symbol): one for one in found if hasattr(one.move, "symbol")}
    if not open_now:
        raise Wrong(422, Refusal("house.no.draw"))
    symbol = hands.draw(tuple(open_now))
    take = Take({"do": "draw", "symbol": symbol}, seen.version, token_hex(8))
    answer: Answer = ask(kit, take)
    if answer.refusal:
        return answered(answer, kit.speech, g.language)
    return reply({"symbol": symbol})
