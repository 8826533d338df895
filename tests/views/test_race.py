"""Eight phones and a host ask at once: each gets one definite answer, and the journal holds
each accepted choice once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

from tests.club import SEATS, Club, Device

POSTS = 200
EACH = POSTS // len(SEATS)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Club.at(tmp_path_factory.mktemp("race")) as there:
        yield there


def hands(club: Club) -> dict[str, list[dict[str, Any]]]:
    return {
        seat: [{"name": f"{seat}{value}", "value": value} for value in range(1, 4)]
        for seat in SEATS
    }


def test_two_hundred_racing_posts_from_eight_seats(club):
    match = club.match(8, **hands(club))
    phones = [club.phone(seat) for seat in SEATS]
    club.host.take({"do": "turned", "card": 3})
    version = club.version
    answers: list[tuple[str, str, dict[str, Any], int, Any]] = []
    start = Barrier(len(phones))

    def tap(phone: Device, rng: Random) -> None:
        start.wait()
        for _ in range(EACH):
            seat = phone.seat if rng.random() < 0.8 else rng.choice(SEATS)
            lays = {"do": "lay", "seat": seat, "token": f"{seat}{rng.randint(1, 3)}"}
            move = {"do": "takeup", "seat": seat} if rng.random() < 0.3 else lays
            id = f"{phone.seat} {rng.randrange(EACH)}"  # some are sent twice
            status, told = phone.take(move, version=version, id=id)
            answers.append((phone.seat, id, move, status, told))

    threads = [Thread(target=tap, args=(phone, Random(n))) for n, phone in enumerate(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    entries = [one for one in club.get("journal")["entries"] if one["version"] > version]
    assert len(answers) == POSTS
    assert {status for *_, status, _ in answers} <= {200, 403, 409, 422}
    assert _first_answers(answers) == len({(seat, id) for seat, id, *_ in answers})
    taken = {told["version"] for *_, status, told in answers if status == 200}
    assert sorted(one["version"] for one in entries) == list(
        range(version + 1, version + 1 + len(entries))
    )
    assert taken == {one["version"] for one in entries}
    assert Counter(one["kind"] for one in entries) == {"move": len(entries)}
    _nobody_played_for_another(answers, entries)
    assert club.get("health")["saved"] is True
    assert match == club.get("state")["match"]


def _first_answers(answers: list[Any]) -> int:
    """The same request of the same device is always answered the same."""
    found: dict[tuple[str, str], set[str]] = {}
    for seat, id, _, status, told in answers:
        found.setdefault((seat, id), set()).add(f"{status} {json.dumps(told, sort_keys=True)}")
    for (seat, id), said in found.items():
        assert len(said) == 1, f"{seat} asked {id} and was told {said}"
    return len(found)


def _nobody_played_for_another(answers: list[Any], entries: list[Any]) -> None:
    by = {one["version"]: one["by"] for one in entries}
    for seat, _, move, status, told in answers:
        if status == 200 and told["version"] in by:
            assert by[told["version"]].startswith(f"tablet/seat:{seat}/")
        if move["seat"] != seat:
            assert status != 200 or not by[told["version"]].startswith("tablet/host")


def test_everybody_lays_at_the_same_moment_on_the_same_page(club):
    """A choice that was open on an older page is still open, and is taken."""
    club.match(8, **hands(club))
    phones = [club.phone(seat) for seat in SEATS]
    club.host.take({"do": "turned", "card": 1})
    version, start = club.version, Barrier(8)
    told: dict[str, int] = {}

    def lay(phone: Device) -> None:
        start.wait()
        token = f"{phone.seat}{SEATS.index(phone.seat) % 3 + 1}"
        told[phone.seat] = phone.lay(token, version=version)[0]

    threads = [Thread(target=lay, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    opened = {one["seat"]: one["token"] for one in club.get("state")["view"]["opened"]}
    assert told == dict.fromkeys(SEATS, 200)
    assert opened == {seat: f"{seat}{n % 3 + 1}" for n, seat in enumerate(SEATS)}


def test_one_code_and_sixteen_phones_at_once(club):
    club.match(3)
    code, start = club.host.code(seat="red"), Barrier(16)
    said: list[int] = []

    def join() -> None:
        phone = club.device()
        start.wait()
        said.append(phone.join(code)[0])

    threads = [Thread(target=join) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(said) == [200] + [403] * 15
