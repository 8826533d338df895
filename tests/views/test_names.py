"""Names as people type them, through every door: a code, a start, another name in a match."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from tests.club import Club
from tests.served import Stream

SCRIPTS = {
    "Zoë": "Zoë",
    "Ελένη": "Ελένη",
    "Ödön": "Ödön",
    "محمد": "محمد",
    "שרה": "שרה",
    "さくら": "さくら",
    "नील": "नील",
    "-5": "-5",
    "=1+1": "=1+1",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Team": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Team",
    "\U0001f1ed\U0001f1fa \U0001f44b\U0001f3fd": "\U0001f1ed\U0001f1fa \U0001f44b\U0001f3fd",
    "  Bo   Peep ": "Bo Peep",
    "\u202eabc": "abc",
    "\tx": "x",
    "Jose\u0301": "Jos\u00e9",
    "<svg/onload=alert()>": "<svg/onload=alert()>",
    '"><img src=x onerror=1>': '"><img src=x onerror=1>',
}
"""What is typed, and what is kept (I01, I03, I04, X01)."""
UNSEEN = (
    "",
    "   ",
    "\u200b",
    "\u3164",
    "\u202e",
    "\u2800",
    "\u00ad",
    "\u200d",
    "\x00",
    "\ufeff",
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Club.at(tmp_path_factory.mktemp("names")) as there:
        yield there


def names(club: Club) -> list[str]:
    return [one["name"] for one in club.get("state")["view"]["seats"]]


def rename(club: Club, name: str, seat: str = "red") -> tuple[int, Any]:
    club.number = getattr(club, "number", 0) + 1
    change = {"do": "renamed", "seat": seat, "name": name}
    return club.post("seats", {"id": f"r{club.number}", "change": change})


@pytest.mark.parametrize("typed", SCRIPTS)
def test_a_name_is_kept_as_it_is_seen(club, typed):
    club.match()
    stream = Stream(club.port, "/api/v1/stream", cookie=club.cookie)
    stream.next()

    status, told = rename(club, typed)

    assert status == 200, told
    kept = names(club)[0]
    heard = stream.next()
    stream.close()
    assert kept == SCRIPTS[typed]
    assert heard["data"]["view"]["seats"][0]["name"] == kept
    assert not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in kept)
    assert "\ufffd" not in kept


def test_three_hundred_accents_on_one_letter_do_not_climb_out_of_the_line(club):
    club.match()

    assert rename(club, "a" + "\u0301" * 300)[0] == 200

    kept = names(club)[0]
    assert kept.startswith("\u00e1") and set(kept[1:]) <= {"\u0301"}
    assert 1 <= len(kept) <= 4  # the letter with its own accent, and three more at most


@pytest.mark.parametrize("typed", UNSEEN)
def test_a_name_that_cannot_be_seen_is_refused_with_a_hint(club, typed):
    club.match()
    match, version = club.get("state")["match"], club.version
    phone = club.device()

    renamed = rename(club, typed)
    began = club.post("matches", {"game": "closed_hands", "seats": [
        {"name": typed, "seat": "red"}, {"name": "Bo", "seat": "blue"}]})  # fmt: skip
    club.post(f"matches/{club.get('state')['match']}/end", {})
    came = phone.join(club.host.code(seat=""), name=typed, seat="red")

    assert renamed[0] == 422 and renamed[1]["refusal"]["key"] == "house.no.name"
    assert len(renamed[1]["refusal"]["text"]) > 10
    assert began[0] == 422
    assert came[0] == 422 and came[1]["refusal"]["key"] == "house.no.name"
    assert (match, club.version) == (f"m{version}", version + 1)  # only its end was written


def test_five_thousand_letters_are_one_clear_line(club):
    club.match()
    before = names(club)

    status, told = rename(club, "x" * 5000)
    huge, _ = rename(club, "x" * 100_000)

    assert (status, told["refusal"]["key"]) == (422, "house.no.name_long")
    assert huge == 413
    assert names(club) == before


def test_a_name_of_many_letters_is_cut_between_two_of_them(club):
    club.match()
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

    assert rename(club, family * 30)[0] == 200

    kept = names(club)[0]
    assert kept == family * (len(kept) // len(family)) and kept
    assert len(kept) // len(family) <= 24


def test_the_same_name_in_other_letters_is_asked_about(club):
    club.match()
    assert rename(club, "Jos\u00e9")[0] == 200

    for typed in ("Jose\u0301", "JOS\u00c9", " jos\u00e9 "):
        status, told = rename(club, typed, seat="blue")
        assert (status, told["refusal"]["key"]) == (409, "house.no.name_taken"), typed
    assert rename(club, "Jos\u00e9")[0] == 200  # one's own name is no other's

    club.post(f"matches/{club.get('state')['match']}/end", {})
    twins = [{"name": "Jos\u00e9", "seat": "red"}, {"name": "Jose\u0301", "seat": "blue"}]
    assert club.post("matches", {"game": "closed_hands", "seats": twins})[0] == 422


def test_before_a_match_two_phones_cannot_have_one_name(club):
    if match := club.get("state")["match"]:
        club.post(f"matches/{match}/end", {})
    one, two = club.device(), club.device()

    assert one.join(club.host.code(), name="Mia", seat="red")[0] == 200
    status, told = two.join(club.host.code(), name="MIA", seat="blue")

    assert (status, told["refusal"]["key"]) == (409, "house.no.name_taken")
    assert told["seat"] == "red"


def test_a_script_in_a_name_is_only_letters_on_every_page(club):
    club.match()
    name = "<svg/onload=alert()>"
    assert rename(club, name)[0] == 200
    red = club.phone("red")

    pages = [
        club.host.ask("GET", path) for path in ("/table", "/people", "/", "/pass?seat=red")
    ]
    pages.append(red.ask("GET", "/seat"))

    for status, page, _ in pages:
        assert status == 200
        assert "<svg/onload" not in page
    assert sum("&lt;svg/onload" in page for _, page, _ in pages) >= 3
