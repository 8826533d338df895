"""``companion forget``: a player's name and what is told of them are deleted for good.

Rule: everything in the data folder is seen to, the journal last; so what broke off is done
by the same command again. What lies elsewhere is named, since nobody else will think of it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from companion.commands.found import found
from companion.forgetting import forgetting, named
from companion.journal import Busy, CannotOpen, Entry, Journal, NotSaved, copy
from companion.journal.leftovers import LIVE, delete_damaged, rewrite_kept, unknown
from companion.naming import heard, is_alike
from companion.people import People
from companion.vocabulary import Game

INSTEAD = "Somebody"
PEOPLE = "people.json*"
TEXTS = {".json", ".jsonl", ".toml", ".part", ".damaged"}
"""What we and the owner write beside the journal; films and the like are nobody's names."""
_STRING = re.compile(rb'"(?:[^"\\\x00-\x1f]|\\.)*"')


class Report(Struct, frozen=True):
    """What was done. ``clean``: no trace is left in the journal's file; else one goes with
    the next start, since somebody was reading."""

    matches: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()  # journals that were set aside
    deleted: tuple[str, ...] = ()
    left: tuple[str, ...] = ()  # files of others that hold the name, or may
    phones: int = 0
    clean: bool = True

    @property
    def has_found(self) -> bool:
        """There was somebody of that name."""
        return bool(self.matches or self.rewritten or self.deleted or self.phones)


@click.command(epilog="Example: companion forget Ada --data ~/.local/share/companion")
@click.argument("name")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True,
    help="The folder of the table's data.",
)  # fmt: skip
@click.option("--instead", default=INSTEAD, show_default=True, help="What the sheets say then.")
def forget(name: str, data: Path, instead: str) -> None:
    """Delete the NAME of a player for good, and with it their statistics.

    The matches stay, as if somebody else had played them. Stop the companion first."""
    if not heard(instead) or is_alike(instead, name):
        raise click.UsageError(f"{instead!r} cannot stand for {name!r}. Choose another word.")
    with closing(_opened(data)) as journal:
        people = People(data) if any(data.glob(PEOPLE)) else None
        try:
            report = forget_in(journal, people, found(), name, instead)
        except NotSaved as trouble:
            raise click.UsageError(str(trouble)) from None
        except (OSError, sqlite3.Error) as wrong:
            told = f"{data}: it broke off ({wrong}). Free the disk or the file, then try again."
            raise click.UsageError(told) from None
        if not report.has_found:
            raise click.UsageError(_nobody(name, journal))
    for line in _told(report, name, instead):
        click.echo(line)


def forget_in(
    journal: Journal, people: People | None, games: Mapping[str, Game], name: str,
    instead: str = INSTEAD,
) -> Report:  # fmt: skip
    """Forget a player in the folder of this journal, which nobody else uses. Raises NotSaved;
    then it may be asked again."""
    if journal.shut:
        raise NotSaved(journal.folder, journal.shut)
    with journal.reading() as reader:
        anew = list(forgetting(games, name, instead)(reader))
    report = forget_around(journal.folder, people, games, name, anew, instead)
    clean = journal.rewrite(lambda _: anew)
    return replace(report, clean=clean)


def forget_around(
    folder: Path, people: People | None, games: Mapping[str, Game], name: str,
    anew: Sequence[Entry], instead: str = INSTEAD,
) -> Report:  # fmt: skip
    """Everything but the journal itself, in any thread; ``anew`` is what becomes of its
    entries, for ``Journal.rewrite`` in the thread that writes."""
    persons = people.persons() if people else ()
    report = Report(
        matches=tuple(dict.fromkeys(entry.match for entry in anew)),
        phones=sum(is_alike(person.name, name) for person in persons),
        rewritten=_names(rewrite_kept(folder, forgetting(games, name, instead))),
        deleted=_names(_delete_tapes(folder, name)),
    )
    if not report.has_found:
        return report
    if people:
        people.forget(name)
    deleted = (*report.deleted, *_names(delete_damaged(folder)))
    left = _names([*unknown(folder), *_holding(folder, name)])
    return replace(report, deleted=deleted, left=left)


def _opened(data: Path) -> Journal:
    if not any((data / one).exists() for one in (LIVE, copy.NAME)):
        raise click.UsageError(
            f"{data}: there is no journal here. Name the folder that has it."
        )
    rules = {name: game.rules for name, game in found().items()}
    try:
        return Journal.open(data, newest_rules=rules)
    except Busy as busy:
        who = f"process {busy.process}" if busy.process else "another process"
        raise click.UsageError(
            f"{data}: a companion is at work on this folder ({who}). Stop it, then try again."
        ) from None
    except CannotOpen as trouble:
        raise click.UsageError(str(trouble)) from None


def _names(paths: list[Path]) -> tuple[str, ...]:
    return tuple(path.name for path in paths)


def _delete_tapes(folder: Path, name: str) -> list[Path]:
    """A tape is what the wires said, word for word, or it is none; so one that holds the
    name is deleted, not changed. It is ten minutes of signals, and no match needs it."""
    gone = [
        path for path in _holding(folder, name)
        if path.name.startswith("tape-") or path.suffix == ".part"
    ]  # fmt: skip
    for path in gone:
        path.unlink()
    return gone


def _holding(folder: Path, name: str) -> list[Path]:
    """Files beside the journal that hold the name."""
    texts = (path for path in sorted(folder.iterdir()) if path.suffix in TEXTS)
    return [
        path for path in texts if not path.name.startswith("journal") and _holds(path, name)
    ]


def _holds(path: Path, name: str) -> bool:
    """Read string by string, so that a tape that breaks off is no riddle."""
    strings = {one.group() for one in _STRING.finditer(path.read_bytes())}
    return any(is_alike(_spoken(one), name) for one in strings)


def _spoken(string: bytes) -> str:
    try:
        return str(json.loads(string))
    except ValueError:  # cut off within a letter: then it is no name either
        return ""


def _nobody(name: str, journal: Journal) -> str:
    matches = [journal.entries(row.match) for row in journal.matches()]
    names = sorted({name for entries in matches for name in named(entries)})
    known = f"There are: {', '.join(names)}." if names else "No match was played yet."
    return f"{journal.folder}: nobody is called {name!r} here. {known}"


def _told(report: Report, name: str, instead: str) -> Iterator[str]:
    """What was done, and what is beyond us."""
    count = len(report.matches)
    matches = f"{count} match{'' if count == 1 else 'es'}"
    yield f"{name} is forgotten: in {matches} it is {instead} who played."
    for what, names in (("Changed too", report.rewritten), ("Deleted", report.deleted)):
        if names:
            yield f"{what}: {', '.join(names)}."
    if not report.clean:
        yield "A trace is left in the journal's file; it goes with the next start."
    if report.left:
        yield f"Not touched, and the name may stand there: {', '.join(report.left)}."
    yield (
        "Out of reach: backups and tapes kept elsewhere, [players] in companion.toml, and the "
        "spare blocks of the memory card."
    )
