"""The lines of a tape: how a header and a word look as JSON, and what is wrong with one.

Rule: pure, one line at a time, and strict. Whatever cannot be read is a ``BadLine`` that says
why and what then; which line it was, only the reader knows.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.vocabulary import Player, Signal, Tick

FORMAT = 1
FRAME = 108  # hex digits of a frame of the hall sensors: 36 sensors, three digits each
TICK = "tick"  # the source that stands for time passing

_HEX = re.compile("[0-9a-fA-F]*")
_CUT = "Cut the tape there to play what stands before."


class BadLine(Exception):
    """Why a line cannot be read, and what to do."""


class Taught(Struct, frozen=True):
    """Which tag is on which piece, and what is printed there."""

    tags: dict[str, str] = {}
    facts: dict[str, dict[str, Any]] = {}


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What was on the table when the tape begins. ``state`` where that is in mid-match."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any] = {}
    box: dict[str, Any] = {}
    tape: int = FORMAT
    seats: tuple[Player, ...] | UnsetType = UNSET
    state: Any = UNSET
    version: int | UnsetType = UNSET
    pieces: Taught | UnsetType = UNSET


class Word(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line. The last three only come from wires that have them."""

    t: Annotated[int, Meta(ge=0)]
    source: Annotated[str, Meta(min_length=1)]
    value: Any = None
    device_at: int | None = None
    boot: str | None = None
    sequence: int | None = None


_encode = msgspec.json.Encoder().encode
_header = msgspec.json.Decoder(Header).decode
_word = msgspec.json.Decoder(Word).decode


def header_line(header: Header) -> bytes:
    """The header as the tape has it: the format first."""
    said = msgspec.to_builtins(header)
    return _encode({"tape": said.pop("tape"), **said})


def word_line(word: Signal | Tick, at: int) -> bytes:
    """A word as the tape has it."""
    if isinstance(word, Tick):
        return b'{"t":%d,"source":"tick"}' % at
    return _encode(Word(at, word.source, word.value, word.device_at, word.boot, word.sequence))


def header_of(line: bytes) -> Header:
    """The header that the first line holds."""
    said = _object(line, "")
    if "tape" not in said:
        raise BadLine(
            'a tape begins with its header, {"tape":1,"game":…}, and this is none. '
            "Was the front cut off? Put a header before it."
        )
    if said["tape"] != FORMAT:
        raise BadLine(
            f"this is a tape of format {said['tape']}, and only {FORMAT} can be read. "
            "Update companion, or record the tape again."
        )
    try:
        return _header(line)
    except msgspec.ValidationError as wrong:
        raise BadLine(f"the header is not right: {wrong}. {_keys(Header)}") from None


def word_of(line: bytes) -> Signal | Tick:
    """The signal or tick that a line holds."""
    try:
        word = _word(line)
    except msgspec.ValidationError as wrong:
        raise BadLine(f"{wrong}. {_keys(Word)} {_CUT}") from None
    except msgspec.DecodeError:
        _object(line, _CUT)
        raise
    if word.source == TICK:
        return _tick(word)
    if word.source == "hall":
        _check_frame(word.value)
    return Signal(word.source, word.value, word.t, word.device_at, word.boot, word.sequence)


def _tick(word: Word) -> Tick:
    if word.value is not None:
        raise BadLine(
            f"a tick is time alone, and this one has the value {word.value!r}. {_CUT}"
        )
    return Tick(word.t)


def _check_frame(value: object) -> None:
    if not isinstance(value, str):
        raise BadLine(
            f"a frame of hall is {FRAME} hex digits in text, and this {value!r}. {_CUT}"
        )
    if len(value) != FRAME:
        raise BadLine(
            f"a frame of hall has {FRAME} hex digits, and this one {len(value)}. {_CUT}"
        )
    if not _HEX.fullmatch(value):
        raise BadLine(f"a frame of hall has hex digits alone, and this one is {value}. {_CUT}")


def _object(line: bytes, then: str) -> dict[str, Any]:
    try:
        said = msgspec.json.decode(line)
    except msgspec.DecodeError as wrong:
        raise BadLine(f"this is not JSON: {wrong}. {then}".rstrip()) from None
    if not isinstance(said, dict):
        raise BadLine(f"this is JSON, and no object: {line[:40]!r}. {then}".rstrip())
    return said


def _keys(kind: type[Struct]) -> str:
    return f"Its keys are {', '.join(kind.__struct_fields__)}."
