"""The API described for programs, made from the types themselves.

Rule: nothing is said twice; what a type allows is what the document says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.views.tablet import inviting_shapes, shapes
from companion.views.tablet.pieces import shapes as pieces_shapes
from companion.vocabulary import Game

POSTS: dict[str, tuple[type, type, str]] = {
    "/matches": (shapes.NewMatch, shapes.Done, "Begin a match"),
    "/moves": (shapes.Tap, shapes.Done, "Take a choice that is open"),
    "/corrections": (shapes.Tap, shapes.Done, "Say how the table really stands"),
    "/undo": (shapes.TakeBack, shapes.Done, "Take back what people decided"),
    "/redo": (shapes.GiveBack, shapes.Done, "Give back what was undone"),
    "/wires": (
        shapes.Choose, shapes.Done, "Choose the plate, or let it learn what it is while empty",
    ),
    "/seats": (inviting_shapes.Change, shapes.Done, "Change who sits at the table"),
    "/forget": (shapes.ForGood, shapes.Done, "Delete a player's name for good"),
    **inviting_shapes.POSTS,
    **pieces_shapes.POSTS,
}  # fmt: skip
GETS: dict[str, tuple[type, str]] = {
    "/state": (shapes.State, "What the viewer may see now"),
    "/choices": (shapes.Choices, "Every decision that is open"),
    "/matches": (shapes.Matches, "All matches of this table"),
    "/journal": (shapes.Entries, "What happened in a match"),
    "/health": (shapes.Health, "How the table is"),
    **inviting_shapes.GETS,
    **pieces_shapes.GETS,
}
REFUSALS = {
    "400": "Not JSON, or not of this shape",
    "403": "Not theirs to ask, or asked from a foreign page",
    "404": "No such match on the table",
    "409": "Older than the table, and not open any more",
    "413": "More than 64 KiB, or 256 KiB of pieces",
    "415": "Not application/json",
    "422": "Refused, with the reason",
    "429": "Too many wrong PINs; in some seconds again",
    "503": "The table did not answer in time",
}
PLACE = "#/components/schemas/"
ASKED: tuple[type, ...] = (shapes.Event, shapes.Done, shapes.NotDone, shapes.Nothing)


def document(games: Iterable[Game]) -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    said = (kind for asked, answered, _ in POSTS.values() for kind in (asked, answered))
    shown = (kind for kind, _ in GETS.values())
    _, schemas = _described(dict.fromkeys((*said, *shown, *ASKED)))
    moves: list[Any] = []
    for game in games:
        made, theirs = _described([game.Tap], f"{game.name}.")
        moves, schemas = [*moves, *made], {**schemas, **theirs}
    schemas["Move"] = {"anyOf": moves}
    schemas["Tap"]["properties"]["move"] = _ref("Move")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table companion", "version": "1"},
        "servers": [{"url": "/api/v1"}],
        "paths": _paths(),
        "components": {"schemas": schemas},
    }


def _described(types: Iterable[Any], front: str = "") -> tuple[list[Any], dict[str, Any]]:
    """The types, and the schemas they lead to; before each name stands ``front``, as games
    call different moves the same."""
    made, parts = msgspec.json.schema_components(types, ref_template=f"{PLACE}{front}{{name}}")
    return list(made), {f"{front}{name}": part for name, part in parts.items()}


def _paths() -> dict[str, Any]:
    paths: dict[str, Any] = {path: {"get": _get(path)} for path in GETS}
    for path, (asked, answered, summary) in POSTS.items():
        paths.setdefault(path, {})["post"] = _post(summary, asked, answered)
    for what in ("park", "resume", "end"):
        post = _post(f"{what.capitalize()} a match", shapes.Nothing, required=False)
        post["parameters"] = [_parameter("match", "path")]
        paths[f"/matches/{{match}}/{what}"] = {"post": post}
    paths["/journal"]["get"]["parameters"] = [_parameter("match", "query")]
    paths["/stream"] = {"get": _stream()}
    return paths


def _get(path: str) -> dict[str, Any]:
    kind, summary = GETS[path]
    return {"summary": summary, "responses": {"200": _content(summary, kind)}}


def _post(
    summary: str, kind: type, answered: type = shapes.Done, required: bool = True
) -> dict[str, Any]:
    refused = {status: _content(why, shapes.NotDone) for status, why in REFUSALS.items()}
    return {
        "summary": summary,
        "requestBody": {"required": required, **_json(kind)},
        "responses": {"200": _content("It is done", answered), **refused},
    }


def _stream() -> dict[str, Any]:
    text = "Server-sent events 'state' and 'reset'; the data of each is an Event"
    schema = {"type": "string", "description": "See Event"}
    return {
        "summary": "Everything that happens, as it happens",
        "parameters": [_parameter("Last-Event-ID", "header"), _parameter("after", "query")],
        "responses": {
            "200": {"description": text, "content": {"text/event-stream": {"schema": schema}}},
            "503": _content("Too many streams", shapes.NotDone),
        },
    }


def _parameter(name: str, place: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "schema": {"type": "string"},
    }


def _content(description: str, kind: type) -> dict[str, Any]:
    return {"description": description, **_json(kind)}


def _json(kind: type) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": _ref(kind.__name__)}}}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"{PLACE}{name}"}
