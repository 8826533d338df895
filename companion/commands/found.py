"""The games that are installed, ours and those of other packages."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

import click

from companion.vocabulary import Game, Pieces

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


def shelves(games: Mapping[str, Game] | None = None) -> dict[str, Pieces]:
    """The pieces of every game, by its name; of these games, or of all that are installed."""
    there = found() if games is None else games
    return {
        name: Pieces(name, game.pieces, game.package)
        for name, game in sorted(there.items())
        if game.pieces
    }


def folder(game: Game | Pieces) -> Path:
    """Where the game keeps its words and its page."""
    return Path(str(files(game.package)))
