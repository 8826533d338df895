"""One plate is believed, the others are remembered, and the match goes on over any of them."""

from __future__ import annotations

from typing import Any

import pytest

from companion import settings
from companion.commands.bridges import Bridges
from companion.commands.plates import Plates
from companion.geometry import FIELDS
from companion.vocabulary import Answer, Signal, Tick
from tests.tabletop import Tabletop, field

FRAME = "800" * 36
OTHER_FRAME = "700" * 36


class Table:
    """Hears what the plates let through."""

    def __init__(self, *names: str, **more: Any) -> None:
        self.heard: list[tuple[str, Any]] = []
        self.changes = 0
        self.plates = Plates(self.take, names, changed=self.change, **more)

    def take(self, word: Signal | Tick, _: Any = None, /) -> None:
        if isinstance(word, Signal):
            self.heard.append((word.source, word.value))

    def change(self) -> None:
        self.changes += 1

    def say(self, name: str, source: str, value: Any, at: int = 0, answer: Any = None) -> None:
        self.plates.put(name)(Signal(source, value, at), answer)

    def live(self, name: str, at: int = 0, state: str = "live", why: str = "") -> None:
        values = {"port": "/dev/ttyACM0"} if why else {}
        self.say(name, f"wire/{name}", {"state": state, "why": why, "values": values}, at)


def test_only_the_plate_in_use_is_heard():
    table = Table("pico", "pins")

    for name, value in (("pico", FRAME), ("pins", OTHER_FRAME)):
        table.say(name, "hall", value)
        table.say(name, "hall/a1", value == FRAME)
        table.say(name, "drop/nw", value == FRAME)
        table.say(name, "baseline", value)

    assert [value for _, value in table.heard] == [FRAME, True, True, FRAME]


def test_what_no_plate_brings_always_goes_on():
    table = Table("pico", "virtual")

    table.say("virtual", "die/0", 3)
    table.say("scanner", "code/0", "hello")
    table.say("virtual", "tablet/people", {"do": "redo"})

    assert [source for source, _ in table.heard] == ["die/0", "code/0", "tablet/people"]


def test_what_the_other_plate_said_last_is_said_again_once_it_is_in_use():
    table = Table("virtual", "pico")
    table.say("pico", "baseline", OTHER_FRAME)
    table.say("pico", "baseline", FRAME)
    table.say("pico", "drop/nw", 1)
    table.say("pico", "drop/se", 1)
    table.say("pico", "drop/se", 0)
    table.say("pico", "hall/c3", 1)
    table.say("pico", "hall", OTHER_FRAME)

    table.plates.use("pico", 500)

    assert table.heard == [
        ("wire/use", "pico"),
        ("baseline", FRAME),
        ("drop/nw", 1),
        ("drop/se", 0),
        ("hall/c3", 1),
    ]


def test_a_plate_that_was_in_use_is_remembered_too():
    table = Table("pico", "virtual")
    table.say("pico", "drop/nw", 1)
    table.plates.use("virtual", 100)
    table.heard.clear()

    table.plates.use("pico", 200)

    assert table.heard == [("wire/use", "pico"), ("drop/nw", 1)]


def test_an_event_of_an_idle_plate_is_answered_so_that_its_device_need_not_keep_it():
    table, answers = Table("virtual", "pico"), []

    table.say("pico", "drop/nw", 1, answer=answers.append)

    assert answers == [Answer(200, 0)]
    assert table.heard == []


@pytest.mark.parametrize(
    ("chosen", "first"), [("", "pico"), ("pins", "pins"), ("gone-again", "pico")]
)
def test_the_first_plate_is_in_use_unless_another_was_chosen(chosen, first):
    assert Table("pico", "pins", chosen=chosen).plates.in_use == first


def test_a_table_without_plates_has_none_in_use():
    table = Table()
    table.plates.tick(Tick(5000))

    assert (table.plates.in_use, table.plates.use("pico", 0)) == ("", False)


def test_another_plate_takes_over_after_two_seconds_and_keeps_it():
    table = Table("pico", "pins", shy={"virtual"})
    table.live("pico", 0)
    table.live("pins", 0)
    table.plates.tick(Tick(1000))
    table.live("pico", 1010, "absent", "gone")

    table.plates.tick(Tick(2950))
    before = table.plates.in_use
    table.plates.tick(Tick(3000))
    after = table.plates.in_use
    table.live("pico", 3500)
    table.plates.tick(Tick(9000))

    assert (before, after, table.plates.in_use) == ("pico", "pins", "pins")


def test_of_several_the_one_that_was_named_first_takes_over():
    table = Table("pico", "virtual", "tape", "pins", shy={"virtual"})
    for name in ("pins", "tape", "virtual"):
        table.live(name)

    table.plates.tick(Tick(2000))

    assert table.plates.in_use == "tape"


def test_the_virtual_table_waits_until_somebody_chooses_it():
    table = Table("pico", "virtual", shy={"virtual"})
    table.live("pico", 0, "absent", "missing")
    for at in range(0, 60_000, 500):
        table.say("virtual", "hall", FRAME, at)
        table.plates.tick(Tick(at))
    before = table.plates.in_use

    table.plates.use("virtual", 60_000)
    table.live("pico", 60_010)
    for at in range(60_000, 70_000, 500):
        table.say("virtual", "hall", FRAME, at)
        table.plates.tick(Tick(at))

    assert (before, table.plates.in_use) == ("pico", "virtual")


def test_frames_alone_show_that_a_plate_is_live():
    table = Table("tape", "pins")

    states = [table.plates.condition("tape", 0).state]
    table.say("tape", "hall", FRAME, 100)
    states += [table.plates.condition("tape", at).state for at in (1100, 1101)]

    assert states == ["absent", "live", "silent"]


def test_what_an_idle_plate_lacks_bothers_nobody_until_it_is_in_use():
    table = Table("virtual", "pico", shy={"virtual"})
    lost = {"state": "absent", "why": "gone", "values": {"port": "/dev/ttyACM0"}}

    table.live("pico", 0, "absent", "gone")
    idle = table.heard[-1]
    table.plates.use("pico", 10)

    assert idle == ("wire/pico", {"state": "absent", "why": "", "values": {}})
    assert table.heard[-1] == ("wire/pico", lost)


def test_trouble_of_a_wire_that_is_no_plate_is_always_told():
    table = Table("pico")

    table.live("scanner", 0, "absent", "missing")

    assert table.heard[-1][1]["why"] == "missing"


def test_every_change_of_a_wire_is_told_to_the_page():
    table = Table("pico", "pins")

    table.live("pico")
    table.say("pico", "hall", FRAME)
    table.plates.use("pins", 0)

    assert table.changes == 2


# On the real path: the loop, the senses and a match.


RESTS = {"one": 2048, "two": 1700}  # codes without a magnet


class Two(Tabletop):
    """The same magnets on two plates whose sensors rest at different codes."""

    def boot(self) -> None:
        super().boot()
        self.plates = Plates(self.loop.step, ("one", "two"))
        self.there = ("one", "two")

    def say(self, source: str, value: Any) -> None:
        if not hasattr(self, "plates") or source.partition("/")[0] not in ("hall", "drop"):
            super().say(source, value)
            return
        for name in self.there:
            self.bring(name, source, value)

    def bring(self, name: str, source: str, value: Any) -> None:
        if source == "hall":
            value = shifted(value, RESTS[name] - 2048)
        self.plates.put(name)(Signal(source, value, self.now))


def shifted(frame: str, by: int) -> str:
    codes = [int(frame[at : at + 3], 16) + by for at in range(0, 108, 3)]
    return "".join(f"{code:03x}" for code in codes)


def test_a_match_goes_on_over_another_plate_and_stays_the_same(tmp_path):
    top = Two(tmp_path)
    for name, rest in RESTS.items():
        top.bring(name, "baseline", f"{rest:03x}" * len(FIELDS))
    top.hall(["11", "66"])
    top.say("die/0", 4)
    for cell in ("12", "13"):
        top.hall([cell, "66"], 800)
    match, version, state = top.loop.table.match.name, top.version, top.hash

    top.plates.use("two", top.now)
    held = top.version, top.hash
    top.hall(["13", "66"])
    quiet = top.version, top.hash
    for cell in ("14", "15"):
        top.hall([cell, "66"], 800)
    top.wait(3000)

    assert held == quiet == (version, state)
    assert top.loop.table.match.name == match
    assert top.walks == [("red", tuple(map(field, ("12", "13", "14", "15"))))]
    assert not top.question
    assert not [note for note in top.noticed if note[0].startswith("house.wire")]


def test_a_ball_that_lies_in_a_tray_of_the_other_plate_is_no_new_fall(tmp_path):
    top = Two(tmp_path)
    top.hall(["11", "66"])
    top.say("die/0", 3)
    top.hall(["12", "66"], 800)
    top.there = ("two",)
    for name, rest in RESTS.items():
        top.bring(name, "baseline", f"{rest:03x}" * len(FIELDS))
    top.bring("one", "drop/nw", 1)
    top.bring("two", "drop/nw", 1)
    top.there = ("one", "two")
    top.hall(["66"], 200)
    top.hall(["11", "66"], 400)
    fallen = len(top.falls), top.asking

    top.plates.use("two", top.now)
    top.hall(["11", "66"])

    assert fallen == (1, "")
    assert (len(top.falls), top.asking) == fallen


@pytest.mark.parametrize(
    "source", ["tablet/host/3fa2", "tablet/people", "wire/use", "wire/other", "power", "clock"]
)
def test_a_wire_says_only_what_a_device_can_know(tmp_path, source, caplog):
    heard, answers = [], []
    bridges = Bridges(
        {"pico": settings.Pico()}, lambda word, answer=None: heard.append(word), lambda: 0,
        tmp_path, pins={}, marks={},
    )  # fmt: skip

    for _ in range(3):
        bridges.put("pico")(Signal(source, {"do": "undo", "id": "x"}, 0), answers.append)

    assert heard == []
    assert [answer.status for answer in answers] == [200] * 3  # else it would be said for ever
    assert bridges.refused == {"pico": 3}
    assert caplog.text.count("not for a wire to say") == 1
