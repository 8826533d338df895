"""What is copied to the computer under the table: udev rule, unit, settings."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess

import pytest

from companion.bridges.finding import PICO
from companion.commands.doctor.rights import RULE
from companion.settings import load
from companion.settings.wires import Pico, Pins, Scanner, Virtual
from tests.hardware.conftest import HARDWARE

RULES = HARDWARE / RULE
TERM = re.compile(r'([A-Z]+)(?:\{(\w+)\})?(==|!=|\+=|=)"([^"]*)"')
EXAMPLE = re.compile(r"^# (?=\[|[\w\"/]+ = )", re.MULTILINE)


def rules(text):
    """Each rule as (key, attribute, operator, value) terms; nothing else stands in a rule."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in lines:
        assert all(TERM.fullmatch(term) for term in line.split(", ")), line
    return [TERM.findall(line) for line in lines]


def sets(rule, key, attribute=""):
    return [term[3] for term in rule if term[:2] == (key, attribute) and term[2] in ("=", "+=")]


def test_the_rule_is_for_the_board_that_the_bridge_looks_for():
    vendor, product = (f"{number:04x}" for number in PICO)

    for rule in rules(RULES.read_text()):
        asked = {term[1]: term[3] for term in rule if term[0] in ("ATTR", "ATTRS")}
        assert asked == {"idVendor": vendor, "idProduct": product}


def test_modem_probers_keep_away_from_the_device_and_its_port():
    device, port = rules(RULES.read_text())

    assert sets(device, "ENV", "ID_MM_DEVICE_IGNORE") == ["1"]
    assert sets(port, "ENV", "ID_MM_DEVICE_IGNORE") == ["1"]
    assert sets(port, "ENV", "ID_MM_PORT_IGNORE") == ["1"]


def test_the_port_has_a_name_that_stays_and_the_service_may_open_it():
    port = rules(RULES.read_text())[1]
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(HARDWARE / "companion.service")

    assert sets(port, "SYMLINK") == ["companion-plate"]
    assert sets(port, "MODE") == ["0660"]
    assert set(sets(port, "GROUP")) <= set(unit["Service"]["SupplementaryGroups"].split())
    assert "gpio" in unit["Service"]["SupplementaryGroups"].split()


def test_the_example_of_a_scanner_is_a_rule_once_it_is_no_comment():
    text = re.sub(r"^#(?=SUBSYSTEM)", "", RULES.read_text(), flags=re.MULTILINE)

    assert [sets(rule, "SYMLINK") for rule in rules(text)][1::2] == [
        ["companion-plate"],
        ["companion-scanner"],
    ]


@pytest.mark.skipif(not shutil.which("udevadm"), reason="no udev on this computer")
def test_udev_itself_has_nothing_to_say():
    done = subprocess.run(
        ["udevadm", "verify", str(RULES)], capture_output=True, text=True, check=False
    )
    if "Unknown command" in done.stderr or "unrecognized" in done.stderr:
        pytest.skip("this udevadm cannot verify")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("name", "kind"), [("pico", Pico), ("pi", Pins)])
def test_the_example_settings_are_right_as_they_are(name, kind):
    settings = load(HARDWARE / f"{name}.toml")

    assert [type(wire) for wire in settings.wires] == [kind]
    assert str(settings.folder) == "/var/lib/companion"


@pytest.mark.parametrize(("name", "kind"), [("pico", Pico), ("pi", Pins)])
def test_the_example_settings_are_right_with_everything_that_they_offer(name, kind, tmp_path):
    text = (HARDWARE / f"{name}.toml").read_text()
    (tmp_path / "companion.toml").write_text(EXAMPLE.sub("", text))

    settings = load(tmp_path / "companion.toml")

    assert [type(wire) for wire in settings.wires] == [kind, Scanner, Virtual]
    assert settings.wires[1].port == "/dev/companion-scanner"
    assert settings.players == {"Ada": "red", "Bo": "blue"}
    assert bool(settings.pins) == (name == "pi")
