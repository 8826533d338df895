"""What readers beside the board say of stickers that lie there and of codes held before them."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.simulator.box import SYMBOLS
from companion.simulator.people import DIE
from companion.simulator.readers import NOTHING, Readers, labelled
from companion.vocabulary import Signal

ONE, OTHER = "04a2245c6f6180", "0411aabbccddee"


def at_the_table() -> Readers:
    return Readers(labelled(Random(1)))


def test_each_chip_has_a_sticker_of_its_own_with_a_number_of_seven_bytes() -> None:
    labels = labelled(Random(1))
    numbers = Counter(labels.chips.values())

    assert tuple(labels.chips) == SYMBOLS
    assert set(numbers.values()) == {1}
    assert all(len(bytes.fromhex(number)) == 7 for number in numbers)
    assert labelled(Random(2)).chips != labels.chips == labelled(Random(1)).chips


def test_the_sides_of_the_die_are_those_of_the_book() -> None:
    sides = labelled(Random(1)).sides

    assert sorted(face for face, texts in sides.items() for _ in texts) == sorted(DIE)
    assert sides[4] == ("CP:LABYRINTH/DIE/4",)


def test_a_sticker_is_told_once_when_it_comes_and_once_when_it_goes() -> None:
    readers = at_the_table()
    readers.lay(ONE)
    came = [*readers.step(10), *readers.step(20)]
    readers.take(ONE)
    went = [*readers.step(30), *readers.step(40)]

    assert came == [Signal("nfc/0", ONE, 10)]
    assert went == [Signal("nfc/0", NOTHING, 30)]


def test_whoever_lays_another_one_there_takes_the_first_away() -> None:
    readers = at_the_table()
    readers.lay(ONE)
    readers.lay(OTHER)
    readers.take(ONE)

    assert readers.step(10) == [Signal("nfc/0", OTHER, 10)]


def test_a_scanner_says_each_code_and_never_that_it_is_gone() -> None:
    readers = at_the_table()
    readers.hold("CP:LABYRINTH/DIE/4")
    readers.hold("CP:LABYRINTH/DIE/4")

    assert [signal.value for signal in readers.step(10)] == ["CP:LABYRINTH/DIE/4"] * 2
    assert readers.step(20) == []


def test_a_board_is_handed_one_code_in_a_look() -> None:
    readers = at_the_table()
    readers.hold("A")
    readers.hold("B")

    assert [readers.scanned() for _ in range(3)] == ["A", "B", NOTHING]
