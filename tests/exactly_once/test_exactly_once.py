"""Whatever the cable does, each event of the board is taken once and in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.geometry import TRAYS
from companion.simulator.pico import micropython
from tests.exactly_once.evening import BUTTON, Evening

EVENTS = 10_000
CHAPTERS = 40


def assert_levels_are_right(evening: Evening) -> None:
    truth = {f"drop/{tray}": level for tray, level in zip(TRAYS, evening.trays, strict=True)}
    assert evening.levels == truth


def assert_each_was_taken_once(evening: Evening) -> None:
    """All of a boot up to a number, in order; after it, if the power was cut before they
    were acknowledged, the button presses only: where the balls lie is said anew."""
    for boot, happened in evening.happened.items():
        truth = [(number, *event) for number, event in enumerate(happened, 1)]
        taken = evening.taken.get(boot, [])
        whole = next((n for n, one in enumerate(taken) if one[0] != n + 1), len(taken))
        assert whole >= evening.whole.get(boot, len(truth))
        later = [event for event in truth[whole:] if event[1] == BUTTON]
        assert taken == truth[:whole] + later


def assert_counters_add_up(evening: Evening) -> None:
    counted = evening.counters
    assert counted["lines"] == evening.count.lines
    assert counted["repeats"] + counted["gaps"] + evening.handed == evening.count.events
    assert counted["opened"] == evening.openings
    assert counted["gone"] == 0
    assert evening.starts <= counted["boots"] <= evening.starts + evening.houses
    assert min(counted["bad"], counted["repeats"], counted["gaps"]) > 0


@pytest.mark.skipif(micropython() is None, reason="no MicroPython for this computer")
@pytest.mark.parametrize("seed", [1])
def test_ten_thousand_events_through_a_bad_cable(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "flash", micropython(), seed)

    for _ in range(CHAPTERS):
        evening.play(EVENTS // CHAPTERS)
        evening.rest()
        assert_levels_are_right(evening)
    evening.close()

    assert evening.events >= EVENTS
    assert_each_was_taken_once(evening)
    assert_counters_add_up(evening)


@pytest.mark.skipif(micropython() is None, reason="no MicroPython for this computer")
def test_what_a_board_had_no_room_for_is_told_and_counted(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "flash", micropython(), 1)
    evening.rest()

    evening.leave(presses=100)
    evening.come_back()
    evening.rest()
    evening.close()

    taken = [number for number, _, _ in evening.taken[evening.boot]]
    assert taken == list(range(37, 101))  # the newest 64 of 100
    assert evening.counters["gone"] == 36


@pytest.mark.skipif(micropython() is None, reason="no MicroPython for this computer")
def test_a_house_that_lost_its_journal_goes_on_with_what_waits(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "flash", micropython(), 1)
    evening.play(100)
    evening.rest()

    evening.forget()
    evening.rest()
    evening.leave(presses=3)
    evening.come_back()
    evening.rest()
    evening.close()

    assert_each_was_taken_once(evening)
    assert evening.counters["gone"] == 0


@pytest.mark.skipif(micropython() is None, reason="no MicroPython for this computer")
def test_a_press_is_not_taken_for_gone_because_a_later_one_has_a_hole_before_it(
    tmp_path: Path,
) -> None:
    """Press, ball, press, and the power is cut: the ball is no event any more, the presses
    are 1 and 3. Number 1 is lost on the cable once; what is said of number 2 does not
    make up for it."""
    evening = Evening(tmp_path / "flash", micropython(), 1)
    earlier = evening.boot
    evening.leave(presses=1)
    evening.turn_over("nw")
    evening.leave(presses=1)
    evening.restart_board()

    evening.lose_first(b"$E %b 1 " % earlier.encode())
    evening.rest()
    evening.close()

    assert [number for number, _, _ in evening.taken[earlier]] == [1, 3]
