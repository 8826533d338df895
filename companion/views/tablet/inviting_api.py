"""Sitting down and letting others in, for programs, below ``/api/v1``.

Rule: it translates; who may what, ``sitting`` and the table decide. A cookie goes to
whoever just came in, and a code only into the answer.
"""

from __future__ import annotations

from flask import Blueprint, Response, g, request

from companion.people import Joined
from companion.views.tablet import around, asking, codes, guard, sitting
from companion.views.tablet import inviting_shapes as shapes
from companion.views.tablet.kit import Kit
from companion.views.tablet.replies import Wrong, answered, body, reply


def blueprint(kit: Kit) -> Blueprint:
    """All of it."""
    api = Blueprint("inviting_api", __name__, url_prefix="/api/v1")
    _coming(api, kit)
    _inviting(api, kit)
    _looking(api, kit)
    return api


def _coming(api: Blueprint, kit: Kit) -> None:
    @api.post("/join")
    def join() -> Response:
        asked = body(request, shapes.Join)
        return entered(kit, sitting.join(kit, asked.code, asked.name, asked.seat))

    @api.post("/again")
    def again() -> Response:
        return entered(kit, sitting.again(kit, body(request, shapes.Again).seat))

    @api.post("/pass")
    def hand_on() -> Response:
        refusal = sitting.hand_on(kit, body(request, shapes.Pass).seat)
        if refusal:
            raise Wrong(sitting.STATUS[refusal.key], refusal)
        role, seat = asking.who(kit, request, g.device, g.seen.match)
        return reply(shapes.In(role, seat, g.seen.match, g.seen.version))


def _inviting(api: Blueprint, kit: Kit) -> None:
    @api.post("/codes")
    def invite() -> Response:
        asked = body(request, shapes.Invite)
        code = sitting.code(kit, asked.role, asked.seat)
        address = codes.address(kit, code.text)
        return reply(shapes.Invitation(code.text, address, code.until))

    @api.post("/people/remove")
    def remove() -> Response:
        if refusal := sitting.remove(kit, body(request, shapes.Remove).device):
            raise Wrong(sitting.STATUS.get(refusal.key, 404), refusal)
        return reply({})

    @api.post("/people/watch")
    def watch() -> Response:
        sitting.watch(kit, body(request, shapes.Watch).open)
        return reply({})

    @api.post("/seats")
    def reseat() -> Response:
        asked = body(request, shapes.Change)
        answer = sitting.reseat(kit, asked.change, asked.id)
        return answered(answer, kit.speech, g.language)


def _looking(api: Blueprint, kit: Kit) -> None:
    @api.get("/me")
    def me() -> Response:
        return reply(around.myself(kit))

    @api.get("/people")
    def people() -> Response:
        asking.hosts_only(kit)
        return reply(around.everybody(kit))


def entered(kit: Kit, said: Joined | sitting.Turned) -> Response:
    """What somebody at the door is told, with a fresh cookie if they are in."""
    if isinstance(said, Joined):
        person = said.person
        told = shapes.In(person.role, person.seat, person.match, g.seen.version)
        return known(kit, said, reply(told))
    return turned(kit, said)


def known(kit: Kit, said: Joined, response: Response) -> Response:
    """The same answer, by which the device is known from now on."""
    g.fresh = ""  # the one for strangers
    guard.remember(response, kit.people, said.cookie)
    return response


def turned(kit: Kit, said: sitting.Turned) -> Response:
    """Why somebody is not let in."""
    refusal = kit.speech.refused(said.refusal, g.language)
    told = shapes.NotIn(g.seen.version, refusal, said.seat, said.wait)
    response = reply(told, said.status)
    if said.wait:
        response.headers["Retry-After"] = str(said.wait)
    return response
