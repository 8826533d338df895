"""What the senses saw. A field is ``a1`` … ``f6`` in the sensors' own order."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Covered(Struct, frozen=True, tag=True):
    """A magnet stands over the field; weight is its share of a full signal."""

    field: str
    at: int
    weight: float = 1.0


class Cleared(Struct, frozen=True, tag=True):
    """No magnet stands over the field any more."""

    field: str
    at: int


class Spot(Struct, frozen=True, array_like=True):
    """Where a magnet was: when, how many mm to the right and below the middle of a1, in the
    sensors' own order, and how strong, as a share of a full signal."""

    at: int
    x: float
    y: float
    share: float


class Dropped(Struct, frozen=True, tag=True):
    """A ball lies in the tray: ``nw``, ``ne``, ``sw`` or ``se``. ``traces``: how each magnet
    that moved in the seconds before went, where the sensors can tell."""

    tray: str
    at: int
    traces: tuple[tuple[Spot, ...], ...] = ()


class Emptied(Struct, frozen=True, tag=True):
    """The ball was taken out of the tray."""

    tray: str
    at: int


class Shown(Struct, frozen=True, tag=True):
    """A piece was shown to a reader: ``labyrinth/chip/7``, empty where nobody has said yet what
    this tag is on. ``again``: it lay here a moment ago and perhaps never was away, so that
    it counts only in another turn. ``facts``: what is printed on it, as far as anybody
    said; ``lacks``: which needed ones nobody did."""

    piece: str
    at: int
    tag: str = ""
    reader: str = ""
    again: bool = False
    facts: dict[str, Any] = {}
    lacks: tuple[str, ...] = ()


class Gone(Struct, frozen=True, tag=True):
    """A piece was taken away from a reader."""

    piece: str
    at: int
    tag: str = ""
    reader: str = ""


class Unread(Struct, frozen=True, tag=True):
    """Something was shown that says nothing; why: ``random`` (a phone or a badge with another
    number each time), ``cut`` (a number of which the reader gives a part), ``number``
    (no number of a tag), ``two`` (several at once), ``code`` (no text that a label has),
    ``face`` (no face of any die)."""

    why: str
    at: int
    reader: str = ""


class Rolled(Struct, frozen=True, tag=True):
    """A die came to rest, and shows this face."""

    die: str
    face: int
    at: int
    reader: str = ""


class Blind(Struct, frozen=True, tag=True):
    """The sensor of a field tells nothing any more; why: ``dead`` or ``stuck``."""

    field: str
    at: int
    why: str


class Seeing(Struct, frozen=True, tag=True):
    """The sensor of a field tells again."""

    field: str
    at: int


class Unclear(Struct, frozen=True, tag=True):
    """The whole plate cannot be believed; why: ``unplugged``, ``inverted``,
    ``reversed`` (one magnet upside down, at ``field``), ``foreign`` (a phone, a tool),
    or empty once it can be believed again."""

    why: str
    at: int
    field: str = ""


class Shaken(Struct, frozen=True, tag=True):
    """The table was knocked; a ball may have come off by that."""

    at: int


class Struck(Struct, frozen=True, tag=True):
    """Something struck the floor of the box: the ear under it heard a ball, perhaps."""

    at: int


class Amended(Struct, frozen=True, tag=True):
    """People changed the state: a start, an undo, a correction, a resume. What stands
    on the table may differ from it until somebody sees to it. ``why``: start, resume,
    undo, redo, or the tag of a move; ``standing``: what the senses see by then."""

    at: int
    why: str = ""
    standing: tuple[Covered | Dropped | Blind | Unclear, ...] = ()


Sighting = (
    Covered
    | Cleared
    | Dropped
    | Emptied
    | Shown
    | Gone
    | Unread
    | Rolled
    | Blind
    | Seeing
    | Unclear
    | Shaken
    | Struck
    | Amended
)
