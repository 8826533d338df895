"""P06: the unit never gives up, and the service speaks systemd's language."""

from __future__ import annotations

import configparser
import socket
from pathlib import Path

import pytest

from companion.commands.notify import notify

UNIT = Path(__file__).parent.parent / "hardware" / "companion.service"


def test_the_unit_restarts_for_ever_with_a_pause_and_waits_for_no_network() -> None:
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read(UNIT)
    assert unit["Service"]["Restart"] == "always"
    assert float(unit["Service"]["RestartSec"]) > 0
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert "network-online" not in UNIT.read_text()


@pytest.mark.parametrize("abstract", [False, True])
def test_the_word_arrives(
    abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"@companion-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind("\0" + place[1:] if abstract else place)
        monkeypatch.setenv("NOTIFY_SOCKET", place)
        notify("READY=1")
        assert there.recv(100) == b"READY=1"


def test_nothing_is_said_where_nobody_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify("WATCHDOG=1")
