"""A house that does not read, mumbles, or speaks in halves: the plate looks on."""

from __future__ import annotations

import random

import pytest

from companion.bridges.frames import encode
from tests.firmware.bench import Bench, of, told

DEAF = 1500  # looks, fifteen seconds: four times what a cable of this kind can hold


def test_a_house_that_does_not_read_for_seconds_stops_nothing(bench: Bench) -> None:
    bench.look(2)
    bench.say("A 00000000 0")
    for look in range(DEAF):
        bench.scan(trays="1000" if look == DEAF // 2 else "0000")
        if look % 100 == 0:
            bench.say("A 00000000 0")  # it lives, and does not listen
    while not bench.all_is_looked_at():
        pass

    said = bench.drain() + bench.look(30)
    last = bench.ask()

    frames = of("F", said)
    assert of("B", said)[-1].value["dropped"] > 100
    assert frames[-1].number == 2 + DEAF + 30  # looked each time, whoever listened
    assert [line.number for line in frames] == sorted({line.number for line in frames})
    assert [line.number for line in of("E", last)] == [1, 2]
    assert bench.garbled == []  # every line that began was finished


def test_after_a_pause_the_newest_frame_comes_and_not_an_old_one(bench: Bench) -> None:
    bench.look(2)
    for _ in range(DEAF):
        bench.scan()
    while not bench.all_is_looked_at():
        pass
    bench.drain()

    frames = of("F", bench.look(5))

    late = [bench.ms - line.ms for line in frames]
    assert late[-5:] == [40, 30, 20, 10, 0]
    assert len(late) <= 6  # but for one that had begun


def test_ten_thousand_stray_bytes_stop_nothing_and_hide_no_line(bench: Bench) -> None:
    chance = random.Random(3)
    control = bytes(range(1, 6))
    bench.look()
    hellos = frames = asked = 0
    for _ in range(200):
        stray = bytes(chance.randrange(256) for _ in range(45)) + control
        bench.write(stray)
        if chance.random() < 0.2:
            bench.say("?")
            asked += 1
        said = bench.look(2)  # 64 bytes are heard at each
        hellos, frames = hellos + len(of("H", said)), frames + len(of("F", said))
    said = bench.look(22)

    assert frames == 400
    assert hellos + len(of("H", said)) == asked
    assert of("B", said)[-1].value["bad"] > 50
    assert bench.board.is_running


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_may_come_in_two_parts_cut_anywhere(bench: Bench, end: str) -> None:
    bench.look()
    line = encode("C 5 dance")[:-1] + end.encode()
    for cut in range(len(line)):
        bench.write(line[:cut])
        early = told(bench.look(3))
        bench.write(line[cut:])
        late = told(bench.look(3))
        assert early + late == [("R", 5, "dance", "unknown")]
        assert early == [] or cut == len(line) - 1  # only the feed after a return was left
    assert of("B", bench.look(22))[-1].value["bad"] == 0


def test_a_line_cut_off_is_none_and_the_next_one_is_read(bench: Bench) -> None:
    bench.look()
    line = encode("C 5 dance")
    for cut in range(1, len(line) - 1):
        bench.write(line[:cut])
        bench.say("C 6 sing")
        assert told(bench.look(2)) == [("R", 6, "sing", "unknown")]
    assert of("B", bench.look(22))[-1].value["bad"] == len(line) - 2


def test_lines_that_are_none_are_counted_and_change_nothing(bench: Bench) -> None:
    boot = bench.look(2)[0].boot
    bench.look(trays="1000")
    wrong = [
        b"$?*00000000\n", b"?\n", b"\xff\xfe\x00\x95\xed\n", b"$" + b"9" * 500 + b"\n",
        *(
            encode(body)
            for body in (
                "??", "? 1", "A", f"A {boot}", f"A {boot} -1", f"A {boot} 01", f"A {boot} 1 1",
                f"A {boot.upper()}x 1", f"A {boot} {10**15}", f"A {boot[:7]} 1", f"A  {boot} 1",
                "C 1", "C one learn", "C 1 LEARN", "C 1 " + "l" * 17, "X 1 learn", "c 1 learn",
            )
        ),
        encode("A " + boot + " 1").replace(b"A", b"B"),
        encode("A " + boot + " 1").upper(),
    ]  # fmt: skip
    for line in wrong:
        bench.write(line)
    bench.look(40, trays="1000")
    beat = of("B", bench.look(22, trays="1000"))[-1]

    assert beat.value["bad"] == len(wrong)
    assert beat.value["kept"] == 1


def test_empty_lines_mean_nothing(bench: Bench) -> None:
    bench.look()
    bench.write(b"\n\n\r\n\r\r\n")

    assert of("B", bench.look(22))[-1].value["bad"] == 0
