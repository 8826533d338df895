"""Why a port cannot be opened: one word, and the names for its sentence.

Rule: an error of the system that is expected here becomes a word that people can act on;
none of them ends the program.
"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import termios
from pathlib import Path

from companion.bridges.finding import Found

Words = tuple[str, dict[str, str | int]]

REFUSED = (OSError, termios.error)  # what opening and speaking may end in
WORDS = {
    errno.EBUSY: "busy",  # somebody keeps all others out, as a modem prober does
    errno.EAGAIN: "held",  # somebody locked it as we do: another companion
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EIO: "gone",
    errno.ENXIO: "gone",
    errno.ENODEV: "gone",
}


def hindrance(error: OSError | termios.error, found: Found) -> Words:
    """The word of the house for this error; a port that is no port is missing."""
    why = WORDS.get(_number(error), "missing")
    values: dict[str, str | int] = {"port": found.path}
    if why == "forbidden":
        values |= {"group": _group(found.path), "user": _user()}
    return why, values


def _number(error: OSError | termios.error) -> int:
    """The system's number; a plain error of the terminal carries it in front."""
    number = error.errno if isinstance(error, OSError) else error.args[0]
    return number if isinstance(number, int) else 0


def _group(path: str) -> str:
    try:
        owner = Path(path).stat().st_gid
    except OSError:
        return "?"
    try:
        return grp.getgrgid(owner).gr_name
    except KeyError:
        return str(owner)


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
