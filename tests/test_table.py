"""The one way in: requests, their answers, and a card that is full."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.games.labyrinth import GAME
from companion.journal import Journal
from companion.loop import Inbox, Loop
from companion.match import hashed, undoing
from companion.table import Table
from companion.vocabulary import Answer, Signal, Tick
from tests.cards import fill

START: dict[str, Any] = {
    "do": "start",
    "game": "labyrinth",
    "seats": [
        {"name": "Ada", "seat": "red", "corner": "a1"},
        {"name": "Bo", "seat": "blue", "corner": "f6"},
    ],
    "box": {"symbols": {"c1": "snail"}},
}


class Asked:
    """A loop with a tablet, and the answers that it got."""

    def __init__(self, journal: Journal) -> None:
        self.shown: list[Any] = []
        self.table = Table({"labyrinth": GAME}, journal, lambda: 0)
        self.loop = Loop(self.table, self.shown.append)
        self.now = 0

    def ask(self, request: dict[str, Any]) -> Answer:
        answers: list[Answer] = []
        self.now += 10
        self.loop.step(Signal("tablet/t", request, self.now), answers.append)
        assert len(answers) == 1
        return answers[0]

    def take(self, name: str, version: int | None = None, **move: Any) -> Answer:
        at = self.table.version if version is None else version
        return self.ask({"do": "take", "version": at, "id": name, "move": move})

    def hash(self) -> str:
        assert self.table.match is not None
        return hashed(self.table.match.state)


@pytest.fixture
def asked() -> Asked:
    there = Asked(Journal.scratch())
    assert there.ask(START).status == 200
    assert there.take("d", do="draw", symbol="snail").status == 200
    return there


def test_k02_refused_input_leaves_no_trace(asked: Asked) -> None:
    asked.take("r", do="roll", face=4)
    version, shown = asked.table.version, len(asked.shown)
    far = asked.take("far", do="walk", path=["b1", "c1", "d1", "e1", "f1"])
    assert (far.status, far.version) == (422, version)
    slant = asked.take("slant", do="walk", path=["b2"])
    assert slant.refusal is not None
    assert (slant.status, slant.refusal.key) == (422, "labyrinth.no.neighbour")
    assert (asked.table.version, len(asked.shown)) == (version, shown)
    assert asked.take("good", do="walk", path=["b1"]).version == version + 1


def test_the_same_request_twice_gives_the_first_answer_again(asked: Asked) -> None:
    first = asked.take("r", do="roll", face=2)
    asked.take("w", do="walk", path=["b1"])
    assert asked.take("r", do="roll", face=2) == first
    assert asked.table.version == first.version + 1


def test_a_refusal_is_repeated_too(asked: Asked) -> None:
    first = asked.take("x", do="stop")
    asked.take("r", do="roll", face=2)
    assert asked.take("x", do="stop") == first


def test_a_choice_of_an_older_page_counts_while_it_is_open(asked: Asked) -> None:
    asked.take("r", do="roll", face=2)
    old = asked.table.version
    asked.take("w", do="walk", path=["b1"])
    assert asked.take("s", old, do="stop").status == 200


def test_k05_a_choice_that_is_another_players_by_now_is_stale(asked: Asked) -> None:
    asked.take("r", do="roll", face=2)
    old = asked.table.version
    asked.take("s", do="stop")
    asked.take("r2", do="roll", face=1)
    assert asked.take("again", old, do="stop").status == 409


def test_one_that_is_no_longer_open_is_stale(asked: Asked) -> None:
    old = asked.table.version
    asked.take("r", do="roll", face=2)
    asked.take("s", do="stop")
    late = asked.take("w", old, do="walk", path=["b1"])
    assert (late.status, late.version) == (409, asked.table.version)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"do": "dance"}, 400),
        ({"do": "take", "version": "no number", "id": "a", "move": {}}, 400),
        ({"do": "take", "version": 1, "id": "a", "move": {}, "more": 1}, 400),
        ({"do": "take", "version": 2, "id": "a", "move": {"do": "ask"}}, 422),
        ({"do": "take", "version": 2, "id": "b", "move": {"do": "roll", "face": 5}}, 422),
        ({"do": "park", "match": "m99"}, 404),
        ({"do": "resume", "match": "m99"}, 422),
        (START, 422),
        ({**START, "game": "chess"}, 422),
        ("no object", 400),
        (None, 400),
    ],
)
def test_what_makes_no_sense_is_answered_and_changes_nothing(
    asked: Asked, request_: Any, status: int
) -> None:
    before = (asked.table.version, asked.hash())
    answer = asked.ask(request_)
    assert (answer.status, answer.refusal is not None) == (status, True)
    assert (asked.table.version, asked.hash()) == before


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seats": START["seats"][:1]}, "labyrinth.no.seats"),
        ({"seats": [*START["seats"], START["seats"][0]]}, "labyrinth.no.seats"),
        (
            {"seats": [{**START["seats"][0], "seat": "pink"}, START["seats"][1]]},
            "labyrinth.no.seats",
        ),
        (
            {"seats": [{**START["seats"][0], "corner": "c3"}, START["seats"][1]]},
            "labyrinth.no.corner",
        ),
        ({"options": {"chips_to_win": 99}}, "house.no.options"),
        ({"options": {"langauge": 1}}, "house.no.options"),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_the_reason(
    change: dict[str, Any], key: str
) -> None:
    asked = Asked(Journal.scratch())
    answer = asked.ask({**START, **change})
    assert answer.refusal is not None
    assert (answer.status, answer.refusal.key) == (422, key)
    assert asked.table.version == 0


def test_a_match_is_parked_resumed_and_ended(asked: Asked) -> None:
    asked.take("r", do="roll", face=2)
    before = asked.hash()
    assert asked.ask({"do": "park", "match": "m1"}).status == 200
    assert asked.take("x", do="stop").status == 404
    assert asked.ask(START).match == "m5"
    assert asked.ask({"do": "end", "match": "m5"}).status == 200
    assert asked.ask({"do": "resume", "match": "m1"}).status == 200
    assert asked.hash() == before
    assert asked.ask({"do": "end", "match": "m1"}).status == 200
    ended = asked.ask({"do": "resume", "match": "m1"})
    assert ended.refusal is not None
    assert ended.refusal.key == "house.no.ended"


def test_p03_a_full_card_lets_play_go_on_and_saves_when_it_can(card: Path) -> None:
    journal = Journal.open(card / "data", newest_rules={"labyrinth": GAME.rules})
    asked = Asked(journal)
    asked.ask(START)
    asked.take("d", do="draw", symbol="snail")
    ballast = fill(card)
    saved = [
        asked.take(f"t{n}", do="turn", seat=("red", "blue")[n % 2]).saved for n in range(60)
    ]
    assert saved[-1] is False
    assert asked.shown[-1].saved is False
    assert asked.table.version == 62
    ballast.unlink()
    asked.loop.step(Tick(asked.now + 5000))
    assert asked.table.saved
    assert asked.shown[-1].saved is True
    assert [entry.version for entry in journal.tail(0)] == list(range(1, 63))
    again = Table({"labyrinth": GAME}, journal, lambda: 0)
    again.go_on()
    assert again.match is not None
    assert hashed(again.match.state) == asked.hash()
    journal.close()


def test_frames_are_latest_wins_and_everything_else_is_kept() -> None:
    inbox = Inbox()
    for number in range(5):
        inbox.put(Signal("hall", f"{number}", number))
        inbox.put(Signal("drop/nw", number % 2, number))
    taken = [inbox.take()[0] for _ in range(6)]
    assert [word.value for word in taken if word.source == "hall"] == ["4"]  # type: ignore[union-attr]
    assert [word.value for word in taken if word.source != "hall"] == [0, 1, 0, 1, 0]  # type: ignore[union-attr]


REST, SHOWN = "800" * 36, "8f5" + "800" * 35  # an empty plate; a full signal over a1


def turned(loop: Loop, inbox: Inbox, frame: str, begin: int, end: int) -> list[int]:
    """Frames every 10 ms; when the loop looked at one."""
    looked = []
    for at in range(begin, end, 10):
        inbox.put(Signal("hall", frame, at))
        while inbox._queue.qsize():
            loop.turn(inbox)
            looked.append(at)
    return looked


def test_while_all_is_calm_one_frame_in_three_is_looked_at() -> None:
    loop, inbox = Loop(Table({}, Journal.scratch(), lambda: 0), lambda _: None), Inbox()
    turned(loop, inbox, REST, 0, 4000)
    looked = turned(loop, inbox, REST, 4000, 5000)
    assert {after - before for before, after in pairwise(looked)} == {30}


@pytest.mark.parametrize("moves", range(5000, 5030, 10))
def test_a_magnet_that_comes_while_all_is_calm_is_settled_within_50_ms(moves: int) -> None:
    loop, inbox = Loop(Table({}, Journal.scratch(), lambda: 0), lambda _: None), Inbox()
    turned(loop, inbox, REST, 0, moves)
    looked = turned(loop, inbox, SHOWN, moves, moves + 50)
    assert loop.senses.hall.covered[0]
    assert 0 <= looked[0] - moves < 30
    assert looked[1] - looked[0] == 10  # from then on every frame counts


def test_time_never_runs_backwards_on_the_table() -> None:
    heard: list[int] = []
    table = Table({"labyrinth": GAME}, Journal.scratch(), lambda: 0)
    loop = Loop(table, lambda _: None, lambda word: heard.append(word.at))
    for at in (10, 30, 20, 40):
        loop.step(Tick(at))
    assert heard == [10, 30, 30, 40]


def test_k03_the_host_takes_back_one_decision_after_the_other(asked: Asked) -> None:
    asked.take("r", do="roll", face=2)
    hashes = [asked.hash()]
    asked.take("w", do="walk", path=["b1"])
    hashes.append(asked.hash())
    asked.take("s", do="stop")
    asked.take("g", do="give", seat="blue", symbol="owl")

    told = []
    for number in range(3):
        assert asked.table.match is not None
        back = undoing(asked.table.match, None, False)[0]
        told.append((back.seat, back.says.key))
        asked.ask({"do": "undo", "id": f"u{number}"})

    assert told == [
        ("blue", "labyrinth.did.given"),
        ("red", "labyrinth.did.stopped"),
        ("red", "labyrinth.did.walked"),
    ]
    assert asked.hash() == hashes[0]
    entries = asked.table.journal.tail(0)
    assert [entry.kind for entry in entries[-3:]] == ["undo"] * 3


@pytest.mark.parametrize(
    ("games", "rules", "key"),
    [({}, {}, "house.no.game"), ({"labyrinth": GAME}, {"labyrinth": 0}, "house.no.newer")],
    ids=["a game no longer installed", "a game of a newer companion"],
)
def test_a_match_nobody_here_can_play_is_named_and_another_can_begin(
    tmp_path: Path, games: dict[str, Any], rules: dict[str, int], key: str
) -> None:
    journal = Journal.open(tmp_path, newest_rules={"labyrinth": GAME.rules})
    Asked(journal).ask(START)
    journal.close()

    journal = Journal.open(tmp_path, newest_rules=rules)
    there = Table(games, journal, lambda: 0)
    refusal = there.go_on()
    assert refusal is not None
    assert (refusal.key, refusal.values["match"]) == (key, "m1")
    assert len(journal.entries("m1")) == 1
    journal.close()

    journal = Journal.open(tmp_path, newest_rules={"labyrinth": GAME.rules})
    again = Table({"labyrinth": GAME}, journal, lambda: 0)
    assert again.go_on() is None
    assert again.match is not None
    journal.close()
