"""What the table was taught of its pieces, in a file beside the journal.

Rule: the file is replaced whole or not at all. One that cannot be read is put aside and
told of, and the table is taught anew.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion import whole
from companion.registry import Catalogue, Registry, sound

log = logging.getLogger(__name__)

NAME = "pieces.json"
FORMAT = 1


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the file, and in one that is handed on to another table."""

    tags: dict[str, str] = {}
    facts: dict[str, dict[str, object]] = {}
    pieces: int = FORMAT


def taught(folder: Path, catalogue: Catalogue) -> Registry:
    """What was taught; nothing where there is no file, or none that can be read. What its
    pieces cannot bear is left out, and stays in the file until somebody teaches more."""
    file = folder / NAME
    try:
        page = msgspec.json.decode(file.read_bytes(), type=Page)
    except FileNotFoundError:
        return Registry()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        aside = file.with_name(f"{NAME}.damaged")
        log.warning(
            "%s: cannot be read (%s). It is kept as %s, and the pieces are taught anew.",
            file, wrong, aside.name,
        )  # fmt: skip
        with suppress(OSError):
            file.replace(aside)
        return Registry()
    kept = Registry(page.tags, page.facts)
    believed = sound(catalogue, kept)
    if believed != kept:
        log.warning("%s: some of it is no tag or no fact of a piece, and is left out", file)
    return believed


def keep(folder: Path, registry: Registry) -> bool:
    """Write it down; False where the disk does not take it."""
    try:
        whole.replace(folder / NAME, text(registry))
    except OSError as wrong:
        log.warning("%s: is not written (%s)", folder / NAME, wrong)
        return False
    return True


def text(registry: Registry) -> bytes:
    """As the file has it."""
    page = Page(dict(sorted(registry.tags.items())), dict(sorted(registry.facts.items())))
    return msgspec.json.format(msgspec.json.encode(page)) + b"\n"
