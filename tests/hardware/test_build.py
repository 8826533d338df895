"""``python hardware/build.py``: what is made from the data file is what it says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from making.plan import FIELDS, hall_channels, pi_pins

TOP = Path(__file__).parent.parent.parent
MADE = [
    "firmware/pins.py",
    "hardware/pico.md",
    "hardware/pico.svg",
    "hardware/pi.md",
    "hardware/pi.svg",
]
TABLE = TOP / "hardware" / "table.toml"
SVG = "{http://www.w3.org/2000/svg}"
WIDE = 0.57  # of its size a letter is, on the average, in the widest of the fonts
SIZES = {"title": 40, "head": 20, "field": 20, "small": 15, "": 17}


def build(*arguments):
    command = [sys.executable, "-B", str(TOP / "hardware" / "build.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def changed(folder, old, new):
    text = TABLE.read_text()
    assert text.count(old) == 1
    (folder / "table.toml").write_text(text.replace(old, new))
    return folder / "table.toml"


def drawn(name):
    return ET.parse(TOP / "hardware" / f"{name}.svg").getroot()


def words(name):
    return ["".join(text.itertext()) for text in drawn(name).iter(f"{SVG}text")]


def test_what_stands_in_the_project_is_what_is_made():
    done = build("--check")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_is_made_once_and_then_left_alone(tmp_path):
    first = build("--top", tmp_path)
    second = build("--top", tmp_path)

    assert first.stdout.splitlines() == [f"wrote {name}" for name in MADE]
    assert (second.returncode, second.stdout) == (0, "")


def test_a_pin_that_moves_shows_in_everything_that_names_it(tmp_path):
    table = changed(tmp_path, "calibrate = 22\n", "calibrate = 2\n")

    checked = build("--check", "--table", table)
    build("--table", table, "--top", tmp_path)

    assert checked.returncode == 1
    assert [line.split()[0] for line in checked.stdout.splitlines()] == MADE[:3]
    assert "CALIBRATE = 2\n" in (tmp_path / "firmware/pins.py").read_text()
    assert "| GP2 | 4 | button to ground" in (tmp_path / "hardware/pico.md").read_text()
    assert ">GP2<" in (tmp_path / "hardware/pico.svg").read_text()


def test_a_pin_that_is_given_twice_stops_the_build_before_anything_is_written(tmp_path):
    table = changed(tmp_path, "mux_s1 = 11\n", "mux_s1 = 10\n")

    done = build("--table", table, "--top", tmp_path)

    assert done.returncode == 1
    assert (
        "[pico.pins] gives GP10 to mux_s0 and to mux_s1. Give one of them another"
        in done.stderr
    )
    assert list(tmp_path.iterdir()) == [table]


def test_the_firmware_reads_the_pins_of_the_data_file(plan):
    pins = runpy.run_path(str(TOP / "firmware" / "pins.py"))

    assert {name: pins[name.upper()] for name in plan["pico"]["pins"]} == plan["pico"]["pins"]
    assert pins["HALL_CHANNELS"] == tuple(hall_channels(plan).values())
    assert pins["TRAY_CHANNELS"] == (
        ("nw", "a", 12),
        ("ne", "a", 13),
        ("sw", "c", 12),
        ("se", "c", 13),
    )
    assert (pins["MID_CHANNEL"], pins["ZERO_CHANNEL"]) == (("b", 12), ("b", 13))
    assert pins["PERIOD_MS"] == plan["scan"]["period"]
    assert 0 < pins["TRAY_OFF"] < pins["TRAY_ON"] < 4096


def test_the_drawing_of_the_pico_names_every_pin_channel_and_field(plan):
    said = words("pico")

    chip = plan["pico"]["chip"]
    for gp in plan["pico"]["pins"].values():
        assert {f"{chip[gp]}  GP{gp}", f"GP{gp}  {chip[gp]}"} & set(said)
    assert set(FIELDS) <= set(said)
    assert {f"{mux.upper()}{channel}" for mux, channel in hall_channels(plan).values()} <= set(
        said
    )


def test_the_drawing_of_the_pi_names_every_pin_and_field(plan):
    said = words("pi")

    rows_and_columns = [*plan["pi"]["rows"], *plan["pi"]["columns"], plan["pi"]["drop"]]
    assert {f"GPIO{pin}" for pin in rows_and_columns} <= set(said)
    assert {f"pin {plan['pi']['header'][pin]}" for pin in rows_and_columns} <= set(said)
    assert set(FIELDS) <= set(said)


@pytest.mark.parametrize("name", ["pico", "pi"])
def test_no_word_of_a_drawing_leaves_the_paper(name):
    width, height = (float(size) for size in drawn(name).get("viewBox").split()[2:])

    for text in drawn(name).iter(f"{SVG}text"):
        kinds = text.get("class", "").split()
        size = next((SIZES[kind] for kind in kinds if kind in SIZES), SIZES[""])
        long = WIDE * size * len(text.text)
        shift = 1 if "end" in kinds else 0.5 if "middle" in kinds else 0
        left = float(text.get("x")) - shift * long
        assert left >= 0, text.text
        assert left + long <= width, text.text
        assert size <= float(text.get("y")) <= height, text.text


@pytest.mark.parametrize("name", ["pico", "pi"])
def test_a_page_says_what_is_from_memory_and_shows_its_drawing(name):
    page = (TOP / "hardware" / f"{name}.md").read_text()

    assert "price from memory, check before ordering" in page
    assert "Nothing on this page was measured on a real board." in page
    assert f"({name}.svg)" in page
    assert "$" not in page


def test_the_parts_list_adds_up_and_counts_the_sensors(plan):
    for build_of in ("pico", "pi"):
        page = (TOP / "hardware" / f"{build_of}.md").read_text()
        parts = plan[build_of]["parts"]
        total = sum(part["count"] * part["price"] for part in parts)
        assert parts[0]["count"] == 36
        assert int(re.search(r"\*\*together\*\* \|.*\*\*(\d+)\*\*", page)[1]) == round(total)


def test_the_page_of_the_pi_lists_every_pin(plan):
    page = (TOP / "hardware" / "pi.md").read_text()

    for name, pin in pi_pins(plan).items():
        assert f"| GPIO{pin} | {plan['pi']['header'][pin]} | {name}: " in page
