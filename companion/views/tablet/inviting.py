"""The forms by which people sit down at the table and let others in.

Rule: everything works without scripts; a script is told what the API says. A code comes in
a form and goes out in a drawing, never in an address that a server sees.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import msgspec
from flask import Blueprint, Response, g, request

from companion.people import Joined
from companion.views.tablet import asking, inviting_pages, sitting
from companion.views.tablet.around import chairs
from companion.views.tablet.codes import Screens
from companion.views.tablet.inviting_api import known, turned
from companion.views.tablet.inviting_pages import Show, company, door
from companion.views.tablet.kit import Kit
from companion.views.tablet.replies import JSON, Wrong, answered, reply
from companion.vocabulary import Answer, Forget, Refusal, Seating

__all__ = ["blueprint", "chairs"]

ASKS = ("house.no.name", "house.no.seat_unknown")
"""Not refused yet: the code is right and leaves open who comes."""
GOES_ON = (*ASKS, "house.no.name_long", "house.no.name_taken", "house.no.seat_taken")
"""The code may still be good: only the rest is asked for anew."""


def blueprint(kit: Kit) -> Blueprint:
    """All of them."""
    from companion.views.tablet.pages import show  # noqa: PLC0415 - it asks us for the chairs

    pages, screens = Blueprint("inviting", __name__), Screens(kit)
    inviting_pages.add(pages, kit, screens, show)
    _coming(pages, kit, show)
    _inviting(pages, kit, screens, show)
    _changing(pages, kit, screens, show)
    return pages


def _coming(pages: Blueprint, kit: Kit, show: Show) -> None:
    @pages.post("/do/join")
    def join() -> Any:
        form = request.form
        said = sitting.join(
            kit, form.get("code", ""), form.get("name", ""), form.get("seat", "")
        )
        if isinstance(said, Joined):
            then = "/seat" if said.person.role == "seat" else "/table"
            return known(kit, said, _to(then))
        return turned(kit, said) if _is_script() else _asked_on(kit, said, show)

    @pages.post("/do/again")
    def again() -> Any:
        said = sitting.again(kit, request.form.get("seat", ""))
        if isinstance(said, Joined):
            return known(kit, said, _to("/seat"))
        if _is_script():
            return turned(kit, said)
        return show(kit, "join", said.status, refusal=said.refusal, **door(kit))


def _asked_on(kit: Kit, said: sitting.Turned, show: Show) -> Response:
    """What the code left open, or the door again with the reason."""
    form, key = request.form, said.refusal.key
    if key not in GOES_ON:
        response = show(kit, "join", said.status, refusal=said.refusal, **door(kit))
        if said.wait:
            response.headers["Retry-After"] = str(said.wait)
        return response
    facts = door(
        kit, step="who", again=[], code=form.get("code", ""), typed=form.get("name", ""),
        picked=form.get("seat", ""), theirs=said.seat,
    )  # fmt: skip
    if key in ASKS and "step" not in form:  # nobody was asked yet
        return show(kit, "join", **facts)
    return show(kit, "join", said.status, refusal=said.refusal, **facts)


def _inviting(pages: Blueprint, kit: Kit, screens: Screens, show: Show) -> None:
    @pages.post("/do/codes")
    def invite() -> Any:
        role, seat = request.form.get("role", "seat"), request.form.get("seat", "")
        screens.show(role, seat)
        here = "/seat" if seat and seat == g.viewer.seat else "/people"
        shown = "host" if role == "host" else seat or "any"
        return _to(f"{here}?show={shown}")

    @pages.post("/do/pass")
    def hand_on() -> Any:
        seat = request.form.get("seat", "")
        if refusal := sitting.hand_on(kit, seat):
            return _refused(kit, screens, show, sitting.STATUS[refusal.key], refusal)
        return _to("/seat" if seat else "/pass")


def _changing(pages: Blueprint, kit: Kit, screens: Screens, show: Show) -> None:
    @pages.post("/do/people/remove")
    def remove() -> Any:
        device = request.form.get("device", "") or g.device
        if refusal := sitting.remove(kit, device):
            status = sitting.STATUS.get(refusal.key, 404)
            return _refused(kit, screens, show, status, refusal)
        return _done("/people" if device != g.device else "/table")

    @pages.post("/do/people/watch")
    def watch() -> Any:
        sitting.watch(kit, request.form.get("open") == "1")
        return _done("/people")

    @pages.post("/do/forget")
    def forget() -> Any:
        answer = asking.ask(kit, Forget(request.form.get("name", "")))
        if answer.refusal:
            return _refused(kit, screens, show, answer.status, answer.refusal)
        return _done("/people")

    @pages.post("/do/seats")
    def reseat() -> Any:
        answer = sitting.reseat(
            kit, _change(), request.form.get("id", "")[:200] or token_hex(8)
        )
        if _is_script():
            return answered(answer, kit.speech, g.language)
        if answer.refusal:
            return _refused(kit, screens, show, answer.status, answer.refusal)
        return _done("/seat" if g.viewer.seat else "/people")


def _change() -> Seating:
    """What a form asks for, as the table knows it. Raises Wrong."""
    form = request.form
    said: dict[str, Any] = {key: form[key] for key in ("do", "seat", "other") if key in form}
    if said.get("do") == "renamed":
        said["name"] = form.get("name", "")
    if said.get("do") == "joined":
        said = {
            "do": "joined",
            "player": {"name": form.get("name", ""), "seat": said.get("seat", "")},
        }
    try:
        change: Seating = msgspec.convert(said, Seating)
    except msgspec.ValidationError as wrong:
        raise Wrong(400, Refusal("house.no.request", {"why": str(wrong)})) from None
    return change


def _to(place: str) -> Response:
    return Response("", 303, {"Location": place})


def _is_script() -> bool:
    return JSON in request.headers.get("Accept", "")


def _done(then: str) -> Any:
    return reply({}) if _is_script() else _to(then)


def _refused(kit: Kit, screens: Screens, show: Show, status: int, refusal: Refusal) -> Response:
    """The page that somebody came from, with the reason on it."""
    if _is_script():
        return answered(Answer(status, g.seen.version, refusal), kit.speech, g.language)
    if g.viewer.role == "host":
        return show(kit, "people", status, refusal=refusal, **company(kit, screens))
    if g.viewer.seat:
        return show(kit, "seat", status, refusal=refusal)
    return show(kit, "join", status, refusal=refusal, **door(kit))
