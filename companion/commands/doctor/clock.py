"""The clocks of this computer: for the journal's times of day, and for the order of things.

Rule: no network is asked; the system's own files say whether the time was set from there.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check

BORN = 2025  # no computer with this program has an earlier year
JUMP = 1.0  # s that the time of day may differ from time that passed, in one look
TIMESYNC = Path("/run/systemd/timesync")
SET_IT = "sudo timedatectl set-ntp true, with the computer on a network."


class Clocks(Struct, frozen=True):
    """Both clocks at one moment, in seconds."""

    wall: float
    passing: float


def clocks() -> Clocks:
    """Now."""
    return Clocks(time.time(), time.monotonic())


def clock(before: Clocks, after: Clocks, timesync: Path = TIMESYNC) -> list[Check]:
    """How both clocks went during the look, who sets them, and the time zone."""
    return [_sane(before, after), _synchronised(timesync), _zone(after)]


def _sane(before: Clocks, after: Clocks) -> Check:
    today = datetime.fromtimestamp(after.wall, UTC).astimezone()
    told = f"{today:%Y-%m-%d %H:%M:%S}"
    jumped = (after.wall - before.wall) - (after.passing - before.passing)
    if today.year < BORN:
        return Check(
            "clock", WRONG, f"The clock says {told}, and that has long passed.", SET_IT
        )
    if after.passing < before.passing:
        return Check("clock", WRONG, "Time that passes ran backwards.", "Restart the computer.")
    if abs(jumped) > JUMP:
        moved = f"The clock says {told}; it was set by {jumped:+.1f} s during this look."
        return Check("clock", WARN, moved, "Look once more: it was perhaps just synchronised.")
    return Check("clock", OK, f"The clock says {told}.")


def _synchronised(timesync: Path) -> Check:
    if (timesync / "synchronized").exists():
        return Check("timesync", OK, "The clock was set from the network.")
    if timesync.exists():
        told = "The clock was not set from the network yet: times of day may be wrong."
        return Check("timesync", WARN, told, SET_IT)
    return Check(
        "timesync", UNKNOWN, "systemd-timesyncd does not run; who sets the clock is open."
    )


def _zone(now: Clocks) -> Check:
    here = datetime.fromtimestamp(now.wall, UTC).astimezone()
    return Check("zone", OK, f"The time zone is {here.tzname()} (UTC{here:%z}).")
