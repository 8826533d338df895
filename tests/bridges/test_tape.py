"""Tapes: what was heard is written, read and played again, and damage is named by its line."""

from __future__ import annotations

import math
import random
import time
from threading import Thread

import pytest

from companion.bridges.tape import Header, Recorder, Tape, TapeError, TapeWire, read
from companion.vocabulary import Player, Signal, Tick

HEADER = (
    '{"tape":1,"game":"labyrinth","players":["Ada","Bo"],"options":{},"box":{"full":[900]}}\n'
)
DROP = '{"t":100,"source":"drop/nw","value":1}\n'
FRAME = "7ff" * 36

WORDS = [
    Tick(0),
    Signal("hall", FRAME, 10),
    Signal("hall", FRAME, 20, device_at=4711, boot="a1b2", sequence=9),
    Signal("hall/a1", 1, 20),
    Signal("drop/nw", 1, 35),
    Signal("die/0", 3, 40),
    Signal("nfc/0", "04a2b3", 41),
    Signal("code/0", "ORC-7", 42),
    Signal("tablet/ab12", {"do": "redo", "id": "x"}, 50),
    Tick(60),
]


def header() -> Header:
    return Header("labyrinth", ("Ada", "Bo"), {"hidden": True}, {"full": [900]})


def recorded(words: list[Signal | Tick], kept: int = 600_000) -> Recorder:
    recorder = Recorder(header, kept)
    for word in words:
        recorder.record(word)
    return recorder


def text(recorder: Recorder) -> str:
    return b"\n".join(recorder.lines()).decode() + "\n"


def test_the_lines_are_those_that_the_plan_names():
    recorder = Recorder(lambda: Header("labyrinth", ("Ada", "Bo"), {"easy": True}))
    recorder.record(Signal("drop/nw", 1, 1500))
    recorder.record(Tick(1600))

    lines = list(recorder.lines())

    assert lines == [
        b'{"tape":1,"game":"labyrinth","players":["Ada","Bo"],"options":{"easy":true},"box":{}}',
        b'{"t":1500,"source":"drop/nw","value":1}',
        b'{"t":1600,"source":"tick"}',
    ]


def test_every_word_is_read_as_it_was_recorded():
    tape = read(text(recorded(WORDS)))

    assert tape.header == header()
    assert list(tape.words) == WORDS


def test_a_tape_may_begin_in_the_middle_of_a_match(tmp_path):
    middle = Header(
        "labyrinth",
        ("Ada",),
        seats=(Player("Ada", "red", "a1"),),
        state={"turn": 3},
        version=41,
    )
    recorder = Recorder(lambda: middle)
    recorder.save(tmp_path / "middle.jsonl")

    assert read(tmp_path / "middle.jsonl").header == middle


def test_a_saved_tape_is_the_same_again_and_leaves_nothing_beside_it(tmp_path):
    recorder = recorded(WORDS)
    recorder.save(tmp_path / "evening.jsonl")

    assert list(read(tmp_path / "evening.jsonl").words) == WORDS
    assert list(read(str(tmp_path / "evening.jsonl")).words) == WORDS
    assert [path.name for path in tmp_path.iterdir()] == ["evening.jsonl"]


def test_a_tick_may_say_null_and_blank_lines_say_nothing():
    tape = read(HEADER + '\n{"t":5,"source":"tick","value":null}\n\n' + DROP)

    assert list(tape.words) == [Tick(5), Signal("drop/nw", 1, 100)]


def test_a_last_line_without_its_end_is_whole_when_it_is_json():
    assert list(read(HEADER + DROP.rstrip()).words) == [Signal("drop/nw", 1, 100)]


def test_the_last_ten_minutes_are_kept_with_the_header_of_their_beginning():
    now = [0]
    recorder = Recorder(lambda: Header("labyrinth", ("Ada",), version=now[0]))
    for second in range(1800):
        now[0] = second
        recorder.record(Tick(second * 1000))

    tape = read(text(recorder))
    words = list(tape.words)

    assert words[-1] == Tick(1_799_000)
    assert 599_000 <= words[-1].at - words[0].at < 810_000  # whole blocks are let go
    assert tape.header.version == words[0].at // 1000
    assert [word.at for word in words] == list(range(words[0].at, 1_800_000, 1000))


def test_words_that_overtook_each_other_stand_in_the_order_they_were_taken():
    taken = [Signal("hall", FRAME, 100), Signal("drop/nw", 1, 98), Tick(101)]

    assert [word.at for word in read(text(recorded(taken))).words] == [100, 100, 101]


def test_ten_minutes_of_frames_fit_into_twelve_megabytes():
    chance = random.Random(5)
    codes = [chance.randrange(1900, 2200) for _ in range(36)]
    frames = [
        "".join(f"{code + round(chance.gauss(0, 2)):03x}" for code in codes) for _ in range(500)
    ]
    recorder = Recorder(header)
    for number in range(66_000):  # eleven minutes at 100 a second
        recorder.record(Signal("hall", frames[chance.randrange(500)], number * 10, number * 10))

    assert recorder.size < 12_000_000
    assert sum(1 for _ in recorder.lines()) >= 60_000


def test_lines_can_be_read_while_the_loop_records_on():
    recorder = recorded([Tick(at) for at in range(1000)])
    lines = recorder.lines()
    for at in range(1000, 2000):
        recorder.record(Tick(at))

    assert sum(1 for _ in lines) == 1001


def test_noise_from_any_seed_is_read_as_it_was_recorded():
    for seed in range(30):
        chance = random.Random(seed)
        at, words = 0, []
        for _ in range(chance.randrange(700)):
            at += chance.randrange(30)
            frame = f"{chance.getrandbits(432):0108x}"
            drop = Signal(f"drop/{chance.choice(['nw', 'se'])}", chance.randrange(2), at)
            words.append(chance.choice([Tick(at), Signal("hall", frame, at), drop]))

        assert list(read(text(recorded(words))).words) == words


DAMAGE = {
    "not JSON": (HEADER + DROP + "drop nw\n" + DROP, "line 3: this is not JSON"),
    "JSON, but no object": (HEADER + "[1]\n", "line 2: Expected `object`, got `array`"),
    "a cut last line": (
        HEADER + DROP + DROP[:17],
        "line 3: the last line is cut off; this is not",
    ),
    "no header": (DROP, "line 1: a tape begins with its header"),
    "a newer format": (
        HEADER.replace("1", "2", 1),
        "line 1: this is a tape of format 2, and only 1",
    ),
    "an unknown key in the header": (
        HEADER.replace('"game"', '"gmae":"x","game"'),
        "line 1: the header is not right: Object contains unknown field `gmae`. Its keys are game,",
    ),
    "a header without a game": (
        '{"tape":1,"players":["Ada"]}\n',
        "line 1: the header is not right: Object missing required field `game`",
    ),
    "time running backwards": (
        HEADER + DROP + '\n{"t":99,"source":"tick"}\n',
        "line 4: time runs backwards, from 100 ms on line 2 to 99 ms",
    ),
    "an unknown key": (
        HEADER + DROP.replace("value", "vlaue"),
        "line 2: Object contains unknown field `vlaue`. Its keys are t, source, value,",
    ),
    "no time": (HEADER + '{"source":"tick"}\n', "line 2: Object missing required field `t`"),
    "a time of another type": (
        HEADER + DROP.replace("100", '"100"'),
        "line 2: Expected `int`, got `str` - at `$.t`",
    ),
    "a time before the beginning": (
        HEADER + DROP.replace("100", "-1"),
        "line 2: Expected `int` >= 0",
    ),
    "a short frame": (
        HEADER + f'{{"t":1,"source":"hall","value":"{FRAME[1:]}"}}\n',
        "line 2: a frame of hall has 108 hex digits, and this one 107",
    ),
    "a frame that is not hex": (
        HEADER + f'{{"t":1,"source":"hall","value":"x{FRAME[1:]}"}}\n',
        "line 2: a frame of hall has hex digits alone, and this one is x",
    ),
    "a frame of another type": (
        HEADER + '{"t":1,"source":"hall","value":[1,2]}\n',
        "line 2: a frame of hall is 108 hex digits in text, and this [1, 2]",
    ),
    "a tick with a value": (
        HEADER + '{"t":1,"source":"tick","value":5}\n',
        "line 2: a tick is time alone, and this one has the value 5",
    ),
    "zeros": (HEADER + DROP + "\0" * 40, "line 3: the last line is cut off; this is not JSON"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_named_with_file_and_line_and_what_can_be_done(tmp_path, kind):
    damaged, message = DAMAGE[kind]
    path = tmp_path / "evening.jsonl"
    path.write_text(damaged)

    with pytest.raises(TapeError) as wrong:
        list(read(path).words)

    assert str(wrong.value).startswith(f"evening.jsonl {message}")
    assert str(wrong.value).endswith(".")
    assert any(word in str(wrong.value) for word in ("Cut", "cut", "Put", "Update", "Its keys"))


def test_everything_before_the_damage_can_be_had():
    damaged = HEADER + DROP + '{"t":100,"source":"tick"}\n' + "?\n" + DROP

    assert list(read(damaged, until_damage=True).words) == [
        Signal("drop/nw", 1, 100),
        Tick(100),
    ]


def test_a_tape_cut_anywhere_gives_what_is_whole():
    whole = text(recorded(WORDS))
    lines = whole.splitlines(keepends=True)

    for at in range(len(lines[0]), len(whole)):
        words = list(read(whole[:at], until_damage=True).words)
        complete = whole[:at].count("\n") - 1
        assert words[:complete] == WORDS[:complete]
        assert len(words) <= complete + 1  # the last may lack nothing but its end


def test_a_tape_that_is_not_there_or_empty_is_named(tmp_path):
    (tmp_path / "empty.jsonl").write_text("")

    with pytest.raises(TapeError, match="nowhere.jsonl: cannot be read .No such file"):
        read(tmp_path / "nowhere.jsonl")
    with pytest.raises(TapeError, match="empty.jsonl: the tape is empty"):
        read(tmp_path / "empty.jsonl")


def test_the_wire_plays_every_word_in_order():
    heard: list[Signal | Tick] = []
    wire = TapeWire(read(text(recorded(WORDS))), heard.append, speed=math.inf)
    assert wire.state == "absent"

    wire.start()

    assert wire.wait(5)
    assert heard == WORDS
    assert (wire.state, wire.damage) == ("silent", "")


def test_the_wire_keeps_the_time_of_the_tape_or_a_part_of_it():
    words = [Tick(5000), Tick(5400), Tick(5800)]
    for speed, least in ((4.0, 0.2), (2.0, 0.4)):
        heard: list[Signal | Tick] = []
        wire = TapeWire(read(text(recorded(words))), heard.append, speed=speed)

        begun = time.monotonic()
        wire.start()
        wire.wait()

        assert heard == words
        assert least <= time.monotonic() - begun < least + 0.3


def test_the_wire_can_be_set_to_another_clock():
    heard: list[Signal | Tick] = []
    wire = TapeWire(read(text(recorded([Tick(5000), Tick(5007)]))), heard.append, begin=90_000)

    wire.start()
    wire.wait()

    assert heard == [Tick(90_000), Tick(90_007)]


def test_the_wire_stops_at_once_in_the_middle_of_a_pause():
    heard: list[Signal | Tick] = []
    wire = TapeWire(read(text(recorded([Tick(0), Tick(60_000)]))), heard.append)
    wire.start()
    while not heard:
        time.sleep(0.001)
    assert wire.state == "live"

    begun = time.monotonic()
    wire.stop()

    assert time.monotonic() - begun < 1
    assert heard == [Tick(0)]


def test_the_wire_tells_where_the_tape_is_damaged():
    heard: list[Signal | Tick] = []
    wire = TapeWire(read(HEADER + DROP + "?\n"), heard.append, speed=math.inf)

    wire.start()
    wire.wait()

    assert heard == [Signal("drop/nw", 1, 100)]
    assert wire.damage.startswith("the tape line 3: this is not JSON")


def test_a_wire_that_was_never_started_can_be_stopped():
    wire = TapeWire(Tape(header(), iter(())), lambda _: None)

    wire.stop()

    assert wire.state == "absent"
    with pytest.raises(ValueError, match="speed above 0"):
        TapeWire(Tape(header(), iter(())), lambda _: None, speed=0)


def test_a_tape_read_beside_the_loop_has_no_gap():
    recorder = recorded([Tick(0)])
    tapes: list[list[bytes]] = []
    reader = Thread(target=lambda: tapes.extend(list(recorder.lines()) for _ in range(100)))

    reader.start()
    at = 0
    while reader.is_alive():
        at += 1
        recorder.record(Tick(at))
    reader.join()

    for tape in tapes:
        times = [
            word.at for word in read(b"".join(line + b"\n" for line in tape).decode()).words
        ]
        assert times == list(range(len(times)))
