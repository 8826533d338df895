"""Who is at the table: the door where phones join, and the list of what each of them is.

Rule: whatever changes goes through one lock and is on the disk before anybody hears of it.
Looking needs no lock: the register is a value, replaced whole. Codes and passed tablets
live in memory; a restart ends them, and nobody's seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Any

from msgspec.structs import replace

from companion.people import cookies, register, seating
from companion.people.answers import COUNTED, COUNTS_AS, Joined, Why
from companion.people.codes import Code, spelled
from companion.people.door import Door
from companion.people.file import File, new, new_pin
from companion.people.person import Person
from companion.people.register import Register
from companion.people.seating import Wish

__all__ = ["Code", "Joined", "People", "Person", "Why", "spelled"]

NOBODY: Mapping[str, str] = {}


class People:
    """Of one table; ``table``, its id, stays with the data folder."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._file = File(folder)
        taken_up = self._file.taken_up()
        self._kept = taken_up or new()
        self.table = self._kept.table
        self.refused = dict.fromkeys(COUNTED, 0)
        self.changed: Callable[[frozenset[str]], None] = lambda devices: None
        self._lock, self._key = RLock(), bytes.fromhex(self._kept.key)
        self._door = Door(self._key, self.pin, now)
        self._register = register.collected(self._kept.persons)
        self._match = ""  # on the table, as whoever asked last said
        if taken_up is None:
            self._file.keep(self._kept)

    def __repr__(self) -> str:
        return f"People({self.table}, {len(self._register.persons)} persons)"

    # Looking

    @property
    def watch(self) -> bool:
        """Spectators may look."""
        return self._kept.watch

    @property
    def pin(self) -> str:
        """Six digits that make a host; others once a host was sent away."""
        return self._kept.pin

    def fresh(self) -> str:
        """A cookie for a device that has none."""
        return cookies.fresh(self._key)

    def device(self, cookie: str) -> str:
        """Its id; empty where the cookie is not of this table."""
        device = cookies.device(self._key, cookie)
        if cookie and not device:
            self.count("cookie")
        return device

    def viewer(self, device: str, match: str) -> tuple[str, str]:
        """Role and seat of this device at this match."""
        return self._register.viewer(device, match)

    def knows(self, device: str) -> bool:
        """It sat here before and was not sent away: it sits down again without a code."""
        person = self._register.persons.get(device)
        return person is not None and person.role == "seat"

    def sitting(self, device: str) -> str:
        """The seat that this tablet was passed to."""
        return self._register.sitting.get(device, "")

    def persons(self) -> tuple[Person, ...]:
        """Everybody who joined; without a seat: who looks on and is known."""
        return tuple(self._register.persons.values())

    def phones(self, match: str) -> dict[str, Person]:
        """Seat to the person who has it."""
        return self._register.phones(match)

    def count(self, name: str) -> None:
        """Something was refused."""
        with self._lock:
            self.refused[name] += 1

    # Joining

    def code(
        self,
        role: str,
        *,
        seat: str = "",
        match: str = "",
        taken: frozenset[str] = frozenset(),
    ) -> Code:
        """A one-time code; for a seat, or for any free one but those ``taken``."""
        with self._lock:
            return self._door.code(role, seat, match, taken)

    def first_code(self) -> Code:
        """For the terminal: a host's, good until it is used or this is asked again."""
        with self._lock:
            return self._door.first_code()

    def join(
        self,
        device: str,
        typed: str,
        *,
        address: str,
        name: str = "",
        seat: str = "",
        match: str = "",
        seats: tuple[str, ...] = (),
        names: Mapping[str, str] = NOBODY,
    ) -> Joined | Why:
        """Come in with a code, or with the table's PIN; a code that did not help stays good."""
        wish = Wish(device, name, seat, match, seats, names)
        text = spelled(typed)
        with self._lock:
            ticket = self._door.ticket(text, address)
            said = seating.admitted(self._register, ticket, wish)
            if isinstance(said, Person):
                self._door.spend(text)
            answer, devices = self._answered(said, wish)
        self._tell(devices)
        return answer

    def again(
        self,
        device: str,
        *,
        seat: str,
        match: str,
        names: Mapping[str, str],
        seats: tuple[str, ...] = (),
    ) -> Joined | Why:
        """Sit down again, at a seat without a phone; no code is needed."""
        wish = Wish(device, "", seat, match, seats, names)
        with self._lock:
            answer, devices = self._answered(seating.seated_again(self._register, wish), wish)
        self._tell(devices)
        return answer

    # What becomes of them

    def seated(self, match: str, names: Mapping[str, str]) -> None:
        """A match began: who waited for it has a seat there."""
        with self._lock:
            self._match = match
            devices = self._becomes(register.begun(self._register, match, names))
            devices |= {p.device for p in self.persons() if p.seat and p.match != match}
        self._tell(devices)

    def resumed(self, match: str) -> None:
        """Another match lies on the table: tablets that were passed on are back."""
        with self._lock:
            self._match = match
            devices = self._becomes(replace(self._register, sitting={}))
        self._tell(devices)

    def renamed(self, match: str, seat: str, name: str) -> None:
        """A player is called otherwise."""
        with self._lock:
            self._becomes(register.renamed(self._register, match, seat, name))

    def reseated(
        self, match: str, names: Mapping[str, str], swaps: Sequence[tuple[str, str]]
    ) -> None:
        """What people did to the seats, or took back, or gave again: these changed places,
        one after the other, and this is who plays now."""
        with self._lock:
            then = register.reseated(self._register, match, names, swaps)
            for seat in register.vacated(self._register, then, match).union(*swaps):
                self._door.withdraw(seat)
            devices = self._becomes(then)
        self._tell(devices)

    def follow(self, match: str, names: Mapping[str, str]) -> None:
        """After a start: phones that did not follow their players do it now, by the names."""
        with self._lock:
            devices = self._becomes(register.followed(self._register, match, names))
        self._tell(devices)

    def belong(self, matches: Iterable[str]) -> None:
        """After a start: a seat of a match that is in no journal is nobody's, or another
        match of that name would be taken for it."""
        with self._lock:
            self._becomes(register.belonging(self._register, {"", *matches}))

    def remove(self, device: str) -> Person | None:
        """Sent away, or gives its place back: what codes it may have seen end, too, and the
        PIN that a host knows. The last host stays."""
        with self._lock:
            person = self._register.persons.get(device)
            if person is None or self._register.is_last_host(device):
                return None
            if person.role == "host" or person.seat:
                self._door.withdraw(person.seat)
            devices = self._becomes(register.removed(self._register, device))
            if person.role == "host":
                self._keep(pin=new_pin())
                self._door.pin = self.pin
        self._tell(devices)
        return person

    def sit(
        self, device: str, seat: str, *, match: str | None = None, trusted: bool = False
    ) -> bool:
        """Pass a host's tablet to a seat without a phone; "" hands it back. ``trusted``: a
        host although it never joined, as in the demo."""
        with self._lock:
            there = self._register.phones(self._match if match is None else match)
            may = trusted or self._register.is_host(device) or self.sitting(device)
            if not may or seat in there:
                return False
            devices = self._becomes(register.sat(self._register, device, seat))
        self._tell(devices)
        return True

    def set_watch(self, watch: bool) -> None:
        """May spectators look?"""
        with self._lock:
            self._keep(watch=watch)

    def forget(self, name: str) -> None:
        """A name is deleted for good."""
        with self._lock:
            self._file.forget_damaged()
            self._becomes(register.forgotten(self._register, name))

    def _answered(self, said: Person | Why, wish: Wish) -> tuple[Joined | Why, frozenset[str]]:
        """Let them in under a fresh cookie, and say whose place changed by that."""
        if isinstance(said, Why):
            if said.key in COUNTS_AS:
                self.count(COUNTS_AS[said.key])
            return said, frozenset()
        cookie = self.fresh()
        person = replace(said, device=self.device(cookie), at=int(time.time() * 1000))
        if person.seat:
            self._door.withdraw(person.seat)  # who sat there could take it back with one
        self._match = wish.match
        devices = self._becomes(register.joined(self._register, person, wish.device))
        return Joined(cookie, person), (devices | {person.device, wish.device}) - {""}

    def _becomes(self, then: Register) -> frozenset[str]:
        """The devices that have another place by that."""
        before, self._register = self._register, then
        if then.persons != before.persons:
            self._keep()
        return register.moved(before, then)

    def _keep(self, **change: Any) -> None:
        self._kept = replace(self._kept, persons=self.persons(), **change)
        self._file.keep(self._kept)

    def _tell(self, devices: frozenset[str]) -> None:
        """Outside the lock, so that whoever hears it may ask."""
        if devices:
            self.changed(devices)
