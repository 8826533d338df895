"""The talk with a board, told as bytes and milliseconds."""

from __future__ import annotations

import itertools
import re

import pytest

from companion.bridges.frames import encode
from companion.bridges.link import Link
from companion.vocabulary import Signal

BOOT, EARLIER = "9f3a0c11", "00c0ffee"
CODES = "7ff" * 36
HELLO = f"H {BOOT} 0 5 hello protocol=1 firmware=1.0.0 board=plate id=e661 trays=nw,ne,sw,se"
WHOLE = re.compile(rb"(?:\$[ -#%-)+-~]+\*[0-9a-f]{8}\n)*")


def say(*bodies: str) -> bytes:
    return b"".join(encode(body) for body in bodies)


def frame(number: int, boot: str = BOOT) -> str:
    return f"F {boot} {number} {number * 10} hall {CODES}"


def event(number: int, boot: str = BOOT, what: str = "button/0 1") -> str:
    return f"E {boot} {number} {number * 10} {what}"


def level(tray: str, value: int, number: int = 0, boot: str = BOOT) -> str:
    return f"S {boot} {number} 50 drop/{tray} {value}"


LEVELS = [level(tray, 0) for tray in ("nw", "ne", "sw", "se")]


def talking(at: int = 0, *, marks: dict[str, int] | None = None) -> Link:
    """A link that has heard a hello, all levels and the first frame."""
    link = Link(marks or {})
    link.opened(at)
    link.due(at)
    link.feed(say(HELLO, *LEVELS, frame(1)), at)
    return link


def standing(link: Link, at: int) -> tuple[str, str]:
    condition = link.condition(at)
    return condition.state, condition.why


def numbers(signals: tuple[Signal, ...]) -> list[int | None]:
    return [signal.sequence for signal in signals]


# How it begins.


def test_from_absent_to_live() -> None:
    link = Link()
    states = [standing(link, 0)]
    link.opened(10)
    states.append(standing(link, 10))
    asked = link.due(10)
    link.feed(say(HELLO), 20)
    states.append(standing(link, 20))
    link.feed(say(*LEVELS, frame(1)), 30)
    states.append(standing(link, 30))
    link.closed(40, "gone", {"port": "/dev/plate"})
    states.append(standing(link, 40))

    assert asked == say("?")
    assert states == [("absent", ""), ("opening", ""), ("hello", ""), ("live", ""),
                      ("absent", "gone")]  # fmt: skip
    assert link.condition(40).values == {"port": "/dev/plate"}


def test_what_the_board_says_of_itself_is_kept_unknown_words_too() -> None:
    link = Link()
    link.opened(0)
    link.feed(say(HELLO + " colour=green", *LEVELS, frame(1)), 5)
    link.feed(say(f"B {BOOT} 0 9 beat kept=0 dropped=3 bad=1 slow=9 mid=2048 zero=2"), 9)

    condition = link.condition(10)
    assert condition.device["colour"] == "green"
    assert condition.counters["board_dropped"] == 3
    assert (condition.counters["lines"], condition.counters["frames"]) == (7, 1)


def test_it_asks_again_until_there_is_a_hello_and_every_level() -> None:
    link = Link()
    link.opened(0)
    asked = [link.due(at) for at in (0, 100, 299, 300, 450)]
    link.feed(say(HELLO, *LEVELS[:3]), 450)
    later = [say("?") in link.due(at) for at in (500, 749, 750)]
    link.feed(say(LEVELS[3]), 800)

    assert asked == [say("?"), b"", b"", say("?"), b""]
    assert later == [False, False, True]
    assert say("?") not in link.due(2000)


def test_nothing_counts_before_the_hello() -> None:
    link = Link()
    link.opened(0)
    assert link.feed(say(frame(1), event(1), LEVELS[0]), 5) == ()
    assert standing(link, 5) == ("hello", "")


def test_a_board_that_speaks_another_protocol_is_not_believed() -> None:
    link = Link()
    link.opened(0)
    heard = link.feed(say(HELLO.replace("protocol=1", "protocol=2"), frame(1), event(1)), 5)

    assert heard == ()
    assert standing(link, 5) == standing(link, 5000) == ("hello", "protocol")
    assert link.condition(5).values == {"theirs": "2", "ours": "1"}


def test_another_board_is_foreign() -> None:
    link = Link()
    link.opened(0)
    assert link.feed(say(HELLO.replace("plate", "robot"), frame(1)), 5) == ()
    assert standing(link, 5) == ("hello", "foreign")


# What it hands on.


def test_frames_levels_baseline_and_events() -> None:
    link = talking()
    heard = link.feed(
        say(f"L {BOOT} 0 50 baseline {CODES}", event(1), level("nw", 1, 1), frame(2)), 70
    )
    assert heard == (
        Signal("baseline", CODES, 70, 50),
        Signal("button/0", 1, 70, 10, BOOT, 1),
        Signal("drop/nw", 1, 70, 50),
        Signal("hall", CODES, 70, 20),
    )


def test_a_strike_of_the_floor_is_handed_on_like_any_event() -> None:
    heard = talking().feed(say(event(1, what="piezo/0 1"), event(2)), 70)

    assert heard == (
        Signal("piezo/0", 1, 70, 10, BOOT, 1),
        Signal("button/0", 1, 70, 20, BOOT, 2),
    )


def test_an_old_frame_never_comes_after_a_newer_one() -> None:
    link = talking()
    assert len(link.feed(say(frame(3), frame(2), frame(3), frame(4)), 5)) == 2


def test_a_level_from_before_a_known_event_is_old() -> None:
    link = talking()
    link.feed(say(event(1, what="drop/nw 1")), 5)
    assert link.feed(say(level("nw", 0, 0)), 6) == ()
    assert len(link.feed(say(level("nw", 1, 1)), 7)) == 1


def test_each_event_is_taken_once_and_in_order() -> None:
    link = talking()
    taken = numbers(link.feed(say(*map(event, (1, 3, 2, 2, 1, 3, 5, 4))), 5))

    counters = link.condition(5).counters
    assert taken == [1, 2, 3, 4]
    assert (counters["repeats"], counters["gaps"]) == (2, 2)


def test_what_is_gone_is_not_waited_for() -> None:
    link = talking()
    link.feed(say(event(1)), 5)
    heard = link.feed(say(f"G {BOOT} 4 50 gone 3", event(5), f"G {BOOT} 4 50 gone 3"), 6)
    assert numbers(heard) == [5]
    assert link.condition(6).counters["gone"] == 3


def test_after_a_start_of_ours_the_count_goes_on_where_the_journal_stands() -> None:
    link = talking(marks={BOOT: 7})
    assert numbers(link.feed(say(event(7), event(8)), 5)) == [8]


def test_a_journal_that_knows_less_than_was_taken_learns_it_from_the_beat() -> None:
    link = talking()
    link.feed(say(event(8)), 5)
    link.feed(say(f"B {BOOT} 8 50 beat kept=1"), 6)
    assert numbers(link.feed(say(event(7), event(8)), 7)) == [8]
    assert link.condition(7).counters["gone"] == 0


def test_events_of_an_earlier_start_are_taken_by_their_own_count() -> None:
    link = talking(marks={EARLIER: 3})
    heard = link.feed(say(f"G {EARLIER} 5 50 gone 0", event(6, EARLIER), event(1)), 5)
    assert [(signal.boot, signal.sequence) for signal in heard] == [(EARLIER, 6), (BOOT, 1)]


def test_a_board_that_started_anew_counts_anew_and_says_its_levels() -> None:
    link = talking()
    link.feed(say(event(1), frame(2)), 5)
    anew = "0badcafe"
    heard = link.feed(say(HELLO.replace(BOOT, anew), event(1, anew), frame(1, anew)), 900)

    assert [signal.source for signal in heard] == ["button/0", "hall"]
    assert link.condition(900).counters["boots"] == 2
    assert say("?") in link.due(1300)


def test_a_hello_that_went_astray_is_asked_for() -> None:
    link = talking()
    assert link.feed(say(frame(1, "0badcafe")), 400) == ()
    assert say("?") in link.due(401)


def test_an_old_hello_does_not_bring_back_an_old_start() -> None:
    link = talking()
    anew = "0badcafe"
    link.feed(say(HELLO.replace(BOOT, anew), HELLO), 5)
    assert link.feed(say(frame(5)), 6) == ()
    assert len(link.feed(say(frame(1, anew)), 7)) == 1


def test_eight_starts_are_remembered() -> None:
    link = Link({f"0000000{number}": 5 for number in range(9)})
    link.opened(0)
    link.feed(say(HELLO), 0)
    assert numbers(link.feed(say(event(5, "00000001"), event(6, "00000001")), 1)) == [6]
    assert numbers(link.feed(say(event(6, "00000000")), 1)) == []


# What it says.


def test_an_event_is_acknowledged_only_when_it_was_taken() -> None:
    link = talking()
    link.feed(say(event(1), event(2)), 5)
    before = link.due(6)
    link.taken(BOOT, 1)
    after = link.due(7)
    link.feed(say(event(1)), 8)

    assert before == b""
    assert after == say(f"A {BOOT} 1")
    assert link.due(9) == say(f"A {BOOT} 1")  # the answer went astray, so once more


def test_a_sign_of_life_comes_more_than_once_a_second() -> None:
    link = talking()
    said = [at for at in range(0, 5000, 20) if link.due(at)]
    assert all(later - at <= 520 for at, later in itertools.pairwise(said))
    assert len(said) >= 9


def test_a_command_waits_for_the_hello_and_its_reply_is_kept() -> None:
    link = Link()
    number = link.ask("learn")
    link.opened(0)
    first = link.due(0)
    link.feed(say(HELLO, *LEVELS), 5)
    second = link.due(6)
    link.feed(say(f"R {BOOT} {number} 60 learn covered"), 60)

    assert (first, second) == (say("?"), say(f"C {number} learn"))
    assert link.replies == {number: "covered"}
    assert link.due(70) == b""


def test_all_it_says_is_plain_text_whatever_it_hears() -> None:
    link = talking(marks={BOOT: 7, EARLIER: 2})
    said = b""
    for at in range(0, 4000, 10):
        link.feed(say(event(at // 10)) + b"A\x03B\x04\xff\n", at)
        link.taken(BOOT, at // 10)
        said += link.due(at)
    assert WHOLE.fullmatch(said)
    assert len(said) > 1000


# What goes wrong.


def test_silence_is_noticed_after_a_second_and_ends_with_the_next_line() -> None:
    link = talking()
    seen = [standing(link, at) for at in (899, 900)]
    link.feed(b"\xff\xfe junk\n", 1500)
    seen.append(standing(link, 1500))
    link.feed(say(frame(2)), 1600)
    assert seen == [("live", ""), ("silent", "silent"), ("silent", "silent")]
    assert standing(link, 1600) == ("live", "")


@pytest.mark.parametrize(
    "junk",
    [
        b"KeyboardInterrupt\r\n>>> ",
        b'Traceback (most recent call last):\r\n  File "main.py"\r\nOSError: 5\r\n>>> ',
        b'MicroPython v1.28\r\nType "help()" for more information.\r\n>>> ',
        b"raw REPL; CTRL-B to exit\r\n>",
    ],
)
def test_a_prompt_is_recognised_and_ended_once(junk: bytes) -> None:
    link = talking()
    for n in range(len(junk)):
        link.feed(junk[n : n + 1], 50)
    seen = standing(link, 50)
    said = b"".join(link.due(at) for at in range(50, 120_000, 50))
    link.feed(b"\r\nMPY: soft reboot\r\n" + say(HELLO, *LEVELS, frame(2)), 120_000)

    assert seen == ("silent", "prompt")
    assert said == b"\x04"
    assert standing(link, 120_000) == ("live", "")
    assert link.condition(0).counters["restarts"] == 1


def test_a_program_that_falls_again_and_again_is_restarted_once_a_minute() -> None:
    link = talking()
    restarts = []
    for at in range(0, 180_000, 100):
        link.feed(b">>> ", at)
        if link.due(at) == b"\x04":
            restarts.append(at)
            link.feed(b"\n" + say(HELLO, *LEVELS, frame(at + 2)), at + 1)
    assert restarts == [0, 60_000, 120_000]


def test_half_a_traceback_is_only_junk() -> None:
    link = talking()
    link.feed(b"AT\r\n\r\nERROR\r\nTraceback (most recent call last):\r\n  File", 5)
    assert standing(link, 5) == ("live", "")
    assert link.due(6) == b""


def test_a_flood_is_said_and_only_the_newest_frame_kept() -> None:
    link = talking()
    calm = link.feed(say(*map(frame, range(2, 352))), 1000)  # what a stalled cable holds
    was = standing(link, 1000)
    flood = link.feed(say(*map(frame, range(352, 2000)), event(1), event(2)), 1500)

    assert (len(calm), was) == (350, ("live", ""))
    assert [(signal.device_at, signal.sequence) for signal in flood] == [
        (19_990, None), (10, 1), (20, 2),
    ]  # fmt: skip
    assert standing(link, 1500) == ("live", "flood")
    assert standing(link, 2399) == ("live", "flood")
    link.feed(say(frame(2001)), 2500)
    assert standing(link, 2500) == ("live", "")


# Card readers.


def beat(a: int | None, *, b: int | None = None, number: int = 0) -> bytes:
    """What a board says five times a second; None where it does not know yet."""
    words = {"kept": 0, "nfc_a": a, "nfc_a_errors": 7, "nfc_a_resets": 1, "nfc_b": b}
    told = " ".join(f"{word}={count}" for word, count in words.items() if count is not None)
    return say(f"B {BOOT} {number} 900 beat {told}")


def test_a_reader_is_news_when_it_works_hangs_or_is_gone_and_only_then() -> None:
    link = talking()
    told = [
        (signal.source, signal.value, signal.at)
        for at, state in enumerate([None, 0, 0, 1, 1, 2, 2, 1, 0, 0, 1])
        for signal in link.feed(beat(state), at)
    ]

    assert told == [
        ("reader/nfc/0", "ok", 3),
        ("reader/nfc/0", "hung", 5),
        ("reader/nfc/0", "ok", 7),
        ("reader/nfc/0", "absent", 8),
        ("reader/nfc/0", "ok", 10),
    ]


def test_each_reader_is_told_by_itself_and_what_it_counts_stands_in_the_condition() -> None:
    link = talking()
    told = link.feed(beat(1, b=2), 5)

    assert [(signal.source, signal.value) for signal in told] == [
        ("reader/nfc/0", "ok"),
        ("reader/nfc/1", "hung"),
    ]
    assert link.condition(6).counters["board_nfc_a_errors"] == 7


def test_a_reader_that_was_never_there_is_no_news() -> None:
    link = talking()

    assert link.feed(beat(0, b=0), 5) == ()
    assert link.feed(beat(9, b=0), 6) == ()  # a state of tomorrow's firmware


def test_a_board_that_starts_anew_and_does_not_know_yet_changes_nothing() -> None:
    link = talking()
    link.feed(beat(1), 5)
    link.feed(say(HELLO.replace(BOOT, EARLIER)), 10)
    unknown = say(f"B {EARLIER} 0 5 beat kept=0")
    works = say(f"B {EARLIER} 0 5 beat kept=0 nfc_a=1")

    assert link.feed(unknown, 20) == ()
    assert link.feed(works, 30) == ()


def test_cards_codes_and_dice_are_handed_on_as_they_are() -> None:
    link = talking()
    bodies = [
        event(1, what="nfc/0 04a2245c6f6180"),
        event(2, what="nfc/0 0411aabb 04a2245c6f6180"),
        event(3, what="nfc/0 -"),
        event(4, what="code/0 CP:LABYRINTH/CHIP/7"),
        event(5, what="die/0 ~3"),
        event(6, what="die/0 4"),
    ]
    told = link.feed(say(*bodies), 50)

    assert [signal.value for signal in told] == [
        "04a2245c6f6180", "0411aabb 04a2245c6f6180", "-", "CP:LABYRINTH/CHIP/7", "~3", 4,
    ]  # fmt: skip
    assert numbers(told) == [1, 2, 3, 4, 5, 6]
