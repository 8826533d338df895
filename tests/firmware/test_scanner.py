"""The code scanner: whole texts and nothing else, whatever comes over its wire."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.bridges.frames import Line
from tests.firmware.bench import Bench, of

LABEL = "CP:LABYRINTH/CHIP/7"
ANSWER = bytes.fromhex("020000013ee4ac")  # as the maker's manual prints it, 8.2
WRITTEN = bytes.fromhex("02000001003331")  # 8.3


class Port:
    """What the scanner sends next, and what it was told."""

    def __init__(self) -> None:
        self.waiting = b""
        self.heard: list[bytes] = []

    def read(self, most: int) -> bytes:
        said, self.waiting = self.waiting[:most], self.waiting[most:]
        return said

    def write(self, said: bytes) -> None:
        self.heard.append(bytes(said))


class Scanner:
    """The firmware's side, look after look."""

    def __init__(self, ours: Any) -> None:
        self.port = Port()
        self.side = ours("scanner").Scanner(self.port)
        self.ms = 0

    def says(self, said: bytes = b"", looks: int = 0) -> list[str]:
        """These bytes lie ready at the next look, and are read by as many as they take."""
        self.port.waiting += said
        told = []
        while self.port.waiting or looks > 0:
            self.ms += 10
            looks -= 1
            told += self.side.look(self.ms)
        return told

    @property
    def bad(self) -> int:
        return int(self.side.bad)


@pytest.fixture
def scanner(ours: Any) -> Scanner:
    return Scanner(ours)


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_text_ends_with_a_return_a_feed_or_both(end: bytes, scanner: Scanner) -> None:
    assert scanner.says(b"moon" + end + b"sun" + end) == ["moon", "sun"]
    assert scanner.bad == 0


def test_a_text_is_told_with_its_last_byte_and_not_before(scanner: Scanner) -> None:
    label = LABEL.encode()
    early = [scanner.says(label[n : n + 1]) for n in range(len(label))]

    assert early == [[]] * len(label)
    assert scanner.says(b"\r") == [LABEL]


def test_what_a_line_cannot_hold_is_written_in_hex(scanner: Scanner) -> None:
    assert scanner.says("50% café $*\r".encode()) == ["50%25 caf%c3%a9 %24%2a"]
    assert scanner.says(b"]d2\x1d01040\r") == ["]d2%1d01040"]


@pytest.mark.parametrize(
    "bad",
    [
        b"\r\r", b"  \r", b"\n\n", b"\xff\xfe\r", b"caf\xe9\r", b"\xc3\r", b"\xed\xa0\x80\r",
        b"\xc0\x80\r", b"\xf4\x90\x80\x80\r", b"x" * 180 + b"\r", b"\xc3\xa9" * 30 + b"\r",
        b"x" * 5000 + b"\r",
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_counted_and_the_next_text_is_read(
    bad: bytes, scanner: Scanner
) -> None:
    assert scanner.says(bad) == []
    assert scanner.bad == (1 if bad.strip(b"\r\n") else 2)
    assert scanner.says(b"moon\r") == ["moon"]


def test_the_longest_text_makes_a_line_of_240_bytes_at_most(ours: Any) -> None:
    lines = ours("lines")
    most = "9" * lines.DIGITS
    line = lines.encode(f"E 5f0c91ab {most} {most} code/0 " + "x" * lines.TEXT)

    assert (lines.TEXT, len(line)) == (179, 240)
    assert lines.decode(line[:-1])


def test_half_a_text_is_dropped_after_300_ms_and_never_a_part_of_the_next(
    scanner: Scanner,
) -> None:
    told = scanner.says(b"CP:LABY") + scanner.says(looks=31) + scanner.says(b"moon\r")

    assert told == ["moon"]
    assert scanner.bad == 1


def test_a_text_that_comes_slowly_is_whole_all_the_same(scanner: Scanner) -> None:
    told = scanner.says(b"mo") + scanner.says(looks=25) + scanner.says(b"on\r")

    assert (told, scanner.bad) == (["moon"], 0)


def test_the_same_text_again_within_300_ms_is_one_for_as_long_as_it_goes_on(
    scanner: Scanner,
) -> None:
    told = [text for _ in range(50) for text in scanner.says(b"moon\r", looks=20)]
    later = scanner.says(looks=11) + scanner.says(b"moon\r")

    assert told == ["moon"]
    assert later == ["moon"]


def test_two_labels_side_by_side_are_two_and_not_again(scanner: Scanner) -> None:
    told = [text for _ in range(50) for text in scanner.says(b"moon\rsun\r", looks=5)]

    assert (told, scanner.bad) == (["moon", "sun"], 0)


def test_a_flood_of_different_texts_is_ten_a_second_and_the_rest_is_counted(
    scanner: Scanner,
) -> None:
    told = []
    for number in range(2000):
        told += scanner.says(b"code %d\r" % number, looks=1)
    seconds = scanner.ms / 1000

    assert 8 <= len(told) <= 10 * seconds + 8
    assert len(told) + scanner.bad == 2000
    assert len(scanner.side._recent) < 20


def test_a_look_reads_no_more_than_32_bytes(scanner: Scanner) -> None:
    scanner.port.waiting = b"x" * 10_000
    scanner.side.look(10)

    assert len(scanner.port.waiting) == 10_000 - 32


def test_any_bytes_at_all_stop_nothing(scanner: Scanner) -> None:
    chance = random.Random(5)
    for _ in range(300):
        junk = bytes(chance.choice((0, 2, 1, 13, 10, 65, 200, 255)) for _ in range(100))
        for text in scanner.says(junk):
            assert 0 < len(text) <= 179
    scanner.says(looks=40)

    assert scanner.says(b"\rmoon\r")[-1:] == ["moon"]


def test_what_is_utf8_here_is_what_the_house_can_read(ours: Any) -> None:
    is_utf8 = ours("lines").is_utf8
    chance = random.Random(8)
    some = [bytes([a, b]) + rest for a in range(256) for b in range(256)
            for rest in (b"", b"\x80", b"\xbf\x80")]  # fmt: skip
    some += ["aé€𝄞".encode()[:n] for n in range(11)]
    some += [bytes(chance.randrange(128, 256) for _ in range(4)) for _ in range(20_000)]
    for said in some:
        try:
            said.decode()
        except UnicodeDecodeError:
            assert not is_utf8(said), said
        else:
            assert is_utf8(said), said


# Its mode.


def test_sums_are_those_of_the_makers_manual(ours: Any) -> None:
    gm65 = ours("gm65")

    assert gm65.summed(bytes.fromhex("0701000a01")) == 0xEE8A
    assert gm65.summed(bytes.fromhex("0801000a3e")) == 0x4CCF
    assert gm65.summed(bytes.fromhex("0901000000")) == 0xDEC8
    assert (gm65.value(ANSWER), gm65.value(WRITTEN)) == (0x3E, 0)
    assert gm65.value(ANSWER[:-1] + b"\xad") == -1


def test_only_the_mode_is_changed_and_only_where_it_is_another(scanner: Scanner) -> None:
    scanner.says(looks=1)
    asked = scanner.port.heard[0]
    told = scanner.says(ANSWER)  # 3E: 0011 1110, continuous
    changed = scanner.port.heard[1]
    told += scanner.says(WRITTEN) + scanner.says(looks=200)

    assert asked[:7] == bytes.fromhex("7e000701000001")
    assert changed[:7] == bytes.fromhex("7e00080100003f")  # 0011 1111, sensing
    assert len(scanner.port.heard) == 3  # and two seconds later it is asked again
    assert (told, scanner.bad) == ([], 0)


def test_a_scanner_that_is_in_its_mode_is_asked_twice_a_minute(scanner: Scanner) -> None:
    scanner.says(looks=1)
    total = 0
    for byte in (0, 1, 0xD7):
        total ^= byte << 8
        for _ in range(8):
            total = (total << 1 ^ (0x1021 if total & 0x8000 else 0)) & 0xFFFF
    scanner.says(b"\x02\x00\x00\x01\xd7" + total.to_bytes(2, "big"))
    scanner.says(looks=3100)

    assert len(scanner.port.heard) == 1
    scanner.says(looks=200)
    assert len(scanner.port.heard) == 2


def test_an_answer_between_two_texts_is_no_part_of_either(scanner: Scanner) -> None:
    ends = bytes.fromhex("020000010d")  # its value is the byte that ends a text

    assert scanner.says(b"moon\r" + ANSWER + b"sun\r") == ["moon", "sun"]
    assert scanner.says(ends + b"\x00\x00" + b"star\r") == ["star"]


# In the whole firmware.


def told(said: list[Line]) -> list[object]:
    return [line.value for line in of("E", said) if line.source == "code/0"]


def test_a_label_is_told_once_and_frames_go_on(bench: Bench) -> None:
    bench.look(20)
    said = bench.look(20, code=LABEL)

    assert told(said) == [LABEL]
    assert len(of("F", said)) == 20


def test_the_scanner_reads_nothing_before_it_was_told_to_look(bench: Bench) -> None:
    assert told(bench.look(20, code=LABEL)) == []
    assert told(bench.look(20, code=LABEL)) == [LABEL]


@pytest.mark.parametrize("code", ["caf%c3%a9", "50%25", "two%20words", "%24*"])
def test_any_text_arrives_as_it_was_printed(code: str, bench: Bench) -> None:
    bench.look(20)
    said = bench.look(10, code=code)

    assert told(said) == [
        {"caf%c3%a9": "café", "50%25": "50%", "two%20words": "two words", "%24*": "$*"}[code]
    ]
    assert bench.garbled == []


def test_bad_codes_are_counted_in_the_beat_and_told_in_no_event(bench: Bench) -> None:
    bench.look(20)
    said = (
        bench.look(10, code="caf%e9")
        + bench.look(60, code="=half")
        + bench.look(5, code="=%0d")
    )
    said += bench.look(60, code="x" * 200) + bench.look(10, code=LABEL) + bench.look(25)

    assert told(said) == [LABEL]
    assert of("B", said)[-1].value["code_bad"] == 4


def test_a_code_is_told_until_it_is_taken_whatever_happens_to_the_plug(bench: Bench) -> None:
    bench.look(20)
    [code] = of("E", bench.look(10, code=LABEL))
    bench.reset()
    again = of("E", bench.look(1))
    bench.say(f"A {code.boot} {code.number}")
    bench.look(2)
    bench.reset()

    assert again == [code]
    assert of("E", bench.look(1)) == []


def test_a_flood_of_codes_keeps_nobody_from_looking_and_does_not_fill_the_ring(
    bench: Bench,
) -> None:
    bench.look(20)
    bench.tags = ("-", "-")
    flood = "=" + "A%0dB%0d" * 60
    said = [line for _ in range(10) for line in bench.look(20, code=flood)]

    assert len(of("F", said)) == 200
    assert told(said) == ["A", "B"]
    assert of("B", said)[-1].value["kept"] <= 4
