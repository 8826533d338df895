"""What a tablet may ask of the table. Each ends in one Answer."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.vocabulary.saying import Refusal
from companion.vocabulary.seating import Player, Seating


class Start(Struct, frozen=True, tag_field="do", tag="start", forbid_unknown_fields=True):
    """Begin a match. The box is what was learned of the owner's copy."""

    game: str
    seats: tuple[Player, ...]
    options: dict[str, Any] = {}
    box: dict[str, Any] = {}


class Park(Struct, frozen=True, tag_field="do", tag="park", forbid_unknown_fields=True):
    """Put the match away, to go on another evening."""

    match: str


class Resume(Struct, frozen=True, tag_field="do", tag="resume", forbid_unknown_fields=True):
    """Go on with a parked match."""

    match: str


class End(Struct, frozen=True, tag_field="do", tag="end", forbid_unknown_fields=True):
    """Stop a match for good, finished or not."""

    match: str


class Take(Struct, frozen=True, tag_field="do", tag="take", forbid_unknown_fields=True):
    """Take a choice, or correct something. ``version`` is what the tablet last saw;
    without one, whatever is open now is meant."""

    move: dict[str, Any]
    version: int | None = None
    id: str = ""


class Undo(Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back the last decision, or all down to ``to``; ``strike`` takes back what
    the world said, too (a roll, a card)."""

    id: str
    to: int | None = None
    strike: bool = False


class Redo(Struct, frozen=True, tag_field="do", tag="redo", forbid_unknown_fields=True):
    """Give back what was last taken back."""

    id: str


class Reseat(Struct, frozen=True, tag_field="do", tag="reseat", forbid_unknown_fields=True):
    """Change who sits at the table, in the middle of a match."""

    change: Seating
    id: str


class Forget(Struct, frozen=True, tag_field="do", tag="forget", forbid_unknown_fields=True):
    """Delete a player's name, and what is told of them, for good."""

    name: str


class Mean(Struct, frozen=True, tag_field="do", tag="mean", forbid_unknown_fields=True):
    """Which of its meanings a shown piece has: ``number`` names the question, ``meaning`` is
    counted from 0; none of them where it is left out."""

    number: int
    id: str
    meaning: int | None = None


class Teach(Struct, frozen=True, tag_field="do", tag="teach", forbid_unknown_fields=True):
    """What a tag is on, what is printed on a piece, or both. A ``piece`` that ends in a slash
    is the next of that kind that nobody showed yet: ``labyrinth/chip/``."""

    piece: str
    id: str
    tag: str = ""
    facts: dict[str, Any] = {}


class Unteach(Struct, frozen=True, tag_field="do", tag="unteach", forbid_unknown_fields=True):
    """A tag is on nothing any more."""

    tag: str
    id: str


class Guide(Struct, frozen=True, tag_field="do", tag="guide", forbid_unknown_fields=True):
    """Ask for piece after piece, from this one on, and learn the tags that are shown; without
    a piece, do so no more."""

    id: str
    piece: str = ""


class Ignore(Struct, frozen=True, tag_field="do", tag="ignore", forbid_unknown_fields=True):
    """Nobody wants to say now what this tag is on, or what is printed there."""

    tag: str
    id: str


class Adopt(Struct, frozen=True, tag_field="do", tag="adopt", forbid_unknown_fields=True):
    """Take over what another table, or this one earlier, was taught of its pieces."""

    tags: dict[str, str]
    facts: dict[str, dict[str, Any]]
    id: str


Request = (
    Start
    | Park
    | Resume
    | End
    | Take
    | Undo
    | Redo
    | Reseat
    | Forget
    | Mean
    | Teach
    | Unteach
    | Guide
    | Ignore
    | Adopt
)


class Answer(Struct, frozen=True):
    """What the table says to a request: 200, 403 (not theirs), 404, 409 (stale) or 422
    (refused)."""

    status: int
    version: int
    refusal: Refusal | None = None
    match: str = ""
    saved: bool = True
