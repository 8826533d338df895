"""The pages around sitting down: the door, who is around the table, a seat, the cover.

Rule: they are asked for anew every time, and show a device only what it is at that moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, redirect, request

from companion.people import Code
from companion.views.tablet import around, sitting
from companion.views.tablet.codes import Screens
from companion.views.tablet.kit import Kit

Show = Callable[..., Response]
NOBODY = {"role": "", "seat": "", "name": ""}


def add(pages: Blueprint, kit: Kit, screens: Screens, show: Show) -> None:
    """All of them."""

    @pages.get("/join")
    def outside() -> Any:
        return show(kit, "join", **door(kit))

    @pages.get("/people")
    def people() -> Any:
        if g.viewer.role != "host":
            return redirect("/seat" if g.viewer.seat else "/table", 303)
        return show(kit, "people", **company(kit, screens))

    @pages.get("/seat")
    def seat() -> Any:
        if g.viewer.role == "host":
            return redirect("/table", 303)
        if g.viewer.seat:
            return show(kit, "seat", invitation=_own(kit, screens))
        return _without_seat(kit, show)

    @pages.get("/pass")
    def cover() -> Any:
        seat = request.args.get("seat", "")
        name = sitting.names().get(seat, "")
        if g.viewer.role != "host" or (seat and not name):
            return redirect("/table", 303)
        return show(kit, "pass", seat=seat, name=name)


def door(kit: Kit, **more: Any) -> dict[str, Any]:
    """What the page by the door shows: the way in for a code, or what the code left open."""
    again = around.places(kit) if kit.people.knows(g.device) and not g.viewer.seat else []
    usual = {
        "code": "",
        "step": "code",
        "typed": "",
        "picked": "",
        "theirs": "",
        "again": again,
    }
    return {**usual, "places": around.places(kit), "watch": kit.people.watch, **more}


def company(kit: Kit, screens: Screens) -> dict[str, Any]:
    """Who is around the table, and the code that is asked for."""
    facts = {**around.table(kit), "invitation": None, "guest": NOBODY, "lobby": None}
    role, seat = _asked()
    if role and (code := screens.shown(role, seat)):
        guest = {"role": role, "seat": seat, "name": sitting.names().get(seat, "")}
        return {**facts, "guest": guest, "invitation": _drawn(kit, screens, code)}
    if not g.seen.match and sitting.free(kit):
        code = screens.shown("seat", "") or screens.show("seat", "")
        return {**facts, "lobby": _drawn(kit, screens, code)}
    return facts


def _asked() -> tuple[str, str]:
    """Whose code the page is to show, from its address: role and seat."""
    shown = request.args.get("show", "")
    if shown == "host":
        return "host", ""
    return ("seat", "" if shown == "any" else shown) if shown else ("", "")


def _own(kit: Kit, screens: Screens) -> dict[str, Any] | None:
    """A code for the own seat, to take it along to another phone."""
    code = screens.shown("seat", g.viewer.seat) if request.args.get("show") else None
    return _drawn(kit, screens, code) if code else None


def _drawn(kit: Kit, screens: Screens, code: Code) -> dict[str, Any]:
    return screens.invitation(code, kit.speech.words(g.language).word("house.code.picture"))


def _without_seat(kit: Kit, show: Show) -> Any:
    """Somebody who waits for a match, has lost a seat, or never had one."""
    person = around.me(kit)
    if person is None and "was" not in request.args:
        return redirect("/join", 303)
    if person and person.seat and not person.match and not g.seen.match:
        return show(kit, "waits", seat=person.seat, name=person.name)
    return show(kit, "gone", **around.gone(kit))
