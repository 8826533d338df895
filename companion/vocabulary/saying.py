"""What is said to people: a key and values; the languages put it into words."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Says(Struct, frozen=True):
    """One sentence for people; book is the place in the rulebook, if it has one."""

    key: str
    values: dict[str, str | int] = {}
    book: str = ""


class Refusal(Says, frozen=True):
    """Why not."""


class Choice(Struct, frozen=True):
    """A decision open to a seat now. ``place`` puts it on the drawing instead of the
    shelf; ``usual`` is the one that most people take; ``early`` ends another's turn.
    ``secret``: nobody but this seat may know that it is open, or that it was taken.
    ``by_will``: the world says it only once somebody wants it, a roll instead of a walk; so
    what an undo has kept is not said again by itself.
    Where several seats choose at once, the move names its seat."""

    seat: str
    move: Any
    says: Says
    place: str = ""
    usual: bool = False
    early: bool = False
    secret: bool = False
    by_will: bool = False


class Sealed(Struct, frozen=True):
    """A move that one seat alone may know until the game opens it: what the others are
    told instead, and what they see of the move (plain values, as JSON has them). ``binds``: it
    was an answer to what others chose in secret, too, so that an undo of what opened it takes
    it back as well; a card that is merely shown at the end stays where it is. ``ever``: nothing
    opens it, so that nobody has to ask again after every move."""

    seat: str
    says: Says
    move: dict[str, Any]
    binds: bool = True
    ever: bool = False


class Option(Struct, frozen=True):
    """One answer to a question, and the moves it stands for."""

    says: Says
    moves: tuple[Any, ...] = ()


class Question(Struct, frozen=True):
    """Two or more moves explain what was seen; people say which."""

    says: Says
    options: tuple[Option, ...]
    place: str = ""
    about: str = ""


class Notice(Struct, frozen=True):
    """Something the table should see to while it plays on; gone when it is mended."""

    key: str
    place: str = ""
    seat: str = ""
    kind: str = "hint"  # hint, repair or fault
    values: dict[str, str | int] = {}


class Line(Struct, frozen=True):
    """One line of a sheet: points, why, and the place in the book."""

    points: int
    reason: Says


class Score(Struct, frozen=True):
    """A player's sheet."""

    name: str
    total: int
    lines: tuple[Line, ...]


class Scores(Struct, frozen=True):
    """All sheets, and who won."""

    players: tuple[Score, ...]
    winners: tuple[str, ...]
