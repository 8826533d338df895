"""One line of the journal: what was done, by whom, and what it led to.

An entry is written as one line of JSON that ends in its check: a CRC32 over the line before
it, started from the check of the entry before. So a torn or flipped byte is found and named,
and a line never has to be built again to be believed. This holds for newer entries, too.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec
from msgspec import UNSET, Struct, UnsetType


class Entry(Struct, frozen=True):
    """``check`` stays the last field: it covers the text of all the others."""

    version: int  # counts the entries of the whole table from 1, without gaps
    match: str
    game: str
    rules: int
    kind: str  # start, move, undo, redo, park, resume, end, lost
    by: str  # the source: hall, drop/nw, tablet/ab12, clock
    id: str  # of the request, or empty
    body: Any
    hash: str  # of the state it led to
    state: Any  # that state itself, now and then
    at: int  # ms since 1970 by the wall clock: to tell people, never to reckon with
    mark: str | UnsetType = UNSET  # newest event of a device taken by then: boot, number
    check: int = 0


class Last(Struct, frozen=True):
    """Where a chain of entries ends."""

    version: int = 0
    check: int = 0
    at: int | None = None


NOTHING = Last()
_CHECK = b',"check":'
_decoder = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder(order="deterministic")


def seal(entry: Entry, last: Last) -> tuple[bytes, Last]:
    """The entry as a line that follows the last one, and where the chain ends then."""
    head = _encoder.encode(entry).rpartition(_CHECK)[0]
    check = crc32(head, last.check)
    return _line(head, check), Last(entry.version, check, entry.at)


def follow(last: Last, line: bytes) -> Last | None:
    """Where the chain ends with this line, or None when it is damaged or not the next."""
    entry = decode(line)
    if entry is None or entry.version != last.version + 1:
        return None
    head = line.rpartition(_CHECK)[0]
    check = crc32(head, last.check)
    return Last(entry.version, check, entry.at) if line == _line(head, check) else None


def decode(line: bytes | str) -> Entry | None:
    """The entry that the line holds, checked for shape alone; None for anything else."""
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError:
        return None


def _line(head: bytes, check: int) -> bytes:
    return b"%b%b%d}" % (head, _CHECK, check)
