"""``companion replay``: a journal or a tape, played again."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import UNSET

from companion.bridges.tape import Header, TapeError, read
from companion.commands.evening import CORNERS
from companion.commands.found import found, shelves
from companion.folding import fold
from companion.journal import CannotOpen, Entry, Journal
from companion.loop import Loop
from companion.match import hashed
from companion.registry import Catalogue, Registry
from companion.showing import Showing
from companion.table import Table
from companion.vocabulary import Answer, Player, Refusal, Signal

SQLITE = b"SQLite format 3\x00"


@click.command(epilog="Example: companion replay evening.tape --json")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--match", "name", default="", help="Of a journal: which match; else the last.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
def replay(file: Path, name: str, as_json: bool) -> None:
    """Play FILE again: a tape, a journal, or the data folder that holds one."""
    try:
        report = journal_again(file, name) if is_journal(file) else tape_again(file)
    except (TapeError, CannotOpen) as wrong:
        raise click.UsageError(str(wrong)) from wrong
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False))
        return
    equal = "the same" if report["equal"] else "NOT the same"
    click.echo(
        f"{len(report['entries'])} entries, {report['asked']} questions, "
        f"state {report['state_hash']}: {equal} as the journal says"
    )


def is_journal(file: Path) -> bool:
    """A folder, or a file that SQLite wrote."""
    if file.is_dir():
        return True
    with file.open("rb") as opened:
        return opened.read(len(SQLITE)) == SQLITE


def journal_again(file: Path, name: str) -> dict[str, Any]:
    """Fold a match of a journal; nothing in the folder is changed."""
    folder = file if file.is_dir() else file.parent
    journal = Journal.memory(folder, shut="read-only")
    try:
        rows = [row for row in journal.matches() if name in ("", row.match)]
        if not rows:
            raise click.UsageError(
                f"{file}: there is no match {name or 'at all'} in this journal."
            )
        return _folded(journal.entries(rows[-1].match))
    finally:
        journal.close()


def _folded(entries: list[Entry]) -> dict[str, Any]:
    game = found().get(entries[0].game)
    if game is None:
        raise click.UsageError(
            f"This is a match of {entries[0].game}, which is not installed here. "
            "Install that game and try again."
        )
    folded = fold(game, entries)
    hashes = [entry.hash for entry in entries if entry.hash] or [""]
    return _told(entries, folded.match.state) | {
        "equal": not folded.diverged and hashed(folded.match.state) == hashes[-1],
        "diverged": folded.diverged,
    }


def tape_again(file: Path) -> dict[str, Any]:
    """Play the words of a tape through senses, reading and rules, on a fresh table."""
    tape = read(file)
    games = found()
    if tape.header.game not in games:
        raise click.UsageError(
            f"{file.name}: a tape of {tape.header.game!r}, which is not installed here. "
            f"Installed: {', '.join(games)}."
        )
    with tempfile.TemporaryDirectory(prefix="companion-replay-") as folder:
        rules = {name: game.rules for name, game in games.items()}
        journal = Journal.open(Path(folder), newest_rules=rules)
        pieces = Showing(Catalogue(shelves(games)))
        loop = Loop(Table(games, journal, lambda: 0), lambda _: None, pieces=pieces)
        begin(loop, tape.header, file.name)
        for word in tape.words:
            loop.step(word)
        report = _result(loop, journal, file.name)
        journal.close()
    return report


def begin(loop: Loop, header: Header, name: str) -> None:
    """Lay out the table as the header says."""
    if header.pieces is not UNSET:
        registry = Registry(header.pieces.tags, header.pieces.facts)
        loop.pieces.catalogue = loop.pieces.catalogue.with_(registry)
    if not header.players:
        return
    request = {
        "do": "start", "game": header.game, "seats": msgspec.to_builtins(seats(loop, header)),
        "options": header.options, "box": header.box,
    }  # fmt: skip

    def answered(answer: Answer) -> None:
        if answer.refusal is not None:
            raise click.UsageError(f"{name}: the header names no game that can be: "
                                   f"{why(answer.refusal)}")  # fmt: skip

    loop.step(Signal("tablet/tape", request, 0), answered)
    if header.state is not UNSET:
        loop.table.lay(header.state)
        loop.amend(0, "resume")


def why(refusal: Refusal) -> str:
    """A refusal for a terminal."""
    return f"{refusal.key} {refusal.values or ''}".strip()


def seats(loop: Loop, header: Header) -> tuple[Player, ...]:
    """Who sits where: as the tape says, or in the order of the colours."""
    if header.seats is not UNSET:
        return header.seats
    colours = loop.table.games[header.game].seats
    corners = CORNERS.get(len(header.players), CORNERS[4])
    return tuple(
        Player(name, seat, corner)
        for name, seat, corner in zip(header.players, colours, corners, strict=False)
    )


def _result(loop: Loop, journal: Journal, name: str) -> dict[str, Any]:
    rows = journal.matches()
    if not rows:
        raise click.UsageError(
            f"{name}: no match begins on this tape, nor does its header name one."
        )
    return _folded(journal.entries(rows[-1].match))


def _told(entries: list[Entry], state: Any) -> dict[str, Any]:
    return {
        "entries": [msgspec.to_builtins(entry) for entry in entries],
        "asked": sum(
            entry.kind == "move" and entry.body.get("do") == "ask" for entry in entries
        ),
        "state": msgspec.to_builtins(state),
        "state_hash": hashed(state),
    }
