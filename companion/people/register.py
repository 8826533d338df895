"""Who is at this table: hosts, phones on seats, and those who look on and are known.

Rule: it is a value; everything here answers with the next register. A seat of a match has
one phone, and nobody plays for a seat that has one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.naming import is_alike
from companion.people.person import Person

MOST = 100  # persons: some evenings with guests; then the one who joined first is forgotten

Persons = dict[str, Person]


class Register(Struct, frozen=True):
    """Persons by device, in the order they came; ``sitting``: device to the seat it was
    passed to."""

    persons: Persons = {}
    sitting: dict[str, str] = {}

    def is_host(self, device: str) -> bool:
        return device in self.persons and self.persons[device].role == "host"

    def is_last_host(self, device: str) -> bool:
        return self.is_host(device) and sum(map(self.is_host, self.persons)) == 1

    def phones(self, match: str) -> Persons:
        """Seat to the person who has it."""
        there = [p for p in self.persons.values() if p.seat and p.match == match]
        return {person.seat: person for person in there}

    def viewer(self, device: str, match: str) -> tuple[str, str]:
        """Role and seat of a device at this match."""
        sits = self.sitting.get(device, "")
        if match and sits and sits not in self.phones(match):
            return "seat", sits
        person = self.persons.get(device)
        if person is not None and person.role == "host":
            return "host", ""
        if person is not None and match and person.seat and person.match == match:
            return "seat", person.seat
        return "spectator", ""


def collected(persons: Iterable[Person]) -> Register:
    """A register of these, as if they had joined one after the other."""
    register = Register()
    for person in persons:
        register = joined(register, person, "")
    return register


def joined(register: Register, person: Person, before: str) -> Register:
    """The newest has the seat; who had it looks on. ``before``: the device that it was."""
    others = {
        device: _without(other, person.match, person.seat)
        for device, other in register.persons.items()
        if device not in (before, person.device)
    }
    persons = _bounded({**others, person.device: person})
    sitting = _sitting(register, {before, person.device}, {person.seat})
    return Register(persons, sitting)


def begun(register: Register, match: str, names: Mapping[str, str]) -> Register:
    """A match began: who waited for it has a seat there, if the colour plays. Who has one
    there already stays."""
    phones = register.phones(match)
    persons = dict(register.persons)
    for seat, person in register.phones("").items():
        plays = seat in names and seat not in phones
        persons[person.device] = (
            replace(person, match=match, name=names[seat])
            if plays
            else replace(person, seat="")
        )
    return Register(persons)


def swapped(register: Register, match: str, one: str, other: str) -> Register:
    """A phone goes with its player, and so does who plays for one."""
    seats = {one: other, other: one}
    persons = {
        device: replace(p, seat=seats.get(p.seat, p.seat)) if p.match == match else p
        for device, p in register.persons.items()
    }
    sitting = {device: seats.get(seat, seat) for device, seat in register.sitting.items()}
    return Register(persons, sitting)


def renamed(register: Register, match: str, seat: str, name: str) -> Register:
    person = register.phones(match).get(seat)
    if person is None:
        return register
    persons = {**register.persons, person.device: replace(person, name=name)}
    return replace(register, persons=persons)


def reseated(
    register: Register, match: str, names: Mapping[str, str], swaps: Sequence[tuple[str, str]]
) -> Register:
    """These changed places, one after the other; who does not play any more looks on, and
    everybody is called as in the match."""
    for one, other in swaps:
        register = swapped(register, match, one, other)
    persons = {
        device: _called(person, names) if person.match == match else person
        for device, person in register.persons.items()
    }
    after = replace(register, persons=persons)
    out = {*after.phones(match), *(set(register.sitting.values()) - names.keys())}
    return replace(after, sitting=_sitting(register, set(), out))


def vacated(before: Register, after: Register, match: str) -> set[str]:
    """The seats whose phone is another now, or none any more."""
    devices = {seat: person.device for seat, person in after.phones(match).items()}
    was = before.phones(match).items()
    return {seat for seat, person in was if devices.get(seat) != person.device}


def belonging(register: Register, matches: Container[str]) -> Register:
    """Nobody sits but in one of these."""
    persons = {
        device: person if person.match in matches else replace(person, seat="")
        for device, person in register.persons.items()
    }
    return replace(register, persons=persons)


def followed(register: Register, match: str, names: Mapping[str, str]) -> Register:
    """The phones sit where their players do: after two changed places, and after that was
    taken back. A name that was taken back is the match's again."""
    seats = {name: seat for seat, name in names.items()}
    persons = dict(register.persons)
    for device, person in persons.items():
        if person.seat and person.match == match:
            seat = seats.get(person.name, person.seat)
            name = names.get(seat, person.name)
            persons[device] = replace(person, seat=seat if seat in names else "", name=name)
    sitting = [p.seat for p in persons.values() if p.seat and p.match == match]
    return replace(register, persons=persons) if len(set(sitting)) == len(sitting) else register


def removed(register: Register, device: str) -> Register:
    persons = {d: person for d, person in register.persons.items() if d != device}
    return Register(persons, _sitting(register, {device}, set()))


def sat(register: Register, device: str, seat: str) -> Register:
    """The tablet was passed to this seat, or handed back where there is none."""
    sitting = _sitting(register, {device}, {seat})
    return replace(register, sitting={**sitting, device: seat} if seat else sitting)


def forgotten(register: Register, name: str) -> Register:
    """Nobody is called that any more; the seats stay."""
    persons = {
        device: replace(person, name="") if is_alike(person.name, name) else person
        for device, person in register.persons.items()
    }
    return replace(register, persons=persons)


def moved(before: Register, after: Register) -> frozenset[str]:
    """The devices that have another place now."""
    devices = {*before.persons, *after.persons, *before.sitting, *after.sitting}
    return frozenset(d for d in devices if _place(before, d) != _place(after, d))


def _place(register: Register, device: str) -> tuple[str, ...]:
    person = register.persons.get(device) or Person(device, "")
    return person.role, person.seat, person.match, register.sitting.get(device, "")


def _called(person: Person, names: Mapping[str, str]) -> Person:
    if not person.seat:
        return person
    name = names.get(person.seat, person.name)
    return replace(person, seat=person.seat if person.seat in names else "", name=name)


def _without(person: Person, match: str, seat: str) -> Person:
    is_there = seat and (person.match, person.seat) == (match, seat)
    return replace(person, seat="") if is_there else person


def _sitting(register: Register, devices: set[str], seats: set[str]) -> dict[str, str]:
    """Who still plays for a seat when these are out."""
    sitting = register.sitting.items()
    return {d: seat for d, seat in sitting if d not in devices and seat not in seats}


def _bounded(persons: Persons) -> Persons:
    """Hosts are forgotten last, and never who came just now."""
    if len(persons) <= MOST:
        return persons
    earlier = list(persons)[:-1]
    out = next((d for d in earlier if persons[d].role != "host"), earlier[0])
    return {device: person for device, person in persons.items() if device != out}
