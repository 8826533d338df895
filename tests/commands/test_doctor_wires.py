"""What the doctor says of a port that is not as it should be; both sides, and what to do."""

from __future__ import annotations

import grp
import json
import os
import pwd
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner

from companion.bridges.frames import encode
from companion.commands.doctor import doctor, rights

OTHER = "H 0badcafe 0 10 hello protocol=1 firmware=7 board=lamp id=1"
NEWER = "H 0badcafe 0 10 hello protocol=2 firmware=9.0.0 board=plate id=1 hall=36"
PROMPT = b'Traceback (most recent call last):\r\n  File "main.py"\r\n>>> '


class Line:
    """A serial line, and somebody at its other end who says the same again and again."""

    def __init__(self, says: bytes = b"") -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.port = os.ttyname(self._theirs)
        self._says, self._stopped = says, Event()
        self._thread = Thread(target=self._speak, daemon=True)
        self._thread.start()

    def _speak(self) -> None:
        while not self._stopped.wait(0.1):
            try:
                os.write(self._ours, self._says)
                os.read(self._ours, 4096)
            except BlockingIOError:
                continue

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def line() -> Iterator[Callable[[bytes], str]]:
    lines: list[Line] = []

    def plugged(says: bytes = b"") -> str:
        lines.append(Line(says))
        return lines[-1].port

    yield plugged
    for one in lines:
        one.close()


def settings(tmp_path: Path, kind: str, port: str = "") -> Path:
    file = tmp_path / "companion.toml"
    named = f'port = "{port}"\n' if port else ""
    file.write_text(f'data = "{tmp_path / "data"}"\n[[wires]]\nkind = "{kind}"\n{named}')
    return file


def found(file: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    words = ["--config", str(file), "--json", "--seconds", "1"]
    result = CliRunner().invoke(doctor, words, catch_exceptions=False)
    return result.exit_code, {one["name"]: one for one in json.loads(result.stdout)["checks"]}


def test_a_port_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    code, checks = found(settings(tmp_path, "pico", "/dev/ttyACM9"))

    told = checks["wire/pico"]
    assert (code, told["state"], told["values"]["why"]) == (1, "wrong", "missing")
    assert told["text"].startswith("/dev/ttyACM9 is not there; ")
    assert "companion.toml" in told["next"]
    assert "rights/pico" not in checks  # nobody can say whose it would be


def test_a_plate_that_is_looked_for_and_not_plugged_in_is_missing(tmp_path: Path) -> None:
    code, checks = found(settings(tmp_path, "pico"))

    assert code == 1
    assert checks["wire/pico"]["text"].startswith("A plate on USB is not there; ")


def test_a_foreign_board_is_told_from_a_plate(
    tmp_path: Path, line: Callable[[bytes], str]
) -> None:
    port = line(encode(OTHER))

    code, checks = found(settings(tmp_path, "pico", port))

    assert (code, checks["wire/pico"]["values"]["why"]) == (1, "foreign")
    assert checks["wire/pico"]["text"].startswith(f"{port} is open, but what answers there")


def test_another_protocol_is_told_with_both_sides(
    tmp_path: Path, line: Callable[[bytes], str]
) -> None:
    code, checks = found(settings(tmp_path, "pico", line(encode(NEWER))))

    assert (code, checks["wire/pico"]["values"]["why"]) == (1, "protocol")
    assert "the plate speaks protocol 2, and this companion 1" in checks["wire/pico"]["text"]
    assert "firmware/" in checks["wire/pico"]["next"]


def test_a_prompt_means_that_the_firmware_does_not_run(
    tmp_path: Path, line: Callable[[bytes], str]
) -> None:
    code, checks = found(settings(tmp_path, "pico", line(PROMPT)))

    assert (code, checks["wire/pico"]["values"]["why"]) == (1, "prompt")
    assert "firmware/" in checks["wire/pico"]["next"]


def test_a_port_that_says_nothing_is_silent(
    tmp_path: Path, line: Callable[[bytes], str]
) -> None:
    code, checks = found(settings(tmp_path, "pico", line(b"")))

    assert (code, checks["wire/pico"]["values"]["why"]) == (1, "silent")


def test_whoever_keeps_a_port_is_named(tmp_path: Path, line: Callable[[bytes], str]) -> None:
    port = line(b"")
    keeping = (
        "import fcntl, os, sys, time; port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY); "
        "fcntl.flock(port, fcntl.LOCK_EX); print('kept', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", keeping, port], stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        code, checks = found(settings(tmp_path, "pico", port))
        other.kill()

    told = checks["wire/pico"]
    assert (code, told["values"]["why"]) == (1, "held")
    assert f"(process {other.pid})" in told["text"]
    assert f"(process {other.pid})" in checks["port/pico"]["text"]


def test_a_port_of_another_group_says_whose_it_is_and_how_to_join(
    line: Callable[[bytes], str],
) -> None:
    node = Path(line(b""))
    os.chown(node, 0, grp.getgrnam("dialout").gr_gid)
    node.chmod(0o660)
    with _as_nobody():
        told = rights.rights("pico", node)

    assert told is not None
    assert told.state == "wrong"
    assert "root:dialout" in told.text and "nobody is in nogroup" in told.text
    assert told.next == "sudo usermod -aG dialout nobody, then log in again."


def test_a_port_that_may_be_opened_is_well(line: Callable[[bytes], str]) -> None:
    told = rights.rights("pico", Path(line(b"")))

    assert told is not None and told.state == "ok"
    assert told.values["user"] == pwd.getpwuid(os.geteuid()).pw_name


def test_pins_that_this_computer_has_not_say_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if list(Path("/dev").glob("gpiochip*")):
        pytest.skip("this computer has pins")

    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    code, checks = found(settings(tmp_path, "pins"))

    assert (code, checks["wire/pins"]["values"]["why"]) == (1, "chip")
    assert "pip install 'companion[pi]'" in checks["wire/pins"]["next"]
    assert "udev" not in checks  # no serial port is in use
    assert list(here.iterdir()) == []  # where lgpio would have left a pipe


def test_a_scanner_is_tried_by_showing_it_a_code(
    tmp_path: Path, line: Callable[[bytes], str]
) -> None:
    code, checks = found(settings(tmp_path, "scanner", line(b"potion-7\r\n")))

    assert code == 0
    assert checks["wire/scanner"]["state"] == "ok"
    assert "potion-7" in checks["codes/scanner"]["text"]


def test_the_virtual_table_needs_no_wires_and_a_tape_must_be_one(tmp_path: Path) -> None:
    code, checks = found(settings(tmp_path, "virtual"))
    assert (code, checks["wire/virtual"]["state"]) == (0, "ok")

    file = tmp_path / "companion.toml"
    file.write_text('data = "data"\n[[wires]]\nkind = "tape"\nfile = "none.jsonl"\n')
    code, checks = found(file)
    assert (code, checks["wire/tape"]["state"]) == (1, "wrong")
    assert "none.jsonl" in checks["wire/tape"]["text"]


def test_the_rule_for_udev_is_found_where_it_is_installed(tmp_path: Path) -> None:
    place = tmp_path / "rules.d"
    assert rights.rule((place,)).state == "unknown"
    place.mkdir()
    assert rights.rule((place,)).state == "warn"
    assert "udevadm control --reload" in rights.rule((place,)).next
    (place / "99-companion.rules").touch()
    assert rights.rule((place,)).state == "ok"


def test_a_modem_prober_is_harmless_once_the_rule_is_there(tmp_path: Path) -> None:
    assert rights.prober(protected=False, processes=tmp_path).state == "ok"
    (tmp_path / "371").mkdir()
    (tmp_path / "371" / "comm").write_text("ModemManager\n")

    told = rights.prober(protected=False, processes=tmp_path)

    assert (told.state, "ModemManager runs (process 371)" in told.text) == ("warn", True)
    assert rights.prober(protected=True, processes=tmp_path).state == "ok"


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Somebody who may do little, until the end of the block."""
    if os.geteuid():
        pytest.skip("only root can give a port away and become somebody else")
    nobody, groups = pwd.getpwnam("nobody"), os.getgroups()
    os.setgroups([])
    os.setresgid(nobody.pw_gid, nobody.pw_gid, 0)
    os.setresuid(nobody.pw_uid, nobody.pw_uid, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)
