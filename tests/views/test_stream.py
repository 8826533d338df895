"""Streams over real sockets: nothing is missed, nothing comes twice, nobody blocks the rest."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from companion.views.tablet import hub as hubs
from companion.views.tablet.hub import Hub, Ticket
from tests.served import Served, Stream, until

EVENTS = "/api/v1/stream"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("stream"), "--seed", "7") as served:
        yield served


@pytest.fixture
def play(table: Served) -> Served:
    table.begin()
    table.chip()
    return table


def turns(table: Served, count: int) -> None:
    """So many entries: a roll, a stop, a roll …"""
    for _ in range(count):
        walking = table.get("state")["view"]["phase"] == "walk"
        assert table.take({"do": "stop"} if walking else {"do": "roll", "face": 1})[0] == 200


# What comes.


def test_a_new_listener_is_shown_everything_and_then_what_happens(play):
    stream = Stream(play.port, EVENTS)

    hello = stream.next()
    version = play.version
    play.take({"do": "roll", "face": 3})
    event = stream.next()

    assert (stream.status, stream.headers["content-type"]) == (
        200,
        "text/event-stream; charset=utf-8",
    )
    assert "content-length" not in stream.headers
    assert "transfer-encoding" not in stream.headers
    assert (hello["event"], hello["id"], hello["data"]["view"]["phase"]) == (
        "reset",
        str(version),
        "roll",
    )
    assert (event["event"], event["id"]) == ("state", str(version + 1))
    assert event["data"]["view"]["roll"] == 3
    (happened,) = event["data"]["happened"]
    assert (happened["version"], happened["seat"]) == (version + 1, "red")
    assert happened["says"]["key"] == "labyrinth.did.rolled"
    assert "3" in happened["text"]
    stream.close()


def test_who_was_away_for_a_moment_hears_exactly_what_was_missed(play):
    turns(play, 6)
    last = play.version

    stream = Stream(play.port, EVENTS, last=str(last - 3))
    missed = [stream.next() for _ in range(3)]
    play.take({"do": "roll", "face": 1})
    live = stream.next()

    assert [event["event"] for event in missed] == ["state"] * 3
    assert [event["id"] for event in missed] == [str(last - 2), str(last - 1), str(last)]
    assert [event["data"]["view"]["phase"] for event in missed] == ["roll", "walk", "roll"]
    assert live["id"] == str(last + 1)
    stream.close()


def test_who_missed_nothing_hears_nothing_until_something_happens(play):
    stream = Stream(play.port, EVENTS, last=str(play.version))

    nothing = stream.next(0.3)
    stream.close()

    assert nothing is None


@pytest.mark.parametrize("last", ["9000", "abc", "-1", "", "1e3", "9" * 40])
def test_a_number_that_says_nothing_gets_one_whole_view(play, last):
    stream = Stream(play.port, EVENTS, last=last)

    first, nothing = stream.next(), stream.next(0.2)
    stream.close()

    assert (first["event"], first["id"]) == ("reset", str(play.version))
    assert nothing is None


def test_who_was_away_for_too_long_gets_one_whole_view(play):
    old = play.version
    for number in range(260):
        move = {"do": "mask", "field": "c3", "masked": not number % 2}
        play.post("corrections", {"version": old, "id": f"{old} {number}", "move": move})

    stream = Stream(play.port, EVENTS, last=str(old))
    just = Stream(play.port, EVENTS, last=str(play.version - 200))

    assert stream.next()["event"] == "reset"
    ids = [just.next()["id"] for _ in range(200)]
    assert ids == [str(play.version - 199 + n) for n in range(200)]
    stream.close()
    just.close()


def test_every_entry_is_an_event_also_taking_back(play):
    stream = Stream(play.port, EVENTS)
    version = int(stream.next()["id"])

    play.take({"do": "roll", "face": 2})
    play.take({"do": "walk", "path": ["a2"]})
    play.post("undo", {"id": "su"})
    play.post("redo", {"id": "sr"})
    match = play.get("state")["match"]
    play.post(f"matches/{match}/park", {})
    events = [stream.next() for _ in range(5)]

    assert [int(event["id"]) for event in events] == [version + n for n in range(1, 6)]
    keys = [event["data"]["happened"][0]["says"]["key"] for event in events]
    assert keys[1:] == [
        "labyrinth.did.walked",
        "house.did.undo",
        "house.did.redo",
        "house.did.put_away",
    ]
    assert events[2]["data"]["view"]["path"] == []
    assert events[3]["data"]["view"]["path"] == ["a2"]
    assert (events[4]["data"]["match"], events[4]["data"]["view"]) == ("", {})
    play.post(f"matches/{match}/resume", {})
    assert stream.next()["data"]["happened"][0]["says"]["key"] == "house.did.resume"
    stream.close()


def test_what_was_refused_is_no_event(play):
    stream = Stream(play.port, EVENTS)
    stream.next()

    play.take({"do": "walk", "path": ["a2"]})
    nothing = stream.next(0.3)
    stream.close()

    assert nothing is None


def test_a_notice_comes_without_a_number(play):
    stream = Stream(play.port, EVENTS)
    version = stream.next()["id"]

    play.ask(
        "POST",
        "/virtual/hand",
        {"seat": "blue", "points": [[144.0, 180.0, 0]], "lifted": False},
    )
    event = stream.next(5)
    play.ask(
        "POST",
        "/virtual/hand",
        {"seat": "blue", "points": [[180.0, 180.0, 9000]], "lifted": False},
    )
    stream.close()

    assert event is not None
    assert "id" not in event
    assert (event["data"]["version"], event["data"]["happened"]) == (int(version), [])
    assert event["data"]["notices"]


# The page's stream.


def test_a_page_gets_the_regions_that_changed_and_no_others(play):
    stream = Stream(play.port, f"/stream?page=table&after={play.version}")
    play.take({"do": "roll", "face": 3})
    first = stream.next()
    play.take({"do": "walk", "path": ["a2"]})
    second = stream.next()
    stream.close()

    assert first["event"] == second["event"] == "regions"
    assert (int(second["id"]), second["data"]["version"]) == (play.version, play.version)
    assert second["data"]["seat"] == "red"
    assert second["data"]["title"]
    assert {"subject", "drawing", "shelf", "history"} <= set(first["data"]["regions"])
    assert "score" not in second["data"]["regions"]


def test_a_page_that_is_older_gets_all_regions(play):
    version = play.version
    play.take({"do": "roll", "face": 3})

    stream = Stream(play.port, f"/stream?page=table&after={version}")
    event = stream.next()
    stream.close()

    assert event["event"] == "reset"
    regions = {"subject", "drawing", "score", "hand", "shelf", "history", "own"}
    assert set(event["data"]["regions"]) == regions


def test_two_pages_see_the_same_at_once(play):
    streams = [Stream(play.port, f"/stream?page=table&after={play.version}") for _ in range(2)]
    play.ask("POST", "/do/take", urlencode(
        {"version": play.version, "id": "both", "move": '{"do":"roll","face":2}'}).encode(), FORM)  # fmt: skip

    first, second = (stream.next() for stream in streams)
    for stream in streams:
        stream.close()

    assert first == second


# Streams that die.


def test_forty_streams_cut_without_a_word_leave_nothing_behind(play):
    until(lambda: play.get("health")["streams"] == 0)
    before = play.get("health")["threads"]
    streams = [Stream(play.port, EVENTS) for _ in range(40)]
    until(lambda: play.get("health")["streams"] == 40)

    for stream in streams:
        stream.cut()
    began = time.monotonic()
    state, tap = play.get("state"), play.take({"do": "roll", "face": 1})

    assert time.monotonic() - began < 1
    assert (state["saved"], tap[0]) == (True, 200)
    until(lambda: play.get("health")["streams"] == 0, 5)
    assert play.get("health")["threads"] <= before + 2


def test_connections_that_ask_for_nothing_keep_nobody_waiting(play):
    silent = [socket.create_connection(("127.0.0.1", play.port)) for _ in range(40)]

    began = time.monotonic()
    play.get("state")
    took = time.monotonic() - began
    for one in silent:
        one.close()

    assert took < 0.5


def test_requests_that_stop_half_way_do_not_stop_the_others(play):
    halves = [socket.create_connection(("127.0.0.1", play.port)) for _ in range(12)]
    for half in halves:
        half.sendall(b"POST /api/v1/moves HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
    time.sleep(0.2)

    began = time.monotonic()
    status, _ = play.take({"do": "roll", "face": 1})
    took = time.monotonic() - began
    for half in halves:
        half.close()

    assert (status, took < 1) == (200, True)


def test_who_asks_for_the_head_of_a_stream_gets_no_more(play):
    status, body, headers = play.ask("HEAD", EVENTS)

    assert (status, body, headers["content-type"]) == (
        200,
        "",
        "text/event-stream; charset=utf-8",
    )


def test_one_stream_too_many_is_told_to_come_again(play):
    until(lambda: play.get("health")["streams"] == 0)
    streams = [Stream(play.port, EVENTS) for _ in range(hubs.MOST)]
    until(lambda: play.get("health")["streams"] == hubs.MOST)

    one_more = Stream(play.port, EVENTS)
    table_lives = play.take({"do": "roll", "face": 1})
    for stream in streams:
        stream.cut()

    assert (one_more.status, one_more.headers["retry-after"]) == (503, "1")
    assert table_lives[0] == 200
    until(lambda: play.get("health")["streams"] == 0)
    again = Stream(play.port, EVENTS)
    assert again.status == 200
    again.close()


def test_a_stop_ends_open_streams_at_once_and_cleanly(tmp_path):
    with Served(tmp_path) as served:
        streams = [Stream(served.port, EVENTS) for _ in range(20)]
        silent = socket.create_connection(("127.0.0.1", served.port))

        code, seconds = served.stop()

        assert (code, seconds < 1) == (0, True)
        assert streams[0].next() is not None
        assert streams[0].next(1) is None
        silent.close()
        assert served.process.stderr.read() == ""


def test_after_a_restart_the_streams_begin_anew_and_versions_go_on(tmp_path):
    with Served(tmp_path) as first:
        first.chip()
        turns(first, 4)
        version, view = first.version, first.get("state")["view"]

    with Served(tmp_path) as second:
        same = Stream(second.port, EVENTS, last=str(version))
        older = Stream(second.port, EVENTS, last=str(version - 2))

        assert (second.version, second.get("state")["view"]) == (version, view)
        reset = older.next()
        assert (reset["event"], reset["id"], reset["data"]["view"]) == (
            "reset",
            str(version),
            view,
        )
        assert same.next(0.3) is None


# The hub by itself.


@pytest.fixture
def hub() -> Iterator[Hub]:
    made = Hub()
    made.start()
    yield made
    made.stop()


def listener(hub: Hub, topic: str = "news") -> socket.socket:
    """A connection that was handed over to the hub."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
    hub.join(far, Ticket(topic, lambda: b"hello\n\n"))
    return near


def test_a_connection_handed_over_is_greeted_and_hears_its_topic_only(hub):
    near = listener(hub)

    until(lambda: hub.count == 1)
    hub.call(lambda: hub.send("other", b"not this\n\n"))
    hub.call(lambda: hub.send("news", b"this\n\n"))

    heard = b""
    while b"this" not in heard:
        heard += near.recv(100)
    assert heard == b"retry: 1000\n\nhello\n\nthis\n\n"


def test_one_that_never_reads_is_let_go_and_the_others_hear_all(hub):
    lazy, keen = listener(hub), listener(hub)
    until(lambda: hub.count == 2)
    event = b"x" * 65_536
    heard = 0

    for _ in range(200):
        hub.call(lambda: hub.send("news", event))
        heard += len(keen.recv(len(event), socket.MSG_WAITALL))
    until(lambda: hub.count == 1)

    assert heard == 200 * len(event)
    lazy.close()


def test_to_call_costs_microseconds(hub):
    began = time.perf_counter()
    for _ in range(1000):
        hub.call(lambda: None)
    each = (time.perf_counter() - began) / 1000

    assert each < 0.000_5  # measured: 4 us; the rest is for a busy machine
