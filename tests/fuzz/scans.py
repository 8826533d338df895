"""What readers and dice say, in any order and at any time: nothing is raised, shown twice,
said too often or kept for ever, and the same words are seen the same again.

A line is a word: who says it, how much later than the last (in steps of 20 ms), and what.
"""

from __future__ import annotations

from typing import Any

import atheris

with atheris.instrument_imports(include=["companion.senses"]):
    from companion.senses.scanning import Scanning
from companion.vocabulary import Gone, Labelled, Rolled, Shown, Sighting, Unread

SOURCES = ("nfc/0", "nfc/1", "code/0", "die/0", "die/1", "", "reader/0", "code/1")
STEP = 20  # ms
OFTEN = 3000  # ms
KNOWN = {
    "nfc:04a2245c6f6180": Labelled("box/card/1", {"power": 3}),
    "code:CP:BOX/CARD/1": Labelled("box/card/1", {"power": 3}),
    "code:CP:BOX/DIE/3": Labelled("box/die/3", die="0", face=3),
    "nfc:f2f2f2f2": Labelled("box/die/3", die="0", face=3),
}


def keep_promises(data: bytes) -> None:
    """One try."""
    words = _words(data)
    seen = _seen(words)
    assert seen == _seen(words)
    _shown(seen)
    _said(seen)


def _words(data: bytes) -> list[tuple[int, str, Any]]:
    at, words = 0, list[tuple[int, str, Any]]()
    for line in data.split(b"\n"):
        at += STEP * (line[1] if len(line) > 1 else 1)
        source = SOURCES[line[0] % len(SOURCES)] if line else ""
        words.append((at, source, _value(source, line[2:])))
    return words


def _value(source: str, said: bytes) -> Any:
    text = said.decode(errors="surrogateescape")
    return int(text) if source.startswith("die/") and text.isdecimal() else text


def _seen(words: list[tuple[int, str, Any]]) -> list[Sighting]:
    scanning, seen = Scanning(), list[Sighting]()
    scanning.pieces = KNOWN.get
    for at, source, value in words:
        kind, _, which = source.partition("/")
        seen += scanning.hear(kind, which, value, at) if source else ()
        seen += scanning.see(at)
    for reader in scanning._shown._readers.values():
        assert len(reader._left) <= 4
        assert len(reader._came) <= 2
        assert len(reader.told) <= 5
    assert len(scanning._shown._twins._told) <= 16
    return seen


def _shown(seen: list[Sighting]) -> None:
    lying = dict[str, str]()
    for sighting in seen:
        if isinstance(sighting, Shown):
            assert sighting.reader not in lying
            lying[sighting.reader] = sighting.tag
        elif isinstance(sighting, Gone):
            assert lying.pop(sighting.reader, sighting.tag) == sighting.tag
        elif isinstance(sighting, Rolled):
            assert 1 <= sighting.face <= 20


def _said(seen: list[Sighting]) -> None:
    last = dict[tuple[str, str], int]()
    for one in seen:
        if isinstance(one, Unread):
            assert one.at - last.get((one.reader, one.why), -OFTEN) >= OFTEN
            last[one.reader, one.why] = one.at
