"""Lines, byte by byte: whole ones come out, all else is refused, whatever was done to it."""

from __future__ import annotations

import re
import time
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bridges import frames
from companion.bridges.frames import Garbled, Line, Reader, body, encode

BOOT = "9f3a0c11"
CODES = "7ff" * 36
BODIES = (
    f"H {BOOT} 0 412 hello protocol=1 firmware=1.0.0 board=plate id=e661 hall=36 trays=nw,ne",
    f"F {BOOT} 1 430 hall {CODES}",
    f"E {BOOT} 1 515 drop/nw 1",
    f"E {BOOT} 2 600 button/0 1",
    f"E {BOOT} 3 650 piezo/0 1",
    f"E {BOOT} 3 700 die/0 4",
    f"E {BOOT} 4 700 nfc/0 04a2b9",
    f"E {BOOT} 5 800 code/0 50%25 %c3%bc off%24",
    f"S {BOOT} 5 900 drop/se 0",
    f"G {BOOT} 7 950 gone 3",
    f"L {BOOT} 0 960 baseline {CODES}",
    f"B {BOOT} 7 970 beat kept=1 dropped=0 bad=2 slow=9 mid=2048 zero=0",
    f"R {BOOT} 1 980 learn unsteady",
    f"E {BOOT} 6 990 die/0 ~3",
    f"E {BOOT} 7 995 nfc/1 0411aabb 04a2245c6f6180",
    f"E {BOOT} 8 999 nfc/0 -",
)
PROTOCOL = Path(__file__).parents[2] / "firmware" / "PROTOCOL.md"
WRITTEN = re.compile(r"\$[^$*`]+\*[0-9a-f]{8}")
BOARD_SAYS = tuple("HFESGLBR")


def examples() -> list[bytes]:
    """Every line of a board that stands in the description; our own without one."""
    written = WRITTEN.findall(PROTOCOL.read_text()) if PROTOCOL.exists() else []
    boards = [line.encode() + b"\n" for line in written if line[1:2] in BOARD_SAYS]
    return boards or [encode(said) for said in BODIES]


EXAMPLES = examples()


def one(data: bytes) -> Line | Garbled:
    (told,) = Reader().feed(data)
    return told


def lines(data: bytes) -> list[Line]:
    return [told for told in Reader().feed(data) if isinstance(told, Line)]


# Whole lines.


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_is_a_line_and_comes_out_the_same_when_written_again(line: bytes) -> None:
    read = one(line)
    assert isinstance(read, Line)
    assert encode(body(read)) == line


def test_what_a_line_says() -> None:
    assert [one(encode(said)).value for said in BODIES[2:10]] == [
        1, 1, 1, 4, "04a2b9", "50% ü off$", 0, 3,
    ]  # fmt: skip
    assert one(encode(BODIES[1])) == Line("F", BOOT, 1, 430, "hall", CODES)
    assert one(encode(BODIES[11])).value["zero"] == 0
    assert one(encode(BODIES[0])).value["trays"] == "nw,ne"
    assert [one(encode(said)).value for said in BODIES[13:]] == [
        "~3", "0411aabb 04a2245c6f6180", "-",
    ]  # fmt: skip


def test_bytes_one_by_one_are_the_same_as_all_at_once() -> None:
    data = b"AT\r\n" + b"".join(EXAMPLES) + b"$half" + EXAMPLES[0]
    reader = Reader()
    singly = [told for n in range(len(data)) for told in reader.feed(data[n : n + 1])]
    assert singly == Reader().feed(data)
    assert (reader.lines, reader.bad) == (len(EXAMPLES) + 1, 2)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("line", EXAMPLES)
def test_half_a_line_is_never_handed_over_wherever_it_is_cut(line: bytes, end: bytes) -> None:
    whole = line[:-1] + end
    for cut in range(len(whole)):
        reader = Reader()
        assert reader.feed(whole[:cut]) == []
        assert reader.feed(b"") == []
        assert reader.feed(whole[cut:]) == [one(line)]
        assert reader.bad == 0


# Damaged lines.


ALL = tuple(range(1, 256))
BITS = tuple(1 << bit for bit in range(8))


def damaged(line: bytes, changes: tuple[int, ...]) -> list[bytes]:
    """Every single byte changed, left out, or doubled."""
    worn = []
    for n, byte in enumerate(line):
        worn += [line[:n] + bytes([byte ^ change]) + line[n + 1 :] for change in changes]
        worn += [line[:n] + line[n + 1 :], line[:n] + line[n : n + 1] + line[n:]]
    return worn


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_damage_of_one_byte_is_refused_or_unchanged(line: bytes) -> None:
    right, after = one(line), encode(f"E {BOOT} 99 5 button/0 1")
    for worn in damaged(line, ALL):
        told = lines(worn + after)
        assert told in ([one(after)], [right, one(after)], [right], [])
        assert told[-1:] == [one(after)] or worn[-1:] != b"\n"


@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 129, 240])
def test_lines_of_any_length_are_taken_and_their_damage_is_not(length: int) -> None:
    start = f"E {BOOT} 7 1234 code/0 "
    line = encode(start + "x" * (length - len(start) - 11))
    assert len(line) == length
    assert one(line).value == "x" * (length - len(start) - 11)
    for worn in damaged(line, BITS):
        assert lines(worn) in ([], [one(line)])


@given(st.binary(max_size=300), st.sampled_from(EXAMPLES))
def test_a_dollar_begins_a_line_anew_after_any_bytes(junk: bytes, line: bytes) -> None:
    assert lines(junk + line)[-1:] == [one(line)]


@pytest.mark.parametrize(
    ("junk", "reason"),
    [
        (b"AT\r\n", "junk"),
        (b"\xff\xfe\x00\x95\xed\n", "junk"),
        (b">>> \n", "junk"),
        (b"$\n", "sum"),
        (b"$E*00000000\n", "sum"),
        (b"$" + 240 * b"x" + b"\n", "long"),
        (300 * b"x", "long"),
    ],
)
def test_what_is_no_line_says_why(junk: bytes, reason: str) -> None:
    assert one(junk).reason == reason


@pytest.mark.parametrize(
    "said",
    [
        f"E {BOOT} 1 5 drop/nw 2",
        f"E {BOOT} 1 5 drop/north 1",
        f"E {BOOT} 1 5 tablet/people 1",
        f"E {BOOT} 1 5 button/0 0",
        f"E {BOOT} 1 5 button/01 1",
        f"E {BOOT} 1 5 piezo/0 0",
        f"E {BOOT} 1 5 piezo 1",
        f"S {BOOT} 1 5 piezo/0 1",
        f"E {BOOT} 1 5 die/0 0",
        f"E {BOOT} 1 5 die/0 100",
        f"E {BOOT} 1 5 die/0 ~",
        f"E {BOOT} 1 5 die/0 ~0",
        f"E {BOOT} 1 5 die/0 ~~3",
        f"E {BOOT} 1 5 die/0 -3",
        f"E {BOOT} 1 5 button/0 ~1",
        f"E {BOOT} 0 5 button/0 1",
        f"E {BOOT} 01 5 button/0 1",
        f"E {BOOT} 1 {10**15} button/0 1",
        f"E {BOOT} -1 5 button/0 1",
        f"E {BOOT}  1 5 button/0 1",
        f"E {BOOT} 1 5 button/0 1 ",
        f"E {BOOT.upper()} 1 5 button/0 1",
        f"E {BOOT} 1 5 code/0 ",
        f"E {BOOT} 1 5 code/0 50%",
        f"E {BOOT} 1 5 code/0 %ff",
        f"E {BOOT} 1 5 code/0 %41",
        f"E {BOOT} 1 5 hall {CODES}",
        f"F {BOOT} 1 5 hall {CODES[:-1]}",
        f"F {BOOT} 1 5 hall {CODES.upper()}",
        f"F {BOOT} 0 5 hall {CODES}",
        f"S {BOOT} 1 5 button/0 1",
        f"B {BOOT} 1 5 beat kept=1 kept=2",
        f"B {BOOT} 1 5 beat kept=01",
        f"B {BOOT} 1 5 beat kept=-1",
        f"H {BOOT} 1 5 hello protocol=1",
        f"H {BOOT} 0 5 hello protocol",
        f"R {BOOT} 1 5 learn perhaps",
        f"X {BOOT} 1 5 hall {CODES}",
        f"A {BOOT} 5",
        "?",
    ],
)
def test_a_whole_line_that_no_board_may_say_is_refused(said: str) -> None:
    assert one(encode(said)).reason == "word"


def test_a_star_inside_a_line_is_refused_though_the_sum_is_right() -> None:
    said = b"H %b 0 5 hello protocol=1 id=e6*61" % BOOT.encode()
    assert one(b"$%b*%08x\n" % (said, crc32(said))) == Garbled(
        "word", b"$%b*%08x" % (said, crc32(said))
    )


def test_a_sum_in_capitals_is_refused() -> None:
    line = next(line for line in EXAMPLES if line != line.lower()[:-1].upper() + b"\n")
    head, checksum = line[:-9], line[-9:]
    assert isinstance(one(head + checksum.upper()), Garbled) or checksum.upper() == checksum


def test_the_buffer_stays_small_whatever_comes() -> None:
    reader = Reader()
    for junk in (b"x" * 1000, b"$" * 1000, b"$" + b"y" * 100, b"\x00" * 777) * 20:
        reader.feed(junk)
        assert len(reader.rest) < frames.LONGEST


@given(st.text(min_size=1, max_size=60))
def test_any_text_goes_there_and_back(text: str) -> None:
    line = Line("E", BOOT, 1, 5, "code/0", text)
    if len(body(line)) <= frames.LONGEST - 11:
        assert one(encode(body(line))) == line


@pytest.mark.parametrize("said", ["", "a$b", "a*b", "a\nb", "ü", "x" * 230])
def test_who_writes_what_no_line_may_hold_is_mistaken(said: str) -> None:
    with pytest.raises(ValueError, match="no body of a line"):
        encode(said)


def test_the_sum_is_the_one_of_zlib() -> None:
    assert encode("?") == b"$?*%08x\n" % crc32(b"?")


def test_a_frame_costs_a_hundredth_of_its_time() -> None:
    """A frame comes every 10 ms; the reader may take 40 us even on a slow, busy computer."""
    line, reader = encode(BODIES[1]), Reader()
    begun = time.process_time()
    for _ in range(5000):
        reader.feed(line)
    assert (time.process_time() - begun) / 5000 < 40e-6
