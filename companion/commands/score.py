"""``companion score``: the sheet of a finished game, line by line."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.commands.found import folder
from companion.commands.found import game as installed
from companion.languages import Words, words
from companion.vocabulary import Game, Refusal, Score, Scores

UNREADABLE = (ValueError, RecursionError)
"""No such text; or numbers without end, and brackets in brackets, that no sheet has."""


@click.command(epilog="Example: companion score labyrinth --template > sheet.json")
@click.argument("game")
@click.argument("file", default="-")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
@click.option("--lang", default="en", show_default=True, help="Language of the reasons.")
@click.option("--template", is_flag=True, help="Print an empty sheet and stop.")
def score(game: str, file: str, as_json: bool, lang: str, template: bool) -> None:
    """Score a sheet of final counts (JSON or TOML) from FILE, or from standard input."""
    rules = installed(game)
    if template:
        click.echo(json.dumps(rules.blank, indent=2))
        return
    scores, spoken = rules.score(read_sheet(rules, file)), words(lang, folder(rules) / "words")
    if isinstance(scores, Refusal):
        raise click.UsageError(f"{_name(file)}: {_said(scores, spoken)}")
    if as_json:
        click.echo(json.dumps(as_plain(scores, spoken), ensure_ascii=False))
        return
    for player in scores.players:
        click.echo(f"{player.name}: {player.total}")
        for line in player.lines:
            click.echo(
                f"  {line.points:4}  {spoken.say(line.reason)}  ({spoken.place(line.reason.book)})"
            )
    click.echo(f"{' & '.join(scores.winners)}")


def _said(why: Refusal, spoken: Words) -> str:
    place = f" ({spoken.word('house.book', place=spoken.place(why.book))})" if why.book else ""
    return f"{spoken.say(why)}{place}"


def read_sheet(rules: Game, file: str) -> Any:
    """The sheet of that game in the file; one clear line when it is none."""
    try:
        return msgspec.convert(_plain(_text(file), _name(file)), rules.Sheet)
    except msgspec.ValidationError as wrong:
        hint = f"companion score {rules.name} --template prints an empty sheet."
        raise click.UsageError(f"{_name(file)}: {wrong}. {hint}") from wrong


def _plain(text: str, name: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except UNREADABLE as no_json:
        try:
            return tomllib.loads(text)
        except UNREADABLE as no_toml:
            told = f"{name}: neither JSON ({no_json}) nor TOML ({no_toml})"
            raise click.UsageError(told) from no_toml


def _text(file: str) -> str:
    try:
        if file == "-":
            return sys.stdin.read()
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise click.UsageError(f"{_name(file)} cannot be read: {wrong}") from wrong


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def as_plain(scores: Scores, spoken: Words) -> dict[str, Any]:
    """The scores as the outside relies on them."""
    return {
        "players": [_player(player, spoken) for player in scores.players],
        "winners": list(scores.winners),
    }


def _player(player: Score, spoken: Words) -> dict[str, Any]:
    lines = [
        {
            "points": line.points,
            "reason": spoken.say(line.reason),
            "book": line.reason.book or "sheet",
        }
        for line in player.lines
    ]
    return {"name": player.name, "total": player.total, "lines": lines}
