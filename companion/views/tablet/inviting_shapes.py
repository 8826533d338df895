"""The JSON of sitting down and of letting others in, as types.

Rule: as in ``shapes``; a name may be longer here than it is kept, so that who typed it
hears so in words.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.views.tablet.shapes import Id, Nothing, Refused, Word
from companion.vocabulary import Seating

Device = Annotated[str, Meta(max_length=64)]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time code in any spelling, or the table's PIN. Name and seat are asked for
    where the code leaves them open."""

    code: str
    name: str = ""
    seat: Word = ""


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """A device that sat here before takes a seat that has no phone."""

    seat: Word


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    """A code for ``host`` or ``seat``; without a seat it is good for any that is free."""

    role: Word
    seat: Word = ""


class Remove(Struct, frozen=True, forbid_unknown_fields=True):
    """This device is let go."""

    device: Device


class Watch(Struct, frozen=True, forbid_unknown_fields=True):
    """May somebody look on who has no seat?"""

    open: bool


class Pass(Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet goes to this seat; without one it comes back."""

    seat: Word = ""


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody is called otherwise, goes home, joins, or two change places."""

    id: Id
    change: Seating


class In(Struct, frozen=True):
    """What the device is from now on."""

    role: str
    seat: str
    match: str
    version: int


class NotIn(Struct, frozen=True):
    """It is not let in. ``seat``: who has that name already; ``wait``: seconds until the
    next try."""

    version: int
    refusal: Refused
    seat: str = ""
    wait: int = 0


class Invitation(Struct, frozen=True):
    """``address`` is what the QR code says; ``until``: seconds that it is good for."""

    code: str
    address: str
    until: int


class Me(Struct, frozen=True):
    """Who asks. ``match``: the one on the table; ``known``: may sit down again without a
    code."""

    role: str
    seat: str
    name: str
    match: str
    known: bool
    table: str


class Phone(Struct, frozen=True):
    """One device that joined; ``here``: it is the one that asks."""

    device: str
    seat: str
    name: str
    here: bool


class Free(Struct, frozen=True):
    """A seat of the match that no phone plays for."""

    seat: str
    name: str


class Around(Struct, frozen=True):
    """Everybody around the table. Before a match ``phones`` are those who wait for it."""

    version: int
    match: str
    hosts: tuple[Phone, ...]
    phones: tuple[Phone, ...]
    free: tuple[Free, ...]
    watch: bool


POSTS: dict[str, tuple[type, type, str]] = {
    "/join": (Join, In, "Sit down with a code, or keep the table with its PIN"),
    "/again": (Again, In, "Sit down again without a code"),
    "/codes": (Invite, Invitation, "A one-time code for somebody else"),
    "/people/remove": (Remove, Nothing, "Let a device go"),
    "/people/watch": (Watch, Nothing, "May others look on"),
    "/pass": (Pass, In, "Play for a seat on this device, or stop that"),
}
"""What is asked, what is answered, and what for. ``/seats`` (``Change``) answers ``Done``."""
GETS: dict[str, tuple[type, str]] = {
    "/me": (Me, "Who asks"),
    "/people": (Around, "Everybody around the table"),
}
