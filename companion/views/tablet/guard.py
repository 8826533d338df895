"""Who may knock: the checks that every request passes before anybody looks at it.

Rule: a page of a foreign site can make this browser post here, and a name that anybody
can register can be pointed at this table; both are turned away. No device, no secret.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Request, Response

from companion.people import People

BODY = 64 * 1024  # bytes; the largest request of ours is a start, under 4 KiB
FILE = 256 * 1024 + 4096  # bytes; a file of pieces, and the form around it
FILES = ("/do/pieces/import", "/api/v1/pieces/import")
DRAINED = 32 << 20  # bytes read and thrown away, so that the sender hears the answer
NOBODY = "0" * 32  # the device of whoever brings no cookie of ours
A_YEAR = 365 * 24 * 3600  # s
PRIVATE = (
    ".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa", ".fritz.box",
    ".localhost", ".test",
)  # fmt: skip
"""Ends of names that are only known at home; nobody can register them."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
"""With ``no-referrer`` browsers would hide the origin of our own forms, too."""


def is_foreign(request: Request) -> bool:
    """Does another site want something done, or does somebody as much as look under a name
    that is not the table's?"""
    if not is_at_home(request.host):
        return True
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return False
    origin = request.headers.get("Origin")
    if origin is None:  # no browser, or one that asks for its own page
        return request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")
    return origin != f"{request.scheme}://{request.host}"


def is_at_home(host: str) -> bool:
    """Is it an address, or a name without a public owner?"""
    name = ""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(PRIVATE))
    return True


def room(request: Request) -> int:
    """How many bytes a request to this address may have."""
    return FILE if request.path in FILES else BODY


def drain(request: Request) -> None:
    """Read what is too much, so that the sender does not run against a shut door."""
    stream, left = request.environ["wsgi.input"], min(request.content_length or 0, DRAINED)
    while left > 0 and (piece := stream.read(min(left, BODY))):
        left -= len(piece)


def cookie(people: People) -> str:
    """What the cookie of this table is called: two tables may share an address."""
    return f"device-{people.table}"


def device_of(request: Request, people: People) -> tuple[str, str]:
    """Which device asks, and a cookie for it where it brings none of ours."""
    device = people.device(request.cookies.get(cookie(people), ""))
    return (device, "") if device else (NOBODY, people.fresh())


def remember(response: Response, people: People, value: str) -> None:
    """Leave the device its cookie: for our own pages, out of reach of every script."""
    response.set_cookie(
        cookie(people), value, max_age=A_YEAR, httponly=True, samesite="Lax", path="/"
    )


def is_local(request: Request) -> bool:
    """Does somebody ask who sits at this very computer, by its own name for itself?"""
    try:
        return (
            ipaddress.ip_address(request.remote_addr or "").is_loopback
            and _is_loopback(urlsplit(f"//{request.host}").hostname or "")
        )  # fmt: skip
    except ValueError:
        return False


def _is_loopback(name: str) -> bool:
    return name == "localhost" or ipaddress.ip_address(name).is_loopback
