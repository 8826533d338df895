"""Whether this user may open a port, and which other programs stand in the way.

Rule: it reads what the kernel and the system's files say, and opens nothing.
"""

from __future__ import annotations

import grp
import os
import pwd
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed

PROCESSES = Path("/proc")
RULE = "99-companion.rules"
RULES = (Path("/etc/udev/rules.d"), Path("/usr/lib/udev/rules.d"), Path("/lib/udev/rules.d"))
INSTALL = (
    f"sudo cp hardware/{RULE} /etc/udev/rules.d/ && sudo udevadm control --reload "
    "&& sudo udevadm trigger, then pull the plug and put it in again."
)
PROBER = "ModemManager"  # it opens every new serial port and writes modem commands to it


def rights(name: str, node: Path) -> Check | None:
    """May this user read and write it? None where there is no such thing."""
    try:
        about = node.stat()
    except OSError:
        return None
    group, user = _group(about.st_gid), whoami()
    owns = f"{node} belongs to {_user(about.st_uid)}:{group} ({stat.filemode(about.st_mode)})"
    values = {"node": str(node), "group": group, "user": user}
    if os.access(node, os.R_OK | os.W_OK):
        return Check(f"rights/{name}", OK, f"{owns}; {user} may use it.", values=values)
    mine = listed([_group(number) for number in sorted({os.getegid(), *os.getgroups()})])
    told = f"{owns}, and {user} is in {mine}: it may not be opened."
    return Check(f"rights/{name}", WRONG, told, join(group, user), values)


def join(group: str, user: str) -> str:
    """How this user gets into the group; being written there counts at the next login."""
    with suppress(KeyError):
        if user in grp.getgrnam(group).gr_mem:
            return f"{user} was added to {group} after it logged in: log in again, or reboot."
    if group == "root":
        return f"Install the rule that gives it to the group dialout: {INSTALL}"
    return f"sudo usermod -aG {group} {user}, then log in again."


def whoami() -> str:
    """The name of this user."""
    return _user(os.geteuid())


def shared(name: str, node: Path) -> Check | None:
    """Other programs that have the port open, too."""
    others = holders(node)
    if not others:
        return None
    told = f"{node} is also open in {listed(others)}: each takes bytes away from the other."
    return Check(f"port/{name}", WARN, told, "Stop that program.", {"holders": others})


def holders(node: Path) -> list[str]:
    """The other programs that have this port open, as far as this user may know."""
    wanted = str(node.resolve())
    return [
        f"{_called(process)} (process {process.name})"
        for process in _processes()
        if process.name != str(os.getpid()) and wanted in _opened(process)
    ]


def rule(places: tuple[Path, ...] = RULES) -> Check:
    """The file that names our ports and keeps modem probers away from them."""
    for place in places:
        if (place / RULE).exists():
            return Check("udev", OK, f"{place / RULE} is installed.")
    if not any(place.is_dir() for place in places):
        return Check("udev", UNKNOWN, "This computer has no udev: ports are named otherwise.")
    told = f"{RULE} is not installed: names of ports may change, and modem probers come by."
    return Check("udev", WARN, told, INSTALL)


def prober(protected: bool, processes: Path = PROCESSES) -> Check:
    """Does the modem prober run, and does the rule keep it away?"""
    found = [one.name for one in _processes(processes) if _called(one) == PROBER]
    if not found:
        return Check("modem", OK, f"{PROBER} does not run.")
    runs = f"{PROBER} runs (process {found[0]})"
    if protected:
        return Check("modem", OK, f"{runs}, and {RULE} keeps it away.")
    told = f"{runs}: it holds each port for seconds after it is plugged in, and writes to it."
    return Check("modem", WARN, told, INSTALL)


def _processes(processes: Path = PROCESSES) -> Iterator[Path]:
    return processes.glob("[0-9]*")


def _called(process: Path) -> str:
    with suppress(OSError):
        return (process / "comm").read_text().strip()
    return ""


def _opened(process: Path) -> set[str]:
    """What it has open; of other people's programs only root may know."""
    found = set()
    with suppress(OSError):
        for link in (process / "fd").iterdir():
            with suppress(OSError):
                found.add(str(link.readlink()))
    return found


def _group(number: int) -> str:
    with suppress(KeyError):
        return grp.getgrgid(number).gr_name
    return str(number)


def _user(number: int) -> str:
    with suppress(KeyError):
        return pwd.getpwuid(number).pw_name
    return str(number)
