"""The JSON of pieces that goes in and out of the API, as types.

Rule: as in ``shapes``. A tag has one spelling, ``nfc:`` with digits or ``code:`` with text;
another is no tag.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from companion.languages import Words
from companion.views.tablet.pieces.seen import Seen
from companion.views.tablet.pieces.told import AsksWhat, AsksWhich, CanMean, ShownPieces
from companion.views.tablet.shapes import Done, Id
from companion.views.tablet.speech import plain

Tag = Annotated[str, Meta(max_length=1000)]
PieceId = Annotated[str, Meta(min_length=1, max_length=200)]


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """This tag is on this piece, this is printed on it, or both. A piece that ends in a slash
    is the next of its sort that no tag is on: ``labyrinth/chip/``."""

    id: Id
    piece: PieceId
    tag: Tag = ""
    facts: dict[str, Any] = {}


class TakingOff(Struct, frozen=True, forbid_unknown_fields=True):
    """This tag is on nothing any more."""

    id: Id
    tag: Tag


class Guiding(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for piece after piece from this one on; without one, no more."""

    id: Id
    piece: Annotated[str, Meta(max_length=200)] = ""


class NotNow(Struct, frozen=True, forbid_unknown_fields=True):
    """Nobody wants to say now what this tag is on."""

    id: Id
    tag: Tag


class Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """Which of its meanings the shown piece has; none of them without a number."""

    id: Id
    number: int
    meaning: Annotated[int, Meta(ge=0)] | None = None


class Adopting(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of pieces as ``/pieces.json`` gives it, and the id of the request."""

    id: Id
    pieces: int
    tags: dict[str, str] = {}
    facts: dict[str, dict[str, Any]] = {}


class OnePiece(Struct, frozen=True):
    """A piece of a game. ``known``: how many tags are on it; which ones (``tags``) is told
    to a host. ``lacks``: facts that nobody told yet."""

    piece: str
    text: str
    numbered: bool
    known: int
    tags: tuple[str, ...]
    facts: dict[str, Any]
    lacks: tuple[str, ...]


class OneKind(Struct, frozen=True):
    """The pieces of one kind."""

    kind: str
    text: str
    pieces: tuple[OnePiece, ...]


class OneShelf(Struct, frozen=True):
    """The pieces of one game. ``known``: how many have a tag."""

    game: str
    text: str
    known: int
    all: int
    kinds: tuple[OneKind, ...]


class AllPieces(Struct, frozen=True):
    """Every game's pieces."""

    version: int
    games: tuple[OneShelf, ...]


POSTS: dict[str, tuple[type, type, str]] = {
    "/pieces/teach": (Telling, Done, "Say what a tag is on, or what is printed on a piece"),
    "/pieces/unteach": (TakingOff, Done, "Take a tag off its piece"),
    "/pieces/guide": (Guiding, Done, "Ask for piece after piece, or stop"),
    "/pieces/ignore": (NotNow, Done, "Do not ask about this tag now"),
    "/pieces/import": (Adopting, Done, "Take over what another table was taught"),
    "/pieces/mean": (Choosing, Done, "Say what the shown piece means"),
}
GETS: dict[str, tuple[type, str]] = {
    "/pieces": (AllPieces, "The pieces of every game, and what is known of them"),
}


def shown(now: Seen, words: Words) -> ShownPieces:
    """What there is to see, with its sentences."""
    which, asked = now.which, now.asked
    return ShownPieces(
        AsksWhich(
            which.number, plain(which.says), words.say(which.says),
            tuple(
                CanMean(one.meaning, one.seat, plain(one.says), words.say(one.says))
                for one in which.meanings
            ),
        ) if which else None,
        AsksWhat(asked.tag, asked.why) if asked else None,
        now.unknown, now.guide, now.latest,
    )  # fmt: skip
