"""Pieces that are shown: what they mean is taken, asked about, or said why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.bridges.tape_lines import Header, Taught
from companion.bridges.tape_recorder import Recorder
from companion.commands.replay import tape_again
from companion.games.labyrinth import GAME
from companion.journal import Journal
from companion.loop import Loop, Snapshot
from companion.match import hashed
from companion.registry import Catalogue, Registry
from companion.showing import REMEMBERED, SAID, Showing
from companion.table import Table
from companion.vocabulary import (
    Answer,
    Fact,
    Meaning,
    Piece,
    Pieces,
    Refusal,
    Says,
    Signal,
    Tick,
)

MOON, KEY, NEW = "nfc:04000000000001", "nfc:04000000000002", "nfc:04000000000003"
SYMBOL = Fact("symbol", "text")
CHIPS = tuple(
    Piece(f"chip/{number}", Says("labyrinth.piece.chip"), (SYMBOL,), numbered=True)
    for number in (1, 2, 3)
)
SHELVES = {"labyrinth": Pieces("labyrinth", CHIPS, GAME.package)}
KNOWN = Registry(
    {MOON: "labyrinth/chip/1", KEY: "labyrinth/chip/2"},
    {"labyrinth/chip/1": {"symbol": "moon"}, "labyrinth/chip/2": {"symbol": "key"}},
)
START = {
    "do": "start",
    "game": "labyrinth",
    "seats": [
        {"name": "Ada", "seat": "red", "corner": "a1"},
        {"name": "Bo", "seat": "blue", "corner": "f6"},
    ],
}


class At:
    """A table at which pieces are shown, one word after the other."""

    def __init__(
        self,
        game: Any = GAME,
        keep: bool = True,
        record: Callable[[Signal | Tick], None] = lambda _: None,
    ) -> None:
        self.kept: list[Registry] = []
        self.shown: list[Snapshot] = []
        self.at = 0
        self.table = Table({"labyrinth": game}, Journal.scratch(), lambda: 0)
        showing = Showing(
            Catalogue(SHELVES, KNOWN), lambda it: keep and not self.kept.append(it)
        )
        self.loop = Loop(self.table, self.shown.append, record, pieces=showing)
        assert self.ask(START).status == 200

    def scan(self, value: str | int, source: str = "nfc/0") -> None:
        self.at += 100
        self.loop.step(Signal(source, value, self.at))

    def wait(self, ms: int) -> None:
        for _ in range(ms // 50):
            self.at += 50
            self.loop.step(Tick(self.at))

    def ask(self, request: dict[str, Any], who: str = "host/1") -> Answer:
        self.at += 10
        answers: list[Answer] = []
        self.loop.step(Signal(f"tablet/{who}", request, self.at), answers.append)
        return answers[0]

    @property
    def state(self) -> Any:
        assert self.table.match
        return self.table.match.state

    @property
    def notices(self) -> list[str]:
        return [notice.key for notice in self.loop.pieces.said]

    @property
    def pieces(self) -> Any:
        return self.shown[-1].pieces


def test_a_chip_that_is_shown_is_drawn_and_journaled_as_the_readers_word() -> None:
    at = At()
    at.scan("04000000000001")

    assert at.state.wanted == "moon"
    assert at.table.journal.tail(1)[-1].by == "nfc/0"


def test_a_piece_that_means_nothing_now_is_told_why_for_a_moment_and_changes_nothing() -> None:
    at = At()
    at.scan("04000000000001")
    version = at.table.version
    at.scan("-")
    at.scan("04000000000002")

    assert at.table.version == version
    assert len(at.notices) == 1
    at.wait(SAID + 100)
    assert at.notices == []


def test_a_sticker_nobody_knows_is_asked_about_once_and_then_played() -> None:
    at = At()
    at.scan("04000000000003")
    assert at.pieces.asked == NEW and at.pieces.unknown == (NEW,)

    said = {"do": "teach", "piece": "labyrinth/chip/", "tag": NEW, "facts": {"symbol": "owl"}}
    answer = at.ask({**said, "id": "1"})

    assert answer.status == 200
    assert at.kept[-1].tags[NEW] == "labyrinth/chip/3"
    assert at.kept[-1].facts["labyrinth/chip/3"] == {"symbol": "owl"}
    assert at.state.wanted == "owl"
    assert at.pieces.asked == "" and at.pieces.unknown == ()


def test_not_now_is_not_asked_again() -> None:
    at = At()
    at.scan("04000000000003")
    assert at.ask({"do": "ignore", "tag": NEW, "id": "1"}).status == 200
    assert at.pieces.asked == ""
    at.scan("-")
    at.wait(5000)
    at.scan("04000000000003")

    assert at.pieces.asked == ""
    assert at.pieces.unknown == (NEW,)


def test_what_cannot_be_written_down_is_not_learned() -> None:
    at = At(keep=False)
    at.scan("04000000000003")
    said = {"do": "teach", "piece": "labyrinth/chip/3", "tag": NEW, "facts": {}}
    answer = at.ask({**said, "id": "1"})

    assert answer.status == 422
    assert answer.refusal and answer.refusal.key == "house.no.unkept"
    assert at.loop.pieces.find(NEW) is None


def test_a_seat_teaches_only_what_the_table_is_asked_about() -> None:
    at = At()
    said = {"do": "teach", "piece": "labyrinth/chip/3", "tag": NEW, "facts": {"symbol": "owl"}}
    early = at.ask({**said, "id": "1"}, "seat:red/2")
    at.scan("04000000000003")
    other = at.ask({**said, "tag": "nfc:04000000000009", "id": "2"}, "seat:red/2")
    untaught = at.ask({"do": "unteach", "tag": MOON, "id": "3"}, "seat:red/2")
    stranger = at.ask({**said, "id": "4"}, "spectator/3")
    right = at.ask({**said, "id": "5"}, "seat:red/2")

    assert [one.status for one in (early, other, untaught, stranger, right)] == [
        403, 403, 403, 403, 200,
    ]  # fmt: skip


def test_one_sticker_is_never_two_pieces() -> None:
    at = At()
    said = {"do": "teach", "piece": "labyrinth/chip/3", "tag": MOON, "facts": {"symbol": "owl"}}
    answer = at.ask({**said, "id": "1"})

    assert answer.status == 422
    assert answer.refusal and answer.refusal.key == "house.no.tag_taken"
    assert at.kept == []


def test_the_guide_learns_sticker_after_sticker_in_its_order() -> None:
    at = At()
    at.ask({"do": "unteach", "tag": MOON, "id": "1"})
    at.ask({"do": "unteach", "tag": KEY, "id": "2"})
    assert at.ask({"do": "guide", "piece": "labyrinth/chip/1", "id": "3"}).status == 200
    at.scan("04000000000003")
    at.scan("-")
    assert at.pieces.guide == "labyrinth/chip/2"
    at.scan("04000000000003")
    at.scan("-")
    assert at.notices == ["house.shown.known"]
    at.scan("04000000000001")

    assert at.loop.pieces.catalogue.registry.tags == {
        NEW: "labyrinth/chip/1",
        MOON: "labyrinth/chip/2",
    }
    assert at.state.phase == "draw"
    assert at.pieces.guide == "labyrinth/chip/3"


def test_a_flood_of_stickers_is_not_remembered_for_ever() -> None:
    at = At()
    for number in range(500):
        at.scan(f"0499{number:010x}")

    assert len(at.pieces.unknown) == REMEMBERED
    assert at.pieces.unknown[-1] == "nfc:0499" + f"{499:010x}"


def _two(state: Any, shown: Any) -> tuple[Meaning, ...]:
    """For this test a chip may be drawn, or lost by its owner."""
    draws = [
        one for one in GAME.choices(state) if getattr(one.move, "symbol", "") in ("moon", "key")
    ]
    return tuple(Meaning(one.says, (one.move,), "red") for one in draws)


TWO = replace(GAME, means=_two)


def test_two_meanings_are_asked_about_and_the_answer_is_played() -> None:
    at = At(TWO)
    at.scan("04000000000001")
    which = at.pieces.which
    assert at.state.wanted == "" and len(which.meanings) == 2

    theirs = at.ask(
        {"do": "mean", "number": which.number, "meaning": 0, "id": "1"}, "seat:blue/2"
    )
    stale = at.ask({"do": "mean", "number": which.number + 1, "meaning": 0, "id": "2"})
    closed = at.ask({"do": "mean", "number": which.number, "id": "3"}, "seat:blue/2")
    right = at.ask(
        {"do": "mean", "number": which.number, "meaning": 1, "id": "4"}, "seat:red/3"
    )

    assert [one.status for one in (theirs, stale, closed, right)] == [403, 409, 403, 200]
    assert at.state.wanted == which.meanings[1].moves[0].symbol
    assert at.pieces.which is None


def test_the_question_goes_when_the_table_has_gone_on() -> None:
    at = At(TWO)
    at.scan("04000000000001")
    at.ask({"do": "take", "move": {"do": "draw", "symbol": "owl"}, "id": "1"})

    assert at.pieces.which is None
    at.scan("-")
    assert at.state.wanted == "owl"


@pytest.mark.parametrize(
    "means", [None, lambda *_: (), lambda *_: Refusal("labyrinth.no.over")]
)
def test_no_meaning_is_said_and_changes_nothing(means: Any) -> None:
    at = At(replace(GAME, means=means))
    version = at.table.version
    at.scan("04000000000001")

    assert len(at.notices) == 1
    assert at.table.version == version


def test_lying_on_counts_once_in_each_turn_and_not_twice() -> None:
    taken: list[int] = []

    def means(state: Any, shown: Any) -> Refusal:
        taken.append(shown.at)
        return Refusal("house.shown.nothing")

    at = At(replace(GAME, means=means, turn=lambda state: state.phase))
    at.scan("04000000000001")
    at.scan("-")
    at.scan("04000000000001")  # it never was away for long: a moment of noise
    assert len(taken) == 1
    at.ask({"do": "take", "move": {"do": "draw", "symbol": "owl"}, "id": "1"})
    at.scan("-")
    at.scan("04000000000001")

    assert len(taken) == 2


def test_a_tape_of_it_plays_again_to_the_same_state(tmp_path: Path) -> None:
    taught = Taught(KNOWN.tags, KNOWN.facts)
    recorder = Recorder(lambda: Header("labyrinth", (), pieces=taught))
    at = At(record=recorder.record)
    at.scan("04000000000003")
    said = {"do": "teach", "piece": "labyrinth/chip/", "tag": NEW, "facts": {"symbol": "owl"}}
    at.ask({**said, "id": "1"})
    at.scan("~4", "die/0")
    at.scan(4, "die/0")
    at.scan("04000000000001")
    recorder.save(tmp_path / "evening.tape")

    again = tape_again(tmp_path / "evening.tape")

    assert (at.state.wanted, at.state.roll) == ("owl", 4)
    assert again["state_hash"] == hashed(at.state)
    assert len(again["entries"]) == at.table.version
