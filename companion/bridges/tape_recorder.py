"""The recorder: the last ten minutes of every wire, in memory, until somebody wants them.

Rule: nothing goes to the card by itself. Words are packed in blocks of a few seconds; every
block knows the header of the moment it begins, so a tape that is cut starts with the truth.
The loop records; what it holds is replaced whole, so any thread may read the lines meanwhile.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from companion import whole
from companion.bridges.tape_lines import Header, header_line, word_line
from companion.vocabulary import Signal, Tick

KEPT = 600_000  # ms
BLOCK = 200  # words: 2 s of frames; packing them holds the loop up for 0.3 ms, as measured
LEVEL = 1  # of zlib: frames are noise; level 6 saves a fifth more and takes five times as long


class _Block(Struct, frozen=True):
    last_at: int
    packed: bytes  # its header and its words, as lines


class Recorder:
    """``header`` is asked now and then what is on the table."""

    def __init__(self, header: Callable[[], Header], kept: int = KEPT) -> None:
        self._header = header
        self._kept = kept
        self._held: tuple[tuple[_Block, ...], list[bytes]] = ((), [])
        self._at = 0

    def record(self, word: Signal | Tick) -> None:
        """Take a word down, before anything is made of it. Two wires may overtake each other
        by a millisecond on their way here; on the tape time never runs backwards."""
        blocks, lines = self._held
        if not lines:
            lines.append(header_line(self._header()))
        self._at = max(self._at, word.at)
        lines.append(word_line(word, self._at))
        if len(lines) > BLOCK:
            young = tuple(block for block in blocks if block.last_at >= self._at - self._kept)
            self._held = ((*young, self._packed(lines)), [])

    def lines(self) -> Iterator[bytes]:
        """The tape as it is now, line by line."""
        blocks, lines = self._held
        rest = tuple(lines) or (header_line(self._header()),)
        return _lines(blocks, rest)

    def save(self, path: Path) -> None:
        """Write the tape; the file gets its name when it is whole. OSError where it cannot."""
        write(path, self.lines())

    def forget(self) -> None:
        """Nothing was said up to now."""
        self._held = ((), [])

    @property
    def size(self) -> int:
        """Bytes that are held."""
        blocks, lines = self._held
        return sum(len(block.packed) for block in blocks) + sum(map(len, lines))

    def _packed(self, lines: list[bytes]) -> _Block:
        return _Block(self._at, zlib.compress(b"\n".join(lines), LEVEL))


def write(path: Path, lines: Iterator[bytes]) -> None:
    """Write the lines of a tape; the file gets its name when it is whole."""
    whole.replace(path, (line + b"\n" for line in lines))


def _lines(blocks: tuple[_Block, ...], rest: tuple[bytes, ...]) -> Iterator[bytes]:
    """The first header, then the words of all."""
    begun = False
    for block in blocks:
        yield from zlib.decompress(block.packed).split(b"\n")[begun:]
        begun = True
    yield from rest[begun:]
