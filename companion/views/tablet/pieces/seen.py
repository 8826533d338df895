"""What one viewer may see of the pieces that are shown to the table.

Rule: pure. A meaning that is somebody's secret is in nobody else's look, and in a game with
secrets nobody is told which piece was shown: only that there is one nobody knows.
"""

from __future__ import annotations

from msgspec import Struct

from companion.showing import Pieced, Which, is_seen
from companion.vocabulary import Meaning, Says, Viewer


class Meant(Struct, frozen=True):
    """One answer that this viewer may give; ``meaning`` is its number for the table."""

    meaning: int
    says: Says
    seat: str = ""
    secret: bool = False


class Asks(Struct, frozen=True):
    """What a shown piece means: the question and the answers."""

    number: int
    says: Says
    meanings: tuple[Meant, ...]


class Wanted(Struct, frozen=True):
    """Somebody has to say what was shown. ``why``: ``new`` where nobody knows the piece,
    ``facts`` where it is not known what is printed on it. Without a ``tag`` nobody else
    may know which one it is."""

    tag: str
    why: str


class Seen(Struct, frozen=True):
    """As ``Pieced``, through the eyes of one viewer."""

    which: Asks | None = None
    asked: Wanted | None = None
    unknown: tuple[str, ...] = ()
    guide: str = ""
    latest: str = ""


def seen(now: Pieced, viewer: Viewer, has_secrets: bool) -> Seen:
    """The pieces as this viewer may know of them, in a game with secrets or without."""
    if viewer.role == "spectator":
        return Seen()
    which = _which(now.which, viewer) if now.which else None
    asked = _asked(now, has_secrets) if now.asked else None
    if viewer.role != "host":
        return Seen(which, asked)
    is_told = not has_secrets or now.latest in now.unknown
    return Seen(which, asked, now.unknown, now.guide, now.latest if is_told else "")


def _which(which: Which, viewer: Viewer) -> Asks | None:
    """The answers are counted as the table counts them for this viewer."""
    known = enumerate(one for one in which.meanings if is_seen(one, viewer))
    theirs = tuple(
        Meant(number, one.says, one.seat, one.secret)
        for number, one in known
        if _is_theirs(one, viewer)
    )
    return Asks(which.number, which.says, theirs) if theirs else None


def _is_theirs(meaning: Meaning, viewer: Viewer) -> bool:
    return viewer.role == "host" or meaning.seat in ("", viewer.seat)


def _asked(now: Pieced, has_secrets: bool) -> Wanted:
    is_new = now.asked in now.unknown
    return Wanted(now.asked if is_new or not has_secrets else "", "new" if is_new else "facts")
