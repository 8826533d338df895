"""What the table was taught of its pieces, in a file beside the journal.

Rule: the file is replaced whole or not at all. One that cannot be read is put aside by the
service and told of, and the table is taught anew; whoever only looks leaves it as it is.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from companion import whole
from companion.registry import Catalogue, Registry, sound
from companion.registry.page import MOST, read, written
from companion.vocabulary import Refusal

log = logging.getLogger(__name__)

NAME = "pieces.json"


class Damaged(Exception):
    """The file cannot be read; the text says why."""


def looked_up(folder: Path, catalogue: Catalogue) -> Registry:
    """What was taught; nothing where there is no file. What no piece can bear is left out, and
    stays in the file until somebody teaches more. Damaged where it cannot be read."""
    try:
        page = read(some(folder / NAME))
    except FileNotFoundError:
        return Registry()
    except OSError as wrong:
        raise Damaged(wrong.strerror or type(wrong).__name__) from None
    if isinstance(page, Refusal):
        raise Damaged(WHY[page.key])
    believed = sound(catalogue, page)
    if believed != page:
        log.warning("%s: some of it is no tag or no fact of a piece, and is left out", NAME)
    return believed


def taught(folder: Path, catalogue: Catalogue) -> Registry:
    """The same for the service, which puts aside what it cannot read."""
    file = folder / NAME
    try:
        return looked_up(folder, catalogue)
    except Damaged as wrong:
        aside = file.with_name(f"{NAME}.damaged")
        log.warning(
            "%s: cannot be read (%s). It is kept as %s, and the pieces are taught anew.",
            file, wrong, aside.name,
        )  # fmt: skip
        with suppress(OSError):
            file.replace(aside)
        return Registry()


def keep(folder: Path, registry: Registry) -> bool:
    """Write it down; False where the disk does not take it."""
    try:
        whole.replace(folder / NAME, written(registry))
    except OSError as wrong:
        log.warning("%s: is not written (%s)", folder / NAME, wrong)
        return False
    return True


def some(file: Path) -> bytes:
    """As much as a file of pieces can have, and a little more, so that more is noticed."""
    with file.open("rb") as opened:
        return opened.read(MOST + 1)


WHY = {
    "house.no.pieces_empty": "there is nothing in it",
    "house.no.pieces_size": f"it is too large; pieces take {MOST // 1024} kB at most",
    "house.no.pieces_json": "it is no JSON",
    "house.no.pieces_format": "it is no file of pieces, as --export writes one",
    "house.no.pieces_newer": "it is in the format of another companion. Update this one",
}
"""Why a file is none, for whoever keeps the table."""
