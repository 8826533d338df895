"""Those who want what is not theirs: refused, counted, and named in health."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.club import Club, Device
from tests.served import Stream


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Club.at(tmp_path_factory.mktemp("club")) as there:
        yield there


def counted(club: Club, name: str, before: dict[str, int]) -> int:
    return club.refused[name] - before[name]


def test_a_forged_cookie_is_nobody(club):
    club.match()
    phone, before = club.phone("red"), club.refused
    name, _, value = phone.cookie.partition("=")
    flipped = value[:-1] + ("0" if value[-1] != "0" else "1")

    for forged in (flipped, value[:10], "a" * 500, value.swapcase(), "../../etc/passwd"):
        fake = Device(club.port, f"{name}={forged}")
        assert fake.role == ("spectator", "")
        assert fake.lay("spoon")[0] == 403

    assert counted(club, "cookie", before) >= 5
    assert phone.role == ("seat", "red")


def test_a_cookie_of_another_table_is_nobody(club, tmp_path):
    club.match()
    with Club.at(tmp_path) as other:
        other.match()
        phone = other.phone("red")
        code = other.host.code(seat="blue")
    value, before = phone.cookie.partition("=")[2], club.refused
    name = club.cookie.partition("=")[0]

    here = Device(club.port, f"{name}={value}")
    status, told = club.device().join(code)

    assert here.role == ("spectator", "")
    assert (status, told["refusal"]["key"]) == (403, "house.no.foreign")
    assert counted(club, "cookie", before) >= 1
    assert counted(club, "foreign", before) == 1


def test_a_cookie_from_before_a_reset_is_asked_to_sit_down_anew(tmp_path):
    with Club.at(tmp_path) as before:
        before.match()
        phone = before.phone("red")
    (tmp_path / "people.json").unlink()

    with Club.at(tmp_path) as after:
        old = Device(after.port, phone.cookie)
        page = old.ask("GET", "/seat")

        assert old.role == ("spectator", "")
        assert page[0] in (200, 303)
        assert old.lay("spoon")[0] == 403


def test_a_guessed_seat_is_nobodys(club):
    """A seat said in the body, the address or the cookie makes nobody its player."""
    club.match()
    club.phone("red")
    guest, before = club.device(), club.refused

    said = [
        guest.take({"do": "lay", "seat": "red", "token": "spoon"}),
        guest.post("join", {"code": "", "seat": "red"}),
        guest.post("join", {"code": "red", "name": "Ada", "seat": "red"}),
        guest.post("again", {"seat": "blue"}),
        guest.post("pass", {"seat": "blue"}),
        guest.post("codes", {"role": "seat", "seat": "red"}),
        guest.post("codes", {"role": "host", "seat": ""}),
        guest.post("people/remove", {"device": "0" * 32}),
        guest.post("people/watch", {"open": False}),
        guest.post("seats", {"id": "x", "change": {"do": "left", "seat": "red"}}),
        guest.post("wires", {"use": "virtual"}),
    ]

    assert {status for status, _ in said} <= {400, 403, 422}
    assert [status for status, _ in said].count(403) >= 9
    assert guest.get("people")["refusal"]["key"] == "house.no.host"
    assert counted(club, "rights", before) >= 6
    assert club.get("state")["view"]["seats"][0]["laid"] is False


def test_a_player_does_not_become_another_one(club):
    club.match()
    red = club.phone("red")

    said = [
        red.take({"do": "lay", "seat": "blue", "token": "teacup"}),
        red.post("codes", {"role": "seat", "seat": "blue"}),
        red.post("codes", {"role": "host", "seat": ""}),
        red.post("pass", {"seat": "blue"}),
        red.post("seats", {"id": "y", "change": {"do": "renamed", "seat": "blue", "name": "X"}}),
        red.post("corrections", {"version": 1, "id": "z", "move": {"do": "points", "seat": "red", "points": 99}}),
        red.post("matches/m1/end", {}),
    ]  # fmt: skip

    assert [status for status, _ in said] == [422, 403, 403, 403, 403, 403, 403]


def test_a_code_is_good_once(club):
    club.match()
    code, before = club.host.code(seat="red"), club.refused
    first, second = club.device(), club.device()

    assert first.join(code)[0] == 200
    status, told = second.join(code)

    assert (status, told["refusal"]["key"]) == (403, "house.no.code_used")
    assert told["refusal"]["text"]
    assert counted(club, "replayed", before) == 1
    assert second.role == ("spectator", "")
    assert first.role == ("seat", "red")


def test_a_page_of_another_site_posts_nothing(club):
    club.match()
    red, before = club.phone("red"), club.refused
    origins = ("http://evil.example", "null", f"http://evil.example:{club.port}")

    said = [
        red.post("moves", {"version": 1, "id": origin, "move": {"do": "takeup", "seat": "red"}},
                 {"Origin": origin})
        for origin in origins
    ]  # fmt: skip
    rebound = red.post("join", {"code": "x"}, {"Host": f"evil.example:{club.port}"})
    framed = red.post("pass", {"seat": ""}, {"Sec-Fetch-Site": "cross-site"})

    assert {status for status, _ in (*said, rebound, framed)} == {403}
    assert {told["refusal"]["key"] for _, told in said} == {"house.no.origin"}
    assert counted(club, "origin", before) == 5


def test_a_pin_that_is_tried_a_thousand_times_is_looked_at_a_few_times(tmp_path):
    with Club.at(tmp_path) as club:
        thief = club.device()
        wrong = [f"{number:06d}" for number in range(1000) if f"{number:06d}" != club.pin]

        said = [thief.join(pin) for pin in wrong]

        statuses = [status for status, _ in said]
        slow = [told for status, told in said if status == 429]
        compared, turned = club.refused["pin"], club.refused["slow"]
        assert (set(statuses), compared + turned) == ({403, 429}, len(wrong))
        assert compared < 30  # of a million: five at once, then one after longer and longer
        assert all(told["wait"] > 0 for told in slow)
        assert thief.join(club.pin)[0] == 429  # also the right one has to wait now
        assert "retry-after" in thief.ask("POST", "/api/v1/join", {"code": wrong[0]})[2]
        assert thief.role == ("spectator", "")
        assert club.host.role == ("host", "")
        assert club.device().join(club.host.code("host"))[0] == 200  # a code is no PIN


def test_who_is_sent_away_hears_nothing_more(club):
    club.match()
    red = club.phone("red")
    stream = Stream(club.port, "/api/v1/stream", cookie=red.cookie)
    stream.next()
    device = next(one["device"] for one in club.get("people")["phones"] if one["seat"] == "red")

    assert club.post("people/remove", {"device": device})[0] == 200

    events = [stream.next(1.0)]
    while events[-1]:
        events.append(stream.next(1.0))
    assert events[0] == {"event": "gone", "data": {}}
    assert red.role == ("spectator", "")
    assert red.lay("spoon")[0] == 403
    assert red.post("again", {"seat": "red"})[0] == 403  # a new code has to be asked for
    assert "hand" not in red.get("state")["view"]["seats"][0]


def test_a_stream_of_a_seat_ends_with_its_match(club):
    club.match()
    red = club.phone("red")
    stream = Stream(club.port, "/api/v1/stream", cookie=red.cookie)
    assert "hand" in stream.next()["data"]["view"]["seats"][0]

    club.match()

    kinds = []
    while event := stream.next(1.0):
        kinds.append(event["event"])
        if event["data"]:
            assert event["data"]["match"] != club.get("state")["match"]
    assert kinds[-1] == "gone"


def test_the_seat_of_the_last_match_does_nothing_in_this_one(club):
    """W07: the list of the server decides, and a tap takes a free seat again."""
    club.match()
    red = club.phone("red")
    club.match()

    assert red.role == ("spectator", "")
    assert red.lay("spoon")[0] == 403
    assert red.get("me")["known"] is True
    assert red.post("again", {"seat": "blue"})[0] == 200
    assert red.role == ("seat", "blue")


def test_two_phones_on_one_seat(club):
    club.match()
    old = club.phone("red")

    new = club.phone("red")

    assert (old.role, new.role) == (("spectator", ""), ("seat", "red"))
    assert old.lay("spoon")[0] == 403
    assert new.post("moves", {"version": 0, "id": "t", "move": {"do": "takeup", "seat": "red"}})[0] != 403  # fmt: skip


def test_nobody_watches_when_the_host_does_not_want_it(club):
    club.match()
    guest, red = club.device(), club.phone("red")
    club.post("people/watch", {"open": False})

    closed = [guest.ask("GET", f"/api/v1/{path}")[0] for path in ("state", "journal", "stream")]
    page = guest.ask("GET", "/table")
    seated = red.ask("GET", "/api/v1/state")[0]
    club.post("people/watch", {"open": True})

    assert closed == [403, 403, 403]
    assert (page[0], page[2]["location"]) == (303, "/join")
    assert guest.ask("GET", "/join")[0] == 200
    assert seated == 200
    assert guest.ask("GET", "/api/v1/state")[0] == 200


def test_a_cookie_is_out_of_reach_of_scripts_and_of_other_sites(club):
    club.match()
    phone = club.device()
    before = phone.ask("GET", "/join")[2]["set-cookie"]
    fixed = phone.cookie
    status, _, headers = phone.ask("POST", "/api/v1/join", {"code": club.host.code(seat="red")})

    for cookie in (before, headers["set-cookie"]):
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert status == 200
    assert phone.cookie != fixed  # one that somebody else may have planted is worth nothing
    assert Device(club.port, fixed).role == ("spectator", "")


def test_no_code_and_no_pin_is_in_an_address_a_title_or_the_log(club):
    """The fragment of an address stays in the browser; nothing is ever asked by GET."""
    club.match()
    code = club.host.code(seat="red")
    pages = [club.host.ask("GET", path) for path in ("/", "/table", "/people", "/join")]

    for _, page, headers in pages:
        titles = re.findall(r"<title>(.*?)</title>", page)
        places = [
            *re.findall(r'(?:href|action|src)="([^"]*)"', page),
            headers.get("location", ""),
        ]
        assert not any(code in text or club.pin in text for text in (*titles, *places))
        rules = headers["content-security-policy"]
        assert "unsafe" not in rules and "default-src 'self'" in rules
