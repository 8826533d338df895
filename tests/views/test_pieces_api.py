"""Pieces over real sockets: taught, shown, asked about and carried on; and who may not."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.club import Club, Device
from tests.served import PATIENCE, Served, Stream, Told, until

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
STICKER = "nfc:04a2245c6f6180"
VIRTUAL = '[[wires]]\nkind = "virtual"\n'
POSTS = {
    "teach": {"piece": "labyrinth/chip/1", "tag": STICKER},
    "unteach": {"tag": STICKER},
    "guide": {"piece": "labyrinth/chip/1"},
    "ignore": {"tag": STICKER},
    "import": {"pieces": 1, "tags": {}, "facts": {}},
    "mean": {"number": 1},
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("pieces"), "--seed", "7") as served:
        yield served


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Club.on_wires(tmp_path_factory.mktemp("club"), VIRTUAL) as there:
        yield there


@pytest.fixture(autouse=True)
def _fresh(request: pytest.FixtureRequest) -> None:
    """No match, nothing taught, nothing asked."""
    if "table" not in request.fixturenames:
        return
    table: Served = request.getfixturevalue("table")
    if match := table.get("state")["match"]:
        table.post(f"matches/{match}/end", {})
    for tag in exported(table)["tags"]:
        say(table, "unteach", tag=tag)
    say(table, "guide")
    for tag in table.get("state")["pieces"]["unknown"]:
        say(table, "ignore", tag=tag)


def say(who: Served | Device, what: str, **told: Any) -> tuple[int, Any]:
    return who.post(f"pieces/{what}", {"id": os.urandom(8).hex(), **told})


def shown(table: Served, code: str) -> Told:
    """Held to the reader of the virtual table; what the table says of pieces then."""
    before = table.get("state")["pieces"]
    assert table.ask("POST", "/virtual/show", {"code": code})[0] == 200
    return until(lambda: (now := table.get("state")["pieces"]) != before and now)


def form(table: Served, path: str, **fields: str) -> tuple[int, Any, dict[str, str]]:
    fields = {"id": os.urandom(8).hex(), **fields}
    return table.ask("POST", path, urlencode(fields).encode(), FORM)


def phone_form(phone: Device, fields: dict[str, str]) -> tuple[int, Any, Told]:
    connection = HTTPConnection("127.0.0.1", phone.port, timeout=PATIENCE)
    headers = {**FORM, "Cookie": phone.cookie}
    connection.request("POST", "/do/pieces/teach", urlencode(fields), headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), dict(answer.getheaders())


def exported(table: Served) -> Any:
    return table.ask("GET", "/pieces.json")[1]


def chips(who: Served | Device) -> list[Told]:
    [labyrinth] = [one for one in who.get("pieces")["games"] if one["game"] == "labyrinth"]
    return [
        one for kind in labyrinth["kinds"] if kind["kind"] == "chip" for one in kind["pieces"]
    ]


# Teaching.


def test_every_game_has_its_pieces_with_words(table):
    games = {one["game"]: one for one in table.get("pieces")["games"]}

    assert games["labyrinth"]["all"] == 30  # 24 chips and the six sides of the die
    assert games["labyrinth"]["kinds"][0]["text"] == "Chips"
    assert [one["lacks"] for one in chips(table)] == [["symbol"]] * 24


def test_a_taught_piece_is_known_and_what_stands_on_it(table):
    status, _ = say(
        table, "teach", piece="labyrinth/chip/", tag=STICKER, facts={"symbol": "owl"}
    )

    assert status == 200
    [known] = [one for one in chips(table) if one["known"]]
    assert (known["tags"], known["facts"], known["lacks"]) == ([STICKER], {"symbol": "owl"}, [])


def test_one_sticker_is_never_two_pieces_and_the_first_is_named(table):
    say(table, "teach", piece="labyrinth/chip/3", tag=STICKER)

    status, told = say(table, "teach", piece="labyrinth/chip/4", tag=STICKER)

    assert (status, told["refusal"]["key"]) == (422, "house.no.tag_taken")
    assert "Chip 3" in told["refusal"]["text"]


def test_the_guide_asks_for_piece_after_piece_and_learns_what_is_shown(table):
    say(table, "guide", piece="labyrinth/chip/1")

    now = shown(table, "LABEL-ONE")
    page = table.ask("GET", "/pieces")[1]

    assert now["guide"] == "labyrinth/chip/2"
    assert exported(table)["tags"] == {"code:LABEL-ONE": "labyrinth/chip/1"}
    assert "Learned: Chip 1" in page


def test_what_one_table_knows_another_takes_over(table, tmp_path):
    say(table, "teach", piece="labyrinth/chip/3", tag=STICKER, facts={"symbol": "Ναυτίλος"})
    file = exported(table)
    say(table, "unteach", tag=STICKER)

    status, _ = say(table, "import", **file)

    assert status == 200
    assert exported(table) == file
    assert file["tags"] == {STICKER: "labyrinth/chip/3"}
    assert file["facts"]["labyrinth/chip/3"] == {"symbol": "Ναυτίλος"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Nothing was chosen"),
        ("not a file", "no file of pieces"),
        ("[" * 5000, "no file of pieces"),
        ('{"match": "m1"}', "holds something else"),
        ('{"pieces": 2}', "newer way"),
        ('{"pieces": 1, "tags": {"code:A": "chess/king"}}', "no such piece: chess/king"),
    ],
    ids=["empty", "text", "deep", "another", "newer", "unknown piece"],
)
def test_a_file_that_cannot_be_taken_over_says_why_and_changes_nothing(table, text, why):
    before = exported(table)

    status, page, _ = form(table, "/do/pieces/import", text=text, back="/pieces")

    assert status == 422
    assert why in page
    assert exported(table) == before


def test_a_file_of_a_quarter_megabyte_is_taken_and_a_larger_one_is_not(table):
    def file(size: int) -> bytes:
        text = json.dumps({"id": "big", "pieces": 1, "tags": {}, "facts": {}})
        return f"{text[:-1]}{' ' * (size - len(text))}}}".encode()

    fits = table.ask("POST", "/api/v1/pieces/import", file(256 * 1024))
    much = table.ask("POST", "/api/v1/pieces/import", file(300 * 1024))
    other = table.ask("POST", "/api/v1/pieces/teach", file(100 * 1024))

    assert (fits[0], much[0], other[0]) == (200, 413, 413)


# In play.


def test_an_unknown_piece_is_asked_about_once_and_known_from_then_on(table):
    table.begin()

    asked = shown(table, "MY SNAIL")["asked"]
    page = table.ask("GET", "/table")[1]
    status, _, headers = form(
        table, "/do/pieces/teach", tag=asked["tag"], piece="labyrinth/chip/", said="1",
        back="/table", **{"fact-symbol": "snail"},
    )  # fmt: skip

    assert asked == {"tag": "code:MY SNAIL", "why": "new"}
    assert "A piece that nobody knows yet was shown." in page
    assert (status, headers["location"]) == (303, "/table")
    state = table.get("state")
    assert (state["view"]["wanted"], state["pieces"]["asked"]) == ("snail", None)


def test_not_now_is_asked_no_more(table):
    table.begin()
    asked = shown(table, "MY CROWN")["asked"]

    form(table, "/do/pieces/ignore", tag=asked["tag"])

    assert table.get("state")["pieces"]["asked"] is None


def test_a_form_that_does_not_fit_comes_back_with_what_was_said(table):
    say(table, "teach", piece="labyrinth/chip/1", facts={"symbol": "owl"})

    status, page, _ = form(
        table, "/do/pieces/teach", tag=STICKER, piece="labyrinth/chip/2", said="1",
        **{"fact-symbol": "owl"},
    )  # fmt: skip

    assert status == 422
    assert "That stands on another one already: Chip 1." in page
    assert 'value="owl" checked' in page


def test_an_oracle_has_a_symbol_for_each_of_its_votes(table):
    """Maginor's book, "Components"; the form counts along."""
    said = {"piece": "maginor/oracle/1", "said": "1", "fact-votes": "6"}

    status, page, _ = form(table, "/do/pieces/teach", **said, **{"fact-symbols": "fire"})
    _, told = say(
        table, "teach", piece="maginor/oracle/1", facts={"votes": 6, "symbols": ["fire"] * 5}
    )

    assert status == 422
    assert "1 of 6" in page.replace("\u00a0", " ")
    assert told["refusal"]["book"] == "Components"
    assert told["refusal"]["text"].replace("\u00a0", " ") == (
        "Oracle 1: the number on it says 6. Told here: 5. Count once more."
    )
    assert "maginor/oracle/1" not in exported(table)["facts"]


def test_what_is_printed_is_shown_as_text_in_any_script(table):
    rude = "<script>a()</script>"
    say(table, "teach", piece="labyrinth/chip/", tag=STICKER, facts={"symbol": rude})

    page = table.ask("GET", "/pieces?kind=chip")[1]

    assert rude not in page
    assert "&lt;script&gt;a()&lt;/script&gt;" in page


def test_a_stream_of_the_page_hears_that_a_piece_was_shown(table):
    stream = Stream(table.port, "/stream?page=pieces")
    first = stream.next()

    table.ask("POST", "/virtual/show", {"code": "HELLO"})
    second = stream.next(3)
    stream.close()

    assert first and second
    assert second["data"]["regions"] == {}


def test_nobody_is_led_to_another_site(table):
    status, _, headers = form(
        table, "/do/pieces/teach", tag=STICKER, piece="labyrinth/chip/", said="1",
        back="//evil.example/", **{"fact-symbol": "owl"},
    )  # fmt: skip

    assert (status, headers["location"]) == (303, "/table")


def test_a_die_that_says_its_face_is_shown_at_the_virtual_table(table):
    table.begin()
    table.chip()

    table.ask("POST", "/virtual/show", {"code": "die: 3"})

    assert until(lambda: table.get("state")["view"]["roll"]) == 3


def test_in_a_game_with_secrets_a_shown_token_is_in_nobodys_page_stream_or_answer(club):
    """Red shows a token whose face nobody told yet. That there is something to say is for
    the players; which token it was, nobody is told who does not ask to say it."""
    club.match()
    phone, guest = club.phone("red"), club.device()
    heard = Stream(club.port, "/api/v1/stream", cookie=guest.cookie)
    heard.next()
    label = "CP:CLOSED_HANDS/TOKEN/RED/3"

    club.ask("POST", "/virtual/show", {"code": label})
    until(lambda: phone.get("state")["pieces"]["asked"])
    seen = [club.get("state"), phone.get("state"), guest.get("state")]
    pages = [club.ask("GET", "/table")[1], club.ask("GET", "/pieces")[1],
             phone.ask("GET", "/seat")[1], guest.ask("GET", "/table")[1]]  # fmt: skip
    form_of_red = phone.ask("GET", "/piece?asked=1")[1]

    assert [one["pieces"]["asked"] for one in seen] == [{"tag": "", "why": "facts"}] * 2 + [
        None
    ]
    assert not any("TOKEN" in json.dumps(one).upper().split("PIECES")[-1] for one in seen)
    assert not any(label in page for page in pages)
    assert "What is printed on this piece?" in pages[2]
    assert "other-name" in form_of_red
    assert heard.next(0.3) is None, "who looks on is told nothing at all"
    heard.close()

    said = {"asked": "1", "said": "1", "other-name": "comb", "back": "/seat", "id": "c1"}
    late = phone_form(phone, {**said, "piece": "closed_hands/token/red/4"})
    told = phone_form(phone, {**said, "piece": "closed_hands/token/red/3", "id": "c2"})

    assert (late[0], told[0]) == (409, 303)
    assert phone.get("state")["pieces"]["asked"] is None


# Attacks.


@pytest.mark.parametrize("what", POSTS)
def test_another_site_and_other_shapes_are_turned_away(table, what):
    good = {"id": "x", **POSTS[what]}
    path = f"/api/v1/pieces/{what}"

    cross = table.ask("POST", path, good, {"Origin": "https://evil.example"})
    strange = table.ask("POST", path, {**good, "more": 1})
    nameless = table.ask("POST", path, {**good, "id": ""})
    typed = table.ask("POST", path, b"id=x", FORM)

    assert [answer[0] for answer in (cross, strange, nameless, typed)] == [403, 400, 400, 415]


def test_another_site_cannot_post_a_form_either(table):
    said = urlencode({"id": "x", "tag": STICKER, "piece": "labyrinth/chip/1"}).encode()

    status, _, _ = table.ask(
        "POST", "/do/pieces/teach", said, {**FORM, "Origin": "https://evil.example"}
    )

    assert status == 403
    assert exported(table)["tags"] == {}


@pytest.mark.parametrize("what", POSTS)
def test_who_only_looks_on_says_nothing_of_pieces(club, what):
    club.match()

    status, told = say(club.device(), what, **POSTS[what])

    assert status == 403
    assert told["refusal"]["key"] in ("house.no.seat", "house.no.host")


@pytest.mark.parametrize("what", ["unteach", "guide", "import", "teach", "ignore"])
def test_a_player_says_only_what_the_table_asks(club, what):
    club.match()
    phone = club.phone("red")

    status, told = say(phone, what, **POSTS[what])

    assert (status, told["refusal"]["key"]) == (403, "house.no.host")


def test_only_a_host_sees_which_tag_is_where_and_takes_the_file(club):
    club.match()
    say(club, "teach", piece="labyrinth/chip/1", tag=STICKER, facts={"symbol": "owl"})
    phone, guest = club.phone("red"), club.device()

    hosts, others = chips(club.host)[0], [chips(phone)[0], chips(guest)[0]]
    files = [phone.ask("GET", "/pieces.json")[0], guest.ask("GET", "/pieces.json")[0]]
    pages = [
        phone.ask("GET", "/pieces")[2],
        guest.ask("GET", "/piece?piece=labyrinth/chip/1")[2],
    ]

    assert hosts["tags"] == [STICKER]
    assert [one["tags"] for one in others] == [[], []]
    assert [(one["known"], one["facts"]) for one in others] == [(0, {})] * 2, (
        "a game of secrets"
    )
    assert files == [403, 403]
    assert [page["location"] for page in pages] == ["/", "/table"]


def test_the_api_describes_what_can_be_said(table):
    described = table.get("openapi.json")

    assert {f"/pieces/{what}" for what in POSTS} | {"/pieces"} <= set(described["paths"])
    assert "pieces" in described["components"]["schemas"]["State"]["properties"]
