"""A table with its people, and a clock that is turned by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.people import Joined, People, Person, Why

COLOURS = ("red", "blue", "yellow", "green")


class Clock:
    """Seconds, as far as they were turned."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Table:
    """People around one table, and what they do there."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.people = People(folder, clock)
        self.clock = clock

    def tried(self, typed: str, device: str = "", address: str = "10.0.0.2", **more):
        device = device or self.stranger()
        return self.people.join(device, typed, address=address, seats=COLOURS, **more)

    def stranger(self) -> str:
        """A device that only looks on."""
        return self.people.device(self.people.fresh())

    def host(self) -> str:
        """A device that joined by a host's code."""
        return came_in(self.tried(self.people.code("host").text)).device

    def phone(self, seat: str, match: str = "m1", name: str = "") -> str:
        """A device that joined at this seat."""
        code = self.people.code("seat", seat=seat, match=match)
        return came_in(self.tried(code.text, match=match, name=name or f"N {seat}")).device

    def playing(self, match: str) -> dict[str, str]:
        """Who plays: every colour, with or without a phone."""
        phones = self.people.phones(match).items()
        return {c: f"N {c}" for c in COLOURS} | {seat: one.name for seat, one in phones}

    def swap(self, match: str, one: str, other: str) -> None:
        """Two players change places."""
        names = self.playing(match)
        names[one], names[other] = names[other], names[one]
        self.people.reseated(match, names, ((one, other),))

    def leave(self, match: str, seat: str) -> None:
        """A player goes home."""
        names = self.playing(match)
        del names[seat]
        self.people.reseated(match, names, ())


def came_in(answer: Joined | Why) -> Person:
    assert isinstance(answer, Joined), answer
    return answer.person


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Table:
    return Table(tmp_path, clock)


@pytest.fixture
def other_table(tmp_path: Path, clock: Clock) -> Table:
    return Table(tmp_path / "next-door", clock)


@pytest.fixture
def restarted(tmp_path: Path, clock: Clock) -> Callable[[], Table]:
    """The same folder, after the service was started anew."""
    return lambda: Table(tmp_path, clock)
