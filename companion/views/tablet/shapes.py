"""The JSON that goes in and out of the API, as types.

Rule: what comes in is taken as it is written here or not at all; the OpenAPI document
is made from these and from the games' own types.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from companion.views.tablet.pieces.told import ShownPieces
from companion.vocabulary import Notice

Id = Annotated[str, Meta(min_length=1, max_length=200)]
Name = Annotated[str, Meta(max_length=20_000)]  # how long it may be, and that it is not
# empty, is said in words of the players, not by the shape
Word = Annotated[str, Meta(max_length=40)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who is to play; without a corner one that is free."""

    name: Name
    seat: Word
    corner: Word = ""


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to begin. Without a box it is the one that was learned."""

    game: Word
    seats: tuple[Seat, ...]
    options: dict[str, Any] = {}
    box: dict[str, Any] | None = None


class Tap(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice taken, or something corrected. ``version`` is what the tablet saw."""

    version: Annotated[int, Meta(ge=0)]
    id: Id
    move: dict[str, Any]


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True):
    """Undo the last decision, or all down to the version ``to``."""

    id: Id
    to: int | None = None
    strike: bool = False


class GiveBack(Struct, frozen=True, forbid_unknown_fields=True):
    """Redo what was undone last."""

    id: Id


class Choose(Struct, frozen=True, forbid_unknown_fields=True):
    """``use``: this wire is the plate from now on. ``learn``: nothing stands on the plate of
    this wire, so let it learn what that looks like. One of them is given."""

    use: Word = ""
    learn: Word = ""


class ForGood(Struct, frozen=True, forbid_unknown_fields=True):
    """This name is deleted for good."""

    name: Name


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class Refused(Struct, frozen=True):
    """Why not, in the reader's language."""

    key: str
    text: str
    book: str = ""


class Done(Struct, frozen=True):
    """It is written."""

    version: int
    match: str = ""


class NotDone(Struct, frozen=True):
    """It was refused, and left no trace."""

    version: int
    refusal: Refused


class Happened(Struct, frozen=True):
    """One entry of the journal, told."""

    version: int
    seat: str
    says: dict[str, Any]
    text: str


class State(Struct, frozen=True):
    """What the viewer may see now."""

    version: int
    match: str
    game: str
    saved: bool
    view: dict[str, Any]
    notices: tuple[Notice, ...]
    pieces: ShownPieces


class Event(Struct, frozen=True):
    """The data of one event of the stream."""

    version: int
    match: str
    game: str
    view: dict[str, Any]
    notices: tuple[Notice, ...]
    saved: bool
    happened: tuple[Happened, ...]
    pieces: ShownPieces


class Open(Struct, frozen=True):
    """One decision that is open now."""

    seat: str
    move: dict[str, Any]
    says: dict[str, Any]
    text: str
    place: str
    usual: bool
    early: bool


class Choices(Struct, frozen=True):
    """All of them."""

    version: int
    choices: tuple[Open, ...]


class Shelved(Struct, frozen=True):
    """A match in the list of matches; times are ms since 1970."""

    match: str
    game: str
    names: tuple[str, ...]
    state: str
    first_at: int
    last_at: int
    entries: int


class Matches(Struct, frozen=True):
    """All of them, the oldest first."""

    version: int
    matches: tuple[Shelved, ...]


class Written(Struct, frozen=True):
    """One entry of the journal, as far as a viewer may know it."""

    version: int
    match: str
    kind: str
    by: str
    id: str
    at: int
    hash: str
    body: Any


class Entries(Struct, frozen=True):
    """The journal of one match."""

    version: int
    match: str
    entries: tuple[Written, ...]


class Wire(Struct, frozen=True):
    """One source, and how long ago (ms) it was heard."""

    source: str
    state: str
    ago: int | None = None


class Bridge(Struct, frozen=True):
    """One wire as a whole. ``state``: absent, opening, hello, live or silent; ``why`` names
    what stands in the way, ``text`` says it to players and ``detail`` to whoever set it up.
    ``device`` is what it says of itself, ``counters`` what happened on the way."""

    name: str
    kind: str
    plate: bool
    in_use: bool
    state: str
    why: str
    text: str
    detail: str
    port: str
    device: dict[str, str]
    counters: dict[str, int]


class Clock(Struct, frozen=True):
    """``wall`` in ms since 1970, to tell people; ``running`` in ms since the start."""

    wall: int
    running: int


class Health(Struct, frozen=True):
    """How the table is. ``free``: bytes on the disk of the journal. ``people``: how many
    hosts, and phones of players in this match. ``refused``: what was turned
    away since the start, by reason (cookie, code, replayed, pin, origin, rights, …). ``readers``:
    how each reader of stickers is: ok, absent or hung."""

    table: str
    version: int
    saved: bool
    sensor: str
    notices: tuple[str, ...]
    wires: tuple[Wire, ...]
    bridges: tuple[Bridge, ...]
    counters: dict[str, int]
    streams: int
    threads: int
    free: int | None
    clock: Clock
    journal: dict[str, Any]
    power: dict[str, tuple[str, ...]]
    people: dict[str, int]
    refused: dict[str, int]
    readers: dict[str, str] = {}
