"""A tape: an evening as the wires told it, read and played again.

Rule: a tape is believed word for word or not at all. What is wrong is named with its line, and
everything before it can still be had. Words stand in the order they were taken, on the table's
own clock, so a tape plays the same for ever; while it plays, it is the clock.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Event, Thread

import msgspec
from msgspec import Struct

from companion.bridges.tape_lines import BadLine, Header, header_of, word_of
from companion.bridges.tape_recorder import Recorder
from companion.vocabulary import Signal, Tick

__all__ = ["Header", "Recorder", "Tape", "TapeError", "TapeWire", "read"]

log = logging.getLogger(__name__)


class TapeError(Exception):
    """The tape is damaged; the text names file and line, and what can be done."""


class Tape(Struct, frozen=True):
    """What a tape holds; the words are read while one asks for them, once."""

    header: Header
    words: Iterator[Signal | Tick]


def read(tape: Path | str, *, until_damage: bool = False) -> Tape:
    """A tape from a file, or from its text. Raises TapeError where it is damaged: at once for
    the header, while reading for the rest. With ``until_damage`` the words just end there."""
    if isinstance(tape, str) and tape.lstrip().startswith("{"):
        name, lines = "the tape", iter(tape.encode().splitlines(keepends=True))
    else:
        name, lines = Path(tape).name, _lines(Path(tape))
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, b""))
    if not first:
        raise TapeError(f"{name}: the tape is empty. Record it again.")
    try:
        header = header_of(first)
    except BadLine as wrong:
        raise TapeError(f"{name} line {number}: {wrong}") from None
    words = _words(name, numbered)
    return Tape(header, _whole(words) if until_damage else words)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise TapeError(
            f"{path}: cannot be read ({error.strerror}). Name another tape."
        ) from None


def _words(name: str, lines: Iterable[tuple[int, bytes]]) -> Iterator[Signal | Tick]:
    before, at = 1, 0
    for number, line in lines:
        try:
            word = word_of(line)
            if word.at < at:
                raise BadLine(
                    f"time runs backwards, from {at} ms on line {before} to {word.at} ms. "
                    "Put the lines in order, or cut the tape there."
                )
        except BadLine as wrong:
            cut = "" if line.endswith(b"\n") else "the last line is cut off; "
            raise TapeError(f"{name} line {number}: {cut}{wrong}") from None
        before, at = number, word.at
        yield word


def _whole(words: Iterator[Signal | Tick]) -> Iterator[Signal | Tick]:
    try:
        yield from words
    except TapeError as damage:
        log.warning("the tape ends early: %s", damage)


class TapeWire:
    """Plays a tape into the inbox, in a thread of its own. ``speed`` 2 is twice as fast,
    infinity does not wait at all. With ``begin`` its clock starts there (ms)."""

    def __init__(
        self,
        tape: Tape,
        put: Callable[[Signal | Tick], None],
        *,
        speed: float = 1.0,
        begin: int | None = None,
    ) -> None:
        if not speed > 0:
            raise ValueError(f"a tape plays at a speed above 0, not at {speed}")
        self.damage = ""
        self._tape, self._put, self._speed, self._begin = tape, put, speed, begin
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="tape", daemon=True)

    @property
    def state(self) -> str:
        """As every wire tells its health: absent, live, or silent once it has ended."""
        if self._thread.ident is None:
            return "absent"
        return "live" if self._thread.is_alive() else "silent"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """No word comes any more when this returns."""
        self._stopped.set()
        self.wait()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the tape; False when it still plays."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._play()
        except TapeError as damage:
            self.damage = str(damage)
            log.warning("the tape stops: %s", damage)

    def _play(self) -> None:
        started, first, shift = time.monotonic(), None, 0
        for word in self._tape.words:
            if first is None:
                first = word.at
                shift = 0 if self._begin is None else self._begin - first
            due = started + (word.at - first) / 1000 / self._speed
            if self._stopped.wait(max(0.0, due - time.monotonic())):
                return
            self._put(msgspec.structs.replace(word, at=word.at + shift) if shift else word)
