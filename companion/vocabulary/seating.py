"""Who sits at the table, and who looks; it may change in the middle of a match."""

from __future__ import annotations

from msgspec import Struct


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table. The seat is colour and shape together."""

    name: str
    seat: str
    corner: str = ""


class Viewer(Struct, frozen=True):
    """Who looks, or asks: a role (``host``, ``seat``, ``spectator``), the seat, the
    language. A seat's secrets are for the viewer with this ``seat`` alone; a host has none."""

    role: str = "spectator"
    seat: str = ""
    language: str = "en"


class _Seating(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


class Renamed(_Seating, frozen=True):
    """A player is called otherwise."""

    seat: str
    name: str


class Swapped(_Seating, frozen=True):
    """Two players change places: each goes on with what the other's seat has."""

    seat: str
    other: str


class Left(_Seating, frozen=True):
    """A player has gone home; the others play on."""

    seat: str


class Joined(_Seating, frozen=True):
    """Somebody sits down at a free seat and plays along from now on."""

    player: Player


Seating = Renamed | Swapped | Left | Joined
