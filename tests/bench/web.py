"""From a wire, and from a finger, to every tablet's stream: a real service on loopback.

The tablets are another process (``streams``), as they are in the peer's benchmark, and
the pause between moves is the same.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from typing import Any

from companion.commands.found import found
from companion.commands.service import Plan, Service
from companion.games.labyrinth.pieces import SYMBOLS
from companion.rights import TABLE
from companion.settings import Pico, Wire
from companion.vocabulary import Adopt, Player, Signal, Start, Take, Undo
from tests.bench.plate import Plate
from tests.bench.streams import Tablets
from tests.served import Served, until

PAUSE = 0.02  # seconds between moves, for us and for the peer
MOVES = 300
WARM = 50  # moves before the measured ones
SEATS = tuple(
    Player(name, seat, corner)
    for name, seat, corner in (
        ("Ada", "red", "a1"), ("Bo", "blue", "f1"), ("Cleo", "green", "f6"), ("Dan", "yellow", "a6"),
    )
)  # fmt: skip
CORNERS = (0, 5, 30, 35)  # places of the corner fields in a frame
MEMORY_DISK = Path("/dev/shm")  # what is left of the time when the disk takes none


@contextmanager
def service(disk: Path | None = None, *wires: Wire) -> Iterator[Service]:
    """The whole service in this process, without a wire of its own or with these."""
    with tempfile.TemporaryDirectory(dir=disk) as folder:
        plan = Plan(Path(folder), port=0, virtual=False, wires=wires, trusting=True)
        there = Service(plan, found())
        there.open()
        server = Thread(target=there.server.serve, daemon=True)
        server.start()
        until(lambda: there.server.ready)
        _start(there)
        yield there
        there.close()
        server.join()


def _start(there: Service) -> None:
    printed = {"c3": "snail"}
    there.door.ask(Start("labyrinth", SEATS, {}, {"symbols": printed}), "bench", TABLE)
    there.door.ask(Take({"do": "draw", "symbol": "snail"}, id="draw"), "bench", TABLE)


@contextmanager
def wire(there: Service) -> Iterator[None]:
    """A hundred frames a second of four magicians who stand in their corners."""
    stop, chance = Event(), Random(1)

    def speak() -> None:
        due = time.monotonic()
        while not stop.is_set():
            codes = [2048 + chance.randint(-3, 3) + 245 * (n in CORNERS) for n in range(36)]
            frame = "".join(f"{code:03x}" for code in codes)
            there.inbox.put(Signal("hall", frame, there.clock.now()))
            due += 0.01
            time.sleep(max(0.0, due - time.monotonic()))

    thread = Thread(target=speak, daemon=True)
    thread.start()
    yield
    stop.set()
    thread.join()


def spread(times: list[float]) -> dict[str, float]:
    """Median and the 99th of a hundred, in ms."""
    ordered = sorted(times)
    return {
        "p50_ms": round(1000 * median(ordered), 2),
        "p99_ms": round(1000 * ordered[int(len(ordered) * 0.99)], 2),
    }


def from_wire(tablets: int, moves: int = MOVES, disk: Path | None = None) -> dict[str, Any]:
    """A die comes to rest; the roll is written and comes to every tablet. Between two rolls the
    host takes it back, which is not measured."""
    with service(disk) as there, wire(there):
        listening = Tablets(there.server.port, tablets)
        said: dict[int, float] = {}
        for number in range(WARM + moves):
            before, face = there.table.version, number % 4 + 1
            there.inbox.put(Signal("die/0", f"~{face}", there.clock.now()))
            said[before + 1] = time.monotonic()
            there.inbox.put(Signal("die/0", face, there.clock.now()))
            _next(there, before)
            _take_back(there, number)
        _, heard = listening.told()
    return _result(said, heard, tablets)


def from_bytes(tablets: int, moves: int = MOVES) -> dict[str, Any]:
    """A board rolls: from its bytes at the pseudo-terminal to every tablet's stream, with
    the frames of its hundred looks a second on the same line."""
    plate = Plate()
    with service(None, Pico(port=plate.port)) as there:
        until(lambda: there.wires.devices["pico"].condition().state == "live")
        listening = Tablets(there.server.port, tablets)
        versions = []
        for number in range(WARM + moves):
            before = there.table.version
            versions.append(before + 1)
            plate.roll(number % 4 + 1)
            _next(there, before)
            _take_back(there, number)
        _, heard = listening.told()
        counters = there.wires.devices["pico"].condition().counters
        frames, span = counters["frames"], there.clock.now() / 1000
    said = dict(zip(versions, plate.close()[1::2], strict=True))
    return _result(said, heard, tablets) | {"frames_per_s": round(frames / span)}


def from_scan(tablets: int, moves: int = MOVES) -> dict[str, Any]:
    """A chip is laid on a board's reader: from the bytes at the pseudo-terminal to every
    tablet's stream, with the same frames on the line. Between two scans the chip is taken away
    and the host takes the draw back; neither is measured."""
    plate = Plate()
    with service(None, Pico(port=plate.port)) as there:
        until(lambda: there.wires.devices["pico"].condition().state == "live")
        chips = _taught(there)
        _take_back(there, 0)
        listening = Tablets(there.server.port, tablets)
        versions = []
        for number in range(WARM + moves):
            before = there.table.version
            versions.append(before + 1)
            plate.lay(chips[number % len(chips)])
            _next(there, before)
            plate.lay("-")
            _take_back(there, number + 1)
        _, heard = listening.told()
    said = dict(zip(versions, plate.close()[::2], strict=True))
    return _result(said, heard, tablets) | {"p50_budget_ms": 5, "p99_budget_ms": 25}


def _taught(there: Service) -> list[str]:
    """The numbers of the stickers on the chips."""
    numbers = {f"04{number:012x}": number for number in range(1, len(SYMBOLS) + 1)}
    tags = {f"nfc:{one}": f"labyrinth/chip/{number}" for one, number in numbers.items()}
    facts = {
        f"labyrinth/chip/{number}": {"symbol": symbol}
        for number, symbol in enumerate(SYMBOLS, 1)
    }
    answer = there.door.ask(Adopt(tags, facts, "taught"), "bench", TABLE)
    assert answer.status == 200, answer
    return [*numbers]


def _take_back(there: Service, number: int) -> None:
    """The roll, or the chip, is taken back; all is quiet again before the next."""
    answer = there.door.ask(Undo(f"undo{number}", strike=True), "bench", TABLE)
    assert answer.status == 200, answer
    time.sleep(PAUSE)


def _next(there: Service, before: int) -> None:
    time.sleep(PAUSE)
    until(lambda: there.table.version > before)


def _result(
    said: dict[int, float], heard: dict[int, list[float]], tablets: int
) -> dict[str, Any]:
    counted = sorted(said)[WARM:]
    each = [at - said[version] for version in counted for at in heard.get(version, [])]
    last = [max(heard[version]) - said[version] for version in counted if version in heard]
    served = min(len(heard.get(version, [])) for version in counted)
    return {
        "tablets": tablets, "moves": len(counted), "tablets_served_at_least": served,
        **spread(each), **{f"last_{key}": value for key, value in spread(last).items()},
    }  # fmt: skip


def from_finger(tablets: int, moves: int = MOVES) -> dict[str, Any]:
    """A tablet posts a step; the event at every tablet."""
    with service() as there:
        listening = Tablets(there.server.port, tablets)
        there.inbox.put(Signal("die/0", 4, there.clock.now()))
        until(lambda: there.table.match and there.table.match.state.phase == "walk")
        for number in range(WARM + moves):
            version = there.table.version
            move = {"do": "walk", "path": [] if number % 2 else ["b1"]}
            said = {"version": version, "id": f"step{number}", "move": move}
            listening.post(version + 1, said)
            _next(there, version)
        taps, heard = listening.told()
    return _result(taps, heard, tablets)


def standing() -> dict[str, Any]:
    """The service by itself, as a newcomer starts it: until ready, memory, idle CPU."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with Served(Path(folder), players="Ada,Bo,Cleo,Dan") as there:
            there.get("state")
            ready = time.monotonic() - began
            time.sleep(3)
            before, at = _cpu(there.process.pid), time.monotonic()
            time.sleep(10)
            share = (_cpu(there.process.pid) - before) / (time.monotonic() - at)
            memory = _memory(there.process.pid)
    return {
        "start_to_ready_s": round(ready, 2), "start_budget_s": 2,
        "memory_mb": memory, "memory_budget_mb": 90,
        "idle_cpu_percent": round(100 * share, 1), "idle_cpu_budget_percent": 2,
    }  # fmt: skip


def with_plate() -> dict[str, Any]:
    """The service on a plate with four magicians where nobody moves."""
    plate = Plate()
    with tempfile.TemporaryDirectory() as folder:
        wires = f'[[wires]]\nkind = "pico"\nport = "{plate.port}"\n'
        began = time.monotonic()
        with Served.on_wires(Path(folder), wires) as there:
            until(lambda: there.get("health")["bridges"][0]["state"] == "live")
            ready = time.monotonic() - began
            there.begin()
            time.sleep(3)
            before, at = _cpu(there.process.pid), time.monotonic()
            time.sleep(10)
            share = (_cpu(there.process.pid) - before) / (time.monotonic() - at)
            memory = _memory(there.process.pid)
    plate.close()
    return {
        "start_to_live_s": round(ready, 2), "memory_mb": memory,
        "idle_cpu_percent": round(100 * share, 1), "idle_cpu_budget_percent": 2,
    }  # fmt: skip


def _cpu(pid: int) -> float:
    """Seconds of a core that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(words[11]) + int(words[12])) / 100


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024
