"""All benchmarks in one run, the peers beside us: ``python -m tests.bench [FILE]``.

Writes the results as JSON, and prints them as one table. ``python -m tests.bench walls``
does so for the hidden walls alone, ``… scans`` for chips on a reader; the file keeps the rest.
"""

from __future__ import annotations

import json
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench import core, walls, web
from tests.bench.peer import run_peer

KEPT = Path(tempfile.gettempdir()) / "companion-bench-peer"


def run() -> dict[str, Any]:
    """Every row; ours and the peer's with the same pause, one after the other."""
    pause = round(web.PAUSE * 1000)
    return {
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "core": core.run(),
        "bytes_to_4_tablets": web.from_bytes(4),
        **scans(),
        "wire_to_4_tablets": web.from_wire(4),
        "wire_to_4_tablets_disk_in_memory": web.from_wire(4, disk=web.MEMORY_DISK),
        "wire_to_100_tablets": web.from_wire(100, 100),
        "finger_to_4_tablets": web.from_finger(4),
        "peer": run_peer(KEPT, moves=web.MOVES, clients=4, pause=pause),
        "service": web.standing(),
        "service_on_a_plate": web.with_plate(),
        **walls.run(),
    }


def scans() -> dict[str, Any]:
    """A chip on a reader."""
    return {"scan_to_4_tablets": web.from_scan(4)}


ALONE = {"walls": walls.run, "scans": scans}


def kept(place: Path) -> dict[str, Any]:
    """What the file says by now."""
    told: dict[str, Any] = json.loads(place.read_text()) if place.is_file() else {}
    return told


def table(results: dict[str, Any]) -> str:
    """The results for people."""
    rows = []
    for part, figures in results.items():
        if not isinstance(figures, dict):
            rows.append(f"{part:24} {figures}")
            continue
        if all(isinstance(value, dict) for value in figures.values()):
            rows += [part, walls.table(figures)]
            continue
        rows += [f"{part:24} {name:28} {value}" for name, value in figures.items()]
    return "\n".join(rows)


if __name__ == "__main__":
    word = sys.argv[1] if len(sys.argv) > 1 else "bench.json"
    told = ALONE[word]() if word in ALONE else run()
    place = Path("bench.json" if word in ALONE else word)
    before = kept(place) if word in ALONE else {}
    place.write_text(json.dumps(before | told, indent=1) + "\n")
    print(table(told))
