"""The games that are installed, ours and those of other packages."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

import click

from companion.vocabulary import Game

GROUP = "companion.games"


def found() -> dict[str, Game]:
    """Every installed game by its name."""
    games = (point.load() for point in entry_points(group=GROUP))
    return {game.name: game for game in sorted(games, key=lambda game: str(game.name))}


def game(name: str) -> Game:
    """That game, or one clear line that names those there are."""
    games = found()
    if name not in games:
        raise click.UsageError(
            f"There is no game {name!r} here. Installed: {', '.join(games)}."
        )
    return games[name]


def folder(game: Game) -> Path:
    """Where the game keeps its words and its page."""
    return Path(str(files(game.package)))
