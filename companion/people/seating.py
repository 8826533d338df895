"""Who may sit where: what somebody asks for at the door, and why not.

Rule: it looks at the register and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.naming import is_alike
from companion.people.answers import Why
from companion.people.codes import Ticket
from companion.people.person import Person
from companion.people.register import Register


class Wish(Struct, frozen=True):
    """What a device asks for. ``match``, ``seats`` and ``names`` are of the match on the
    table; no ``seats``: whatever colour there is."""

    device: str
    name: str = ""
    seat: str = ""
    match: str = ""
    seats: tuple[str, ...] = ()
    names: Mapping[str, str] = {}


def admitted(register: Register, ticket: Ticket | Why, wish: Wish) -> Person | Why:
    """Who they are from now on, but for the new device and the time."""
    if isinstance(ticket, Why):
        return ticket
    if ticket.role == "host":
        name = wish.name or _former(register, wish.device)
        return Person(wish.device, "host", name=name)
    seat = ticket.seat or wish.seat
    why = _why_not_there(register, ticket, wish, seat)
    if why:
        return Why(why)
    name = wish.name or wish.names.get(seat) or _former(register, wish.device)
    if not name:
        return Why("house.no.name")
    if any(is_alike(name, other) for other in _others(register, wish, seat)):
        return Why("house.no.name_taken")
    return Person(wish.device, "seat", seat, name, wish.match)


def seated_again(register: Register, wish: Wish) -> Person | Why:
    """The same without a code: for who looks on, at a free seat that plays. Another seat of
    the same match would show them two hands; that takes a code."""
    person = register.persons.get(wish.device)
    is_guest = person is not None and person.role == "seat"
    has_other = register.viewer(wish.device, wish.match) not in (
        ("spectator", ""), ("seat", wish.seat),
    )  # fmt: skip
    if not is_guest or has_other:
        return Why("house.no.known")
    if wish.match and wish.seat not in wish.names:
        return Why("house.no.seat_unknown")
    return admitted(register, Ticket("seat"), wish)


def _why_not_there(register: Register, ticket: Ticket, wish: Wish, seat: str) -> str:
    """A key; empty where nothing is in the way."""
    if ticket.match and ticket.match != wish.match:
        return "house.no.code_old"
    if not seat or (wish.seats and seat not in wish.seats):
        return "house.no.seat_unknown"
    phone = register.phones(wish.match).get(seat)
    is_anothers = phone is not None and phone.device != wish.device
    if not ticket.seat and (seat in ticket.taken or is_anothers):
        return "house.no.seat_taken"
    if register.is_last_host(wish.device):
        return "house.no.last_host"
    return ""


def _others(register: Register, wish: Wish, seat: str) -> list[str]:
    """The names at the other seats; the match knows them better than the phones."""
    phones = register.phones(wish.match).items()
    here = {place: p.name for place, p in phones if p.device != wish.device}
    return [name for place, name in (here | dict(wish.names)).items() if place != seat]


def _former(register: Register, device: str) -> str:
    person = register.persons.get(device)
    return person.name if person else ""
