"""``companion run`` on wires that are not there, come, go, and take over from each other.

The plate is the real firmware behind a real pseudo-terminal; magnets are moved by the test.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

import pytest

from companion.commands.bridges import Bridges
from companion.geometry import FIELDS
from companion.settings import Pico, Virtual
from companion.simulator.pico import Board
from companion.vocabulary import Signal
from tests.served import PROGRAM, Served, Stream, free_port, until

REST, FULL, FLICKER = 2048, 245, 2  # codes, as the virtual plate has them
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HOMES = {"red": "a1", "blue": "f6"}


class Running(Served):
    """``companion run`` with these lines in its companion.toml."""

    def __init__(self, folder: Path, lines: str, **environment: str) -> None:
        self.port, self.data = free_port(), folder / "kept"
        (folder / "companion.toml").write_text(
            f'data = "kept"\n{lines}\n[web]\nhost = "127.0.0.1"\nport = {self.port}\n'
        )
        self.log = (folder / "log.txt").open("a+b")
        words = [*PROGRAM, "run", "--config", str(folder / "companion.toml")]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=self.log, text=True,
            env={**os.environ, **environment},
        )  # fmt: skip
        assert self.process.stdout is not None
        assert str(self.port) in self.process.stdout.readline()
        self.keep()

    def bridge(self, name: str) -> Any:
        return next(one for one in self.get("health")["bridges"] if one["name"] == name)

    def is_live(self, name: str) -> bool:
        return str(self.bridge(name)["state"]) == "live"

    def noticed(self) -> list[tuple[str, str]]:
        notices = self.get("state")["notices"]
        return [(one["key"], one["place"]) for one in notices if "house.wire" in one["key"]]

    def is_used(self, name: str) -> bool:
        return bool(self.bridge(name)["in_use"])

    def standing(self) -> tuple[str, int, Any]:
        """What must not change when a wire comes or goes."""
        state = self.get("state")
        return state["match"], state["version"], state["view"]

    def post_form(self, path: str, body: str) -> tuple[int, Any, dict[str, str]]:
        return self.ask("POST", path, body.encode(), FORM)

    def logged(self) -> str:
        self.log.seek(0)
        return self.log.read().decode()


class Plugged:
    """A plate with magnets over some fields, looked at a hundred times a second."""

    def __init__(self, flash: Path) -> None:
        self.board = Board(flash)
        self.fields: tuple[str, ...] = tuple(HOMES.values())
        self.button = 0
        self._at, self._count = 0, 0
        self._stopped = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()

    def pull(self) -> None:
        """The plug is pulled."""
        self._stopped.set()
        self._thread.join()
        self.board.close()

    def lead(self, *ways: tuple[str, ...], wait: float = 0.8) -> None:
        """Magnets over these fields, one picture after the other."""
        for fields in ways:
            self.fields = fields
            time.sleep(wait)

    def _run(self) -> None:
        begun = time.monotonic()
        while not self._stopped.wait(max(0.0, begun + self._at / 1000 - time.monotonic())):
            self._at += 10
            self.board.scan(self._at, self._codes(), button=self.button)

    def _codes(self) -> str:
        self._count += 1
        flicker = self._count % (FLICKER + 1)
        codes = (REST + flicker + FULL * (field in self.fields) for field in FIELDS)
        return "".join(f"{code:03x}" for code in codes)


PICO = '[[wires]]\nkind = "pico"\nport = "{port}"\n'
VIRTUAL = '[[wires]]\nkind = "virtual"\nseed = 4\n'
EVERYTHING_MISSING = """
[[wires]]
kind = "pico"
port = "/dev/nowhere"

[[wires]]
kind = "pins"

[[wires]]
kind = "scanner"
serial = "nobody"
"""


def pinless(tmp_path: Path) -> dict[str, str]:
    """An environment without the library for pins, so that a Pi has none here, too."""
    absent = tmp_path / "absent"
    absent.mkdir()
    (absent / "gpiozero.py").write_text('raise ImportError("not here", name="gpiozero")\n')
    return {"PYTHONPATH": os.pathsep.join((str(absent), os.environ.get("PYTHONPATH", "")))}


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    return tmp_path / "flash"


@pytest.fixture
def pico(tmp_path: Path, flash: Path) -> Iterator[Running]:
    with Running(tmp_path, PICO.format(port=flash / "port")) as running:
        yield running


def test_a_start_without_a_single_wire_that_is_there_is_a_table_for_taps(tmp_path):
    with Running(tmp_path, EVERYTHING_MISSING, **pinless(tmp_path)) as table:
        until(lambda: len(table.noticed()) == 2)
        health = table.get("health")
        table.begin(box={"symbols": {"c3": "moon"}})
        taken = table.take({"do": "draw", "symbol": "moon"})
        page = table.ask("GET", "/table")[1]
        code, seconds = table.stop()

    found = {one["name"]: (one["state"], one["why"]) for one in health["bridges"]}
    assert found == {
        "pico": ("absent", "missing"),
        "pins": ("absent", "chip"),
        "scanner": ("absent", "missing"),
    }
    assert {one["source"]: one["state"] for one in health["wires"]}["hall"] == "absent"
    assert "/dev/nowhere: nothing is there." in health["bridges"][0]["detail"]
    assert "The plate is not plugged in. Plug it in, or just tap." in page
    assert "The scanner is not plugged in." in page
    assert (taken[0], code, seconds < 2) == (200, 0, True)


def test_a_plate_that_comes_goes_and_comes_back_leaves_the_match_alone(pico, flash):
    pico.begin(box={"symbols": {"c3": "moon"}})
    pico.take({"do": "draw", "symbol": "moon"})
    pico.take({"do": "roll", "face": 4})
    until(lambda: pico.noticed() == [("house.wire.missing", "pico")])
    before = pico.standing()

    with Plugged(flash) as plate:
        until(lambda: pico.is_live("pico"))
        until(lambda: not pico.noticed())
        still = pico.standing()
        time.sleep(1)
        plate.lead(("b1", "f6"), ("c1", "f6"))
        until(lambda: pico.get("state")["view"]["path"] == ["b1", "c1"])
        walked = pico.standing()
    until(pico.noticed)
    gone = pico.noticed(), pico.standing()
    with Plugged(flash) as plate:
        plate.fields = ("c1", "f6")
        until(lambda: pico.is_live("pico"))
        until(lambda: not pico.noticed())
        time.sleep(1)
        back = pico.standing()
        plate.lead(("d1", "f6"))
        until(lambda: pico.get("state")["view"]["path"] == ["b1", "c1", "d1"])

    assert still == before
    assert gone[0][0][0] in ("house.wire.gone", "house.wire.missing")
    assert gone[1] == back == walked


def test_a_match_moves_from_the_virtual_table_to_a_real_plate_and_back(tmp_path, flash):
    lines = VIRTUAL + PICO.format(port=flash / "port")
    with Plugged(flash) as plate, Running(tmp_path, lines) as table:
        match = table.begin()
        table.chip()
        table.take({"do": "roll", "face": 4})
        until(lambda: table.is_live("pico"))
        assert (table.is_used("virtual"), table.noticed()) == (True, [])
        before = table.standing()

        answer = table.post("wires", {"use": "pico"})
        time.sleep(1)
        over = table.standing()
        plate.lead(("b1", "f6"), ("c1", "f6"))
        until(lambda: table.get("state")["view"]["path"] == ["b1", "c1"])
        walked = table.standing()
        back = table.post_form("/do/wire", "wire=virtual")
        time.sleep(1.5)
        after = table.standing()
        stands = json.loads((table.data / "cardboard.json").read_text())["magicians"]
        chosen = (table.data / "plate").read_text()

    assert (answer[0], answer[1]["match"]) == (200, match)
    assert over == before
    assert (back[0], back[2]["location"]) == (303, "/table")
    assert after == walked
    assert round(stands["red"]["x"] / 36) == 2  # c: the magician was put where the match says
    assert chosen == "virtual\n"


def test_the_plate_that_was_chosen_is_in_use_after_a_restart(tmp_path, flash):
    lines = VIRTUAL + PICO.format(port=flash / "port")
    with Plugged(flash):
        with Running(tmp_path, lines) as table:
            until(lambda: table.post("wires", {"use": "pico"})[0] == 200)
        with Running(tmp_path, lines) as table:
            used = table.is_used("pico")
            until(lambda: table.is_live("pico"))

    assert used


def test_a_real_plate_takes_over_from_one_that_is_not_there(tmp_path, flash):
    lines = '[[wires]]\nkind = "pins"\n' + VIRTUAL + PICO.format(port=flash / "port")
    with Plugged(flash), Running(tmp_path, lines, **pinless(tmp_path)) as table:
        first = table.is_used("pins")
        until(lambda: table.is_used("pico"))
        until(lambda: not table.noticed())

        assert first
        assert re.search(r"the plate pins is away; pico takes over", table.logged())


def test_nobody_can_choose_a_plate_that_is_not_there(pico):
    for wire in ("pico", "pins", "nonsense"):
        status, told = pico.post("wires", {"use": wire})
        assert (status, told["refusal"]["key"]) == (422, "house.no.plate")
    assert pico.post("wires", {"learn": "pico"})[1]["refusal"]["key"] == "house.no.learn_away"


@pytest.mark.parametrize("said", [{}, {"use": "pico", "learn": "pico"}, {"usee": "pico"}])
def test_a_choice_that_chooses_nothing_is_no_request(pico, said):
    assert pico.post("wires", said)[0] == 400


def test_the_empty_plate_is_learned_from_the_page(pico, flash):
    with Plugged(flash) as plate:
        plate.fields = ()
        until(lambda: pico.is_live("pico"))
        time.sleep(1)
        empty = pico.post_form("/do/plate-learn", "wire=pico")
        page = pico.ask("GET", "/table")[1]
        plate.lead(("a1", "f6"))
        covered = pico.post("wires", {"learn": "pico"})

    assert (empty[0], "Learned. Put the magicians back." in page) == (303, True)
    assert (covered[0], covered[1]["refusal"]["key"]) == (422, "house.no.learn_covered")


def test_the_button_on_the_plate_makes_it_learn_too(pico, flash):
    with Plugged(flash) as plate:
        plate.fields = ()
        until(lambda: pico.is_live("pico"))
        time.sleep(1)
        plate.button = 1
        until(lambda: "Learned. Put the magicians back." in pico.ask("GET", "/table")[1])


def test_the_open_page_hears_of_a_wire_though_the_match_stands_still(pico, flash):
    with Plugged(flash) as plate:
        plate.fields = ()
        until(lambda: pico.is_live("pico"))
        time.sleep(1)
        stream = Stream(pico.port, "/stream?page=table", cookie=pico.cookie)
        stream.next()
        pico.post("wires", {"learn": "pico"})
        news = until(lambda: (told := stream.next(2)) and told["data"]["regions"].get("shelf"))
        stream.close()

    assert "Learned. Put the magicians back." in news


def test_pins_without_their_library_are_a_wire_that_is_not_there(tmp_path):
    with Running(tmp_path, '[[wires]]\nkind = "pins"', **pinless(tmp_path)) as table:
        until(lambda: table.noticed() == [("house.wire.chip", "pins")])
        detail = table.bridge("pins")["detail"]

    assert detail == "The pins of this computer cannot be opened: gpiozero is not installed."


def test_what_the_virtual_plate_says_can_be_led_through_another_wire(tmp_path):
    led: list[str] = []
    heard: list[Any] = []

    def cardboard(signal: Signal) -> bool:
        led.append(signal.source)
        return signal.source == "hall"

    wires = {"virtual": Virtual(), "pico": Pico("/dev/nowhere")}
    there = Bridges(
        wires, lambda word, _=None: heard.append(word.source), lambda: 0, tmp_path,
        pins={}, marks={}, cardboard=cardboard,
    )  # fmt: skip
    for source in ("hall", "die/0"):
        there.put("virtual")(Signal(source, 3, 0))

    assert (led, heard) == (["hall", "die/0"], ["die/0"])
    assert (there.plates.names, there.is_virtual) == (("pico",), True)


def test_a_plate_that_is_there_does_not_hold_up_the_stop(pico, flash):
    with Plugged(flash):
        until(lambda: pico.is_live("pico"))
        code, seconds = pico.stop()

    assert (code, seconds < 2) == (0, True)


def test_the_players_of_this_table_are_offered_with_their_colours(tmp_path):
    with Running(tmp_path, '[players]\n"Zoë" = "green"\nBo = "red"') as table:
        page = table.ask("GET", "/")[1]

    names = re.findall(r'name="name_(\d)" value="([^"]*)"', page)
    seats = re.findall(r'name="seat_(\d)" value="(\w+)"[^>]* checked', page)
    assert names == [("0", "Zoë"), ("1", "Bo"), ("2", ""), ("3", "")]
    assert seats[:2] == [("0", "green"), ("1", "red")]
    assert len({seat for _, seat in seats}) == 4
