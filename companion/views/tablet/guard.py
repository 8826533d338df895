"""Who may knock: the checks that every request passes before anybody looks at it.

Rule: a page of a foreign site can make this browser post here, and a name that anybody
can register can be pointed at this table; both are turned away. No device, no secret.
"""

from __future__ import annotations

import ipaddress
import secrets
from hashlib import blake2b
from urllib.parse import urlsplit

from flask import Request, Response

BODY = 64 * 1024  # bytes; the largest request of ours is a start, under 4 KiB
DRAINED = 32 << 20  # bytes read and thrown away, so that the sender hears the answer
COOKIE = "device"
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
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
"""With ``no-referrer`` browsers would hide the origin of our own forms, too."""


def is_foreign(request: Request) -> bool:
    """Does another site ask, or somebody under a name that is not the table's?"""
    if not is_at_home(request.host):
        return True
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


def drain(request: Request) -> None:
    """Read what is too much, so that the sender does not run against a shut door."""
    stream, left = request.environ["wsgi.input"], min(request.content_length or 0, DRAINED)
    while left > 0 and (piece := stream.read(min(left, BODY))):
        left -= len(piece)


def device_of(request: Request) -> tuple[str, str]:
    """What the device is called in the journal, and its secret if that is new to it."""
    secret = request.cookies.get(COOKIE, "")
    fresh = "" if 16 <= len(secret) <= 64 and secret.isalnum() else secrets.token_hex(16)
    return blake2b((fresh or secret).encode(), digest_size=4).hexdigest(), fresh


def remember(response: Response, secret: str) -> None:
    """Leave the device its secret."""
    response.set_cookie(COOKIE, secret, max_age=A_YEAR, httponly=True, samesite="Lax")
