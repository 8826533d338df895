"""What people do to sit down, to get up and to let others in.

Rule: who may is looked at before anything else; what somebody typed becomes a name here or
is refused in words. The table has the last word on who plays, and the phones follow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex

from flask import g, request
from msgspec import Struct
from msgspec.structs import replace

from companion.match import people
from companion.naming import is_alike
from companion.people import Code, Joined, Why
from companion.views.tablet import asking
from companion.views.tablet.guard import NOBODY
from companion.views.tablet.kit import Kit
from companion.views.tablet.names import TOO_LONG, clean
from companion.views.tablet.replies import Wrong
from companion.views.tablet.starting import stand
from companion.vocabulary import (
    Answer,
    Refusal,
    Renamed,
    Reseat,
    Seating,
    Viewer,
)
from companion.vocabulary import Joined as Newcomer

STATUS = {
    "house.no.slow": 429,
    "house.no.seat_taken": 409,
    "house.no.name_taken": 409,
    "house.no.last_host": 409,
    "house.no.seat_unknown": 422,
    "house.no.name": 422,
    "house.no.name_long": 422,
}
"""Everything else is about who asks: 403."""


class Turned(Struct, frozen=True):
    """Somebody who is not let in. ``seat``: who has that name already; ``wait`` in s."""

    refusal: Refusal
    seat: str = ""
    wait: int = 0

    @property
    def status(self) -> int:
        return STATUS.get(self.refusal.key, 403)


def names() -> dict[str, str]:
    """Who plays in the match on the table: names by seat."""
    return people(g.seen.whole) if g.seen.whole else {}


def colours(kit: Kit) -> tuple[str, ...]:
    """The seats that somebody may have: those who play, or before a match every colour."""
    playing = names()
    return tuple(playing or dict.fromkeys(s for game in kit.games.values() for s in game.seats))


def free(kit: Kit) -> list[str]:
    """Those of them that have no phone."""
    taken = kit.people.phones(g.seen.match)
    return [seat for seat in colours(kit) if seat not in taken]


def called(typed: str) -> str | Refusal:
    """The name as it is kept, or what is wrong with it."""
    if len(typed) > TOO_LONG:
        return Refusal("house.no.name_long")
    return clean(typed) or Refusal("house.no.name")


def join(kit: Kit, typed: str, name: str, seat: str) -> Joined | Turned:
    """Somebody comes in with a code or the PIN."""
    known = names()
    wanted = called(name) if name else known.get(seat, "")
    if isinstance(wanted, Refusal):
        return Turned(wanted)
    said = kit.people.join(
        g.device, typed, address=request.remote_addr or "", name=wanted, seat=seat,
        match=g.seen.match, seats=colours(kit), names=known,
    )  # fmt: skip
    if isinstance(said, Why):
        return _turned(kit, said, wanted)
    if name and said.person.seat in known:
        _call(kit, said, wanted)
    return said


def _call(kit: Kit, said: Joined, name: str) -> None:
    """Who sat down in a match says another name than it knows: so they are called from now
    on, if the game lets them; else the phone goes by the name of the match."""
    person, before = said.person, names()[said.person.seat]
    g.device, g.viewer = person.device, Viewer("seat", person.seat, g.language)
    answer = reseat(kit, Renamed(person.seat, name), token_hex(8)) if name != before else None
    if answer and answer.refusal:
        kit.people.renamed(person.match, person.seat, before)


def again(kit: Kit, seat: str) -> Joined | Turned:
    """Somebody sits down who sat here before."""
    said = kit.people.again(
        g.device, seat=seat, match=g.seen.match, names=names(), seats=colours(kit)
    )
    return _turned(kit, said) if isinstance(said, Why) else said


def _turned(kit: Kit, why: Why, name: str = "") -> Turned:
    values: dict[str, str | int] = {"wait": why.wait} if why.wait else {}
    if why.key != "house.no.name_taken":
        return Turned(Refusal(why.key, values), wait=why.wait)
    phones = kit.people.phones(g.seen.match)
    everybody = {seat: person.name for seat, person in phones.items()} | names()
    same = (seat for seat, other in everybody.items() if is_alike(other, name))
    seat = next(same, "")
    return Turned(Refusal(why.key, {"name": everybody.get(seat, name), "seat": seat}), seat)


def code(kit: Kit, role: str, seat: str) -> Code:
    """A one-time code; whoever plays gets one for the own seat. Raises Wrong."""
    if role != "seat" or not seat or seat != g.viewer.seat:
        asking.hosts_only(kit)
    if role not in ("host", "seat") or (role == "host" and seat):
        raise Wrong(400, Refusal("house.no.request", {"why": "role"}))
    if seat and seat not in colours(kit):
        raise Wrong(422, Refusal("house.no.seat_unknown"))
    match = g.seen.match if role == "seat" else ""
    return kit.people.code(role, seat=seat, match=match)


def remove(kit: Kit, device: str) -> Refusal | None:
    """A host lets a device go, or somebody gives the own place back. Raises Wrong."""
    if device != g.device:
        asking.hosts_only(kit)
    if kit.people.remove(device):
        return None
    is_known = any(person.device == device for person in kit.people.persons())
    return Refusal("house.no.last_host" if is_known else "house.no.person")


def watch(kit: Kit, is_open: bool) -> None:
    """A host lets others look on, or no more. Raises Wrong."""
    asking.hosts_only(kit)
    kit.people.set_watch(is_open)
    kit.feeds.shut()


def hand_on(kit: Kit, seat: str) -> Refusal | None:
    """This tablet plays for a seat, or comes back where there is none. Raises Wrong."""
    if not kit.people.sitting(g.device):
        asking.hosts_only(kit)
    if g.device == NOBODY:  # in the demo that is everybody without a cookie
        raise Wrong(403, Refusal("house.no.known"))
    if seat and seat not in names():
        return Refusal("house.no.seat_unknown")
    trusted = g.viewer.role == "host"
    if kit.people.sit(g.device, seat, match=g.seen.match, trusted=trusted):
        return None
    return Refusal("house.no.seat_taken")


def reseat(kit: Kit, change: Seating, id: str) -> Answer:
    """Who plays changes at the table, and the phones follow."""
    seen = g.seen
    if not seen.match:
        return Answer(404, seen.version, Refusal("house.no.match"))
    fitting = _fitting(change, names())
    if isinstance(fitting, Refusal):
        return Answer(STATUS[fitting.key], seen.version, fitting)
    answer = asking.ask(kit, Reseat(fitting, id))
    if answer.status == 200:
        stand(kit)
    return answer


def _fitting(change: Seating, known: Mapping[str, str]) -> Seating | Refusal:
    """The change with a name that can be kept and that nobody else has."""
    if isinstance(change, Renamed):
        name, seat = called(change.name), change.seat
    elif isinstance(change, Newcomer):
        name, seat = called(change.player.name), change.player.seat
    else:
        return change
    if isinstance(name, Refusal):
        return name
    for place, other in known.items():
        if place != seat and is_alike(name, other):
            return Refusal("house.no.name_taken", {"name": other, "seat": place})
    if isinstance(change, Renamed):
        return replace(change, name=name)
    return replace(change, player=replace(change.player, name=name))
