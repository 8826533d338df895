"""Style, scripts and drawings: read once at the start, and named after what they hold.

Rule: only what was found at the start is ever given out, so no address leads anywhere
else. An address with the right mark may be kept for ever; any other is asked for anew.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from flask import Blueprint, Request, Response, request
from msgspec import Struct

from companion.views.tablet.speech import folder
from companion.vocabulary import Game

HERE = Path(__file__).parent / "static"
SHOWN = (".css", ".js", ".svg", ".png", ".woff2", ".webmanifest")
FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class Asset(Struct, frozen=True):
    """A file as it is given out."""

    body: bytes
    kind: str
    etag: str


class Statics:
    """All that pages need besides their text. ``root`` is the address it stands at."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._assets = dict(_found(HERE, ""))
        for game in games:
            self._assets |= dict(_found(folder(game, "page"), f"{game.name}/"))
        marks = "".join(f"{name}{asset.etag}" for name, asset in sorted(self._assets.items()))
        self._mark = f"v-{_etag(marks.encode())}"
        self.root = f"/static/{self._mark}"

    def give(self, path: str, asked: Request) -> Response:
        """The file at an address below ``/static/``, with or without a mark."""
        mark, _, rest = path.partition("/")
        marked = mark.startswith("v-")
        asset = self._assets.get(rest if marked else path)
        if asset is None:
            return Response("There is nothing here.", 404, mimetype="text/plain")
        answer = Response(asset.body, mimetype=asset.kind)
        answer.set_etag(asset.etag)
        answer.headers["Cache-Control"] = FOR_EVER if mark == self._mark else "no-cache"
        answer.make_conditional(asked)
        return answer


def blueprint(statics: Statics) -> Blueprint:
    """The addresses of the statics."""
    pages = Blueprint("statics", __name__)

    @pages.get("/static/<path:path>")
    def give(path: str) -> Response:
        return statics.give(path, request)

    @pages.get("/favicon.ico")
    def icon() -> Response:
        return statics.give("icon.svg", request)

    return pages


def _found(place: Path, prefix: str) -> Iterable[tuple[str, Asset]]:
    for path in sorted(place.rglob("*")):
        if path.suffix in SHOWN and path.is_file():
            body = path.read_bytes()
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
            yield prefix + path.relative_to(place).as_posix(), Asset(body, kind, _etag(body))


def _etag(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()
