"""Whatever happened is told until it is taken, and is taken once."""

from __future__ import annotations

from companion.bridges.frames import encode
from tests.firmware.bench import Bench, of, told

LIVELY = 70  # changes of a tray: six more than the ring has room for
ROOM = 64
PERIOD = 10  # ms


def test_an_event_comes_before_the_frame_of_its_look(bench: Bench) -> None:
    bench.look(2)

    said = bench.look(trays="0100", button=1)

    assert [(line.kind, line.source, line.value) for line in said[:2]] == [
        ("E", "drop/ne", 1),
        ("E", "button/0", 1),
    ]
    assert said[2].kind == "F"
    assert {line.ms for line in said} == {20}


def test_a_button_held_for_long_is_one_press_and_its_end_is_none(bench: Bench) -> None:
    bench.look(2)

    said = bench.look(10, button=1) + bench.look(10)

    assert [line.source for line in of("E", said)] == ["button/0"]


def test_a_button_held_at_the_start_is_no_press(bench: Bench) -> None:
    said = bench.look(5, button=1) + bench.look() + bench.look(button=1)

    assert [line.ms for line in of("E", said)] == [60]


def struck_at(bench: Bench, *strikes: int, until: int) -> list[int]:
    """When strikes were told: the floor is struck just before the look at each of these ms."""
    said = [
        line
        for _ in range(bench.ms, until, PERIOD)
        for line in bench.look(struck=int(bench.ms + PERIOD in strikes))
    ]
    assert {(line.source, line.value) for line in of("E", said)} <= {("piezo/0", 1)}
    return [line.ms for line in of("E", said)]


def test_a_strike_is_one_event_and_is_told_at_its_own_look(bench: Bench) -> None:
    bench.look(2)

    assert struck_at(bench, 300, until=600) == [300]


def test_a_ball_that_bounces_is_one_strike_and_the_next_ball_another(bench: Bench) -> None:
    bench.look(2)

    told_at = struck_at(bench, 300, 310, 320, 360, 390, 400, 490, 700, until=900)

    assert told_at == [300, 400, 700]  # 490 comes too soon after 400


def test_a_floor_that_rings_on_and_on_is_told_ten_times_a_second(bench: Bench) -> None:
    bench.look(2)

    told_at = struck_at(bench, *range(300, 800, PERIOD), until=1100)

    assert told_at == [300, 400, 500, 600, 700]


def test_a_floor_that_nobody_strikes_says_nothing(bench: Bench) -> None:
    assert struck_at(bench, until=1000) == []


def test_a_strike_is_told_until_it_is_taken_and_goes_with_the_plug(bench: Bench) -> None:
    bench.look(2)
    [strike] = of("E", bench.look(struck=1))
    again = of("E", bench.ask())
    bench.say(f"A {strike.boot} {strike.number}")
    taken = of("E", bench.look(60))
    bench.look(struck=1)
    bench.reset()

    assert (again, taken) == ([strike], [])
    assert of("E", bench.look()) == []


def test_every_tray_tells_both_ways(bench: Bench) -> None:
    bench.look(2)
    said = [
        line for trays in ("1000", "0100", "0010", "0001") for line in bench.look(trays=trays)
    ]

    assert [(line.source, line.value) for line in of("E", said)] == [
        ("drop/nw", 1),
        ("drop/nw", 0), ("drop/ne", 1),
        ("drop/ne", 0), ("drop/sw", 1),
        ("drop/sw", 0), ("drop/se", 1),
    ]  # fmt: skip
    assert [line.number for line in of("E", said)] == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_taken_is_not_told_again(bench: Bench) -> None:
    [event] = of("E", bench.look(2) + bench.look(trays="1000"))

    bench.say(f"A {event.boot} 1")
    said = bench.look(60, trays="1000")

    assert of("E", said) == []
    assert [line.value["kept"] for line in of("B", said)] == [0, 0, 0]


def test_what_is_not_taken_is_told_again_after_200_ms(bench: Bench) -> None:
    first = of("E", bench.look(2) + bench.look(trays="1000"))
    assert first[0].ms == 20

    bench.say("A 00000000 0")  # a sign of life, and nothing of ours is taken
    told_at = [bench.ms for _ in range(60) if of("E", bench.look(trays="1000")) == first]

    assert told_at == [220, 420, 620]


def test_nothing_is_told_again_to_nobody(bench: Bench) -> None:
    bench.look(2)
    bench.say("A 00000000 0")
    bench.look(250)
    first = of("E", bench.look(trays="1000"))
    assert first

    again = of("E", bench.look(100, trays="1000"))  # the last word was 2.5 s ago, soon 3 s
    nothing = of("E", bench.look(100, trays="1000"))
    bench.say("A 00000000 0")
    at_last = of("E", bench.look(1, trays="1000"))

    assert again == first * 2
    assert nothing == []
    assert at_last == first


def test_the_oldest_goes_where_there_is_no_room_and_that_is_told(bench: Bench) -> None:
    boot = bench.look(2)[0].boot
    for change in range(LIVELY):
        bench.look(trays="1000" if change % 2 == 0 else "0000")

    said = told(bench.ask())
    less = told(bench.ask(f"A {boot} 3"))
    none = told(bench.ask(f"A {boot} 70"))

    assert said[1] == ("G", 6, "gone", 6)
    assert [line[1] for line in said if line[0] == "E"] == list(range(7, 71))
    assert less[1] == ("G", 6, "gone", 3)  # three of them had been taken
    assert [line[0] for line in none] == list("HSSSS")


def test_a_press_outlives_the_plug_and_keeps_its_boot_and_number(bench: Bench) -> None:
    bench.look(2)
    tray, press, *_ = of("E", bench.look(trays="1000") + bench.look(button=1, trays="1000"))

    bench.reset()
    said = bench.look()
    bench.say(f"A {press.boot} {press.number}", "?")
    taken = bench.look()
    bench.reset()
    later = bench.look()

    hello, hole, again, *levels = [line for line in said if line.kind != "F"]
    assert hello.boot != press.boot
    assert (hole.kind, hole.boot, hole.number, hole.value) == ("G", press.boot, tray.number, 0)
    assert again == press
    assert [line.kind for line in levels] == list("SSSS")
    assert [line.kind for line in taken] == list("HSSSSF")
    assert [line.kind for line in later] == list("HSSSSF")


def test_presses_of_three_lives_come_in_order(bench: Bench) -> None:
    boots = []
    for _ in range(3):
        boots.append(bench.look(2)[0].boot)
        bench.look(button=1)
        bench.look()
        bench.look(button=1)
        bench.reset()

    waiting = of("E", bench.look())
    assert [(line.boot, line.number) for line in waiting] == [
        (boots[0], 1), (boots[0], 2), (boots[1], 1), (boots[1], 2), (boots[2], 1), (boots[2], 2),
    ]  # fmt: skip

    bench.say(f"A {boots[1]} 1", "?")
    assert [(line.boot, line.number) for line in of("E", bench.look())] == [
        (boots[0], 1), (boots[0], 2), (boots[1], 2), (boots[2], 1), (boots[2], 2),
    ]  # fmt: skip


def test_a_press_that_a_power_cut_left_half_written_is_none(bench: Bench) -> None:
    whole = encode("E 0badcafe 1 5000 button/0 1")
    bench.board.close()
    (bench.flash / "events").write_bytes(whole + encode("E 0badcafe 2 6000 button/0 1")[:-4])
    bench.reset()

    waiting = of("E", bench.look())

    assert [(line.boot, line.number) for line in waiting] == [("0badcafe", 1)]


def test_flash_that_holds_anything_at_all_stops_nothing(bench: Bench) -> None:
    bench.board.close()
    (bench.flash / "events").write_bytes(bytes(range(256)) * 8)
    (bench.flash / "baseline").write_bytes(encode("baseline 800")[:-3])
    bench.reset()

    assert [line.kind for line in bench.look()] == list("HSSSSF")


def test_presses_without_end_fill_no_flash(bench: Bench) -> None:
    boot = bench.look(2)[0].boot
    for press in range(LIVELY):
        bench.look(button=1 - press % 2)
    for press in range(LIVELY):
        bench.look(button=1 - press % 2)
    assert len((bench.flash / "events").read_bytes().splitlines()) == ROOM

    bench.reset()
    said = bench.ask()

    assert [line.number for line in of("E", said)] == list(range(7, 71))
    assert [(line.boot, line.number) for line in of("G", said)] == [(boot, 6)]
