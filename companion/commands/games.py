"""``companion games``: which games are installed."""

from __future__ import annotations

import json
from typing import Any

import click

from companion.commands.found import found


@click.command(epilog="Example: companion games --json")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
def games(as_json: bool) -> None:
    """List the games found, ours and those of other packages."""
    rows: list[dict[str, Any]] = [
        {"name": game.name, "players": list(game.players), "rules": game.rules}
        for game in found().values()
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return
    for row in rows:
        click.echo(f"{row['name']:12} {row['players'][0]} to {row['players'][1]} players")
