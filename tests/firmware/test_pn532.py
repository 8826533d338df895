"""A card reader's bytes, as NXP's user manual UM0701 prints them, and the chip of the desk.

Expected bytes are the manual's, or were added up by hand; none is what the code returned.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.firmware.bench import FIRMWARE

ASK_VERSION = bytes.fromhex("0000ff02fed4022a00")
VERSION = bytes.fromhex("0000ff06fad50332010607e800")  # D5+03+32+01+06+07 = 118; 118+E8 = 200
ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
ERROR = bytes.fromhex("0000ff01ff7f8100")
SET_UP = bytes.fromhex("0000ff05fbd4140100001700")
ONE_TAG = bytes.fromhex("0000ff0cf4d54b0101000408042c13fb3d5700")


@pytest.fixture
def pn532(ours: Any) -> Any:
    return ours("pn532")


@pytest.fixture
def chip(ours: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A chip that is plugged in, awake, and was set up."""
    monkeypatch.syspath_prepend(str(FIRMWARE / "desktop"))
    chip = ours("pn532_chip").Chip()
    chip.plugged = True
    chip.run(True)
    chip.select(True)
    chip.ms = 10
    chip.select(False)
    say(chip, SET_UP)
    hear(chip, 6)
    hear(chip, 9)
    return chip


def mirrored(data: bytes) -> bytes:
    """The same bits of each byte, written from the other end."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


def transfer(chip: Any, said: bytes) -> bytes:
    chip.select(True)
    heard = bytes(chip.clock(byte) for byte in mirrored(said))
    chip.select(False)
    return mirrored(heard)


def say(chip: Any, frame: bytes) -> None:
    transfer(chip, b"\x01" + frame)


def is_ready(chip: Any) -> bool:
    return transfer(chip, b"\x02\x00")[1] == 1


def hear(chip: Any, length: int) -> bytes:
    return transfer(chip, b"\x03" + bytes(length))[1:]


def asked(chip: Any, frame: bytes, length: int = 40, wait: int = 100) -> bytes:
    """Say it, hear that it was understood, wait, hear the answer."""
    say(chip, frame)
    assert hear(chip, 6) == ACK
    chip.ms += wait
    return hear(chip, length) if is_ready(chip) else b""


# What our side makes of bytes.


def test_a_command_is_framed_as_the_manual_prints_it(pn532: Any) -> None:
    assert pn532.framed(b"\x02") == ASK_VERSION
    assert pn532.framed(b"\x14\x01\x00\x00") == SET_UP
    assert pn532.framed(b"\x4a\x01\x00") == bytes.fromhex("0000ff04fcd44a0100e100")


def test_the_lowest_bit_goes_first(pn532: Any) -> None:
    assert pn532.turned(bytes([0x01, 0x02, 0x03, 0xD4])) == bytes([0x80, 0x40, 0xC0, 0x2B])
    assert all(pn532.turned(mirrored(bytes([n])))[0] == n for n in range(256))


def test_only_an_acknowledgement_is_one(pn532: Any) -> None:
    assert pn532.is_ack(ACK)
    assert pn532.is_ack(b"\x00" + ACK)  # a preamble may be longer
    for other in (NACK, ERROR, VERSION, b"", bytes(6), b"\xff" * 6, ACK[:4]):
        assert not pn532.is_ack(other)


def test_an_answer_is_what_stands_between_the_sums(pn532: Any) -> None:
    assert pn532.answer(VERSION, 0x02) == bytes.fromhex("32010607")
    assert pn532.answer(VERSION + bytes(40), 0x02) == bytes.fromhex("32010607")
    assert pn532.answer(bytes(3) + VERSION, 0x02) == bytes.fromhex("32010607")


def test_an_answer_to_something_else_or_with_any_bit_changed_is_none(pn532: Any) -> None:
    assert pn532.answer(VERSION, 0x14) is None
    for frame in (ACK, NACK, ERROR, b"", bytes(80), b"\xff" * 80, VERSION[:-2]):
        assert pn532.answer(frame, 0x02) is None
    for bit in range(8, 8 * (len(VERSION) - 1)):  # neither the first byte nor the last counts
        changed = bytearray(VERSION)
        changed[bit // 8] ^= 1 << bit % 8
        assert pn532.answer(bytes(changed), 0x02) is None, bit


@pytest.mark.parametrize(
    ("told", "numbers"),
    [
        ("00", []),
        ("01 01 0004 08 04 2c13fb3d", ["2c13fb3d"]),
        ("01 01 0044 00 07 04a2245c6f6180", ["04a2245c6f6180"]),
        ("01 01 0084 00 0a 04a2245c6f6180112233", ["04a2245c6f6180112233"]),
        (
            "02 01 0044 00 07 04a2245c6f6180 02 0004 08 04 0411aabb",
            ["04a2245c6f6180", "0411aabb"],
        ),
        ("01 01 0344 20 07 04a2245c6f6180 06 7577810280", ["04a2245c6f6180"]),  # says more
        (
            "02 01 0344 20 07 04a2245c6f6180 06 7577810280 02 0004 08 04 0411aabb",
            ["04a2245c6f6180", "0411aabb"],
        ),
        ("01 01 0344 20 07 04a2245c6f6180", ["04a2245c6f6180"]),  # could, and says nothing
    ],
)
def test_numbers_of_four_seven_and_ten_bytes_are_read(
    told: str, numbers: list[str], pn532: Any
) -> None:
    assert pn532.tags(bytes.fromhex(told)) == numbers


@pytest.mark.parametrize(
    "told",
    [
        "",
        "01",
        "03 01 0004 08 04 2c13fb3d 02 0004 08 04 2c13fb3e 03 0004 08 04 2c13fb3f",
        "01 02 0004 08 04 2c13fb3d",
        "01 01 0004 08 05 2c13fb3d00",
        "01 01 0004 08 00",
        "01 01 0004 08 07 2c13fb3d",
        "01 01 0004 08 04 2c13fb3d 00",
        "02 01 0004 08 04 2c13fb3d",
        "02 01 0004 08 04 2c13fb3d 01 0004 08 04 2c13fb3d",
        "01 01 0344 20 07 04a2245c6f6180 00",
        "01 01 0344 20 07 04a2245c6f6180 09 75",
        "00 01",
    ],
)
def test_what_makes_no_sense_is_no_list_of_tags(told: str, pn532: Any) -> None:
    assert pn532.tags(bytes.fromhex(told)) is None


def test_no_bytes_at_all_stop_it(pn532: Any) -> None:
    chance = random.Random(6)
    for _ in range(20_000):
        said = bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
        for numbers in (pn532.tags(said), pn532.tags(b"\x01\x01" + said)):
            assert numbers is None or all(len(one) in (8, 14, 20) for one in numbers)
        assert pn532.answer(b"\x00\xff" + said, 2) is None or sum(said[2:]) >= 0


# What the chip makes of ours.


def test_the_chip_says_its_version_as_the_manual_prints_it(chip: Any) -> None:
    assert asked(chip, ASK_VERSION, len(VERSION)) == VERSION


def test_the_chip_tells_a_tag_as_the_manual_prints_it(chip: Any) -> None:
    chip.lay(["2c13fb3d"])
    look = bytes.fromhex("0000ff04fcd44a0100e100")

    assert asked(chip, look, len(ONE_TAG)) == ONE_TAG


@pytest.mark.parametrize(
    "frame",
    [
        "0000ff02fed4022b00",  # the sum of the data
        "0000ff02fdd4022a00",  # the sum of the length
        "0000ff04fcd4022a00",  # longer than it is
        "0000ff02fed5022900",  # not from a host
        "0000ff02fed402",  # cut off
        "00ff00ff",
        "",
    ],
)
def test_a_frame_that_is_not_right_gets_no_answer(frame: str, chip: Any) -> None:
    say(chip, bytes.fromhex(frame))
    chip.ms += 1000

    assert not is_ready(chip)
    assert asked(chip, ASK_VERSION, len(VERSION)) == VERSION  # and it goes on as before


@pytest.mark.parametrize("body", ["d44a02", "d44a0300", "d47799", "d43209000000"])
def test_a_command_it_cannot_take_is_an_error(body: str, chip: Any) -> None:
    command = bytes.fromhex(body)
    head = b"\x00\x00\xff" + bytes([len(command), -len(command) & 255])
    say(chip, head + command + bytes([-sum(command) & 255, 0]))

    assert hear(chip, 6) == ACK
    assert hear(chip, len(ERROR)) == ERROR


def test_a_command_before_the_acknowledgement_ends_the_one_before(chip: Any) -> None:
    say(chip, bytes.fromhex("0000ff04fcd44a0200e000"))
    say(chip, ASK_VERSION)

    assert hear(chip, 6) == ACK
    assert hear(chip, len(VERSION)) == VERSION
    assert not is_ready(chip)


def test_an_acknowledgement_of_the_host_ends_a_command_and_a_refusal_repeats_an_answer(
    chip: Any,
) -> None:
    asked(chip, ASK_VERSION)
    say(chip, NACK)
    again = hear(chip, len(VERSION))
    say(chip, ASK_VERSION)
    say(chip, ACK)

    assert again == VERSION
    assert not is_ready(chip)


def test_without_a_limit_it_looks_for_ever_and_with_one_it_says_that_nobody_is_there(
    chip: Any,
) -> None:
    look = bytes.fromhex("0000ff04fcd44a0200e000")
    for_ever = asked(chip, look, wait=10_000)
    limit = asked(chip, bytes.fromhex("0000ff06fad43205ff0102f300"), 9)

    assert for_ever == b""
    assert limit == bytes.fromhex("0000ff02fed533f800")
    assert asked(chip, look, 10) == bytes.fromhex("0000ff03fdd54b00e000")


def test_an_active_tag_answers_every_second_request_and_more_tries_help(chip: Any) -> None:
    chip.lay(["2c13fb3d"])
    look = bytes.fromhex("0000ff04fcd44a0100e100")
    found = {}
    for tries, total in ((0, 0xF5), (2, 0xF3)):
        asked(chip, bytes.fromhex(f"0000ff06fad43205ff01{tries:02x}{total:02x}00"))
        found[tries] = [asked(chip, look)[7] for _ in range(6)]

    assert found[0] in ([1, 0] * 3, [0, 1] * 3)
    assert found[2] == [1] * 6


def test_two_tags_are_told_once_and_again_after_the_field_was_off(chip: Any) -> None:
    asked(chip, bytes.fromhex("0000ff06fad43205ff0102f300"))
    chip.lay(["2c13fb3d", "04a2245c6f6180"])
    look, rest = "0000ff04fcd44a0200e000", "0000ff04fcd4320100f900"
    first = asked(chip, bytes.fromhex(look))[7]
    second = asked(chip, bytes.fromhex(look))[7]
    off = asked(chip, bytes.fromhex(rest), 9)
    third = asked(chip, bytes.fromhex(look))[7]

    assert (first, second, third) == (2, 0, 2)
    assert off == bytes.fromhex("0000ff02fed533f800")


def test_after_a_reset_it_sleeps_and_then_waits_for_its_setting_up(chip: Any) -> None:
    chip.run(False)
    chip.run(True)
    say(chip, SET_UP)  # wakes it, and is lost
    chip.ms += 3
    lost = is_ready(chip)
    say(chip, ASK_VERSION)
    refused = is_ready(chip)

    assert (lost, refused) == (False, False)
    assert asked(chip, SET_UP, 9) == bytes.fromhex("0000ff02fed5151600")


def test_nobody_drives_the_line_of_a_chip_that_is_not_there(chip: Any) -> None:
    chip.unplug()

    assert hear(chip, 20) == b"\xff" * 20
