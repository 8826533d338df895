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

    def among(self, names: dict[str, str]) -> dict[str, str]:
        """The names by seat after it; none if nobody sits there."""
        return {**names, self.seat: self.name} if self.seat in names else {}


class Swapped(_Seating, frozen=True):
    """Two players change places: each goes on with what the other's seat has."""

    seat: str
    other: str

    def among(self, names: dict[str, str]) -> dict[str, str]:
        """The names by seat after it, where a game lets everything else stay with the colour; none
        if nobody sits at one of the two."""
        if not {self.seat, self.other} <= names.keys():
            return {}
        return {**names, self.seat: names[self.other], self.other: names[self.seat]}


class Left(_Seating, frozen=True):
    """A player has gone home; the others play on."""

    seat: str


class Joined(_Seating, frozen=True):
    """Somebody sits down at a free seat and plays along from now on."""

    player: Player


Seating = Renamed | Swapped | Left | Joined
