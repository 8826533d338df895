"""What a table was taught of its pieces, as a file: to keep, and to hand on to another table.

Rule: pure. It is read as we write it, or not at all, and the reason is one clear sentence.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.registry.catalogue import Registry
from companion.vocabulary import Refusal

FORMAT = 1
MOST = 256 * 1024  # bytes; 2000 pieces with four facts each take half of it


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in it. ``pieces`` is the number of the format."""

    pieces: int
    tags: dict[str, str] = {}
    facts: dict[str, dict[str, Any]] = {}


def read(text: bytes) -> Registry | Refusal:
    """What stands in it, or what is wrong with it."""
    if not text.strip():
        return Refusal("house.no.pieces_empty")
    if len(text) > MOST:
        return Refusal("house.no.pieces_size")
    try:
        said = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Refusal("house.no.pieces_json")
    try:
        page = msgspec.convert(said, Page)
    except (msgspec.ValidationError, RecursionError):
        return Refusal("house.no.pieces_format")
    if page.pieces != FORMAT:
        return Refusal("house.no.pieces_newer")
    return Registry(page.tags, page.facts)


def written(registry: Registry) -> bytes:
    """The same the other way round; what is alike looks alike."""
    tags, facts = dict(sorted(registry.tags.items())), dict(sorted(registry.facts.items()))
    page = Page(FORMAT, tags, facts)
    return msgspec.json.format(msgspec.json.encode(page)) + b"\n"
