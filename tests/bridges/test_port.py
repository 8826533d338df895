"""A port on a real pseudo-terminal: opened, read, written, lost and found again."""

from __future__ import annotations

import errno
import itertools
import logging
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial import Serial, SerialException

from companion.bridges.finding import Finding, Found
from companion.bridges.hindrance import hindrance
from companion.bridges.link import Link
from companion.bridges.port import Port, open_port
from companion.bridges.seldom import Seldom
from tests.bridges.plug import HELLO, Plug, Table, frame, wait_until


@pytest.fixture
def plug() -> Iterator[Plug]:
    plug = Plug()
    yield plug
    os.close(plug.end)


def bridge(table: Table, path: str) -> Port:
    return Port("pico", Link(), Finding(path), table.put, table.now)


def test_a_frame_is_handed_on_within_a_millisecond_or_so(plug: Plug) -> None:
    table = Table()
    port = bridge(table, plug.path)
    port.start()
    wait_until(plug.listen)
    plug.say(HELLO)
    late = []
    for number in range(1, 101):
        begun, known = time.perf_counter(), len(table.values("hall"))
        plug.say(frame(number))
        wait_until(lambda known=known: len(table.values("hall")) > known)
        at = next(t for s, t in zip(table.signals[::-1], table.arrived[::-1], strict=True)
                  if s.source == "hall")  # fmt: skip
        late.append(at - begun)
    port.stop()
    assert sorted(late)[50] < 0.003


def test_a_port_that_is_not_there_is_missing_and_then_found(tmp_path: Path) -> None:
    table, path = Table(), tmp_path / "plate"
    port = bridge(table, str(path))
    port.start()
    wait_until(lambda: ("absent", "missing") in table.conditions())
    plug = Plug()
    path.symlink_to(plug.path)
    wait_until(plug.listen)
    plug.say(HELLO + frame(1))
    wait_until(lambda: table.conditions()[-1] == ("live", ""))
    plug.pull()
    wait_until(lambda: table.conditions()[-1][1] in ("gone", "missing"))
    condition = port.condition()
    port.stop()

    assert ("absent", "gone") in table.conditions()
    assert condition.values == {"port": str(path)}
    assert not port.is_alive


@pytest.mark.parametrize("what", ["file", "folder", "dangling"])
def test_what_is_no_port_is_missing(tmp_path: Path, what: str) -> None:
    place = tmp_path / "plate"
    if what == "file":
        place.touch()
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to(tmp_path / "nowhere")
    table = Table()
    port = bridge(table, str(place))
    port.start()
    wait_until(table.conditions)
    time.sleep(0.3)
    port.stop()
    assert set(table.conditions()) == {("absent", "missing")}


def test_opened_by_another_companion_it_is_held_until_that_one_ends(plug: Plug) -> None:
    other = open_port(plug.path, 115200)
    table = Table()
    port = bridge(table, plug.path)
    port.start()
    wait_until(lambda: ("absent", "held") in table.conditions())
    other.close()
    wait_until(lambda: ("opening", "") in table.conditions())
    with pytest.raises(SerialException):
        open_port(plug.path, 115200)
    port.stop()
    open_port(plug.path, 115200).close()


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOENT, "missing"),
        (errno.ENOTTY, "missing"),
        (errno.EBUSY, "busy"),
        (errno.EAGAIN, "held"),
        (errno.EIO, "gone"),
        (errno.ENXIO, "gone"),
    ],
)
def test_each_error_of_the_system_has_its_word(number: int, why: str) -> None:
    error = SerialException(number, "could not open port")
    assert hindrance(error, Found("/dev/plate")) == (why, {"port": "/dev/plate"})


def test_forbidden_names_the_group_of_the_node_and_who_we_are(tmp_path: Path) -> None:
    node = tmp_path / "plate"
    node.touch()
    os.chown(node, -1, os.getgid())
    node.chmod(stat.S_IRUSR)
    why, values = hindrance(PermissionError(errno.EACCES, "no"), Found(str(node)))
    assert why == "forbidden"
    assert values == {
        "port": str(node),
        "group": node.group(),
        "user": Path("/proc/self").owner(),
    }


def test_a_board_that_does_not_read_holds_nobody_up(plug: Plug) -> None:
    """Its buffer fills with answers that it never takes; frames come on as ever."""
    table, link = Table(), Link()
    port = Port("pico", link, Finding(plug.path), table.put, table.now)
    port.start()
    time.sleep(0.1)
    plug.say(HELLO)
    for number in range(1, 3000):
        link.ask("learn")
        if number % 30 == 0:
            plug.say(frame(number))
    wait_until(lambda: len(table.values("hall")) == 99)
    begun = time.monotonic()
    port.stop()
    assert time.monotonic() - begun < 1.0


def test_it_never_opens_at_the_speed_that_wipes_a_board(plug: Plug) -> None:
    speeds = []

    def opener(path: str, baud: int) -> Serial:
        speeds.append(baud)
        return open_port(path, baud)

    table = Table()
    port = Port("pico", Link(), Finding(plug.path), table.put, table.now, opener=opener)
    port.start()
    wait_until(plug.listen)
    port.stop()
    assert speeds == [115200]


def test_the_pauses_between_attempts_are_calm() -> None:
    attempts: list[float] = []

    def opener(path: str, baud: int) -> Serial:
        attempts.append(time.monotonic())
        raise SerialException(errno.EBUSY, path)

    table = Table()
    port = Port("pico", Link(), Finding("/dev/plate"), table.put, table.now, opener=opener)
    port.start()
    wait_until(lambda: len(attempts) == 4)
    begun = time.monotonic()
    port.stop()

    pauses = [b - a for a, b in itertools.pairwise(attempts)]
    assert [round(pause, 1) for pause in pauses] == pytest.approx([0.2, 0.4, 0.8], abs=0.15)
    assert time.monotonic() - begun < 0.5
    assert table.conditions() == [("absent", "busy")]


def test_the_log_has_one_line_a_minute_of_each_kind(caplog: pytest.LogCaptureFixture) -> None:
    seldom = Seldom(logging.getLogger("wire"))
    for at in range(0, 120_000, 1000):
        seldom.say("bad line", "pico: bad line", at, 3)
    seldom.say("busy", "pico: busy", 120_000)
    assert caplog.messages == [
        "pico: bad line (3 since the last word)",
        "pico: bad line (180 since the last word)",
        "pico: busy (1 since the last word)",
    ]
