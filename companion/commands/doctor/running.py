"""A companion that already runs on the same data folder: it is asked, and left alone.

Rule: who holds the journal's lock is read from the kernel's own list; the lock is never
touched.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from companion.commands.doctor.disk import what_then
from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed
from companion.commands.ports import EVERYWHERE
from companion.journal import lock
from companion.journal.trouble import NEXT
from companion.settings import Settings

LOCKS = Path("/proc/locks")
LOOPBACK = "127.0.0.1"
PATIENCE = 3.0  # s for its answer
SIGNS = {0x2068: "", 0x2069: "", 0xA0: " "}  # they serve pages, not terminals


def keeper(folder: Path) -> int | None:
    """The number of the process that keeps the journal there, or None."""
    try:
        about = (folder / lock.NAME).stat()
        written = (folder / lock.NAME).read_text().strip()
        locks = LOCKS.read_text().splitlines()
    except OSError:
        return None
    device = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}"
    for line in locks:
        _, kind, *_, process, place, _, _ = line.split()
        disk, _, file = place.rpartition(":")
        # Some file systems (btrfs) give the kernel's list another device than everybody else.
        if (
            kind == "FLOCK"
            and file == str(about.st_ino)
            and (disk == device or process == written)
        ):
            return int(process)
    return None


def asked(settings: Settings, process: int) -> list[Check]:
    """What that companion says of itself."""
    address = _address(settings)
    who = f"A companion keeps {settings.folder} (process {process})"
    if not settings.web.port:
        told = f"{who}, on a port of its own choice: it cannot be asked."
        return [Check("service", UNKNOWN, told, "Stop it, and look again.")]
    health = _health(*address)
    at = f"http://{address[0]}:{address[1]}"
    if isinstance(health, str):
        told = f"{who}, but does not answer at {at} ({health})."
        step = "Give it a moment to start, and look at its log: journalctl -u companion"
        return [Check("service", WRONG, told, step)]
    told = (
        f"{who} and answers at {at}. What follows on wires and journal is its word; "
        "nothing of it was touched."
    )
    version = {"process": process, "version": health.get("version")}
    service = Check("service", OK, told, values=version)
    return [service, *_wires(health), _sensor(health), _journal(health)]


def _address(settings: Settings) -> tuple[str, int]:
    host = settings.web.host
    return (LOOPBACK if host in EVERYWHERE else host), settings.web.port


def _health(host: str, port: int) -> dict[str, Any] | str:
    """Its own account, or why there is none."""
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/v1/health")
        health = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError) as wrong:
        return str(wrong) or type(wrong).__name__
    finally:
        connection.close()
    is_ours = isinstance(health, dict) and "journal" in health
    return health if is_ours else "what is there is no companion"


def _wires(health: dict[str, Any]) -> Iterator[Check]:
    for one in health.get("bridges", ()):
        name, state, why = f"wire/{one['name']}", one["state"], one["why"]
        values = {key: one[key] for key in ("state", "why", "device", "counters") if key in one}
        if why or state != "live":
            said = _plain(one.get("detail") or one.get("text") or f"It is {state}.")
            step = "As soon as that is mended it is used by itself, without a restart."
            yield Check(name, WARN if state == "live" else WRONG, said, step, values)
        else:
            yield Check(name, OK, f"It is live{_device(one.get('device', {}))}.", values=values)


def _device(said: dict[str, str]) -> str:
    return (
        f": firmware {said['firmware']}, id {said.get('id', '?')}" if "firmware" in said else ""
    )


def _sensor(health: dict[str, Any]) -> Check:
    notices = list(health.get("notices", ()))
    if health.get("sensor") == "ok":
        told = (
            "The sensors are well, says the companion. For each field's numbers stop it and "
            "look again."
        )
        return Check("sensors", OK, told, values={"notices": notices})
    told = f"A sensor is at fault, says the companion: {listed(notices)}."
    step = "Look at its page, or stop it and look again: then doctor tells which."
    return Check("sensors", WRONG, told, step, {"notices": notices})


def _journal(health: dict[str, Any]) -> Check:
    said = health.get("journal", {})
    if said.get("shut"):
        step = what_then(said["shut"]) if said["shut"] in NEXT else ""
        return Check("journal", WRONG, f"It cannot be written: {said['shut']}.", step)
    if said.get("damage") or said.get("trouble"):
        told = f"It is written, but: {said.get('damage') or said.get('trouble')}."
        return Check(
            "journal", WARN, told, "Look at the page: it tells what was lost, if anything."
        )
    return Check("journal", OK, "It is whole and is written, says the companion.")


def _plain(text: str) -> str:
    return text.translate(SIGNS)
