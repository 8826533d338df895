"""The whole firmware with card readers that speak the datasheet's bytes."""

from __future__ import annotations

import pytest

from companion.bridges.frames import Line
from tests.firmware.bench import Bench, of

A, B, LONG = "04a2245c6f6180", "0411aabb", "04a2245c6f6180112233"
EMPTY = ("-", "-")


def lay(bench: Bench, tags: tuple[str, str], looks: int, code: str = "-") -> list[Line]:
    """So it lies for so many looks; a frame comes at each of them."""
    bench.tags = tags
    said = bench.look(looks, code=code)
    assert len(of("F", said)) == looks
    return said


def told(said: list[Line]) -> list[tuple[str, object]]:
    return [(line.source, line.value) for line in of("E", said)]


def begun(bench: Bench, tags: tuple[str, str] = EMPTY) -> list[Line]:
    """A second after the start."""
    return lay(bench, tags, 100)


def words(said: list[Line], word: str) -> list[int]:
    """What the beats say of it, changes only."""
    values = [line.value[word] for line in of("B", said) if word in line.value]
    return [value for n, value in enumerate(values) if n == 0 or value != values[n - 1]]


def test_after_the_start_each_reader_tells_once_how_it_stands(bench: Bench) -> None:
    said = begun(bench, (A, "-")) + lay(bench, (A, "-"), 100)

    assert sorted(told(said)) == [("nfc/0", A), ("nfc/1", "-")]
    assert (words(said, "nfc_a"), words(said, "nfc_b")) == ([1], [1])
    assert words(said, "nfc_a_errors") == words(said, "nfc_b_errors") == [0]


@pytest.mark.parametrize("tag", [B, A, LONG])
def test_placed_is_told_at_once_lying_not_again_and_gone_after_half_a_second(
    tag: str, bench: Bench
) -> None:
    begun(bench)
    at = bench.ms
    placed = of("E", lay(bench, (tag, "-"), 100))
    still = told(lay(bench, (tag, "-"), 200))
    left = bench.ms
    gone = of("E", lay(bench, EMPTY, 100))

    assert [(line.source, line.value) for line in placed + gone] == [
        ("nfc/0", tag), ("nfc/0", "-"),
    ]  # fmt: skip
    assert placed[0].ms - at <= 200
    assert still == []
    assert 400 <= gone[0].ms - left <= 800  # the last answer may be a round before


def test_two_cards_are_told_together_and_go_one_by_one(bench: Bench) -> None:
    begun(bench)
    said = [line for tags in (B, f"{A},{B}", A, "-") for line in lay(bench, (tags, "-"), 90)]

    assert [value for _, value in told(said)] == [B, f"{B} {A}", A, "-"]


def test_two_readers_tell_each_its_own(bench: Bench) -> None:
    begun(bench)
    said = lay(bench, (A, B), 60) + lay(bench, (B, A), 60)

    assert [value for source, value in told(said) if source == "nfc/0"] == [A, B]
    assert [value for source, value in told(said) if source == "nfc/1"] == [B, A]


def test_cards_that_are_swapped_quickly_are_told_one_by_one(bench: Bench) -> None:
    begun(bench)
    said = [line for tag in (A, B, A, B) for line in lay(bench, (tag, "-"), 40)]

    assert told(said) == [("nfc/0", A), ("nfc/0", B), ("nfc/0", A), ("nfc/0", B)]


def test_garbled_answers_for_three_seconds_are_no_absence(bench: Bench) -> None:
    begun(bench)
    said = lay(bench, (A, "-"), 30)
    said += lay(bench, ("garbled", "-"), 300) + lay(bench, (A, "-"), 200)

    assert told(said) == [("nfc/0", A)]
    assert words(said, "nfc_a") == [1, 2, 1]
    assert words(said, "nfc_a_errors")[-1] > 5


def test_a_few_garbled_answers_reset_nobody(bench: Bench) -> None:
    begun(bench)
    said = lay(bench, (A, "-"), 30)
    for _ in range(5):
        said += lay(bench, ("garbled", "-"), 50) + lay(bench, (A, "-"), 30)

    assert told(said) == [("nfc/0", A)]
    assert (words(said, "nfc_a"), words(said, "nfc_a_resets")) == ([1], [0])


def test_a_reader_that_hangs_is_reset_by_its_pin_reported_and_works_again(
    bench: Bench,
) -> None:
    begun(bench)
    said = lay(bench, (A, "-"), 30) + lay(bench, ("hung", "-"), 1)
    said += lay(bench, (A, B), 200) + lay(bench, (B, B), 60)

    assert [one for one in told(said) if one[0] == "nfc/0"] == [("nfc/0", A), ("nfc/0", B)]
    assert (words(said, "nfc_a"), words(said, "nfc_a_resets")) == ([1, 2, 1], [0, 1])
    assert words(said, "nfc_b") == [1]  # the other one on the bus never noticed
    assert ("nfc/1", B) in told(said)


def test_a_reader_that_is_plugged_in_later_is_found_within_three_seconds(bench: Bench) -> None:
    absent = lay(bench, ("unplugged", "unplugged"), 150)
    at = bench.ms
    found = of("E", lay(bench, (A, "unplugged"), 300))

    assert told(absent) == []
    assert words(absent, "nfc_a") == [0]
    assert told(found) == [("nfc/0", A)]
    assert found[0].ms - at <= 3000


def test_a_reader_that_is_unplugged_is_reported_and_tells_no_absence(bench: Bench) -> None:
    begun(bench)
    said = lay(bench, (A, "-"), 30) + lay(bench, ("unplugged", "-"), 250)
    again = lay(bench, (A, "-"), 300)

    assert told(said) == [("nfc/0", A)]
    assert words(said, "nfc_a") == [1, 2, 0]
    assert told(again) == []  # it lies there still, for all anybody knows
    assert words(again, "nfc_a")[-1] == 1


def test_a_card_is_told_until_it_is_taken_whatever_happens_to_the_plug(bench: Bench) -> None:
    begun(bench)
    [card] = of("E", lay(bench, (A, "-"), 40))
    bench.reset()
    bench.tags = EMPTY
    again = of("E", bench.look(3))
    bench.say(f"A {card.boot} {card.number}")
    bench.look(5)
    bench.reset()

    assert card in again
    assert (card.source, card.value) == ("nfc/0", A)
    assert of("E", bench.look(3)) == []


def test_an_empty_reader_is_no_news_that_outlives_the_plug(bench: Bench) -> None:
    begun(bench)
    lay(bench, (A, "-"), 40)
    lay(bench, EMPTY, 90)
    bench.reset()

    assert [value for _, value in told(bench.look(3))] == [A]


def test_a_restart_on_command_tells_again_what_lies_there(bench: Bench) -> None:
    boot = begun(bench, (A, "-"))[0].boot
    bench.say("C 1 restart")
    for _ in range(60):
        bench.scan()
    said = bench.drain()

    assert ("nfc/0", A) in [
        (line.source, line.value) for line in of("E", said) if line.boot != boot
    ]


def test_the_beat_has_room_for_the_largest_counts(bench: Bench) -> None:
    longest = (
        "$B 5f0c91ab 999999999 999999999999 beat kept=64 dropped=9999999 bad=9999999 slow=9999 "
        "mid=4095 zero=4095 code_bad=999999 nfc_a=2 nfc_a_errors=999999 nfc_a_resets=999999 "
        "nfc_b=2 nfc_b_errors=999999 nfc_b_resets=999999*00000000\n"
    )
    beat = of("B", begun(bench))[-1]

    assert list(beat.value) == [word.split("=")[0] for word in longest[:-10].split(" ")[5:]]
    assert len(longest) <= 240
