"""PROTOCOL.md is the one description: its examples are lines of the firmware, to the byte."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.firmware.bench import FIRMWARE

PAGE = (FIRMWARE / "PROTOCOL.md").read_text()
EXAMPLES = re.findall(r"`(\$[^`]*\*[0-9a-f]{8})`", PAGE)
LONGEST = 240


@pytest.fixture
def lines(ours: Any) -> Any:
    return ours("lines")


def heard(lines: Any, raw: bytes) -> list[str]:
    reader = lines.Reader()
    return [said for byte in raw if (said := reader.hear(byte)) is not None]


def test_every_kind_has_an_example() -> None:
    kinds = {example[1] for example in EXAMPLES}

    assert kinds == set("HFESGLBR") | set("?AC")


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_line_to_the_byte(example: str, lines: Any) -> None:
    body = lines.decode(example.encode())

    assert body is not None
    assert lines.encode(body) == example.encode() + b"\n"
    assert len(example) < LONGEST


@pytest.mark.parametrize("example", sorted({line[1]: line for line in EXAMPLES}.values()))
def test_no_changed_byte_makes_another_line(example: str, lines: Any) -> None:
    whole = example.encode() + b"\n"
    for place in range(len(whole) - 1):
        for byte in {0, 3, 10, 13, 32, 36, 42, 48, 57, 97, 102, 127, 255, whole[place] ^ 1}:
            changed = whole[:place] + bytes([byte]) + whole[place + 1 :]
            assert heard(lines, changed) in ([], [example[1:-9]]), (place, byte)


@pytest.mark.parametrize("example", EXAMPLES)
def test_no_byte_lost_or_doubled_makes_another_line(example: str, lines: Any) -> None:
    whole = example.encode() + b"\n"
    for place in range(len(whole)):
        lost = whole[:place] + whole[place + 1 :]
        doubled = whole[:place] + whole[place : place + 1] + whole[place:]
        assert heard(lines, lost) == []
        assert heard(lines, doubled) in ([], [example[1:-9]])


@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 129, 239, 240, 241])
def test_length_does_not_matter_up_to_the_longest(length: int, lines: Any) -> None:
    line = lines.encode("C 1 " + "x" * (length - 15))
    assert len(line) == length

    assert heard(lines, line) == ([line[1:-10].decode()] if length <= LONGEST else [])


def test_after_any_rubbish_the_next_line_is_found(lines: Any) -> None:
    whole = lines.encode("?")
    for rubbish in (
        b"AT\r\n\r\nERROR\r\n",
        b"$",
        b"$$$",
        b"*" * 300,
        bytes(range(256)),
        whole[:-1],
    ):
        assert heard(lines, rubbish + whole) == ["?"], rubbish


def test_the_page_names_every_word_that_the_firmware_says() -> None:
    told = (FIRMWARE / "plate.py").read_text() + (FIRMWARE / "readers.py").read_text()
    words = re.findall(r"\b([a-z_]+)=\{", told.replace("_{letter}", "_a"))

    assert {"protocol", "firmware", "kept", "zero", "readers", "nfc_a", "code_bad"} <= set(
        words
    )
    assert [word for word in words if f"`{word}`" not in PAGE] == []
