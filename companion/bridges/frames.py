"""The lines on the cable between the table's small board and the computer: ``$BODY*CRC``.

Rule: bytes in, values out, and no port in sight. A line counts only if every character
of it is as ``firmware/PROTOCOL.md`` says, so writing it again gives the same bytes; all
else comes out as garbled, with the reason. A ``$`` begins a line anew wherever it comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from zlib import crc32

from msgspec import Struct

LONGEST = 240  # bytes of a whole line with its end; the board has a buffer of that size
WORDS = 32  # of a hello or a beat, at most; both sides know a dozen

NUMBER = rb"(0|[1-9][0-9]{0,14})"  # exact in every language's numbers
COUNT = rb"([1-9][0-9]{0,14})"
NOTHING = rb"(0)"  # this kind of line is not counted
BOOT = rb"([0-9a-f]{8})"
WHICH = rb"(?:0|[1-9][0-9]?)"
HEX = rb"([0-9a-f]{108})"  # 36 sensors, three digits each
TEXT = rb"((?:[ -#&-)+-~]|%[0-9a-f]{2})+)"
FACE = rb"(~?[1-9][0-9]?)"  # of a die; ``~`` before it: it moves, and this is up just now
TRAY = rb"drop(?:/(?:nw|ne|sw|se))?"

GRAMMAR: tuple[tuple[bytes, bytes, bytes, bytes], ...] = (
    (b"F", COUNT, b"hall", HEX),
    (b"E", COUNT, TRAY, rb"([01])"),
    (b"E", COUNT, rb"(?:button|piezo)/" + WHICH, rb"(1)"),
    (b"E", COUNT, rb"die/" + WHICH, FACE),
    (b"E", COUNT, rb"(?:nfc|code)/" + WHICH, TEXT),
    (b"S", NUMBER, TRAY, rb"([01])"),
    (b"B", NUMBER, b"beat", rb"([a-z_]+=[0-9]+(?: [a-z_]+=[0-9]+)*)"),
    (b"G", COUNT, b"gone", NUMBER),
    (b"L", NOTHING, b"baseline", HEX),
    (b"H", NOTHING, b"hello", rb"([a-z_]+=[!-#%-)+-~]+(?: [a-z_]+=[!-#%-)+-~]+)*)"),
    (b"R", COUNT, rb"[a-z]{1,16}", b"(ok|unsteady|covered|unknown)"),
)
"""Kind, number, source and value of every line that a board may say."""


class Line(Struct, frozen=True):
    """A whole line: number, milliseconds since the board's start, source and value."""

    kind: str
    boot: str
    number: int
    ms: int
    source: str
    value: Any


class Garbled(Struct, frozen=True):
    """What is no line, and why: ``junk``, ``long``, ``sum`` or ``word``."""

    reason: str
    line: bytes


class Reader:
    """Cuts bytes into lines, however they come in. What has no end yet waits."""

    def __init__(self) -> None:
        self.rest = b""
        self.lines = 0
        self.bad = 0

    def feed(self, data: bytes) -> list[Line | Garbled]:
        """The lines that these bytes made whole."""
        *ended, self.rest = (self.rest + data).split(b"\n")
        told: list[Line | Garbled] = []
        for line in ended:
            start = line.rfind(b"$")
            if start:
                self._throw(told, "junk", line if start < 0 else line[:start])
            if start >= 0:
                told.append(read(line[start:].removesuffix(b"\r")))
        if len(self.rest) >= LONGEST:
            self._forget(told)
        for one in told:
            if type(one) is Line:
                self.lines += 1
            else:
                self.bad += 1
        return told

    def _throw(self, told: list[Line | Garbled], reason: str, junk: bytes) -> None:
        if junk not in (b"", b"\r"):
            told.append(Garbled(reason, junk[:LONGEST]))

    def _forget(self, told: list[Line | Garbled]) -> None:
        """The rest is longer than any line; only where one has begun of late may it wait."""
        start = self.rest.rfind(b"$")
        if start <= 0 or len(self.rest) - start >= LONGEST:
            start = len(self.rest)
        self._throw(told, "long", self.rest[:start])
        self.rest = self.rest[start:]


def read(line: bytes) -> Line | Garbled:
    """One line from its ``$`` to its sum, without the end of the line."""
    if len(line) >= LONGEST:
        return Garbled("long", line[:LONGEST])
    body = line[1:-9]
    if line[-9:] != b"*%08x" % crc32(body):
        return Garbled("sum", line)
    frame = _FRAME(body)
    if frame:
        boot, number, ms, codes = frame.groups()
        return Line("F", boot.decode(), int(number), int(ms), "hall", codes.decode())
    return _parse(body) or Garbled("word", line)


def encode(body: str) -> bytes:
    """The body as it goes over the cable; whoever brings another one is mistaken."""
    line = body.encode()
    if not _BODY.fullmatch(line):
        raise ValueError(f"no body of a line, see firmware/PROTOCOL.md: {body!r}")
    return b"$%b*%08x\n" % (line, crc32(line))


def body(line: Line) -> str:
    """A line as the board says it, without envelope."""
    value = line.value
    if isinstance(value, dict):
        value = " ".join(f"{word}={said}" for word, said in value.items())
    elif line.source.startswith(("nfc/", "code/")):
        value = _escape(value)
    return f"{line.kind} {line.boot} {line.number} {line.ms} {line.source} {value}"


def _parse(body: bytes) -> Line | None:
    """By the grammar; what does not come out the same when written again is no line."""
    for shape, value_of in _SHAPES.get(body[:1], ()):
        if found := shape(body):
            boot, number, ms, source, said = found.groups()
            value = value_of(said)
            if value is None:
                return None
            kind = body[:1].decode()
            return Line(kind, boot.decode(), int(number), int(ms), source.decode(), value)
    return None


def _words(said: bytes) -> dict[str, str] | None:
    pairs = [word.split("=", 1) for word in said.decode().split(" ")]
    words = dict(pairs)
    return words if len(words) == len(pairs) <= WORDS else None


def _counts(said: bytes) -> dict[str, int] | None:
    words = _words(said)
    if words is None or not all(_NUMBER.fullmatch(word) for word in words.values()):
        return None
    return {word: int(count) for word, count in words.items()}


def _face(said: bytes) -> int | str:
    """At rest a number; while the die moves the text stays as it is."""
    return said.decode() if said.startswith(b"~") else int(said)


def _text(said: bytes) -> str | None:
    """Percent signs and two hex digits stand for what a line may not hold."""
    try:
        text = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), said).decode()
    except UnicodeDecodeError:
        return None
    return text if _escape(text).encode() == said else None


def _escape(text: str) -> str:
    return "".join(
        character if " " <= character <= "~" and character not in "$*%"
        else "".join(f"%{byte:02x}" for byte in character.encode())
        for character in text
    )  # fmt: skip


_VALUES: dict[bytes, Callable[[bytes], Any]] = {
    HEX: bytes.decode, TEXT: _text, FACE: _face, NUMBER: int,
    b"H": _words, b"B": _counts, b"R": bytes.decode,
}  # fmt: skip
_SHAPES: dict[bytes, list[tuple[Callable[[bytes], re.Match[bytes] | None], Any]]] = {}
for _kind, _number, _source, _value in GRAMMAR:
    _shape = b"%b %b %b %b (%b) %b" % (_kind, BOOT, _number, NUMBER, _source, _value)
    _value_of = _VALUES.get(_value) or _VALUES.get(_kind, int)
    _SHAPES.setdefault(_kind, []).append((re.compile(_shape).fullmatch, _value_of))
_FRAME = re.compile(b"F %b %b %b hall %b" % (BOOT, COUNT, NUMBER, HEX)).fullmatch
_BODY = re.compile(rb"[ -#%%-)+-~]{1,%d}" % (LONGEST - 11))
_NUMBER = re.compile(NUMBER.decode())
_ESCAPED = re.compile(rb"%([0-9a-f]{2})")
