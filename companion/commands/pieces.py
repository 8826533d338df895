"""``companion pieces``: what a table was taught of its pieces, to look at and to hand on.

Rule: looking changes nothing. What another table was taught is taken over whole or not at all,
and never while a service runs on that folder: it would not see it, and write over it.
"""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from companion import whole
from companion.commands.found import folder, shelves
from companion.commands.taught import NAME, WHY, Damaged, looked_up, some
from companion.journal import Busy
from companion.journal.lock import Lock
from companion.languages import words
from companion.registry import Catalogue, Registry, adopt, export
from companion.registry.page import MOST, read, written
from companion.vocabulary import Adopt, Pieces, Refusal

UNFIT = {
    **WHY,
    "house.no.piece": "there is no piece {piece} in the games that are installed",
    "house.no.piece_other": "{piece} is another one here than there",
    "house.no.tag": "{tag} can be no tag",
    "house.no.tag_taken": "{tag} is on {piece} here, and on {wanted} there. Take it off here first",
    "house.no.tag_random": "{tag} is a number that a phone makes up anew each time",
    "house.no.tag_cut": "{tag} is only the front of a longer number",
    "house.no.tags": "with these there would be more than {most} tags",
    "house.no.fact": "what it tells of a piece as {fact} cannot be printed there",
    "house.no.fact_count": "{piece}: {fact} has {said}, and the number there says {count}",
    "house.no.fact_row": "{piece}: {fact} has {said} words, and the box has {count}",
    "house.no.fact_each": "{piece}: {fact} has {word} {said} times, and the box {count} times",
    "house.no.fact_begins": "{piece}: {fact} begins with another word than {word}",
    "house.no.fact_taken": "what it tells of a piece stands on {piece} here",
}
"""Why a file is not taken over."""


class Count(Struct, frozen=True):
    """Of one kind: how many there are, how many bear a tag, of how many everything that a game
    needs was told."""

    pieces: int
    tagged: int
    told: int


@click.command(epilog="Example: companion pieces labyrinth --data DIR --export labyrinth.json")
@click.argument("game", required=False)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True,
    help="The folder of the table's data.",
)  # fmt: skip
@click.option("--export", "out", metavar="FILE", help="Write it to FILE, or - for a pipe.")
@click.option("--import", "source", metavar="FILE", help="Take it over from FILE, or from -.")
@click.option("--json", "as_json", is_flag=True, help="All of it as JSON, for other programs.")
@click.option("--language", default="en", show_default=True, help="Language of the names.")
def pieces(
    game: str | None, data: Path, out: str | None, source: str | None, as_json: bool,
    language: str,
) -> None:  # fmt: skip
    """Show which stickers and codes the table in DIR knows, of GAME or of all games.

    With --export this becomes a file for another table, which takes it over with --import.
    Labels that were printed with companion labels are known without it.
    """
    if out is not None and source is not None:
        raise click.UsageError("--export and --import: choose one of them.")
    known = _known(game)
    if source is not None:
        click.echo(_import(data, source, game or ""))
        return
    registry = _registry(data)
    if out is not None:
        _export(data, out, registry, game or "")
    elif as_json:
        click.echo(json.dumps(_plain(known, registry, game or ""), ensure_ascii=False))
    else:
        for shelf in known.values():
            _tell(shelf, registry, language)


def _known(game: str | None) -> dict[str, Pieces]:
    there = shelves()
    if game is None:
        return there
    if game not in there:
        raise click.UsageError(
            f"There are no pieces of a game {game!r} here. Known: {', '.join(there)}."
        )
    return {game: there[game]}


def _registry(data: Path) -> Registry:
    """As the table believes it. Only the service puts a damaged file aside."""
    try:
        return looked_up(data, Catalogue(shelves()))
    except Damaged as wrong:
        raise click.UsageError(
            f"{data / NAME}: cannot be read ({wrong}). "
            "Move it away: the table is taught anew then."
        ) from None


# To look at.


def counted(shelf: Pieces, registry: Registry) -> dict[str, Count]:
    """How much of each kind is known."""
    tagged = set(registry.tags.values())
    kinds: dict[str, Count] = {}
    for piece in shelf.pieces:
        id, so_far = f"{shelf.game}/{piece.id}", kinds.get(piece.kind, Count(0, 0, 0))
        told = registry.facts.get(id, {})
        kinds[piece.kind] = Count(
            so_far.pieces + 1,
            so_far.tagged + (id in tagged),
            so_far.told + all(fact.key in told for fact in piece.facts if fact.needed),
        )
    return kinds


def _tell(shelf: Pieces, registry: Registry, language: str) -> None:
    spoken = words(language, folder(shelf) / "words")
    click.echo(spoken.word(f"{shelf.game}.title"))
    needs = {piece.kind for piece in shelf.pieces if any(one.needed for one in piece.facts)}
    for kind, count in counted(shelf, registry).items():
        printed = f", what is printed on {count.told}" if kind in needs else ""
        name = spoken.word(f"{shelf.game}.kind.{kind}")
        click.echo(f"  {name}: the tags of {count.tagged} of {count.pieces}{printed}")


def _plain(known: dict[str, Pieces], registry: Registry, game: str) -> dict[str, Any]:
    kinds = {name: msgspec.to_builtins(counted(one, registry)) for name, one in known.items()}
    return {"games": kinds, **msgspec.to_builtins(export(registry, game))}


# To hand on.


def _export(data: Path, out: str, registry: Registry, game: str) -> None:
    said = written(export(registry, game))
    if out == "-":
        click.echo(said, nl=False)
        return
    place = Path(out)
    try:
        if place.resolve() == (data / NAME).resolve():
            raise click.UsageError(f"{out}: this is the table's own. Take another name.")
        if place.exists() and not _is_ours(place):
            raise click.UsageError(f"{out}: something else is there. Take another name.")
        whole.replace(place.resolve(), said)
    except OSError as wrong:
        raise click.UsageError(
            f"{out}: cannot be written ({wrong.strerror}). Name a file in a folder of yours."
        ) from None


def _is_ours(place: Path) -> bool:
    """Is it a file that we wrote, and that may be written over?"""
    return place.is_file() and not isinstance(read(some(place)), Refusal)


def _import(data: Path, source: str, game: str) -> str:
    name = "standard input" if source == "-" else source
    asked = _asked(source, name)
    front = f"{game}/" if game else ""
    tags = {tag: id for tag, id in asked.tags.items() if id.startswith(front)}
    facts = {id: told for id, told in asked.facts.items() if id.startswith(front)}
    with closing(_locked(data)):
        after = adopt(Catalogue(shelves(), _registry(data)), Adopt(tags, facts, ""))
        if isinstance(after, Refusal):
            raise _not_taken(name, after)
        _keep(data, after)
    return f"{name}: taken over, {len(tags)} tags and what is printed on {len(facts)} pieces."


def _asked(source: str, name: str) -> Registry:
    try:
        said = sys.stdin.buffer.read(MOST + 1) if source == "-" else some(Path(source))
    except OSError as wrong:
        raise click.UsageError(
            f"{name}: cannot be read ({wrong.strerror}). Name a file that --export wrote."
        ) from None
    asked = read(said)
    if isinstance(asked, Refusal):
        raise _not_taken(name, asked)
    return asked


def _not_taken(name: str, why: Refusal) -> click.UsageError:
    said = UNFIT[why.key].format(**why.values) if why.key in UNFIT else words("en").say(why)
    return click.UsageError(f"{name}: {said}. Nothing was taken over.")


def _locked(data: Path) -> Lock:
    """The folder is ours alone, as for the service."""
    try:
        return Lock(data)
    except Busy as busy:
        who = f"process {busy.process}" if busy.process else "another process"
        raise click.UsageError(
            f"{data}: a companion is at work on this folder ({who}). Stop it, then try again; "
            "or take the file over on its page of pieces."
        ) from None
    except OSError as wrong:
        raise _unkept(data, wrong) from None


def _keep(data: Path, registry: Registry) -> None:
    try:
        whole.replace(data / NAME, written(registry))
    except OSError as wrong:
        raise _unkept(data, wrong) from None


def _unkept(data: Path, wrong: OSError) -> click.UsageError:
    return click.UsageError(
        f"{data}: cannot be written ({wrong.strerror}). Free the disk or the folder, then try "
        "again. Nothing was taken over."
    )
