"""``companion labels``: sheets of labels to print, one for each piece of a game.

Rule: what was there stays whole until the new file is. A file that is no PDF is somebody's
own, and is written over only when they say so.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from companion import whole
from companion.commands.found import folder, shelves
from companion.commands.taught import NAME, Damaged, looked_up
from companion.labels import (
    EDGES,
    FINEST,
    PAPERS,
    USUAL_EDGE,
    WORDS,
    Grid,
    TooFine,
    labelled,
    sheets,
)
from companion.languages import words
from companion.registry import Catalogue
from companion.vocabulary import Piece, Pieces

PDF = b"%PDF-"  # how every PDF begins


@click.command(epilog="Example: companion labels labyrinth --out labels.pdf")
@click.argument("game")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, metavar="FILE.pdf",
    help="The file to write.",
)  # fmt: skip
@click.option(
    "--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="a4",
    show_default=True, help="What lies in the printer.",
)  # fmt: skip
@click.option(
    "--size", type=click.Choice([str(edge) for edge in EDGES]), default=str(USUAL_EDGE),
    show_default=True, help="Edge of a label in mm.",
)  # fmt: skip
@click.option(
    "--kind", "kinds", multiple=True, help="Only these, such as chip; again for more."
)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The table's data folder: labels then say what it was taught of the pieces.",
)  # fmt: skip
@click.option("--language", default="en", show_default=True, help="Language of the names.")
@click.option("--force", is_flag=True, help="Write over a file that is no PDF, too.")
def labels(
    game: str, out: Path, paper: str, size: str, kinds: tuple[str, ...], data: Path | None,
    language: str, force: bool,
) -> None:  # fmt: skip
    """Write a PDF with a label for every piece of GAME that a reader can be shown."""
    pieces = _pieces(game)
    spoken = words(language, folder(pieces) / "words", WORDS)
    wanted = _wanted(pieces, kinds)
    made = labelled(pieces, wanted, _facts(data) if data else {}, spoken)
    grid = Grid(PAPERS[paper.lower()], int(size))
    try:
        text = sheets(spoken.word(f"{game}.title"), made, grid, spoken)
    except TooFine as fine:
        raise click.UsageError(_too_fine(fine, size)) from None
    _write(out, text, force)
    pages = -(-len(made) // grid.room)
    click.echo(f"{out}: {len(made)} labels of {size} mm, {pages} x {grid.paper.name}")


def _pieces(game: str) -> Pieces:
    known = shelves()
    if game not in known:
        raise click.UsageError(
            f"There are no pieces of a game {game!r} here. Known: {', '.join(known)}."
        )
    return known[game]


def _wanted(pieces: Pieces, kinds: tuple[str, ...]) -> tuple[Piece, ...]:
    there = dict.fromkeys(piece.kind for piece in pieces.pieces)
    for kind in kinds:
        if kind not in there:
            raise click.UsageError(
                f"{pieces.game} has no pieces of kind {kind!r}. It has: {', '.join(there)}."
            )
    return tuple(piece for piece in pieces.pieces if not kinds or piece.kind in kinds)


def _facts(data: Path) -> dict[str, dict[str, Any]]:
    """What this table was taught; nothing yet, where it has no such file."""
    try:
        return looked_up(data, Catalogue(shelves())).facts
    except Damaged as wrong:
        raise click.UsageError(
            f"{data / NAME}: cannot be read ({wrong}). "
            "Without --data the labels have plain names."
        ) from None


def _write(out: Path, text: bytes, force: bool) -> None:
    try:
        place = Path(os.path.realpath(out))  # the file itself, where the name is a link
        if not force and _is_anothers(place):
            raise click.UsageError(
                f"{out}: is there already and is no PDF. Take another name, or add --force."
            )
        whole.replace(place, text)
    except OSError as wrong:
        raise click.UsageError(
            f"{out}: cannot be written ({wrong.strerror}). Name a file in a folder of yours."
        ) from None


def _is_anothers(place: Path) -> bool:
    if place.is_dir():
        raise IsADirectoryError(21, "it is a folder")
    if not place.exists():
        return False
    if not place.is_file():
        raise OSError(22, "it is no file but a device")
    with place.open("rb") as file:
        return file.read(len(PDF)) != PDF


def _too_fine(fine: TooFine, size: str) -> str:
    return (
        f"--size {size}: the code {fine.text} would have modules of {fine.module:.2f} mm, "
        f"and readers need {FINEST} mm. Take a larger size."
    )
