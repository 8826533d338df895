"""What ``--way`` and ``--with`` mean for a game: options of a match, or one clear line.

Rule: nothing here knows a game. What can be chosen stands in its ``Options``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import click
import msgspec

from companion.vocabulary import Game

WAYS = ("everything", "board", "score")
"""How much the companion keeps of a game that lets people choose it."""


def chosen(game: Game, way: str, variants: Iterable[str]) -> dict[str, Any]:
    """The options of a match of this game, as a request to start it has them."""
    fields = {field.name: field.type for field in msgspec.structs.fields(game.Options)}
    options = _way(game, way, "way" in fields)
    for variant in variants:
        name, _, value = variant.partition("=")
        if name == "way":
            raise click.UsageError(f"--with {variant}: --way says that, with no --with.")
        if name not in fields:
            raise click.UsageError(f"--with {variant}: {_there_are(game, fields)}")
        options[name] = _read(variant, value or "true", fields[name])
    return options


def _way(game: Game, way: str, has_ways: bool) -> dict[str, Any]:
    if has_ways:
        return {"way": way}
    if way != WAYS[0]:
        raise click.UsageError(
            f"--way {way}: of {game.name} {WAYS[0]} is kept. Leave --way out."
        )
    return {}


def _there_are(game: Game, fields: Iterable[str]) -> str:
    names = ", ".join(sorted(name for name in fields if name != "way"))
    if not names:
        return f"{game.name} has no variants. Leave --with out."
    return f"{game.name} has no such variant. It has {names}."


def _read(variant: str, value: str, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as wrong:
        words = [str(word) for word in get_args(kind) if isinstance(word, str | int)]
        hint = f" It can be {', '.join(words)}." if words else ""
        raise click.UsageError(f"--with {variant}: {wrong}.{hint}") from wrong
