"""What a form of our pages asks for, as a request of the table.

Rule: a form says nothing that the API could not say; what does not fit is ``Wrong``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from companion.views.tablet.replies import Wrong
from companion.views.tablet.shapes import NewMatch, Seat, Tap
from companion.vocabulary import Game, Mean, Redo, Refusal, Take, Undo

MOST_SEATS = 8
UNSAID = "null"  # of a form's field that may be left open

Form = Mapping[str, str]


def take(form: Form) -> Take:
    """A choice or a correction."""
    try:
        move = msgspec.json.decode(form.get("move", ""))
        said = {"version": form.get("version"), "id": form.get("id"), "move": move}
        tap = msgspec.convert(said, Tap, strict=False)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise _wrong(wrong) from None
    return Take(tap.move, tap.version, tap.id)


def undo(form: Form, strikes: bool) -> Undo:
    """The undo tile; it strikes what the world said where that came last."""
    return Undo(id_of(form), strike=strikes or form.get("strike") == "1")


def redo(form: Form) -> Redo:
    """The redo tile."""
    return Redo(id_of(form))


def mean(form: Form) -> Mean:
    """What a shown piece means; none of it where no answer is named."""
    said = {key: form[key] for key in ("number", "meaning") if form.get(key)}
    try:
        return msgspec.convert({**said, "id": id_of(form)}, Mean, strict=False)
    except msgspec.ValidationError as wrong:
        raise _wrong(wrong) from None


def start(form: Form, game: Game) -> NewMatch:
    """A new match; rows without a name are empty chairs."""
    rows = [row for row in range(MOST_SEATS) if form.get(f"name_{row}", "").strip()]
    seats = [
        {"name": form[f"name_{row}"], "seat": form.get(f"seat_{row}", ""),
         "corner": form.get(f"corner_{row}", "")}
        for row in rows
    ]  # fmt: skip
    handicap = {form.get(f"seat_{row}", ""): form.get(f"handicap_{row}", "0") for row in rows}
    try:
        chairs = msgspec.convert(seats, tuple[Seat, ...])
    except msgspec.ValidationError as wrong:
        raise _wrong(wrong) from None
    return NewMatch(game.name, chairs, _options(form, handicap, game))


def _options(form: Form, handicap: dict[str, str], game: Game) -> dict[str, Any]:
    known = {field.encode_name for field in msgspec.structs.fields(game.Options)}
    said: dict[str, Any] = {key: value for key, value in form.items() if key in known}
    ahead = {seat: count for seat, count in handicap.items() if count not in ("", "0")}
    if ahead and "handicap" in known:
        said["handicap"] = ahead
    try:
        meant = msgspec.convert(said, game.Options, strict=False)
    except msgspec.ValidationError:
        return said  # the table says what is wrong with it
    options: dict[str, Any] = msgspec.to_builtins(meant)
    return options


def house_rules(game: Game) -> list[dict[str, Any]]:
    """The options of a game as the start page shows them."""
    described = msgspec.inspect.type_info(game.Options)
    assert isinstance(described, msgspec.inspect.StructType)
    types = get_type_hints(game.Options)
    rules = (_rule(game.name, field, types[field.name]) for field in described.fields)
    return [rule for rule in rules if rule]


def in_force(game: Game, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The house rules of a match that are not the usual ones, as its page says them."""
    said = {name: UNSAID if value is None else str(value) for name, value in options.items()}
    found = []
    for rule in house_rules(game):
        value = said.get(rule["field"], str(rule["usual"]))
        if value.lower() != str(rule["usual"]).lower():
            found.append({"says": rule["says"], "way": _way(rule, value.lower())})
    return found


def _way(rule: dict[str, Any], value: str) -> dict[str, Any] | str:
    ways = (way["says"] for way in rule.get("choices", ()) if way["value"] == value)
    return next(ways, value)


def _rule(game: str, field: msgspec.inspect.Field, written: Any) -> dict[str, Any] | None:
    """``written``: its type as the game wrote it, where words stand in the game's order."""
    key, kind = f"{game}.option.{field.name}", field.type
    rule = {"field": field.name, "says": {"key": key}, "usual": field.default, "book": ""}
    if isinstance(kind, msgspec.inspect.UnionType) and (shown := _examples(kind)):
        ways = _ways(key, {value: value for value in (*shown, UNSAID)})
        return {**rule, "kind": "pair", "choices": ways, "usual": UNSAID}
    if isinstance(kind, msgspec.inspect.IntType):
        return {**rule, "kind": "count", "low": kind.ge or 0, "high": kind.le or 9}
    if isinstance(kind, msgspec.inspect.LiteralType):
        return {
            **rule,
            "kind": "pair",
            "choices": _ways(key, {v: v for v in get_args(written)}),
        }
    if isinstance(kind, msgspec.inspect.BoolType):
        ways = _ways(key, {"yes": "true", "no": "false"})
        return {**rule, "kind": "pair", "choices": ways, "usual": str(field.default).lower()}
    return None


def _examples(kind: msgspec.inspect.UnionType) -> list[str]:
    """A number, or nothing while nobody says: the numbers that the game names."""
    noted = (one for one in kind.types if isinstance(one, msgspec.inspect.Metadata))
    named = ((one.extra_json_schema or {}).get("examples", ()) for one in noted)
    return [str(number) for numbers in named for number in numbers]


def _ways(key: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"value": value, "says": {"key": f"{key}.{name}"}} for name, value in values.items()
    ]


def id_of(form: Form) -> str:
    """The name of the request: what is sent twice counts once. Raises Wrong."""
    id = form.get("id", "")
    if not 0 < len(id) <= 200:
        raise Wrong(400, Refusal("house.no.request", {"why": "id"}))
    return id


def _wrong(why: Exception) -> Wrong:
    return Wrong(400, Refusal("house.no.request", {"why": str(why)}))
