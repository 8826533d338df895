"""``companion doctor`` on real firmware behind a pseudo-terminal, and beside a service."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.random import default_rng
from serial import Serial

from companion.bridges.frames import Line, Reader, encode
from companion.commands.doctor import doctor
from companion.geometry import INDEX
from companion.simulator.pico import UNPLUGGED, Board
from tests.served import PATIENCE, Served, free_port, until

Numbers = np.ndarray[Any, Any]
MAGNET = 245  # codes of a magician with its ball over its own field, by the hardware study
NOISE = 2.0  # codes, of a sound sensor: 1.6 mV of 0.8 mV each


class Fed:
    """A plate whose sensors flicker a hundred times a second, all by itself."""

    def __init__(self, flash: Path) -> None:
        self.board = Board(flash)
        self.spoil: Callable[[Numbers], None] = lambda _: None
        self.trays, self.tags = "0000", UNPLUGGED
        self._rng = default_rng(11)
        self._empty = self._rng.normal(2048, 10, 36)
        self._stopped = Event()
        self._thread = Thread(target=self._feed, daemon=True)
        self._thread.start()
        with closing(Serial(self.board.port, timeout=PATIENCE)) as port:
            assert port.read(1), "the firmware did not start"

    def _feed(self) -> None:
        began, number = time.monotonic(), 0
        while not self._stopped.wait(max(0, began + number / 100 - time.monotonic())):
            number += 1
            codes = self._empty + self._rng.normal(0, NOISE, 36)
            self.spoil(codes)
            told = "".join(f"{int(code):03x}" for code in codes.clip(0, 4095))
            self.board.scan(10 * number, told, self.trays, tags=self.tags)

    def learn(self) -> None:
        """It learns what it reads now, as if the page had asked for it."""
        reader, end = Reader(), time.monotonic() + PATIENCE
        with closing(Serial(self.board.port, timeout=0.1)) as port:
            port.write(encode("C 1 learn"))
            while time.monotonic() < end:
                for line in reader.feed(port.read(4096)):
                    if isinstance(line, Line) and line.kind == "R":
                        assert line.value == "ok"
                        return
        raise AssertionError("it did not learn")

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()
        self.board.close()


@pytest.fixture
def fed(tmp_path: Path) -> Iterator[Fed]:
    with closing(Fed(tmp_path / "flash")) as plate:
        yield plate


def settings(tmp_path: Path, wires: str, port: int = 8321) -> Path:
    file = tmp_path / "companion.toml"
    data = tmp_path / "data"
    file.write_text(f'data = "{data}"\n[web]\nport = {port}\n{wires}')
    return file


def pico(tmp_path: Path, port: str) -> Path:
    return settings(tmp_path, f'[[wires]]\nkind = "pico"\nport = "{port}"\n')


def run(*words: str) -> Result:
    return CliRunner().invoke(doctor, list(words), catch_exceptions=False)


def asked(file: Path, seconds: float = 1) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """Exit code, the findings by name, and the plate."""
    result = run("--config", str(file), "--json", "--seconds", str(seconds))
    told = json.loads(result.stdout)
    assert told["ok"] == (result.exit_code == 0)
    assert len({one["name"] for one in told["checks"]}) == len(told["checks"])
    return result.exit_code, {one["name"]: one for one in told["checks"]}, told["plate"]


def test_a_sound_plate_is_well_and_says_who_it_is(tmp_path: Path, fed: Fed) -> None:
    fed.learn()

    code, checks, plate = asked(pico(tmp_path, fed.board.port))

    assert code == 0
    well = ("wire/pico", "lines/pico", "self-test/pico", "baseline/pico", "fields/pico")
    assert [checks[name]["state"] for name in well] == ["ok"] * 5
    assert plate["device"]["firmware"] == "1.2.0"
    assert plate["device"]["protocol"] == "1"
    assert plate["learned"] is True
    assert 80 <= plate["frames_a_second"] <= 120  # by the clock of a computer that is busy
    assert {one["verdict"] for one in plate["fields"].values()} == {"ok"}
    assert len(plate["fields"]) == 36
    assert all(1.2 < one["noise"] < 2.8 for one in plate["fields"].values())
    assert all(abs(one["difference"]) < 3 for one in plate["fields"].values())
    assert plate["self_test"] == {"mid": 2048, "zero": 0}
    assert checks["readers/pico"]["state"] == "unknown"


@pytest.mark.parametrize(
    ("tags", "state", "word"),
    [
        (("-", "unplugged"), "ok", "nfc/0 answers."),
        (("garbled", "-"), "wrong", "nfc/0 does not answer"),
        (("hung", "-"), "warn", "nfc/0 answers again after a reset"),
    ],
)
def test_how_the_readers_of_stickers_are(
    tmp_path: Path, fed: Fed, tags: tuple[str, str], state: str, word: str
) -> None:
    fed.tags = ("-", tags[1])
    time.sleep(1)
    fed.tags = tags

    _, checks, _ = asked(pico(tmp_path, fed.board.port), seconds=2)

    assert checks["readers/pico"]["state"] == state
    assert word in checks["readers/pico"]["text"]


def test_each_fault_of_a_sensor_is_told_by_its_field(tmp_path: Path, fed: Fed) -> None:
    fed.learn()

    def spoil(codes: Numbers) -> None:
        codes[INDEX["b2"]] = 4095  # no ground: the output is at the supply
        codes[INDEX["c4"]] = 2051  # a channel that hangs
        codes[INDEX["a6"]] += default_rng().normal(0, 40)  # a bad joint
        codes[INDEX["f5"]] += 46  # 0.19 of a magnet: more than drift, less than covers
        codes[INDEX["c1"]] += MAGNET
        codes[INDEX["f1"]] -= MAGNET

    fed.spoil = spoil
    code, checks, plate = asked(pico(tmp_path, fed.board.port))

    assert code == 1
    verdicts = {name: one["verdict"] for name, one in plate["fields"].items()}
    odd = {name: word for name, word in verdicts.items() if word != "ok"}
    assert odd == {
        "b2": "dead", "c4": "dead", "a6": "noisy", "c1": "magnet", "f1": "reversed",
        "f5": "far",
    }  # fmt: skip
    assert plate["fields"]["b2"]["why"] == "rail"
    assert plate["fields"]["c4"]["why"] == "still"
    assert 30 < plate["fields"]["a6"]["noise"] < 50
    assert abs(plate["fields"]["c1"]["difference"] - MAGNET) < 4
    told = checks["fields/pico"]
    assert told["state"] == "wrong"
    assert "b2 is channel 7 of multiplexer A" in told["next"]  # rows 1, 2: 6 + column b
    assert "c4 is channel 8 of multiplexer B" in told["next"]  # rows 3, 4: 6 + column c


def test_a_plate_that_never_learned_is_a_hint_and_no_fault(tmp_path: Path, fed: Fed) -> None:
    code, checks, plate = asked(pico(tmp_path, fed.board.port))

    assert code == 0
    assert checks["baseline/pico"]["state"] == "warn"
    assert "learn" in checks["baseline/pico"]["next"]
    assert plate["fields"]["a1"]["baseline"] is None


def test_a_ball_that_drops_meanwhile_is_counted(tmp_path: Path, fed: Fed) -> None:
    file = pico(tmp_path, fed.board.port)
    told: list[Any] = []
    looking = Thread(target=lambda: told.append(asked(file, seconds=3)))
    looking.start()
    time.sleep(1.8)
    fed.trays = "0100"  # nw, ne, sw, se
    looking.join()

    _, checks, plate = told[0]

    assert plate["trays"]["ne"] == {"level": 1, "changes": 1}
    assert plate["trays"]["nw"] == {"level": 0, "changes": 0}
    assert "Changed meanwhile: ne 1 times" in checks["trays/pico"]["text"]


def test_events_that_the_doctor_heard_wait_for_the_companion(tmp_path: Path, fed: Fed) -> None:
    fed.trays = "1000"
    time.sleep(0.3)
    asked(pico(tmp_path, fed.board.port))

    with closing(Serial(fed.board.port, timeout=0.1)) as port:
        reader = Reader()
        port.write(encode("?"))
        heard = until(
            lambda: [
                line
                for line in reader.feed(port.read(4096))
                if isinstance(line, Line) and line.kind == "E"
            ]
        )

    assert ("drop/nw", 1) in [(line.source, line.value) for line in heard]


def test_people_see_the_plate_as_a_picture(tmp_path: Path, fed: Fed) -> None:
    fed.learn()
    fed.spoil = lambda codes: codes.__setitem__(INDEX["d3"], codes[INDEX["d3"]] + MAGNET)

    result = run("--config", str(pico(tmp_path, fed.board.port)), "--seconds", "1")

    lines = result.stdout.splitlines()
    head = next(n for n, line in enumerate(lines) if line.split() == list("abcdef"))
    third = next(line for line in lines[head:] if line.startswith("  3 "))
    assert third.split()[1::2] == [".", ".", ".", "M", ".", "."]
    assert "M a magnet stands here" in result.stdout
    assert "\x1b" not in result.stdout  # no colour where there is no terminal
    assert max(map(len, lines)) <= 80
    assert result.exit_code == 0


def test_a_companion_that_runs_is_asked_and_left_alone(tmp_path: Path, fed: Fed) -> None:
    wires = f"""[[wires]]\nkind = "pico"\nport = "{fed.board.port}"\n
    [[wires]]\nkind = "scanner"\nport = "/dev/ttyUSB9"\n"""
    with Served.on_wires(tmp_path, wires) as service:
        until(lambda: service.get("health")["bridges"][0]["state"] == "live")
        opened = service.get("health")["bridges"][0]["counters"]["opened"]
        code, checks, plate = asked(tmp_path / "companion.toml")
        assert service.get("health")["bridges"][0]["counters"]["opened"] == opened
        assert service.process.poll() is None

    assert code == 1  # for the scanner
    assert checks["service"]["values"]["process"] == service.process.pid
    assert f"http://127.0.0.1:{service.port}" in checks["service"]["text"]
    assert checks["journal"]["state"] == checks["sensors"]["state"] == "ok"
    assert checks["wire/pico"]["state"] == "ok"
    assert "firmware 1.2.0" in checks["wire/pico"]["text"]
    assert checks["wire/scanner"]["values"]["why"] == "missing"
    assert "/dev/ttyUSB9" in checks["wire/scanner"]["text"]
    assert "port/pico" not in checks  # of course the companion has it open
    assert plate is None


def test_a_companion_that_does_not_answer_is_a_fault(tmp_path: Path) -> None:
    file = settings(tmp_path, '[[wires]]\nkind = "virtual"\n', port=free_port())
    with Served(tmp_path / "data") as service:  # on another port than the file says
        code, checks, _ = asked(file)
        assert code == 1
        assert checks["service"]["state"] == "wrong"
        assert f"process {service.process.pid}" in checks["service"]["text"]


def test_settings_that_are_wrong_end_in_one_line_and_2(tmp_path: Path) -> None:
    for text in ('[[wires]]\nkind = "pico"\nspeed = 3\n', "[[wires]\n", 'data = ""\n'):
        file = tmp_path / "companion.toml"
        file.write_text(text)

        result = run("--config", str(file))

        assert result.exit_code == 2
        assert result.stdout == ""
        assert "companion.toml: " in result.stderr
    assert run("--config", str(tmp_path / "none.toml")).exit_code == 2


def test_without_settings_it_looks_at_what_it_can_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))

    result = run("--json", "--seconds", "1")

    names = [one["name"] for one in json.loads(result.stdout)["checks"]]
    assert {"settings", "chip", "folder", "space", "flush", "journal", "clock", "zone"} <= {
        *names
    }
    assert result.exit_code == 0
    assert list(tmp_path.iterdir()) == []  # looking left nothing behind
