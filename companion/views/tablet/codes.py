"""What a phone's camera reads: the address of the table with a one-time code in it.

Rule: the code stands behind the ``#``, which no browser ever sends along; so it is in no
log and in nobody's history. A code that opened something is not shown again.
"""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from flask import g, request
from markupsafe import Markup
from msgspec import Struct

from companion.people import Code, Person
from companion.views.tablet import sitting
from companion.views.tablet.guard import is_at_home
from companion.views.tablet.kit import Kit

QUIET = 4  # modules of white around a QR code, as its standard asks for
BRIEF = 60_000  # ms; a code that is good for less is not shown to a new guest


def door(kit: Kit) -> str:
    """Where others find this table: as this tablet did, if they can get there, too."""
    return request.host_url if _is_reached(request.host) else kit.address()


def address(kit: Kit, code: str) -> str:
    """What the QR code says."""
    return f"{door(kit)}join#{code}"


def _is_reached(host: str) -> bool:
    """Do others get to this table under the name that this tablet has for it?"""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    try:
        return not ipaddress.ip_address(name).is_loopback
    except ValueError:
        return is_at_home(host) and name != "localhost" and not name.endswith(".localhost")


def drawing(text: str, label: str) -> Markup:
    """The QR code of a text, dark on light in every theme."""
    import segno  # noqa: PLC0415 - 30 ms that only this page needs

    rows = segno.make_qr(text, error="m").matrix
    side = len(rows) + 2 * QUIET
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return Markup(
        '<svg class="qr" viewBox="0 0 {side} {side}" role="img" aria-label="{label}"'
        ' shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        '<path fill="#000" d="{path}"/></svg>'
    ).format(side=side, label=label, path=path)


class Shown(Struct, frozen=True):
    """A code on somebody's screen. ``before``: who was there when it was made."""

    code: Code
    match: str
    until: int  # ms on the table's clock
    before: frozenset[Person]


class Screens:
    """Which code each device shows, so that a page that renews itself shows the same."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._shown: dict[tuple[str, str, str], Shown] = {}

    def show(self, role: str, seat: str) -> Code:
        """A new code, on the screen of whoever asks now. Raises Wrong."""
        code, now = sitting.code(self._kit, role, seat), self._kit.door.now()
        until, everybody = now + code.until * 1000, frozenset(self._kit.people.persons())
        still = {key: one for key, one in list(self._shown.items()) if one.until > now}
        shown = Shown(code, g.seen.match, until, everybody)
        self._shown = {**still, (g.device, role, seat): shown}
        return code

    def shown(self, role: str, seat: str) -> Code | None:
        """The code on this screen, a new one when its time is over; none once somebody
        came in."""
        key = (g.device, role, seat)
        one = self._shown.get(key)
        if one is None or one.match != g.seen.match:
            return None
        if not one.before.issuperset(self._kit.people.persons()):
            self._shown.pop(key, None)
            return None
        left = one.until - self._kit.door.now()
        if left < BRIEF:
            return self.show(role, seat)
        return Code(one.code.text, left // 1000)

    def invitation(self, code: Code, label: str) -> dict[str, Any]:
        """What a page needs to draw it; ``renew``: s after which it asks for the next."""
        place = address(self._kit, code.text)
        return {
            "code": code.text,
            "drawing": drawing(place, label),
            "place": place.partition("#")[0].partition("//")[2],
            "renew": max(1, code.until - BRIEF // 1000 + 1),
        }
