"""The file of a table's people: its key, its PIN, who may do what.

Rule: nobody but the owner of the folder can read it; it is replaced whole or not at all. One
that cannot be read is kept aside, and the table begins anew with another key. Nothing of
what stands in it is ever said in the log.
"""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion import whole
from companion.people.person import Person

log = logging.getLogger(__name__)

NAME = "people.json"
MINE = 0o600  # rights of the file: it holds the key of the table
PINS = 1_000_000  # six digits: short enough to be said across the table


class Kept(Struct, frozen=True):
    """What stands in the file."""

    table: Annotated[str, Meta(pattern="^[0-9a-f]{8}\\Z")]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
    pin: Annotated[str, Meta(pattern="^[0-9]{6}\\Z")]
    watch: bool = True
    persons: tuple[Person, ...] = ()

    def __repr__(self) -> str:
        return f"Kept({self.table})"


def new() -> Kept:
    """A table that nobody knows yet."""
    return Kept(secrets.token_hex(4), secrets.token_hex(32), new_pin())


def new_pin() -> str:
    """Six digits."""
    return f"{secrets.randbelow(PINS):06d}"


def pin_of(folder: Path) -> str:
    """The PIN of the table that keeps its data there; empty where there is none to read.
    Changes nothing, so it may be asked while the table is open."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Kept).pin
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


class File:
    """In the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / NAME
        self._aside = folder / f"{NAME}.damaged"
        self._is_lost = False

    def taken_up(self) -> Kept | None:
        """What was kept; None where there was nothing, or nothing that can be read."""
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=Kept)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            self._put_aside(wrong)
            return None
        with suppress(OSError):  # it may come out of a backup that anybody could read
            self._file.chmod(MINE)
        return kept

    def keep(self, kept: Kept) -> None:
        """Write it down; where the disk does not let us, it goes on in memory."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            whole.replace(self._file, msgspec.json.format(msgspec.json.encode(kept)), MINE)
        except OSError as wrong:
            if not self._is_lost:  # say it once, not at every phone
                log.warning(
                    "%s: is not written (%s). Who joins now joins again after a restart, "
                    "unless the disk takes it before.",
                    self._file,
                    wrong.strerror,
                )
            self._is_lost = True
        else:
            self._is_lost = False

    def forget_damaged(self) -> None:
        """What was put aside may hold a name that is to be deleted for good."""
        with suppress(OSError):
            self._aside.unlink(missing_ok=True)

    def _put_aside(self, wrong: Exception) -> None:
        """The error is named by its kind: its text could quote the file."""
        log.warning(
            "%s: cannot be read (%s). It is kept as %s; the table has a new PIN, and "
            "everybody joins anew.",
            self._file,
            type(wrong).__name__,
            self._aside.name,
        )
        with suppress(OSError):
            self._file.replace(self._aside)
            self._aside.chmod(MINE)
