"""Bytes of a cable: nothing is raised, nothing but lines is taken, nothing grows.

The first byte says in how large pieces the rest comes in. A ``~`` in front of a body is an
envelope with the right sum, so that what lies behind the sum is reached, too.
"""

from __future__ import annotations

import re
from zlib import crc32

import atheris

with atheris.instrument_imports(include=["companion.bridges"]):
    from companion.bridges import frames
    from companion.bridges.link import Link

SAID = re.compile(rb"(?:\$[ -#%-)+-~]+\*[0-9a-f]{8}\n|\x04)*")
SOURCES = re.compile(
    r"hall|baseline|drop(/[ns][ew])?|(die|nfc|code|button|piezo|reader/nfc)/\d\d?"
)
BODY = re.compile(rb"~([^~\n]*)\n")


def keep_promises(data: bytes) -> None:
    """One try."""
    if not data:
        return
    sent = BODY.sub(lambda found: b"$%b*%08x\n" % (found[1], crc32(found[1])), data[1:])
    size = data[0] or len(sent) or 1
    pieces = [sent[n : n + size] for n in range(0, len(sent), size)]
    _read(pieces, sent)
    _talk(pieces)


def _read(pieces: list[bytes], sent: bytes) -> None:
    reader, lines = frames.Reader(), 0
    for piece in pieces:
        for told in reader.feed(piece):
            if isinstance(told, frames.Line):
                lines += 1
                assert frames.encode(frames.body(told))[:-1] in sent
            else:
                assert len(told.line) <= frames.LONGEST
        assert len(reader.rest) < frames.LONGEST
    at_once = frames.Reader()
    at_once.feed(sent)
    assert at_once.lines == reader.lines == lines


def _talk(pieces: list[bytes]) -> None:
    link, last = Link(), dict[str, int]()
    link.opened(0)
    for at, piece in enumerate(pieces):
        for signal in link.feed(piece, 100 * at):
            assert SOURCES.fullmatch(signal.source)
            if signal.boot and signal.sequence:
                assert signal.sequence > last.get(signal.boot, 0) or len(last) > 7
                last[signal.boot] = signal.sequence
                link.taken(signal.boot, signal.sequence)
        said = link.due(100 * at)
        assert SAID.fullmatch(said)
    condition = link.condition(100 * len(pieces))
    assert condition.state in ("opening", "hello", "live", "silent")
    assert condition.counters["restarts"] <= 1 + len(pieces) // 600
