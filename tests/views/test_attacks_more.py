"""Those who are slow, quick, or gone a moment ago: what they were once allowed is looked at
again."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.club import Club, Device
from tests.served import Served, Stream

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Club.at(tmp_path_factory.mktemp("club")) as there:
        yield there


class Slow:
    """A request whose last letter is kept back."""

    def __init__(self, device: Device, path: str, body: str, kind: str, **more: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", device.port), 10)
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{device.port}\r\n"
        told = {"Cookie": device.cookie, "Content-Type": kind, "Connection": "close", **more}
        told["Content-Length"] = str(len(body))
        head += "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self._socket.sendall(f"{head}\r\n{body[:-1]}".encode())
        self._last = body[-1].encode()

    def end(self) -> tuple[int, str]:
        """Say the rest: status and body."""
        self._socket.sendall(self._last)
        with self._socket, self._socket.makefile("rb") as file:
            answer = file.read().decode()
        head, _, body = answer.partition("\r\n\r\n")
        return int(head.split()[1]), body


def another_host(club: Club) -> Device:
    host = club.device()
    assert host.join(club.host.code("host"))[0] == 200
    return host


def heard(stream: Stream) -> list[dict[str, Any]]:
    """All that still comes."""
    found = []
    while event := stream.next(0.7):
        found.append(event)
    return found


def id_of(club: Club, seat: str) -> str:
    phones = club.get("people")["phones"]
    return str(next(one["device"] for one in phones if one["seat"] == seat))


def at_once(count: int, doing: Any) -> None:
    start = Barrier(count)

    def run(number: int) -> None:
        start.wait()
        doing(number)

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def swap(device: Device, one: str, other: str, id: str) -> int:
    change = {"do": "swapped", "seat": one, "other": other}
    return device.post("seats", {"id": id, "change": change})[0]


def rename(device: Device, seat: str, name: str) -> int:
    change = {"do": "renamed", "seat": seat, "name": name}
    status, told = device.post("seats", {"id": f"{seat} {name}", "change": change})
    assert status == 200, told
    return int(told["version"])


# Between the head of a request and its end


def test_a_host_who_is_sent_away_in_the_middle_of_a_request_gets_no_code(club):
    club.match()
    host = another_host(club)
    device = next(one["device"] for one in host.get("people")["hosts"] if one["here"])
    slow = Slow(host, "/api/v1/codes", '{"role": "host"}', "application/json")

    assert club.post("people/remove", {"device": device})[0] == 200
    status, told = slow.end()

    assert (status, json.loads(told)["refusal"]["key"]) == (403, "house.no.host")


def test_a_phone_of_the_last_match_sees_no_hand_by_a_tap_that_took_long(club):
    club.match()
    red = club.phone("red")
    move = json.dumps({"do": "points", "seat": "red", "points": 9})
    tap = urlencode({"id": "slow", "version": 1, "move": move})
    slow = Slow(red, "/do/take", tap, FORM, Referer="http://127.0.0.1/seat")

    club.match(3, **hands("zebra"))
    club.host.take({"do": "turned", "card": 1})
    status, page = slow.end()

    assert status == 403
    assert "zebra" not in page


def hands(word: str) -> dict[str, list[dict[str, Any]]]:
    """Each token is called after its seat, and this."""
    return {
        seat: [{"name": f"{seat} {word} {value}", "value": value} for value in (1, 2)]
        for seat in ("red", "blue", "green", "yellow")
    }


# Streams


def test_a_stream_ends_once_nobody_may_watch(club):
    club.match()
    guest, red = club.device(), club.phone("red")
    guest.ask("GET", "/")
    streams = [
        Stream(club.port, path, cookie=guest.cookie)
        for path in ("/api/v1/stream", "/stream?page=table")
    ]
    own = Stream(club.port, "/api/v1/stream", cookie=red.cookie)
    for stream in (*streams, own):
        stream.next()

    club.post("people/watch", {"open": False})
    club.host.take({"do": "turned", "card": 2})
    ends = [heard(stream) for stream in streams]
    club.post("people/watch", {"open": True})

    assert [[one["event"] for one in end] for end in ends] == [["gone"], ["gone"]]
    assert [one["event"] for one in heard(own)] == ["state"]


def test_who_played_for_a_seat_hears_nothing_of_it_once_its_phone_is_back(club):
    """Ada's phone goes to blue with her and comes back; meanwhile a host plays for Bo at red,
    and goes with him."""
    club.match()
    ada, passed = club.phone("red"), another_host(club)
    assert swap(club.host, "red", "blue", "there") == 200
    assert passed.post("pass", {"seat": "red"})[0] == 200
    stream = Stream(club.port, "/api/v1/stream", cookie=passed.cookie)
    stream.next()

    assert club.post("undo", {"id": "back"})[0] == 200

    assert ada.role == ("seat", "red")
    assert passed.role == ("seat", "blue")
    assert heard(stream)[-1]["event"] == "gone"
    assert passed.post("pass", {"seat": ""})[0] == 200


# People who change places


def test_a_swap_that_is_sent_eight_times_at_once_is_one(club):
    for number in range(4):
        club.match()
        ada = club.phone("red")

        at_once(8, lambda _, n=number: swap(club.host, "red", "blue", f"twice {n}"))

        names = {one["seat"]: one["name"] for one in club.get("state")["view"]["seats"]}
        assert names["blue"] == "Ada"
        assert ada.role == ("seat", "blue")


def test_a_code_for_a_place_that_was_another_ones_is_worth_nothing_after_an_undo(club):
    club.match()
    ada = club.phone("red")
    swap(club.host, "red", "blue", "codes")
    code = ada.code(seat="blue")

    assert club.post("undo", {"id": "codes back"})[0] == 200

    assert ada.role == ("seat", "red")
    status, told = club.device().join(code)
    assert (status, told["refusal"]["key"]) == (403, "house.no.code_old")


def test_nobody_gets_to_anothers_seat_by_taking_the_name(club):
    """Bo calls himself what Ada was called; then both names are taken back at once."""
    club.match()
    bo = club.phone("blue")
    first = rename(club.host, "red", "Al")
    rename(bo, "blue", "Ada")

    assert club.post("undo", {"id": "names", "to": first})[0] == 200

    assert bo.role == ("seat", "blue")
    assert bo.get("me")["name"] == "Bo"


# Tablets that are passed


def test_a_passed_tablet_reads_no_other_match(club):
    first = club.match(3, **hands("otter"))
    red = club.phone("red")
    club.host.take({"do": "turned", "card": 1})
    assert red.lay("red otter 2")[0] == 200
    club.post(f"matches/{first}/park", {})
    club.match()
    assert red.post("again", {"seat": "green"})[0] == 200

    assert club.post("pass", {"seat": "red"})[0] == 200
    told = json.dumps(club.get(f"journal?match={first}"))
    club.post("pass", {"seat": ""})

    assert "otter" not in told


def test_a_passed_tablet_is_back_when_another_match_comes_on_the_table(club):
    first = club.match()
    club.post(f"matches/{first}/park", {})
    second = club.match()
    other = another_host(club)
    club.post("pass", {"seat": "blue"})
    assert other.post(f"matches/{second}/park", {})[0] == 200
    assert other.post(f"matches/{first}/resume", {})[0] == 200

    role = club.host.role
    club.post("pass", {"seat": ""})

    assert role == ("host", "")


def test_a_program_without_a_cookie_passes_no_tablet(tmp_path):
    """In the demo it is trusted, but everybody without a cookie is the same nobody."""
    with Served(tmp_path) as demo:
        status, told, _ = demo.ask("POST", "/api/v1/pass", {"seat": "red"})
        far = {"Host": f"table.local:{demo.port}"}

        assert (status, told["refusal"]["key"]) == (403, "house.no.known")
        assert demo.ask("GET", "/api/v1/me", None, far)[1]["role"] == "spectator"


# Codes


def test_a_player_who_asks_for_many_codes_takes_none_from_the_others(club):
    club.match()
    red, code = club.phone("red"), club.host.code(seat="blue")

    for _ in range(70):
        red.code(seat="red")

    assert club.device().join(code)[0] == 200


def test_who_moved_to_another_seat_does_not_come_back_by_an_old_code(club):
    club.match()
    ada = club.phone("red")
    old = ada.code(seat="red")
    assert ada.join(club.host.code(seat="blue"))[0] == 200
    club.phone("red")

    status, told = club.device().join(old)

    assert (status, told["refusal"]["key"]) == (403, "house.no.code_old")


# Doors that are shut


def test_who_may_not_watch_learns_no_names(club):
    club.match()
    club.phone("red")
    club.post("people/watch", {"open": False})
    guest = club.device()

    pages = [guest.ask("GET", path)[1] for path in ("/seat?was=red", "/seat?was=blue", "/join")]
    club.post("people/watch", {"open": True})

    for page in pages:
        assert not re.search(r"\b(Ada|Bo|Cleo)\b", page)


def test_a_refusal_shows_no_page_that_is_a_hosts(club):
    club.match()
    guest, red = club.device(), club.phone("red")

    for device in (guest, red):
        for place in ("/learn", "/correct", "/", "/virtual", "/seat"):
            status, page = Slow(
                device, "/do/park", "match=m1", FORM, Referer=f"http://127.0.0.1{place}"
            ).end()
            assert status == 403
            assert "/do/learn" not in page and "/do/start" not in page and "/do/end" not in page


def test_a_page_of_a_game_without_a_plate_is_refused_in_words(club):
    club.match()

    status, page = Slow(
        club.host, "/do/undo", "id=1", FORM, Referer="http://127.0.0.1/virtual"
    ).end()

    assert status == 422 and "<html" in page


def test_a_name_that_somebody_registered_reads_nothing_here(club):
    """A site can point its own name at this table, and is then the same site for a browser."""
    club.match()
    guest = club.device()
    host = {"Host": f"evil.example:{club.port}"}

    said = [
        guest.ask("GET", path, None, host)
        for path in ("/api/v1/state", "/table", "/join", "/api/v1/health", "/api/v1/stream")
    ]

    assert [status for status, *_ in said] == [403] * 5
    assert not any("Ada" in str(told) for _, told, _ in said)


def test_no_browser_keeps_a_page_with_a_hand(club):
    """Or who gets the tablet back sees it again by going back."""
    club.match()
    red = club.phone("red")

    assert red.ask("GET", "/seat")[2]["cache-control"] == "no-store"
    assert red.ask("GET", "/table")[2]["cache-control"] == "no-store"


# After a restart


def test_phones_sit_where_their_players_do_after_a_crash_in_the_middle_of_a_swap(tmp_path):
    """The journal had the swap, the file of the people had not."""
    with Club.at(tmp_path) as before:
        before.match()
        ada = before.phone("red")
        then = (tmp_path / "people.json").read_text()
        assert swap(before.host, "red", "blue", "crash") == 200
        assert ada.role == ("seat", "blue")
    (tmp_path / "people.json").write_text(then)

    with Club.at(tmp_path) as after:
        assert Device(after.port, ada.cookie).role == ("seat", "blue")


def test_a_match_of_the_same_name_in_another_journal_is_another_match(tmp_path):
    """The owner puts the journal away and keeps the people; names of matches begin anew."""
    with Club.at(tmp_path) as before:
        first = before.match()
        ada = before.phone("red")
    for file in tmp_path.glob("journal*"):
        file.unlink()

    with Club.at(tmp_path) as after:
        assert after.match() == first
        assert Device(after.port, ada.cookie).role == ("spectator", "")
