"""Who sits around the table, as the pages show it.

Rule: only looks. A device is named to a host alone, and never by more than its id.
"""

from __future__ import annotations

from typing import Any

from flask import g, request

from companion.people import Person
from companion.views.tablet import sitting
from companion.views.tablet.inviting_shapes import Around, Free, Me, Phone
from companion.views.tablet.kit import Kit
from companion.vocabulary import Game


def me(kit: Kit) -> Person | None:
    """What is known of the device that asks."""
    everybody = kit.people.persons()
    return next((person for person in everybody if person.device == g.device), None)


def myself(kit: Kit) -> Me:
    """The same for programs."""
    person, viewer = me(kit), g.viewer
    waits = person.seat if person and not person.match else ""
    seat = viewer.seat or waits
    name = sitting.names().get(seat, "") or (person.name if person else "")
    return Me(
        viewer.role, seat, name, g.seen.match, kit.people.knows(g.device), kit.people.table
    )


def everybody(kit: Kit) -> Around:
    """Hosts, phones, and seats of the match without one."""
    phones, names = kit.people.phones(g.seen.match), sitting.names()
    hosts = [person for person in kit.people.persons() if person.role == "host"]
    return Around(
        g.seen.version,
        g.seen.match,
        tuple(_phone(host) for host in hosts),
        tuple(_phone(person) for person in phones.values()),
        tuple(Free(seat, name) for seat, name in names.items() if seat not in phones),
        kit.people.watch,
    )


def _phone(person: Person) -> Phone:
    return Phone(person.device, person.seat, person.name, person.device == g.device)


def chairs(kit: Kit, game: Game) -> list[dict[str, str]]:
    """A chair for each colour: those who always play here first. Whoever sat down with a
    phone has the own colour; chairs never change places while somebody fills them."""
    regular = {seat: name for name, seat in kit.regulars.items() if seat in game.seats}
    came = {seat: person.name for seat, person in kit.people.phones("").items()}
    named = {
        **{seat: name for seat, name in regular.items() if name not in came.values()},
        **came,
    }
    order = [*regular, *(seat for seat in game.seats if seat not in regular)]
    return [{"seat": seat, "name": named.get(seat, "")} for seat in order]


def places(kit: Kit) -> list[dict[str, str]]:
    """Where somebody may sit down now; names only for whoever may look on."""
    known = sitting.names() if kit.people.watch or g.viewer.role != "spectator" else {}
    return [{"seat": seat, "name": known.get(seat, "")} for seat in sitting.free(kit)]


def table(kit: Kit) -> dict[str, Any]:
    """Everything on the page around the table, but for the code on it."""
    names, phones = sitting.names(), kit.people.phones(g.seen.match)
    seats = names or {seat: person.name for seat, person in phones.items()}
    game = g.seen.game
    is_open = game is not None and game.seated is not None and len(names) < game.players[1]
    return {
        "seats": [
            {"seat": seat, "name": name, "device": phones[seat].device if seat in phones else ""}
            for seat, name in seats.items()
        ],
        "room": [seat for seat in game.seats if seat not in names] if game and is_open else [],
        "changes": game is not None and game.seated is not None,
        "hosts": [{"device": host.device, "name": host.name, "here": host.here}
                  for host in everybody(kit).hosts],
        "played": _played(kit) if not g.seen.match else [],
        "pin": kit.people.pin,
        "watch": kit.people.watch,
    }  # fmt: skip


def _played(kit: Kit) -> list[str]:
    """Everybody who ever sat down here, for whoever wants to be forgotten."""
    with kit.reading() as reader:
        rows = reader.matches()
    return sorted({str(seat["name"]) for row in rows for seat in row.start["seats"]})


def gone(kit: Kit) -> dict[str, Any]:
    """Why the seat that this device had is not its own now: somebody else has it
    (``other``), it went home or was let go (``out``), its match lies on the table no more
    (``over``), or another one does (``new``)."""
    person, names = me(kit), sitting.names()
    if person is None:
        was = names.get(request.args.get("was", ""), "")
        return {"why": "out", "name": was, "places": [], "watch": kit.people.watch}
    why = "new" if names else "over"
    if person.match == g.seen.match:
        why = "other" if person.name in names.values() or not names else "out"
    again = places(kit) if kit.people.knows(g.device) else []
    return {"why": why, "name": person.name, "places": again, "watch": kit.people.watch}
