"""What lies on a reader, by what it answers and when: placed at once, gone for sure."""

from __future__ import annotations

from typing import Any

import pytest

A, B, C = "04a2245c6f6180", "0411aabb", "deadbeef"
STEP = 60  # ms from one answer to the next


@pytest.fixture
def lies(ours: Any) -> Any:
    return Lies(ours("presence").Presence())


class Lies:
    """Answers one after the other; what was told of each, with its time."""

    def __init__(self, presence: Any) -> None:
        self._presence = presence
        self.ms = 0

    def see(self, *tags: str, times: int = 1, step: int = STEP) -> list[tuple[int, str]]:
        told = []
        for _ in range(times):
            self.ms += step
            if said := self._presence.see(list(tags), self.ms):
                told.append((self.ms, said))
        return told


def test_after_the_start_it_is_told_once_how_things_stand(lies: Any) -> None:
    assert [said for _, said in lies.see(times=100)] == ["-"]


def test_a_tag_that_lies_there_at_the_start_is_told_at_once(lies: Any) -> None:
    assert lies.see(A) == [(STEP, A)]
    assert lies.see(A, times=1000) == []


def test_gone_takes_half_a_second_of_clean_answers(lies: Any) -> None:
    lies.see(A)
    last = lies.ms
    told = lies.see(times=30)

    assert [said for _, said in told] == ["-"]
    assert 500 <= told[0][0] - last <= 500 + 2 * STEP


def test_half_a_second_with_two_answers_is_not_enough(lies: Any) -> None:
    lies.see(A)

    assert lies.see(times=2, step=290) == []
    assert lies.see(times=1, step=290) == [(STEP + 3 * 290, "-")]


def test_a_tag_that_is_missed_now_and_then_is_not_gone(lies: Any) -> None:
    lies.see(A)
    told = [lies.see(times=7) + lies.see(A) for _ in range(50)]

    assert told == [[]] * 50


def test_time_without_clean_answers_counts_for_nothing(lies: Any) -> None:
    """Two misses, three seconds of garbled answers, two misses: that is no absence."""
    lies.see(A)
    lies.see(times=2)
    lies.ms += 3000

    assert lies.see(times=2) == []
    assert lies.see(A) == []


def test_two_at_once_are_told_sorted_and_each_goes_by_itself(lies: Any) -> None:
    both = lies.see(B, A)
    one = lies.see(A, times=20)
    none = lies.see(times=20)

    assert [said for _, said in both + one + none] == [f"{B} {A}", A, "-"]


def test_a_second_one_that_comes_is_told_at_once_beside_the_first(lies: Any) -> None:
    lies.see(A)

    assert lies.see(A, B) == [(2 * STEP, f"{B} {A}")]


def test_a_swap_is_told_with_the_second_answer_and_as_one_tag(lies: Any) -> None:
    lies.see(A)
    lies.see(A)

    assert lies.see(B, times=20) == [(4 * STEP, B)]
    assert lies.see(A, times=20)[0][1] == A  # and back again: another card was between


def test_one_that_hides_the_other_for_an_answer_has_not_replaced_it(lies: Any) -> None:
    lies.see(A)
    told = lies.see(B) + lies.see(A, B) + lies.see(A, B, times=10)

    assert [said for _, said in told] == [f"{B} {A}"]


def test_two_that_hide_each_other_in_turn_are_two(lies: Any) -> None:
    lies.see(A)
    told = [said for turn in range(40) for _, said in lies.see(B if turn % 2 == 0 else A)]

    assert told == [f"{B} {A}"]


def test_a_tag_taken_just_before_another_comes_is_no_third_thing(lies: Any) -> None:
    """A is lifted, and half of its half second later B lies there: never both."""
    lies.see(A)
    told = lies.see(times=4) + lies.see(B) + lies.see(B, times=10)

    assert [said for _, said in told] == [B]


def test_three_one_after_the_other_are_three(lies: Any) -> None:
    told = [said for tag in (A, B, C) for _, said in lies.see(tag, times=5)]

    assert told == [A, B, C]


def test_the_same_number_twice_in_an_answer_is_one_tag(lies: Any) -> None:
    assert lies.see(A, A) == [(STEP, A)]
