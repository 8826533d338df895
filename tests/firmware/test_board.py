"""The one file that touches pins, on a Pico with multiplexers wired as the book says."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.firmware.bench import FIRMWARE, interpreter, run
from tests.firmware.pico import SETTLE, WRAP, Pico, Reset

FIELDS = 36
CALIBRATE = 22
PIEZO = 15
SCANNER = {"tx": 0, "rx": 1}
BUS = {"sck": 18, "mosi": 19, "miso": 16}
READERS = ((17, 20), (21, 7))  # select line and reset pin of each
STRIKING = str(Path(__file__).with_name("striking.py"))

# A code of its own for each of the 42 channels: a crossed wire shows. A holds rows 1 and
# 2, B rows 3 and 4, C rows 5 and 6; the channel is six for the second row, and the column.
WIRED: dict[tuple[str, int], int] = {
    ("abc"[row // 2], row % 2 * 6 + column): 500 + 70 * (row * 6 + column)
    for row in range(6)
    for column in range(6)
}
TRAYS = {("a", 12): 101, ("a", 13): 202, ("c", 12): 303, ("c", 13): 404}  # nw ne sw se
TESTS = {("b", 12): 2048, ("b", 13): 0}


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ours: Any) -> Iterator[Pico]:
    """The firmware can be imported here, and finds a Pico."""
    pico = Pico(WIRED | TRAYS | TESTS)
    monkeypatch.chdir(tmp_path)
    for name, module in pico.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    house, cable = os.pipe()
    with os.fdopen(house) as hears, os.fdopen(cable, "w") as says:
        streams = SimpleNamespace(stdin=hears, stdout=says)
        monkeypatch.setattr(ours("wire"), "sys", streams)
        yield pico


def board() -> Any:
    return importlib.import_module("board").Board()


def test_every_field_comes_from_its_own_multiplexer_and_channel(pico: Pico) -> None:
    plate = board()
    plate.scan()

    assert plate.codes[:FIELDS] == [500 + 70 * field for field in range(FIELDS)]


@pytest.mark.parametrize("channel", sorted(WIRED))
def test_one_field_changes_one_code(channel: tuple[str, int], pico: Pico) -> None:
    plate = board()
    plate.scan()
    before = list(plate.codes)
    pico.sensors = {**pico.sensors, channel: 4000}
    plate.scan()

    changed = [n for n, code in enumerate(plate.codes) if code != before[n]]
    mux, number = channel
    assert changed == ["abc".index(mux) * 12 + number]
    assert plate.codes[changed[0]] == 4000


def test_trays_and_self_tests_come_from_theirs(pico: Pico) -> None:
    plate = board()
    plate.scan()

    assert plate.codes[FIELDS:] == [101, 202, 303, 404, 2048, 1]  # ground: no reading is below


def test_crossed_address_lines_would_be_noticed(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = importlib.import_module("pins")
    monkeypatch.setattr(pins, "MUX_S0", pins.MUX_S1)
    monkeypatch.setattr(pins, "MUX_S1", 10)
    plate = board()
    plate.scan()

    assert plate.codes[:FIELDS] != [500 + 70 * field for field in range(FIELDS)]


def test_a_read_that_comes_too_soon_would_be_noticed(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.import_module("pins"), "SETTLE_US", SETTLE - 1)
    plate = board()
    plate.scan()

    assert plate.codes[:FIELDS] != [500 + 70 * field for field in range(FIELDS)]


def test_the_highest_code_stays_one(pico: Pico) -> None:
    pico.sensors = dict.fromkeys(pico.sensors, 4200)
    plate = board()
    plate.scan()

    assert set(plate.codes) == {4095}


def test_a_look_comes_every_ten_milliseconds_and_what_was_missed_stays_missed(
    pico: Pico,
) -> None:
    plate = board()
    looks, flushes = [], []
    for work in (2, 2, 2, 45, 2, 2):  # ms
        plate.wait(lambda: flushes.append(plate.now()))
        looks.append(plate.now())
        pico.pass_by(work * 1000)

    assert looks == [0, 10, 20, 30, 75, 85]
    assert len(flushes) > 20  # what waits goes out in the pauses


def test_the_clock_goes_on_where_the_picos_own_begins_anew(pico: Pico) -> None:
    plate = board()
    heard = []
    for _ in range(40):
        pico.pass_by(WRAP * 1000 // 5)  # two and a half days
        heard.append(plate.now())

    assert heard[-1] == WRAP // 5 * 40 or abs(heard[-1] - WRAP * 8) < 40
    assert heard == sorted(heard)


def test_without_the_file_run_there_is_no_dog_and_a_key_still_stops_it(pico: Pico) -> None:
    plate = board()
    plate.guard()
    plate.wait(int)

    assert (pico.watchdog, pico.interrupt, pico.fed) == (0, None, [])


def test_with_the_file_run_the_dog_is_fed_at_each_look_and_each_piece(pico: Pico) -> None:
    Path("run").touch()
    plate = board()
    plate.guard()
    plate.wait(int)
    plate.wait(int)
    plate.write(memoryview(b"$"))

    assert (pico.watchdog, pico.interrupt) == (4000, -1)
    assert len(pico.fed) == 3


def test_the_lamp_is_set_when_it_changes_and_not_at_each_look(pico: Pico) -> None:
    plate = board()
    for on in (False, True, True, False, False, True):
        plate.glow(on)

    assert pico.lamp == [0, 1, 0, 1]


def test_a_button_pulls_its_pin_down(pico: Pico) -> None:
    plate = board()
    assert not plate.pressed()

    pico.levels[CALIBRATE] = 0
    assert plate.pressed()


def test_a_strike_is_kept_until_it_is_asked_for_and_then_forgotten(pico: Pico) -> None:
    plate = board()
    before = plate.struck()
    pico.strike()

    assert (before, plate.struck(), plate.struck()) == (False, True, False)


def test_many_strikes_between_two_looks_are_one(pico: Pico) -> None:
    plate = board()
    for _ in range(40):
        pico.strike()
        plate.scan()

    assert (plate.struck(), plate.struck()) == (True, False)


def test_a_pin_with_nothing_connected_is_held_up_and_hears_nothing(pico: Pico) -> None:
    plate = board()
    heard = []
    for _ in range(100):
        plate.wait(int)
        plate.scan()
        heard.append(plate.struck())

    assert pico.levels[PIEZO] == 1
    assert not any(heard)


def test_in_micropython_a_strike_takes_no_memory_whenever_it_comes() -> None:
    said = run(interpreter("micropython"), STRIKING, str(FIRMWARE))

    assert said.split() == ["False", "True", "False"]


def test_it_says_its_own_number_and_a_new_one_for_each_start(pico: Pico) -> None:
    one, other = board(), board()

    assert one.identity == other.identity == "e6614c311b4f7d2a"
    assert one.boot != other.boot
    assert len(one.boot) == 8


def test_whatever_goes_wrong_is_printed_and_then_it_begins_anew(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[Exception] = []
    monkeypatch.setattr(sys, "print_exception", printed.append, raising=False)
    pico.fails_after = 3 * 42 * 4  # readings: in the third look
    with pytest.raises(Reset):
        importlib.import_module("main").main()

    assert [str(wrong) for wrong in printed] == ["the converter fell silent"]


def test_a_button_held_at_the_start_leaves_the_prompt_to_people(pico: Pico) -> None:
    Path("run").touch()
    pico.levels[CALIBRATE] = 0
    importlib.import_module("main").main()

    assert (pico.readings, pico.watchdog, pico.interrupt) == (0, 0, None)


# Readers.


class Listener:
    """A chip on the bus that writes down what it hears, and says a number of its own."""

    def __init__(self, says: int) -> None:
        self.says = says
        self.talks: list[bytes] = []

    def select(self, on: bool) -> None:
        if on:
            self.talks.append(b"")

    def clock(self, byte: int) -> int:
        self.talks[-1] += bytes([byte])
        return self.says


def test_bus_and_serial_wire_lie_where_the_plan_says(pico: Pico) -> None:
    board()

    assert {name: pico.bus[name] for name in BUS} == BUS
    assert (pico.bus["spi"], pico.bus["baudrate"]) == (0, 1_000_000)
    assert (pico.bus["polarity"], pico.bus["phase"]) == (0, 0)
    assert {name: pico.serial[name] for name in SCANNER} == SCANNER
    assert (pico.serial["uart"], pico.serial["baudrate"]) == (0, 9600)


def test_every_reader_has_its_own_select_line_and_its_own_reset_pin(pico: Pico) -> None:
    one, other = Listener(11), Listener(22)
    pico.selects = {READERS[0][0]: one, READERS[1][0]: other}
    first, second = board().wires
    resets = [pico.levels[reset] for _, reset in READERS]
    heard = first.exchange(b"\x40", 2), second.exchange(b"\xc0\x01", 0)
    second.run(True)

    assert resets == [0, 0]  # held in reset until somebody sets them up
    assert heard == (b"\x0b\x0b", b"")
    assert (one.talks, other.talks) == ([b"\x40\0\0"], [b"\xc0\x01"])
    assert [pico.levels[select] for select, _ in READERS] == [1, 1]
    assert [pico.levels[reset] for _, reset in READERS] == [0, 1]


def test_a_line_of_the_readers_with_nobody_on_it_is_held_up(pico: Pico) -> None:
    board()

    assert (pico.levels[BUS["miso"]], pico.levels[SCANNER["rx"]]) == (1, 1)


def test_the_scanner_is_read_without_waiting_and_not_too_much(pico: Pico) -> None:
    port = board().port
    nothing = port.read(32)
    pico.waiting = b"x" * 50
    port.write(b"\x7e")

    assert nothing == b""
    assert (port.read(32), port.read(32), port.read(32)) == (b"x" * 32, b"x" * 18, b"")
    assert pico.sent == b"\x7e"


@pytest.mark.parametrize("number", [0, 1])
def test_a_card_on_a_real_bus_is_told_and_costs_a_cycle_little(
    number: int, pico: Pico, monkeypatch: pytest.MonkeyPatch, ours: Any
) -> None:
    monkeypatch.syspath_prepend(str(FIRMWARE / "desktop"))
    chip = ours("pn532_chip").Chip()
    chip.plugged = True
    chip.lay(["04a2245c6f6180"])
    pico.selects = {READERS[number][0]: chip}
    plate = board()
    readers = ours("readers").Readers(plate)
    told, slowest = [], 0
    for _ in range(100):
        plate.wait(int)
        chip.ms = plate.now()
        chip.run(pico.levels[READERS[number][1]] == 1)
        before = pico.us
        told += readers.look(plate.now())
        slowest = max(slowest, pico.us - before)

    assert told == [(f"nfc/{number}", "04a2245c6f6180", True)]
    assert 0 < slowest < 1000  # us on the wire
