"""The PIN: six digits that let a host in, and nobody who guesses."""

from __future__ import annotations

import pytest

from companion.people import Joined, Why
from companion.people.patience import Guess, remembered, wait
from tests.people.conftest import Table, came_in

WAITS = [1, 2, 4, 8, 16, 32, 60, 60]  # s, from the fifth wrong one on


def wrong_pin(table: Table) -> str:
    return f"{(int(table.people.pin) + 1) % 1_000_000:06d}"


def test_the_pin_lets_a_host_in_again_and_again(table) -> None:
    pin = table.people.pin
    assert len(pin) == 6 and pin.isdigit()
    assert came_in(table.tried(pin)).role == "host"
    assert came_in(table.tried(f" {pin[:3]} {pin[3:]} ", seat="red")).seat == ""


def test_the_pin_may_be_typed_with_an_o(table) -> None:
    table.people._door.pin = "012345"
    assert came_in(table.tried("Ol2345")).role == "host"


def test_after_five_wrong_ones_each_wait_is_twice_as_long(table) -> None:
    wrong, waits = wrong_pin(table), []
    for _ in range(5):
        assert table.tried(wrong) == Why("house.no.pin")
    for _ in WAITS:
        said = table.tried(wrong)
        waits.append(said.wait)
        table.clock.at += said.wait
        assert table.tried(wrong) == Why("house.no.pin")
    assert waits == WAITS
    assert table.people.refused["slow"] == len(WAITS)


def test_while_waiting_even_the_right_pin_is_not_compared(table) -> None:
    for _ in range(5):
        table.tried(wrong_pin(table))
    assert table.tried(table.people.pin) == Why("house.no.slow", 1)
    table.clock.at += 0.5
    assert table.tried(table.people.pin) == Why("house.no.slow", 1)
    table.clock.at += 0.5
    assert isinstance(table.tried(table.people.pin), Joined)


def test_while_waiting_a_code_is_as_good_as_ever(table) -> None:
    for _ in range(5):
        table.tried(wrong_pin(table))
    assert came_in(table.tried(table.people.code("host").text)).role == "host"


def test_a_household_elsewhere_does_not_wait_for_one_who_guesses(table) -> None:
    for _ in range(1000):
        table.tried(wrong_pin(table), address="10.0.0.66")
    assert table.people.refused["pin"] == 5
    assert table.people.refused["slow"] == 995
    assert isinstance(table.tried(table.people.pin, address="10.0.0.7"), Joined)


def test_one_address_is_compared_with_a_few_times_a_minute(table) -> None:
    for _ in range(1000):  # once a second, for a quarter of an hour
        table.tried(wrong_pin(table), address="10.0.0.66")
        table.clock.at += 1
    assert table.people.refused["pin"] <= 40


def test_a_thousand_addresses_are_compared_with_fifty_times(table) -> None:
    for number in range(1000):
        table.tried(wrong_pin(table), address=f"fe80::{number:x}")
        table.clock.at += 0.5
    assert table.people.refused["pin"] == 50
    assert table.tried(table.people.pin, address="10.0.0.7") == Why("house.no.slow", 100)
    table.clock.at += 100
    assert isinstance(table.tried(table.people.pin, address="10.0.0.7"), Joined)
    assert len(table.people._door._wrong) <= 50


def test_six_hours_of_guessing_from_everywhere_try_fifty_pins_in_ten_minutes(table) -> None:
    for number in range(6 * 360):  # each ten seconds
        table.tried(wrong_pin(table), address=f"fe80::{number:x}")
        table.clock.at += 10
    assert table.people.refused["pin"] <= 50 * 6 * 6 + 50


def test_a_restart_loses_the_waits_and_keeps_the_pin(table, restarted) -> None:
    for _ in range(6):
        table.tried(wrong_pin(table))
    after = restarted()
    assert (after.people.pin, after.people.table) == (table.people.pin, table.people.table)
    assert isinstance(after.tried(table.people.pin), Joined)


@pytest.mark.parametrize(
    ("wrong", "at", "expected"),
    [
        ([], 0, 0),
        ([0, 0, 0, 0], 0, 0),
        ([0, 0, 0, 0, 0], 0, 1),
        ([0, 0, 0, 0, 0], 1, 0),
        ([0, 0, 0, 0, 0, 10], 10, 2),
        ([0] * 20, 0, 60),
        ([0] * 20, 600, 0),
        ([0] * 50, 60, 540),
        ([0] * 49 + [599], 599, 60),
        ([0] * 49 + [599], 600, 0),
    ],
)
def test_a_wait_follows_from_the_wrong_ones(wrong, at, expected) -> None:
    guesses = tuple(Guess("a", moment) for moment in wrong)
    assert wait(guesses, "a", at) == expected


def test_wrong_ones_are_forgotten_after_ten_minutes() -> None:
    guesses = remembered(remembered((), "a", 0), "b", 599)
    assert remembered(guesses, "c", 600) == (Guess("b", 599), Guess("c", 600))
