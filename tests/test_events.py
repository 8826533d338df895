"""An event of a device is taken once, whatever is pulled out or killed in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.labyrinth.moves import Roll, Stop
from companion.geometry import FIELDS
from companion.vocabulary import Answer, Condition, Signal
from tests.tabletop import Tabletop

PLATE = "7c1e90ab"


@pytest.fixture
def table(tmp_path: Path) -> Tabletop:
    return Tabletop(tmp_path)


def rolled(table: Tabletop, face: int, number: int) -> Answer:
    answers: list[Answer] = []
    table.loop.step(Signal("die/0", f"~{face}", table.now))
    die = Signal("die/0", face, table.now, boot=PLATE, sequence=number)
    table.loop.step(die, answers.append)
    return answers[0]


def test_an_event_is_answered_once_its_entry_is_on_disk(table: Tabletop) -> None:
    before = table.version
    answer = rolled(table, 3, 17)
    assert (answer.status, answer.version) == (200, before + 1)
    assert table.journal.entries("m1")[-1].mark == f"{PLATE} 17"


def test_after_a_power_cut_the_journal_knows_which_event_it_took_last(table: Tabletop) -> None:
    rolled(table, 3, 17)
    table.kill()
    table.boot()
    assert table.journal.marks() == {PLATE: 17}
    assert table.moves(Roll) == [Roll(3)]


def test_an_event_that_wrote_nothing_is_known_by_the_next_entry(table: Tabletop) -> None:
    table.take(Roll(2))
    assert table.journal.marks() == {}
    table.loop.step(Signal("drop/nw", 0, table.now, boot=PLATE, sequence=4))
    table.loop.step(Signal("hall", table.frame(), table.now, boot=PLATE, sequence=811))
    table.take(Stop())
    assert table.journal.marks() == {PLATE: 4}


def test_a_frame_is_answered_too_and_writes_nothing(table: Tabletop) -> None:
    before, answers = table.version, []
    table.loop.step(Signal("hall", table.frame(), table.now), answers.append)
    assert [answer.status for answer in answers] == [200]
    assert table.version == before


def test_a_wire_that_fails_is_noticed_until_it_is_back(table: Tabletop) -> None:
    gone = {"state": "absent", "why": "gone", "values": {"port": "/dev/ttyACM0"}}
    table.say("wire/pico", gone)
    assert [(n.key, n.place, n.kind) for n in table.notices] == [
        ("house.wire.gone", "pico", "fault")
    ]
    table.say("wire/pico", {"state": "live"})
    assert table.notices == ()
    assert table.loop.senses.wires["pico"] == Condition("live")


def test_a_condition_that_is_none_is_counted_and_changes_nothing(table: Tabletop) -> None:
    for nonsense in (None, 7, "live", {"state": 3}, {"why": ["gone"]}):
        table.say("wire/pico", nonsense)
    assert table.loop.senses.unread == 5
    assert table.loop.senses.wires == {}


def test_the_plate_knows_its_own_baseline_better_than_the_box(table: Tabletop) -> None:
    corners = ("a1", "f6")  # whose sensors read 98 codes more than the box says
    codes = [2048 + 98 * (field in corners) for field in FIELDS]
    table.say("baseline", "".join(f"{code:03x}" for code in codes))
    table.hall({"11": 1.4, "66": 1.4})  # 343 codes over the box's: 245 over these, as is full
    levels = {seen.field: seen.weight for seen in table.loop.senses.standing(table.now)}
    assert sorted(levels) == ["a1", "f6"]
    assert all(0.9 < weight < 1.1 for weight in levels.values())


def test_a_baseline_that_is_none_is_counted_and_changes_nothing(table: Tabletop) -> None:
    for nonsense in ("", "800" * 35, 7, "xyz" * 36):
        table.say("baseline", nonsense)
    assert table.loop.senses.unread == 4


def test_another_plate_under_the_box_changes_nothing_in_the_match(table: Tabletop) -> None:
    table.hall({"11", "66"})
    table.take(Roll(2))
    table.hall({"12", "66"})
    assert table.state.at["red"] == "b1"
    version, state = table.version, table.hash
    table.say("wire/use", "pins")
    table.hall({"12", "66"})
    assert (table.version, table.hash) == (version, state)
    table.hall({"13", "66"})  # and play goes on over the other wire
    assert table.state.at["red"] == "c1"
