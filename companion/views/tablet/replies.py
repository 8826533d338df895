"""Answers of the web: JSON of our types, and what is wrong with a request.

Rule: every mistake has a status, a key and a sentence; none of them is an exception of
ours that reaches the terminal.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from flask import Request, Response

from companion.views.tablet.shapes import Done, NotDone
from companion.views.tablet.speech import Speech
from companion.vocabulary import Answer, Refusal

T = TypeVar("T")
JSON = "application/json"


class Wrong(Exception):
    """A request that is no request; becomes an answer with this status."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal
        super().__init__(refusal.key)


def reply(said: Any, status: int = 200) -> Response:
    """A value of ours as JSON."""
    return Response(msgspec.json.encode(said), status, mimetype=JSON)


def answered(answer: Answer, speech: Speech, language: str) -> Response:
    """What the table said."""
    if answer.refusal is None:
        return reply(Done(answer.version, answer.match), answer.status)
    told = NotDone(answer.version, speech.refused(answer.refusal, language))
    response = reply(told, answer.status)
    if answer.status == 503:
        response.headers["Retry-After"] = "1"
    return response


def body(request: Request, kind: type[T]) -> T:
    """The body as this type; raises Wrong."""
    if request.mimetype != JSON:
        raise Wrong(415, Refusal("house.no.json"))
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except msgspec.ValidationError as wrong:
        raise Wrong(400, Refusal("house.no.request", {"why": str(wrong)})) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Wrong(400, Refusal("house.no.json")) from None


def number(text: str | None) -> int | None:
    """A version from a header or an address; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None
