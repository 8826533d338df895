"""The API over real sockets: what is taken, what is refused, and what a refusal leaves behind."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.served import Served

ORDERS = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("api"), "--seed", "7") as served:
        yield served


def form(table: Served, path: str, headers: dict[str, str] | None = None, **fields: str):
    usual = {"Content-Type": ORDERS}
    return table.ask("POST", path, urlencode(fields).encode(), {**usual, **(headers or {})})


# Playing.


def test_a_match_begins_and_is_seen(table):
    match = table.begin()

    state = table.get("state")

    assert (state["match"], state["game"], state["saved"]) == (match, "labyrinth", True)
    assert [seat["name"] for seat in state["view"]["seats"]] == ["Ada", "Bo"]
    assert {choice["move"]["do"] for choice in table.get("choices")["choices"]} == {"draw"}


def test_a_choice_is_taken_and_the_next_one_is_open(table):
    table.begin()
    table.chip()
    before = table.version

    status, told = table.take({"do": "roll", "face": 3})

    assert (status, told["version"]) == (200, before + 1)
    state = table.get("state")
    assert (state["view"]["roll"], state["view"]["left"], state["view"]["phase"]) == (
        3,
        3,
        "walk",
    )


def test_what_is_refused_leaves_no_trace(table):
    table.begin()
    table.chip()
    before, known = table.get("state"), table.get("journal")["entries"]

    late = table.take({"do": "walk", "path": ["a2"]})
    jump = table.take({"do": "roll", "face": 9})

    assert (late[0], late[1]["refusal"]["key"]) == (422, "labyrinth.no.phase")
    assert late[1]["refusal"]["text"]
    assert (jump[0], jump[1]["version"]) == (422, before["version"])
    assert table.get("state") == before
    assert table.get("journal")["entries"] == known
    assert table.take({"do": "roll", "face": 1}, version=before["version"])[0] == 200
    assert table.version == before["version"] + 1


def test_a_refusal_names_the_page_in_the_book(table):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 1})

    status, told = table.take({"do": "walk", "path": ["b2"]})

    assert (status, told["refusal"]["book"]) == (422, "page 12")


def test_an_older_page_counts_while_its_choice_is_still_open(table):
    table.begin()
    empty = table.version
    table.chip()
    old = table.version
    table.post("corrections", _tap(table, {"do": "mask", "field": "c3", "masked": True}))

    stale = table.take({"do": "draw", "symbol": "moon"}, version=empty)
    open_still = table.take({"do": "roll", "face": 2}, version=old)

    assert (stale[0], stale[1]["refusal"]["key"]) == (409, "house.no.stale")
    assert stale[1]["version"] == old + 1
    assert open_still[0] == 200


def test_a_choice_of_one_player_is_never_taken_for_another(table):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 3})
    adas = table.version
    table.take({"do": "stop"})
    table.take({"do": "roll", "face": 2})
    before = table.get("state")

    late = table.take({"do": "stop"}, version=adas)

    assert (late[0], late[1]["refusal"]["key"]) == (409, "house.no.stale")
    assert table.get("state") == before


def test_a_double_tap_counts_once_and_gets_the_same_answer(table):
    table.begin()
    table.chip()
    before = table.version

    first = table.take({"do": "roll", "face": 2}, id="k1", version=before)
    again = table.take({"do": "roll", "face": 2}, id="k1", version=before)
    table.take({"do": "walk", "path": ["a2"]}, id="k2")
    late = table.take({"do": "roll", "face": 2}, id="k1", version=before)

    assert first == again == late == (200, first[1])
    assert table.version == before + 2


def test_two_quick_taps_of_two_fingers_both_count(table):
    table.begin()
    table.chip()
    before = table.version

    taps = [{"do": "give", "seat": seat, "symbol": symbol}
            for seat, symbol in zip(("red", "blue"), _bag(table)[:2], strict=True)]  # fmt: skip
    fingers = [
        threading.Thread(
            target=table.post,
            args=("corrections", {"version": before, "id": f"f{n}", "move": tap}),
        )
        for n, tap in enumerate(taps)
    ]
    for finger in fingers:
        finger.start()
    for finger in fingers:
        finger.join()

    assert [seat["total"] for seat in table.get("state")["view"]["seats"]] == [1, 1]
    assert table.version == before + 2


def _bag(table: Served) -> list[str]:
    view = table.get("state")["view"]
    gone = {view["wanted"], *(chip for seat in view["seats"] for chip in seat["chips"])}
    printed = {field["symbol"] for field in view["fields"]} - {""}
    return sorted(printed - gone)


def test_taps_kept_without_a_connection_do_not_play_for_the_next_player(table):
    table.begin()
    table.chip()
    old = table.version
    kept = [
        {"version": old, "id": f"off{n}", "move": {"do": "roll", "face": 2}} for n in range(3)
    ]
    kept.append({"version": old, "id": "off3", "move": {"do": "stop"}})
    table.take({"do": "roll", "face": 4})
    table.take({"do": "stop"})

    told = [table.post("moves", tap) for tap in kept + kept]

    view = table.get("state")["view"]
    assert [status for status, _ in told] == [409] * 8
    assert told[:4] == told[4:]
    assert (view["turn"]["seat"], view["phase"]) == ("blue", "roll")
    assert len(table.get("journal")["entries"]) == 4


def test_many_at_once_lose_nothing_and_nobody_waits_long(table):
    table.begin()
    before, slow = table.version, []

    def finger(who: int) -> None:
        for tap in range(12):
            began = time.monotonic()
            move = {"do": "mask", "field": f"{'abcdef'[who % 6]}{tap % 6 + 1}", "masked": True}
            status, _ = table.post(
                "corrections", {"version": before, "id": f"m{who}-{tap}", "move": move}
            )
            slow.append((time.monotonic() - began, status))

    fingers = [threading.Thread(target=finger, args=(who,)) for who in range(8)]
    for one in fingers:
        one.start()
    for _ in range(20):
        table.get("journal")
    for one in fingers:
        one.join()

    versions = [entry["version"] for entry in table.get("journal")["entries"]]
    assert {status for _, status in slow} == {200}
    assert versions == list(range(before, before + 8 * 12 + 1))
    assert max(seconds for seconds, _ in slow) < 2


# Taking back and putting right.


def test_undo_takes_back_and_redo_gives_the_very_same(table):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 3})
    table.take({"do": "walk", "path": ["a2"]})
    walked = table.get("state")["view"]

    undone = table.post("undo", {"id": "u1"})
    back = table.get("state")["view"]
    redone = table.post("redo", {"id": "r1"})

    assert (undone[0], redone[0]) == (200, 200)
    assert (back["path"], back["roll"]) == ([], 3)
    assert table.get("state")["view"] == walked


def test_a_struck_roll_is_gone_and_may_be_rolled_anew(table):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 3})

    status, _ = table.post("undo", {"id": "s1", "strike": True})

    view = table.get("state")["view"]
    assert (status, view["phase"], view["roll"]) == (200, "roll", None)


def test_a_correction_is_taken_and_a_move_is_none(table):
    table.begin()
    table.chip()

    placed = table.post(
        "corrections", _tap(table, {"do": "place", "seat": "blue", "field": "c3"})
    )
    rolled = table.post("corrections", _tap(table, {"do": "roll", "face": 1}))

    assert placed[0] == 200
    assert (rolled[0], rolled[1]["refusal"]["key"]) == (422, "house.no.correction")
    assert table.get("state")["view"]["seats"][1]["at"] == "c3"


def _tap(table: Served, move: dict, id: str = "") -> dict:
    return {"version": table.version, "id": id or str(time.monotonic_ns()), "move": move}


def test_a_match_is_parked_resumed_and_ended(table):
    match = table.begin()
    table.chip()
    before = table.get("state")["view"]

    parked = table.post(f"matches/{match}/park", {})
    nothing = table.get("state")
    resumed = table.ask("POST", f"/api/v1/matches/{match}/resume")
    again = table.get("state")["view"]
    ended = table.post(f"matches/{match}/end", {})
    too_late = table.post(f"matches/{match}/resume", {})

    assert (parked[0], resumed[0], ended[0]) == (200, 200, 200)
    assert (nothing["match"], nothing["view"]) == ("", {})
    assert again == before
    assert (too_late[0], too_late[1]["refusal"]["key"]) == (422, "house.no.ended")
    states = {row["match"]: row["state"] for row in table.get("matches")["matches"]}
    assert states[match] == "over"


def test_a_second_match_waits_until_the_first_is_put_away(table):
    table.begin()
    seats = [{"name": "X", "seat": "red"}, {"name": "Y", "seat": "blue"}]

    status, told = table.post("matches", {"game": "labyrinth", "seats": seats})

    assert (status, told["refusal"]["key"]) == (422, "house.no.running")


def test_corners_are_found_for_those_who_name_none(table):
    table.post(f"matches/{table.begin()}/end", {})
    seats = [{"name": n, "seat": s} for n, s in (("A", "red"), ("B", "blue"), ("C", "green"))]

    status, _ = table.post("matches", {"game": "labyrinth", "seats": seats})

    corners = [seat["corner"] for seat in table.get("state")["view"]["seats"]]
    assert (status, corners) == (200, ["a1", "f1", "f6"])


# What cannot be read.

MOVE = {"version": 1, "id": "x", "move": {"do": "stop"}}
UNREADABLE = {
    "not JSON": (b"roll 3", 400),
    "half of it": (b'{"version": 1, "id":', 400),
    "a list": (b"[]", 400),
    "nothing": (b"", 400),
    "null": (b"null", 400),
    "no bytes of text": (b"\xff\xfe\x00", 400),
    "a number as text": (json.dumps({**MOVE, "version": "1"}).encode(), 400),
    "a fraction": (json.dumps({**MOVE, "version": 1.5}).encode(), 400),
    "below zero": (json.dumps({**MOVE, "version": -1}).encode(), 400),
    "infinite": (b'{"version": 1e999, "id": "x", "move": {}}', 400),
    "one key too many": (json.dumps({**MOVE, "force": True}).encode(), 400),
    "one key too few": (json.dumps({"version": 1, "move": {}}).encode(), 400),
    "no name": (json.dumps({**MOVE, "id": ""}).encode(), 400),
    "a list of moves": (json.dumps({**MOVE, "move": [1]}).encode(), 400),
    "deep": (b'{"version":1,"id":"x","move":{"do":' + b"[" * 5000 + b"]" * 5000 + b"}}", 400),
    "65 KiB": (json.dumps({**MOVE, "id": "x" * 66_560}).encode(), 413),
    "9 MiB": (b" " * (9 << 20), 413),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_named_and_changes_nothing(table, name):
    body, expected = UNREADABLE[name]
    before = table.get("state")

    status, told, _ = table.ask("POST", "/api/v1/moves", body)

    assert status == expected
    assert told["version"] == before["version"]
    assert told["refusal"]["key"]
    assert told["refusal"]["text"]
    assert table.get("state") == before


def test_another_kind_of_text_is_not_taken_for_json(table):
    body = json.dumps(MOVE).encode()

    for kind in (ORDERS, "text/plain", "multipart/form-data", ""):
        assert table.ask("POST", "/api/v1/moves", body, {"Content-Type": kind})[0] == 415
    assert (
        table.ask(
            "POST", "/api/v1/moves", body, {"Content-Type": "application/json; charset=utf-8"}
        )[0]
        != 415
    )


def test_a_body_that_does_not_say_how_long_it_is_is_not_read(table):
    with socket.create_connection(("127.0.0.1", table.port), 5) as plain:
        head = "POST /api/v1/moves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        plain.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        plain.sendall(b"7fffffff\r\n" + b" " * 1000)
        answer = b""
        while piece := plain.recv(4096):
            answer += piece

    assert answer.split()[1] == b"411"


def test_nobody_is_told_of_files_or_lines_of_ours(table):
    for body, _ in UNREADABLE.values():
        told = json.dumps(table.ask("POST", "/api/v1/moves", body)[1])
        assert "Traceback" not in told
        assert ".py" not in told


# Who may ask.

FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://127.0.0.1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Host": "evil.example"},
    {"Host": "evil.example", "Origin": "http://evil.example"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_foreign_page_cannot_play(table, headers):
    table.begin()
    before = table.version

    asked = [
        table.ask("POST", "/api/v1/undo", {"id": "evil"}, headers),
        form(table, "/do/undo", headers, id="evil"),
        table.ask("POST", "/virtual/roll", {}, headers),
    ]

    assert [status for status, *_ in asked] == [403, 403, 403]
    assert table.version == before


@pytest.mark.parametrize("host", ["localhost", "table", "table.local", "192.168.1.20", "[::1]"])
def test_our_own_page_may_by_whatever_name_the_table_has_at_home(table, host):
    headers = {"Host": f"{host}:{table.port}", "Origin": f"http://{host}:{table.port}"}
    said = table.ask("POST", "/api/v1/join", {"code": table.pin}, headers)
    headers["Cookie"] = said[2]["set-cookie"].partition(";")[0]

    assert table.ask("POST", "/api/v1/redo", {"id": f"at {host}"}, headers)[0] == 422


def test_every_answer_carries_the_careful_headers(table):
    for path in ("/", "/table", "/api/v1/state", "/static/house.css", "/nowhere"):
        headers = table.ask("GET", path)[2]
        rules = headers["content-security-policy"]
        assert "default-src 'self'" in rules
        assert "frame-ancestors 'none'" in rules
        assert "unsafe" not in rules
        assert "*" not in rules
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_a_device_is_known_by_a_name_that_is_not_its_secret(table):
    table.begin()
    table.chip()
    cookie = table.ask("GET", "/api/v1/state")[2]["set-cookie"]
    name, secret = re.search(r"(device-\w+)=([^;]+)", cookie).groups()
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie

    said = _tap(table, {"do": "roll", "face": 1})
    table.ask("POST", "/api/v1/moves", said, {"Cookie": f"{name}={secret}"})

    by = table.get("journal")["entries"][-1]["by"]
    assert by.startswith("tablet/")
    assert secret not in json.dumps(table.get("journal"))


# What leaves the service.

PATHS = ("state", "choices", "matches", "journal", "health")
PAGES = ("/", "/table", "/virtual", "/correct", "/learn")


def test_the_hidden_walls_never_leave_the_service(table):
    table.begin()
    walls = json.loads((table.data / "cardboard.json").read_text())["walls"]
    assert len(walls) == 24

    shown = [json.dumps(table.get(path)) for path in PATHS]
    shown += [table.ask("GET", page)[1] for page in PAGES]

    assert not [wall for wall in walls for text in shown if wall in text]


def test_a_name_that_is_a_script_is_a_name(table):
    table.post(f"matches/{table.begin()}/end", {})
    names = ["<svg/onload=alert()>", '"><img src=x>']
    seats = [{"name": names[0], "seat": "red"}, {"name": names[1], "seat": "blue"}]
    table.post("matches", {"game": "labyrinth", "seats": seats})
    table.chip()
    table.take({"do": "roll", "face": 1})

    shown = [table.ask("GET", page)[1] for page in PAGES]

    assert [seat["name"] for seat in table.get("state")["view"]["seats"]] == names
    assert "&lt;svg/onload=alert()&gt;" in shown[1]
    assert not any("<svg/onload" in text or "<img src=x" in text for text in shown)


@pytest.mark.parametrize("name", ["   ", "\u200b", "\u3164", "\u202e", "\t"])
def test_a_name_that_cannot_be_seen_is_none(table, name):
    table.post(f"matches/{table.begin()}/end", {})
    seats = [{"name": name, "seat": "red"}, {"name": "Bo", "seat": "blue"}]

    status, told = table.post("matches", {"game": "labyrinth", "seats": seats})

    assert (status, told["refusal"]["key"]) == (422, "house.no.name")


def test_the_api_describes_itself_and_every_reference_leads_somewhere(table):
    document = table.get("openapi.json")

    text = json.dumps(document)
    asked = set(re.findall(r"#/components/schemas/([^\"]+)", text))
    assert document["openapi"].startswith("3.1")
    assert asked <= set(document["components"]["schemas"])
    assert {"labyrinth.Roll", "labyrinth.Walk", "maginor.Roll", "State", "NotDone"} <= asked
    assert {"/matches", "/moves", "/undo", "/redo", "/corrections", "/stream"} <= set(
        document["paths"]
    )
    assert "/matches/{match}/park" in document["paths"]
    assert "/wires" in document["paths"]
    assert "Bridge" in document["components"]["schemas"]


def test_health_tells_how_the_table_is(table):
    health = table.get("health")

    states = {wire["source"]: wire["state"] for wire in health["wires"]}
    assert states == dict.fromkeys(states, "live")
    assert {"hall", "drop/nw", "die/0"} <= set(states)
    bridges = [(one["name"], one["in_use"], one["state"]) for one in health["bridges"]]
    assert bridges == [("virtual", True, "live")]
    assert (health["sensor"], health["saved"], health["counters"]) == (
        "ok",
        True,
        {"unread": 0},
    )
    assert health["free"] > 0
    assert health["threads"] < 30
    assert abs(health["clock"]["wall"] / 1000 - time.time()) < 5


ASTRAY = [
    "/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2f..%2fetc/passwd",
    "/static//etc/passwd", "/static/v-x/../../api.py", "/static/labyrinth/../moves.py",
    "/static/", "/static/a%00b", "/static/CON", "/static/" + "a" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("path", ASTRAY, ids=lambda path: path[:40])
def test_no_address_leads_out_of_the_statics(table, path):
    with socket.create_connection(("127.0.0.1", table.port), 5) as plain:
        plain.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while piece := plain.recv(65536):
            answer += piece

    assert answer.split()[1] in (b"404", b"400", b"414")
    assert b"root:" not in answer
    assert b"import" not in answer


def test_pages_are_always_asked_for_anew_and_statics_are_named_after_what_they_hold(table):
    page, headers = table.ask("GET", "/table")[1:]
    assert headers["cache-control"] == "no-cache"
    styles = re.findall(r'href="(/static/v-\w+/[\w./]+\.css)"', page)
    assert styles

    for style in styles:
        _, body, told = table.ask("GET", style)
        assert "immutable" in told["cache-control"]
        old = re.sub(r"v-\w+", "v-0123456789abcdef", style)
        status, same, aged = table.ask("GET", old)
        assert (status, same, aged["cache-control"]) == (200, body, "no-cache")
        again = table.ask("GET", old, headers={"If-None-Match": told["etag"]})
        assert again[0] == 304


# Pages without scripts.


def test_a_plain_form_comes_back_to_its_page(table):
    table.begin()
    table.chip()
    fields = {"version": str(table.version), "id": "plain1", "move": '{"do":"roll","face":2}'}

    status, _, headers = form(
        table, "/do/take", {"Referer": f"{table.address}/correct?do=x"}, **fields
    )

    assert (status, headers["location"]) == (303, "/correct")
    assert table.get("state")["view"]["roll"] == 2


def test_a_plain_form_that_is_refused_shows_the_page_with_the_reason(table):
    table.begin()
    table.chip()
    fields = {"version": str(table.version), "id": "plain2", "move": '{"do":"stop"}'}

    status, page, _ = form(table, "/do/take", **fields)
    told = form(table, "/do/take", {"Accept": "application/json"}, **{**fields, "id": "plain3"})

    assert (status, told[0]) == (422, 422)
    assert told[1]["refusal"]["text"] in page


def test_the_undo_tile_takes_back_a_mistyped_roll(table):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 4})
    page = table.ask("GET", "/table")[1]
    assert "/do/undo" in page

    status, *_ = form(table, "/do/undo", id="tile", strike="0")

    assert (status, table.get("state")["view"]["phase"]) == (303, "roll")


def test_the_start_form_begins_a_match_with_its_house_rules(table):
    table.post(f"matches/{table.begin()}/end", {})
    fields = {
        "game": "labyrinth", "name_0": "Zoë", "seat_0": "green", "corner_0": "a6", "handicap_0": "1",
        "name_1": "Bo", "seat_1": "yellow", "corner_1": "f1", "handicap_1": "0",
        "name_2": "", "seat_2": "red", "corner_2": "a1", "chips_to_win": "4", "staying": "false",
    }  # fmt: skip

    status, _, headers = form(table, "/do/start", **fields)

    view = table.get("state")["view"]
    assert (status, headers["location"]) == (303, "/table")
    assert [(seat["name"], seat["goal"]) for seat in view["seats"]] == [("Zoë", 3), ("Bo", 4)]
    assert view["options"]["staying"] is False


def test_a_field_is_learned_by_a_match_in_play_and_for_the_next(table):
    table.begin()

    status, *_ = form(table, "/do/learn", field="b2", symbol="other", other="Sword")
    wrong = form(table, "/do/learn", {"Accept": "application/json"}, field="z9", symbol="moon")

    fields = {one["field"]: one["symbol"] for one in table.get("state")["view"]["fields"]}
    assert (status, fields["b2"], wrong[0]) == (303, "Sword", 422)
    kept = json.loads((table.data / "box-labyrinth.json").read_text())
    assert kept["symbols"] == {"b2": "Sword"}
    assert "Sword" in kept["chips"]


def test_every_page_opens_with_and_without_a_match(table):
    table.post(f"matches/{table.begin()}/end", {})
    bare = [table.ask("GET", page)[0] for page in PAGES]
    table.begin()

    assert bare == [200, 200, 200, 303, 200]
    assert [table.ask("GET", page)[0] for page in PAGES] == [200] * 5


def test_what_is_not_there_is_said_in_one_line(table):
    status, text, headers = table.ask("GET", "/admin")
    missing = table.ask("GET", "/api/v1/nothing")
    wrong = table.ask("DELETE", "/api/v1/state")

    assert (status, len(text.splitlines())) == (404, 1)
    assert headers["content-type"].startswith("text/plain")
    assert (missing[0], missing[1]["refusal"]["key"]) == (404, "house.no.http_404")
    assert wrong[0] == 405


# Starting twice.


def test_a_second_service_on_the_same_data_ends_with_one_clear_line(table: Served) -> None:
    import subprocess

    from tests.served import PROGRAM

    words = ["demo", "--data", str(table.data), "--port", "0"]
    second = subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, timeout=20, check=False
    )

    assert (second.returncode, len(second.stderr.splitlines())) == (2, 1)
    assert "another companion" in second.stderr
    assert table.get("health")["saved"]


def test_a_taken_port_ends_with_one_clear_line(table: Served, tmp_path: Path) -> None:
    import subprocess

    from tests.served import PROGRAM

    words = ["demo", "--data", str(tmp_path), "--port", str(table.port)]
    second = subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, timeout=20, check=False
    )

    assert (second.returncode, len(second.stderr.splitlines())) == (2, 1)
    assert str(table.port) in second.stderr
    assert "taken" in second.stderr
    with Served(tmp_path) as third:  # nothing was left locked
        assert third.get("state")["match"]
